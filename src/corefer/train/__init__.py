"""Training: the network in torch, what it learns from, and fine-tuning on a user's own data (extra `corefer[train]`).

Nothing outside this room needs torch; `tasks`, `corpus` and `arrays` inside it do without, too.
"""
