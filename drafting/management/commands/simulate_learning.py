"""Learning on a world with a known truth: a table, and a JSON line for each seed."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from drafting.instruments.simulate_learning import Options, as_json, simulate, throwaway_desk

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

    def handle(self, *args: Any, seeds: str, **options: Any) -> None:
        wanted = {name: options[name] for name in ("drafts", "noise", "trusting", "attack")}
        for seed in (int(part) for part in seeds.split(",")):
            with throwaway_desk():
                found = simulate(Options(seed=seed, **wanted))
            self.stdout.write(
                f"seed {seed}: {found.without_priors:.3f} without priors, {found.best:.3f} at best"
                f" ({found.voices} voices); auto {found.auto_rate:.2f} at {found.auto_precision}"
            )
            for row in found.rows:
                self.stdout.write(
                    f"  {row.drafts:>5} drafts: {row.precision:.3f}, headroom {row.headroom}, auto "
                    f"{row.auto_rate:.2f} at {row.auto_precision}, priors to {row.furthest_prior}; "
                    f"{row.right_proposals} of {row.proposals} proposals right "
                    f"({row.own_matters} of one guest's own), {row.wishes_found} of "
                    f"{row.wishes_told} wishes found"
                )
            self.stdout.write(found.worst_cell or "no scenario lost a mail")
            self.stdout.write(json.dumps(as_json(found)))
