"""Settings of the desk. What differs from place to place comes from the environment (env.py)."""

import os
import tomllib
from pathlib import Path
from typing import Any

import dj_database_url
import structlog
from csp.constants import NONCE, NONE, SELF
from django.templatetags.static import static

from config.env import read_environment, secret_key
from config.faults import cause_without_data

# Before numpy is loaded: its products here are small, and threads that wait for each other cost
# more than they save.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
ENVIRONMENT = read_environment()

SECRET_KEY = secret_key(ENVIRONMENT, VAR_DIR)
DEBUG = False
IS_PRODUCTION = ENVIRONMENT.is_production

ALLOWED_HOSTS = ENVIRONMENT.desk_allowed_hosts or ["127.0.0.1", "localhost", "[::1]"]
CSRF_TRUSTED_ORIGINS = ENVIRONMENT.desk_csrf_trusted_origins

INSTALLED_APPS = [
    "unfold",
    "unfold.contrib.filters",
    "unfold.contrib.simple_history",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "simple_history",
    "axes",
    "csp",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "django_otp_webauthn",
    "templatesapp",
    "learning",
    "drafting",
]

MIDDLEWARE = [
    "drafting.access.requests.RequestIdMiddleware",
    "config.middleware.RefuseMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.PolicyByPlaceMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "drafting.access.sessions.SessionLimitMiddleware",
    "drafting.access.second_factor.SecondFactorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "config" / "templates"],  # before those of the theme
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- database ---------------------------------------------------------------------------------

DATABASES: dict[str, Any] = {
    "default": dj_database_url.parse(
        ENVIRONMENT.database_url or f"sqlite:///{VAR_DIR / 'desk.sqlite3'}",
        conn_max_age=60,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"].endswith("postgresql"):
    # Nobody waits longer than with SQLite: after five seconds the answer is "busy" (503).
    # No compiling of statements: those that count what waits are long, each took seconds of it.
    limits = {"connect_timeout": 5, "options": "-c lock_timeout=5000 -c jit=off"}
    DATABASES["default"]["OPTIONS"] = limits | DATABASES["default"].get("OPTIONS", {})
else:
    # Measured under load: a transaction that reads and then writes fails at once with "database
    # is locked" unless it takes the write lock first (IMMEDIATE) and readers do not block (WAL).
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-20000;"
            "PRAGMA temp_store=MEMORY;"
        ),
    }
    # Tests open second connections and processes: these need a file, not shared memory.
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- people and access --------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "drafting.access.authentication.RightsBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
# Either alone: one name tried from many places, and many names tried from one.
AXES_LOCKOUT_PARAMETERS = ["username", "ip_address"]
AXES_LOCKOUT_TEMPLATE = "429.html"  # says the quarter of an hour, too
AXES_CLIENT_IP_CALLABLE = "drafting.access.requests.client_address"
AXES_ENABLE_ADMIN = False  # `manage.py axes_reset_username` lets somebody in again
DESK_PROXIES = ENVIRONMENT.proxies
SESSION_COOKIE_AGE = ENVIRONMENT.desk_session_idle_minutes * 60  # renewed by use
DESK_SESSION_HOURS = ENVIRONMENT.desk_session_hours
DESK_SECOND_FACTOR = ENVIRONMENT.second_factor
OTP_TOTP_ISSUER = OTP_WEBAUTHN_RP_NAME = "Draftdesk"
OTP_WEBAUTHN_ALLOW_PASSWORDLESS_LOGIN = False
OTP_WEBAUTHN_HELPER_CLASS = "drafting.access.second_factor.PasskeyHelper"
# Name and origin are the request's own, so the library misses settings of them.
SILENCED_SYSTEM_CHECKS = ["otp_webauthn.E010", "otp_webauthn.E030"]
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"

# --- language and time --------------------------------------------------------------------------

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = str(ENVIRONMENT.desk_time_zone)

# --- static files -------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if IS_PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
# Outside production files are served from the apps, so that no collectstatic is needed.
WHITENOISE_USE_FINDERS = not IS_PRODUCTION

# --- security headers ---------------------------------------------------------------------------

# Django itself sends nosniff, same-origin and DENY, and hides the session's cookie from scripts.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENVIRONMENT.is_https
SECURE_SSL_REDIRECT = ENVIRONMENT.is_https
# Without a proxy of ours a caller writes this header themselves.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENVIRONMENT.proxies else None
SECURE_HSTS_SECONDS = 31_536_000 if ENVIRONMENT.is_https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = ENVIRONMENT.is_https
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]

