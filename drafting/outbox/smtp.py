"""An SMTP backend that tells at which point of the delivery a failure came.
What failed before DATA was not sent, what fell silent after it may have been."""

from __future__ import annotations

import smtplib
from typing import Any, ClassVar, cast

from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend as DjangoBackend

from config.mail_urls import MailServer
from drafting.mail.sign_in import TokenRefusedError, sasl, with_access_token


class NoServerError(OSError):
    """No DESK_SMTP_URL: nothing may look as if it had been sent."""


class _Tracked:
    """``data`` as smtplib has it; its backend has a word before, and the server's answer after."""

    backend: ClassVar[EmailBackend]

    def login(self, user: str, password: str, *, initial_response_ok: bool = True) -> Any:
        server, connection = self.backend.server, cast("smtplib.SMTP", self)
        if server is None or not server.takes_token:  # with OAuth2 the password is its token
            return super().login(user, password, initial_response_ok=initial_response_ok)  # type: ignore[misc]
        connection.ehlo_or_helo_if_needed()
        offered = connection.esmtp_features.get("auth", "")
        try:
            return connection.auth(*sasl(offered, server, password))
        except smtplib.SMTPAuthenticationError as error:
            raise TokenRefusedError(
                f"The mail server refused the sign-in ({error.smtp_code})."
            ) from None

    def sendmail(self, *args: Any, **options: Any) -> dict[str, tuple[int, bytes]]:
        """The library raises only where every recipient was refused; of some nobody would hear."""
        refused: dict[str, tuple[int, bytes]] = super().sendmail(*args, **options)  # type: ignore[misc]
        said = (
            f"{to} ({code} {answer.decode('utf-8', 'replace')})"
            for to, (code, answer) in refused.items()
        )
        self.backend.refused_recipients = f"Refused: {', '.join(said)}" if refused else ""
        return refused

    def data(self, msg: Any) -> tuple[int, bytes]:
        self.backend.before_data()
        code, answer = super().data(msg)  # type: ignore[misc]
        self.backend.data_answer = f"{code} {answer.decode('utf-8', 'replace')}"
        return code, answer


class EmailBackend(DjangoBackend):
    """``data_answer``: what the server said to the text. ``refused_recipients``: those of several
    that it did not take, and why."""

    data_answer = ""
    refused_recipients = ""

    def __init__(self, *args: Any, server: MailServer | None = None, **options: Any) -> None:
        """``server``: another one than that of DESK_SMTP_URL, to be tried out."""
        self.server: MailServer | None = server or settings.DESK_SMTP_SERVER
        if self.server is not None:
            options |= {
                "host": self.server.host,
                "port": self.server.port,
                "username": self.server.username,
                "password": self.server.password,
                "use_ssl": self.server.security == "tls",
                "use_tls": self.server.security == "starttls",
            }
        super().__init__(*args, **options)

    def before_data(self) -> None:
        """The server has taken sender and recipients; what is put here and raises ends the sending
        before the text is handed over."""

    @property
    def connection_class(self) -> Any:
        return type("Connection", (_Tracked, super().connection_class), {"backend": self})

    def open(self) -> bool | None:
        if self.server is None:
            raise NoServerError("DESK_SMTP_URL is not set.")
        return with_access_token(self._open) if self.server.takes_token else self._open()

    def _open(self, token: str = "") -> bool | None:
        self.password = token or self.password
        return super().open()
