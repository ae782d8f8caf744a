"""Files that leave with a reply: which, how large, and as what part of the mail."""

from collections.abc import Sequence
from email.encoders import encode_base64
from email.mime.base import MIMEBase
from pathlib import PurePath
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects

from config.errors import invalid
from drafting.mail.bodies import safe_filename
from drafting.mail.models import Attachment
from drafting.mail.work_models import OutgoingMail, ReplyFile
from drafting.tables import table_beside

MAX_FILE_BYTES = 10_000_000
MAX_FILES_BYTES = 20_000_000  # together
MAX_FILES = 20
FILE_TYPES: dict[str, str] = table_beside(__file__)


def check_files(files: Sequence[ReplyFile]) -> None:
    """Of rows that are not stored yet, as they were handed in: name, type and size. Raises
    ``validation_error`` at ``files`` for what may not leave."""
    if len(files) > MAX_FILES:
        raise invalid("files", f"At most {MAX_FILES} files.")
    for file in files:
        file.filename = safe_filename(file.filename) or "a file without a name"
        file.content_type = FILE_TYPES.get(PurePath(file.filename).suffix.lower(), "")
        file.size_bytes = len(file.content)
        if not file.content_type:
            kinds = ", ".join(suffix[1:] for suffix in FILE_TYPES)
            raise invalid("files", f"{file.filename}: only {kinds}.")
        if not file.content:
            raise invalid("files", f"{file.filename} is empty.")
        if file.size_bytes > MAX_FILE_BYTES:
            raise invalid("files", f"{file.filename} has more than {MAX_FILE_BYTES // 10**6} MB.")
    if sum(file.size_bytes for file in files) > MAX_FILES_BYTES:
        raise invalid("files", f"All files together: at most {MAX_FILES_BYTES // 10**6} MB.")


def attach_files(*, mail: OutgoingMail, files: Sequence[ReplyFile], by: Any = None) -> None:
    """Keep checked files with a mail; they leave with it, and are erased with it."""
    for file in files:
        file.outgoing_mail, file.person = mail, by
    ReplyFile.objects.bulk_create(files)


def read_files(mails: list[Any], relation: str) -> None:
    """The ``files`` of our mails, or the ``attachments`` of those that came, without content, for
    screens that name them; no query where none ``has_files``."""
    model: Any = ReplyFile if relation == "files" else Attachment
    files = model.objects.defer("content")
    files = files if any(mail.has_files for mail in mails) else files.none()
    prefetch_related_objects(mails, Prefetch(relation, queryset=files))


def as_part(file: ReplyFile) -> MIMEBase:
    """Base64 whatever it is: no mail server touches its line ends."""
    part = MIMEBase(*file.content_type.split("/"))
    part.set_payload(bytes(file.content))
    encode_base64(part)
    name = file.filename if file.filename.isascii() else ("utf-8", "", file.filename)
    part.add_header("Content-Disposition", "attachment", filename=name)
    return part
