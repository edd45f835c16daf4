"""Why a pronoun is left out of the evaluation set: one small function per category (Byron 2001, section 2.1.3)."""
