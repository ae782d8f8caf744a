"""Form fields for rows stored as JSON: a person writes lines and sentences, no brackets."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from unfold import widgets

from templatesapp.categories import CATEGORIES, LANGUAGES
from templatesapp.requirements import REQUIREMENTS

_NOTHING = "nothing"
_CALL = re.compile(r"(?P<category>\S+)\s+(?P<language>\S+)\s*:\s*(?P<sentence>.+)")


class LinesField(forms.Field):
    """A list of texts, one a line; blank lines are none."""

    widget = widgets.UnfoldAdminTextareaWidget(attrs={"rows": 6})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, **kwargs})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [line.strip() for line in (value or "").splitlines() if line.strip()]


class LanguagesWidget(forms.MultiWidget):
    """A line of its own for each language, with its name."""

    template_name = "admin/templatesapp/languages.html"

    def __init__(self) -> None:
        super().__init__(
            {
                code: widgets.UnfoldAdminTextInputWidget(attrs={"title": name})
                for code, name in LANGUAGES.items()
            }
        )

    def decompress(self, value: Any) -> list[str]:
        texts = value if isinstance(value, dict) else {}
        return [str(texts.get(code, "")) for code in LANGUAGES]


class SentencesField(forms.MultiValueField):
    """``{language: sentence}``; a language without a sentence is left out."""

    def __init__(self, **kwargs: Any) -> None:
        fields = [forms.CharField(required=False) for _ in LANGUAGES]
        super().__init__(fields, widget=LanguagesWidget(), **{"required": False, **kwargs})

    def compress(self, data_list: list[str]) -> dict[str, str]:
        return {code: text for code, text in zip(LANGUAGES, data_list, strict=False) if text}


class CallsField(LinesField):
    """``{category: {language: sentence}}``, written as lines "check-in en: See you soon."."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return "\n".join(
            f"{category} {language}: {sentence}"
            for category, by_language in value.items()
            for language, sentence in by_language.items()
        )

    def to_python(self, value: Any) -> Any:
        calls: dict[str, dict[str, str]] = {}
        for line in super().to_python(value):
            found = _CALL.fullmatch(line)
            if (
                not found
                or found["category"] not in CATEGORIES
                or found["language"] not in LANGUAGES
            ):
                raise ValidationError(f"“{line}”: write “check-in en: See you soon.”")
            calls.setdefault(found["category"], {})[found["language"]] = found["sentence"]
        return calls


class RequiresWidget(widgets.UnfoldAdminCheckboxSelectMultipleWidget):
    """Groups are folded, but those in which something is ticked."""

    template_name = "admin/templatesapp/requires.html"

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        groups = [(group, rows) for group, rows, _ in context["widget"]["optgroups"]]
        opened = [any(row["selected"] for row in rows) for _, rows in groups]
        return context | {"groups": list(zip(groups, opened, strict=True))}


class RequiresField(forms.MultipleChoiceField):
    """What must be proven of a guest, ticked. Nothing ticked: nobody has decided (None); that it
    asserts nothing of one guest is a tick of its own (an empty list)."""

    widget = RequiresWidget()

    def __init__(self, **kwargs: Any) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        for one in REQUIREMENTS.values():
            groups.setdefault(one.group, []).append((one.name, one.label))
        choices = [(_NOTHING, "It asserts nothing of one guest"), *groups.items()]
        super().__init__(**{"required": False, "choices": choices, **kwargs})

    def prepare_value(self, value: Any) -> Any:
        return [_NOTHING] if value == [] else value

    def bound_data(self, data: Any, initial: Any) -> Any:
        return data or None  # ticked nothing, which is not "nothing is needed"

    def clean(self, value: Any) -> list[str] | None:
        ticked = super().clean(value)
        if _NOTHING in ticked and len(ticked) > 1:
            raise ValidationError("Either it asserts nothing, or what is ticked besides.")
        return [name for name in ticked if name != _NOTHING] if ticked else None

    def has_changed(self, initial: Any, data: Any) -> bool:
        return sorted(self.prepare_value(initial) or ()) != sorted(data or ())
