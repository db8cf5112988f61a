"""What a page holds, taken out of its HTML."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any


def figures_of(page: str) -> dict[str, Any]:
    """The figures of a page by key, unpacked as its script does."""
    found = re.search(r'<script type="text/plain" id="figures">(.*?)</script>', page, flags=re.DOTALL)
    assert found is not None
    return json.loads(zlib.decompress(base64.b64decode(found.group(1))))
