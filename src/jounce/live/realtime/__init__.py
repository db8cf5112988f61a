"""The same compiled steps, paced by a clock: late ticks are counted, never hidden."""
