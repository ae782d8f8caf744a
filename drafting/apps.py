from django.apps import AppConfig
from django.db.models.signals import post_migrate


class DraftingConfig(AppConfig):
    name = "drafting"
    verbose_name = "The mail desk"

    def ready(self) -> None:
        from drafting.desk.search import keep_search_index
        from drafting.mail import listeners
        from drafting.outbox.care import suppress_bounced
        from drafting.outbox.replies import ReplyRules, acknowledge, raise_alert
        from drafting.runs import finishing
        from drafting.runs.rows import end_runs_of_thread

        post_migrate.connect(keep_search_index, sender=self)
        listeners.alarmed.append(raise_alert)
        listeners.arrived.append(acknowledge)
        listeners.bounced.append(suppress_bounced)
        ReplyRules.is_best_text = finishing.is_best_text
        ReplyRules.has_earned_release = finishing.has_earned_release
        listeners.work_ended.append(end_runs_of_thread)
