"""Data in pages comes back bit by bit, and smooth motions become small."""

import numpy as np

from jounce.lab.scene import MOTION, TERRAIN, pack
from jounce.output.replay.packing import pack_container, unpack_container


def motion(blocks: np.ndarray) -> bytes:
    return pack(MOTION, {"samples": len(blocks), "name": "a → b"}, blocks)


def test_every_bit_comes_back():
    rng = np.random.default_rng(1)
    odd = rng.standard_normal((50, 7)).astype(np.float32)
    odd[3, 2], odd[4, 2], odd[5, 5], odd[6] = np.inf, np.nan, -0.0, 1e-42
    for container in (
        motion(odd),
        motion(odd[:1]),
        pack(TERRAIN, {"nx": 0, "ny": 0, "height": 0.0}),
        pack(TERRAIN, {"nx": 5, "ny": 3, "friction": True}, rng.random((5, 3)), rng.random((5, 3))),
    ):
        text, rows = pack_container(container)
        assert unpack_container(text, rows) == container


def test_a_smooth_motion_becomes_small():
    t = np.linspace(0.0, 5.0, 500)
    blocks = np.stack([np.sin(k * t / 20.0) + k for k in range(60)], axis=1).astype(np.float32)
    text, _ = pack_container(motion(blocks))
    assert len(text) < 0.5 * blocks.nbytes