_STRICT_POLICY = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],
    "connect-src": [SELF],
    "base-uri": [NONE],
    "form-action": [SELF],
    "frame-ancestors": [NONE],
}
CONTENT_SECURITY_POLICY = {"DIRECTIVES": _STRICT_POLICY}
DESK_ADMIN_POLICY = _STRICT_POLICY | {
    # Alpine, which the admin theme is built on, compiles its attributes at run time.
    "script-src": [SELF, NONCE, "'unsafe-eval'"],
    "style-src": [SELF, "'unsafe-inline'"],
    "font-src": [SELF, "data:"],
    "frame-src": [SELF],
    "base-uri": [SELF],
}

# --- the API --------------------------------------------------------------------------------------

MAX_JSON_BYTES = 1_000_000
MAX_MAIL_BYTES = 10_000_000
# A raw mail travels inside JSON: escapes make it longer than the mail itself.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * MAX_MAIL_BYTES
DESK_PAGE_SIZE = ENVIRONMENT.desk_page_size
DESK_THROTTLE_PER_MINUTE = ENVIRONMENT.desk_throttle_per_minute

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "drafting.access.authentication.AgentKeyAuthentication",
        "drafting.access.authentication.StaffSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["drafting.access.authentication.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["drafting.access.input.BoundedJSONParser"],
    "DEFAULT_THROTTLE_CLASSES": ["drafting.access.requests.AgentThrottle"],
    "DEFAULT_PAGINATION_CLASS": "config.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "drafting.access.schema.CallersSchema",
    "EXCEPTION_HANDLER": "config.problems.problem_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Draftdesk",
    "VERSION": "1",
    "DESCRIPTION": "The mail desk's API for agents. Errors are application/problem+json.",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_AUTHENTICATION": [],
    "AUTHENTICATION_WHITELIST": [],  # said once for all, by share_parts
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "drafting.access.schema.share_parts",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "ErrorCode": "drafting.access.schema.ERROR_CODES",
        "Category": "templatesapp.categories.CATEGORIES",
        "EscalationTier": "drafting.pipeline.plan.TIERS",
        "RunStatus": "drafting.runs.choices.RunStatus",
        "MemoryStatus": "drafting.runs.choices.MemoryStatus",
        "AskKind": "drafting.drafts.api.serializers.ASK_KINDS",
        "ThreadKind": "drafting.mail.choices.ThreadKind",
        "AgreementStatus": "drafting.drafts.api.serializers.AGREEMENTS",
        "Coverage": "drafting.drafts.api.serializers.COVERAGE",
    },
}

# --- the desk -------------------------------------------------------------------------------------

