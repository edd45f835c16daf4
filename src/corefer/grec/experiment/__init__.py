"""Experiments with readers (sections 4.2 and 6.3): who reads which system's text, what is asked, what came of it."""
