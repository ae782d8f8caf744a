"""One key for an answer in all its languages: suffixes such as ``parking-de`` go."""

from django.db import migrations

LANGUAGES = ("en", "it", "de", "fr", "es")


def drop_suffixes(apps, schema_editor):
    model = apps.get_model("templatesapp", "KnowledgeItem")
    taken = set(model.objects.values_list("key", "language"))
    for item in model.objects.filter(source="authored").order_by("pk"):
        key, _, suffix = item.key.rpartition("-")
        if suffix != item.language or not any((key, code) in taken for code in LANGUAGES):
            continue
        if (key, item.language) in taken:
            continue
        taken.add((key, item.language))
        ending = f"-{suffix}"
        model.objects.filter(pk=item.pk).update(
            key=key, citation=item.citation.removesuffix(ending)
        )


class Migration(migrations.Migration):
    dependencies = [("templatesapp", "0003_letters_languages")]
    operations = [migrations.RunPython(drop_suffixes, migrations.RunPython.noop)]
