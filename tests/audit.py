"""``make audit``: are any of the locked packages known to be vulnerable?

Ends with 1 where one is. Where the advisories cannot be reached from this machine it says so, and
nothing has been audited then.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FILES = ("requirements.txt", "requirements-dev.txt")


def main() -> int:
    ended = subprocess.run(  # noqa: S603
        [
            *(sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes"),
            *("--format", "json", "--progress-spinner", "off"),
            *(part for name in FILES for part in ("-r", name)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        packages = json.loads(ended.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(f"Nothing was audited: {(ended.stderr.strip() or 'no answer').splitlines()[-1]}")
        return 0
    return report(packages)


def report(packages: list[dict[str, Any]]) -> int:
    """Prints what was found; 1 where a package is vulnerable."""
    unknown = sorted(each["name"] for each in packages if "skip_reason" in each)
    found = [(each, vulnerability) for each in packages for vulnerability in each.get("vulns", ())]
    for package, vulnerability in found:
        fixed = ", ".join(vulnerability["fix_versions"]) or "no version yet"
        print(f"{package['name']} {package['version']}: {vulnerability['id']}, mended in {fixed}")
    if len(unknown) == len(packages):
        print("Nothing was audited: the advisories cannot be reached from this machine.")
    elif unknown:
        print(f"Not audited, unknown to the advisories: {', '.join(unknown)}")
    print(
        f"{len(packages) - len(unknown)} of {len(packages)} packages audited, {len(found)} found."
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
