import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from drafting.instruments.figures import markdown
from drafting.instruments.labelled import count_labelled
from drafting.instruments.simulate_learning import Options, simulate
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
        parser.add_argument("--attack", choices=ATTACKS, default="none")
        parser.add_argument("--reviewer", action="store_true", dest="has_reviewer")
        parser.add_argument(
            "--labelled", action="store_true", help="Hold what was learned against labelled mail."
        )

    def handle(self, *args: Any, seeds: str, **options: Any) -> None:
        names = ("drafts", "noise", "attack", "has_reviewer")
        wanted = {name: options[name] for name in names}
        for seed in (int(part) for part in seeds.split(",")):
            self.stdout.write(f"seed {seed}")
            with throwaway_desk():
                found = simulate(Options(seed=seed, **wanted))
                labelled = list(count_labelled()) if options["labelled"] else []
            self.stdout.write(markdown(found.rows))
            self.stdout.write(
                f"{found.best} at best, edit distance before {found.edit_distance_pct}"
            )
            recovered = ", ".join(f"{found.headroom(row)} at {row['drafts']}" for row in found.rows)
            self.stdout.write(f"headroom recovered: {recovered}")
            self.stdout.write(found.worst_cell or "no scenario lost a mail")
            self.stdout.write(markdown(labelled))
            self.stdout.write(json.dumps(asdict(found)))
