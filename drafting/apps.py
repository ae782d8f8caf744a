from django.apps import AppConfig


class DraftingConfig(AppConfig):
    name = "drafting"
    verbose_name = "The mail desk"

    def ready(self) -> None:
        from drafting.desk.gate import examine_kept_drafts
        from drafting.desk.replay import choose_again
        from learning.calibration.proving import register_chooser
        from learning.thresholds.opening import register_examiner

        register_examiner(examine_kept_drafts)
        register_chooser(choose_again)
