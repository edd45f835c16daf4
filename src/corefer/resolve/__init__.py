"""Resolvers: from an analysed document to who refers to what, with the reasons."""

from corefer.resolve.discourse import Discourse, View
from corefer.resolve.link import link
from corefer.resolve.registry import RESOLVERS, resolver
from corefer.resolve.resolver import EVERYTHING, PRONOUNS, Resolver

__all__ = ["EVERYTHING", "PRONOUNS", "RESOLVERS", "Discourse", "Resolver", "View", "link", "resolver"]
