"""The systems: baselines, those of REG'08 (section 5), and our own; one module each, found by name."""
