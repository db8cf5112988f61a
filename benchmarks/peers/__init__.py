"""The reference car dw18 in other engines, measured beside jounce."""
