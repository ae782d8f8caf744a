from django.apps import AppConfig


class DraftingConfig(AppConfig):
    name = "drafting"
    verbose_name = "The mail desk"

    def ready(self) -> None:
        from drafting.desk.gate import examine_kept_drafts
        from learning.thresholds.opening import register_examiner

        register_examiner(examine_kept_drafts)
