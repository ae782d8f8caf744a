from django.apps import AppConfig


class TemplatesAppConfig(AppConfig):
    name = "templatesapp"
    verbose_name = "What we say"

    def ready(self) -> None:
        from templatesapp import catalogue_version

        catalogue_version.connect()
