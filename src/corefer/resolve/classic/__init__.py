"""The classic resolvers: each a small module with its paper, all on the same discourse, all explaining themselves."""
