"""Resolvers: from an analysed document to who refers to what, with the reasons."""

from corefer.resolve.discourse import Discourse, View
from corefer.resolve.link import link
from corefer.resolve.registry import RESOLVERS, resolver
from corefer.resolve.resolver import EVERYTHING, PRONOUNS, Resolver
from corefer.resolve.schemes import Scheme, scheme_of
from corefer.rooms import make_callable

__all__ = [
    "EVERYTHING",
    "PRONOUNS",
    "RESOLVERS",
    "Discourse",
    "Resolver",
    "Scheme",
    "View",
    "link",
    "resolver",
    "scheme_of",
]

make_callable(__name__)
