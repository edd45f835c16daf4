"""Experiments with resolvers: comparing them like for like, tuning their weights, leaving parts of them out."""
