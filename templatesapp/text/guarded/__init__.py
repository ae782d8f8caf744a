"""The guard of facts: values and yes or no in a text, held against what the desk knows.

``check.read_facts`` is the one way in; ``known.build_known`` makes the known side once a
catalogue (``Catalogue.guarded`` keeps it). Pure, below drafting and learning."""
