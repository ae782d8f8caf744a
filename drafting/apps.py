from django.apps import AppConfig
from django.db.models.signals import post_migrate


class DraftingConfig(AppConfig):
    name = "drafting"
    verbose_name = "The mail desk"

    def ready(self) -> None:
        from drafting.desk.asked_before import kept_mails
        from drafting.desk.gate import examine_kept_drafts
        from drafting.desk.replay import choose_again
        from drafting.desk.search_index import keep_search_index
        from drafting.mail.listeners import (
            register_alarm,
            register_arrival,
            register_bounce,
            register_work_ending,
        )
        from drafting.outbox.alerts import raise_alert
        from drafting.outbox.earning import register_reply_rules
        from drafting.outbox.receipts import acknowledge
        from drafting.outbox.suppression import suppress_bounced
        from drafting.runs import earned
        from drafting.runs.endings import end_runs_of_thread
        from learning.calibration.proving import register_chooser
        from learning.ledger.mails import register_mail_finder
        from learning.thresholds.services import register_examiner

        post_migrate.connect(keep_search_index, sender=self)
        register_alarm(raise_alert)
        register_arrival(acknowledge)
        register_bounce(suppress_bounced)
        register_examiner(examine_kept_drafts)
        register_mail_finder(kept_mails)
        register_reply_rules(earned)
        register_work_ending(end_runs_of_thread)
        register_chooser(choose_again)
