"""Work that makes many objects that stay, without searches for garbage among them.

Python looks through all new objects whenever some hundreds have been made, and now and then through all there are.
While a package is imported or a program is recorded nearly all of them stay, and looking takes a tenth of the time.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def collection_paused() -> Iterator[None]:
    """No search for cyclic garbage until the end of the block; none either afterwards where there was none before.

    What was made meanwhile counts as old afterwards, and is looked through when all objects are.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            if gc.get_freeze_count() == 0:  # else others have set objects apart, and may count on it
                gc.freeze()  # from all generations to none
                gc.unfreeze()  # from there to the oldest
            gc.enable()
