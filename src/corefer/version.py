"""The version, where every room may read it: in signatures, for one."""

__version__ = "0.1.0"
