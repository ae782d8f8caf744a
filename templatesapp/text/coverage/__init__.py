"""Whether a text answers a question: things asked, clauses, values, and the verdict between them.

What each language knows of it stands in ``templatesapp/languages/<code>/answers.toml``."""
