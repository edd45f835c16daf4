"""Showing results: terminal, HTML, tables. Nothing is computed here."""
