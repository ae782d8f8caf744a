from django.apps import AppConfig


class TemplatesAppConfig(AppConfig):
    name = "templatesapp"
    verbose_name = "What we say"
