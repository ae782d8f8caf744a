"""Who among the staff may do what: the groups and their permissions (design: People and rights).

Data for a migration: ``create_groups`` may run again after an extension, and adds what is missing.
Rights that an operator gave or took by hand beyond this list are left alone.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions

from drafting.tables import table_beside

DESK_APPS = ("templatesapp", "learning", "drafting")

REVIEWER = "reviewer"
MANAGER = "manager"

# Not for every member of staff: stored answers, the keys that only managers see, and what each
# types for themselves.
PRIVATE_MODELS = frozenset(
    {"drafting.callcount", "drafting.idempotencyrecord", "drafting.agentkey", "drafting.kepttext"}
)
EVERY_MODEL = "*"  # every model of the desk that is not private

Rights = Mapping[str, list[str]]  # the actions for each model

# Each role's own, besides those of the roles before it.
ROLES: Mapping[str, Rights] = table_beside(__file__)


def create_groups(apps: Apps, schema_editor: Any = None) -> None:
    """Make the groups and give them the permissions of every model that exists in ``apps``.

    Works with a migration's historical apps and with the real ones.
    """
    _make_permissions(apps)
    permissions = apps.get_model("auth", "Permission").objects.select_related("content_type")
    known = {
        (permission.content_type.app_label, permission.codename): permission
        for permission in permissions.filter(content_type__app_label__in=DESK_APPS)
    }
    names: set[tuple[str, str]] = set()
    for role, rights in ROLES.items():
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=role)
        names.update(_permission_names(apps, rights))
        group.permissions.add(*(known[name] for name in sorted(names) if name in known))


def remove_groups(apps: Apps, schema_editor: Any = None) -> None:
    """Take the groups away; the permissions belong to their models and stay."""
    apps.get_model("auth", "Group").objects.filter(name__in=ROLES).delete()


def _permission_names(apps: Apps, rights: Rights) -> Iterator[tuple[str, str]]:
    """``(app label, codename)`` of each right, ``EVERY_MODEL`` spelled out."""
    for label, actions in rights.items():
        for model in _open_models(apps) if label == EVERY_MODEL else [label]:
            app_label, _, name = model.partition(".")
            for action in actions:
                is_plain = action in ("view", "add", "change", "delete")
                yield app_label, f"{action}_{name}" if is_plain else action


def _open_models(apps: Apps) -> list[str]:
    models = [model for app in DESK_APPS for model in apps.get_app_config(app).get_models()]
    # A history row is shown with its object's permissions.
    own = [m._meta.label_lower for m in models if not m.__name__.startswith("Historical")]
    return [label for label in own if label not in PRIVATE_MODELS]


def _make_permissions(apps: Apps) -> None:
    """Permissions are made after all migrations; ours are needed within one."""
    for app_label in DESK_APPS:
        app_config: Any = apps.get_app_config(app_label)
        # A historical app has no module, and would be skipped for that.
        models_module = getattr(app_config, "models_module", None)
        app_config.models_module = models_module or True
        try:
            create_permissions(app_config, verbosity=0, apps=apps)
        finally:
            app_config.models_module = models_module
