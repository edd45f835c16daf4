"""From raw text to an analysed document, and the lexical resources that this takes."""

from corefer.analysis.analyser import analyse

__all__ = ["analyse"]
