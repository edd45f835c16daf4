"""From raw text to an analysed document, and the lexical resources that this takes."""
