"""Compute every comparison and write docs/validation.md; with --check, print the tables only, of some cases or all."""

from __future__ import annotations

import argparse
import sys
import time

from validation import page
from validation.comparison import Comparison
from validation.registry import CASES, long_comparisons, subject
from validation.tables import tables


def main() -> int:
    """0 when every comparison holds."""
    parser = argparse.ArgumentParser(prog="python -m validation", description=__doc__)
    parser.add_argument("--check", action="store_true", help="print the tables, write nothing")
    parser.add_argument("cases", nargs="*", metavar="CASE", help="with --check: only these modules of validation/cases")
    asked = parser.parse_args()
    known = {subject(case): case for case in CASES}
    unknown = [name for name in asked.cases if name not in known]
    if unknown:
        parser.error(f"no such case: {', '.join(unknown)}; there are {', '.join(known)}")
    if asked.cases and not asked.check:
        parser.error("the page needs all cases; use --check for some of them")
    chosen = [known[name] for name in asked.cases] or CASES
    found: list[Comparison] = []
    for i, case in enumerate(chosen, start=1):
        print(f"[validation] {i}/{len(chosen)} {subject(case)} ...", end="", file=sys.stderr, flush=True)
        clock = time.perf_counter()
        found += [*case.comparisons(), *long_comparisons(case)]
        print(f" {time.perf_counter() - clock:.1f} s", file=sys.stderr, flush=True)
    exceeded = [comparison for comparison in found if not comparison.holds]
    if asked.check:
        print(tables(found))
    elif not exceeded:
        page.write(found)
        print(f"[validation] {len(found)} comparisons hold; wrote docs/{page.PAGE.name}", file=sys.stderr)
    for comparison in exceeded:
        print(f"[validation] {comparison}", file=sys.stderr)
    if exceeded and not asked.check:
        print(f"[validation] docs/{page.PAGE.name} was not touched", file=sys.stderr)
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
