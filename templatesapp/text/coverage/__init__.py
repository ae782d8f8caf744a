"""Whether a text answers a question: things asked, clauses, values, and the verdict between them.

What each language knows of asking and answering stands in ``languages/<code>.py``."""
