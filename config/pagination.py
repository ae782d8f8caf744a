"""Lists of the API: ``{count, next, previous, results}``, newest first unless a page says else."""

from django.conf import settings
from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    page_size = settings.DESK_PAGE_SIZE
    page_size_query_param = "page_size"
    max_page_size = 500
    # An agent reads the OpenAPI document into its context: the names say it.
    page_query_description = page_size_query_description = ""
