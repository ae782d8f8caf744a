import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from drafting.instruments.simulate_learning import Options, Row, simulate
from drafting.instruments.throwaway import throwaway_desk

ATTACKS = ("none", "flood", "drip", "collusion")


class Command(BaseCommand):
    help = "Simulate guests, agents and a person on a throw-away desk, and measure what is learned."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--seeds", default="11,12,13", help="1-10 are for tuning, from 11 on for reporting."
        )
        parser.add_argument("--drafts", type=int, default=300)
        parser.add_argument("--noise", type=float, default=0.3)
        parser.add_argument("--trusting", type=float, default=0.5)
        parser.add_argument("--attack", choices=ATTACKS, default="none")
        parser.add_argument("--reviewer", action="store_true", dest="has_reviewer")

    def handle(self, *args: Any, seeds: str, **options: Any) -> None:
        names = ("drafts", "noise", "trusting", "attack", "has_reviewer")
        wanted = {name: options[name] for name in names}
        for seed in (int(part) for part in seeds.split(",")):
            self.stdout.write(f"seed {seed}")
            with throwaway_desk():
                found = simulate(Options(seed=seed, **wanted))
            for row in found.rows:
                self._tell(row)
            self.stdout.write(
                f"{found.best} at best ({found.voices} voices), edit distance before "
                f"{found.edit_distance_pct}"
            )
            recovered = ", ".join(f"{found.headroom(row)} at {row.drafts}" for row in found.rows)
            self.stdout.write(f"headroom recovered: {recovered}")
            self.stdout.write(found.worst_cell or "no scenario lost a mail")
            self.stdout.write(json.dumps(asdict(found)))

    def _tell(self, row: Row) -> None:
        chosen, without = (
            f"{one.right} of {one.mails} right, by itself {one.auto_right} right and "
            f"{one.auto_wrong} wrong"
            for one in (row.chosen, row.without_priors)
        )
        self.stdout.write(
            f"  {row.drafts:>5} drafts: {chosen}; without priors {without}; edit distance "
            f"{row.edit_distance_pct}; {row.right_proposals} of {row.proposals} proposals right "
            f"({row.own_matters} of one guest's own), "
            f"{row.wishes_found} of {row.wishes_told} wishes found"
        )