# Mail: what the desk reads and sends with. Without these it works on mail handed to it.
DESK_IMAP_SERVER = ENVIRONMENT.desk_imap_url
DESK_SMTP_SERVER = ENVIRONMENT.desk_smtp_url
DESK_FROM_NAME, DESK_FROM_ADDRESS = ENVIRONMENT.desk_from
# What connect_mailbox keeps, beside the secret key.
DESK_MAILBOX_TOKEN = Path(ENVIRONMENT.desk_mailbox_token or VAR_DIR / "mailbox_token.json")
DESK_MAILBOX_KEY = ENVIRONMENT.desk_mailbox_key or ""  # "": the file's mode alone protects it
DESK_REVIEWERS = ENVIRONMENT.desk_reviewers
# The names under which our receiving server writes Authentication-Results.
DESK_AUTHSERV_IDS = frozenset(map(str.lower, ENVIRONMENT.desk_authserv_id))
DESK_CLAIM_MINUTES = ENVIRONMENT.desk_claim_minutes
DESK_WAITING_CLAIMS = ENVIRONMENT.desk_waiting_claims
# Without a server nothing may look as if it had been sent: the backend refuses.
EMAIL_BACKEND = "drafting.outbox.smtp.EmailBackend"
EMAIL_TIMEOUT = 60  # seconds

CALIBRATION_SHRINKAGE = ENVIRONMENT.calibration_shrinkage
# Learning keeps neither drafts nor mail: what it asks of whoever does.
LEARNING_CHOOSER = "drafting.desk.gate.choose_again"
LEARNING_KEPT_DRAFTS = "drafting.desk.gate.kept_drafts"
LEARNING_EXAMINER = "drafting.desk.gate.examine_kept_drafts"
LEARNING_MAIL_FINDER = "drafting.desk.gate.kept_mails"

# Runs: None leaves it to the run settings.
AUTO_SEND_REVISION_DISABLED = ENVIRONMENT.auto_send_revision_disabled
AUTO_SEND_REVISION_LOOP_TIMEOUT_MS = ENVIRONMENT.auto_send_revision_loop_timeout_ms
AUTO_SEND_REVISION_LOOP_MAX_OUTPUT_TOKENS = ENVIRONMENT.auto_send_revision_loop_max_output_tokens
DRAFT_PIPELINE_RUN_RETENTION_DAYS = ENVIRONMENT.draft_pipeline_run_retention_days

SIMPLE_HISTORY_HISTORY_CHANGE_REASON_USE_TEXT_FIELD = True
SIMPLE_HISTORY_REVERT_DISABLED = True

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Draftdesk",
    "SITE_HEADER": "Draftdesk",
    "SITE_SYMBOL": "mark_email_read",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda _: static("drafting/icon.svg")}
    ],
    "SHOW_VIEW_ON_SITE": False,
    "SITE_URL": None,
    "ENVIRONMENT": "drafting.desk.navigation.environment",
    "DASHBOARD_CALLBACK": "drafting.desk.dashboard.add_dashboard",
    "STYLES": [lambda request: static("drafting/desk.css")],
    "SCRIPTS": [
        lambda request: static("drafting/frame.js"),
        lambda request: static("drafting/search.js"),
    ],
    "SIDEBAR": {"navigation": "drafting.desk.navigation.sidebar"},
    "TABS": "drafting.desk.navigation.tabs",
    "COLORS": tomllib.loads((BASE_DIR / "config" / "colors.toml").read_text(encoding="utf-8")),
}

# --- logs -----------------------------------------------------------------------------------------

_ON_EVERY_LINE: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.ExceptionRenderer(cause_without_data),
                structlog.processors.JSONRenderer(),
            ],
            "foreign_pre_chain": _ON_EVERY_LINE,
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": ENVIRONMENT.desk_log_level},
    "loggers": {
        # Their messages hold paths, and with them tokens and search words, or names that somebody
        # tried. Ours carry the route and the request id instead (config.problems).
        "axes": {"level": "ERROR"},
        "django.request": {"level": "CRITICAL"},
        "django.security": {"level": "CRITICAL"},
        "gunicorn.error": {"level": "ERROR", "propagate": True},  # each line that it cannot read
        "httpx": {"level": "WARNING"},
        # Told to say everything, they say requests with their tokens.
        "httpcore": {"level": "WARNING"},
        "authlib": {"level": "WARNING"},
        "mcp": {"level": "WARNING"},  # three lines a call that say nothing
    },
}
structlog.configure(
    processors=[*_ON_EVERY_LINE, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
