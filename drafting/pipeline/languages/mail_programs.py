"""How mail programs quote in languages that the desk itself does not speak: a guest's program has
its own language, whatever the guest writes in. Same notation as ``<code>/mailform.py``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProgramForms:
    attribution_verbs: tuple[str, ...]  # "wrote" in "On … wrote:"
    original_markers: tuple[str, ...]  # "original message", "forwarded message"
    from_keys: tuple[str, ...]  # header keys of a quoted mail, without the colon
    other_keys: tuple[str, ...]  # sent, to, cc, subject, date
    device_footers: tuple[str, ...] = ()  # "sent from my iPhone": whole line
    subject_prefixes: tuple[str, ...] = ()


PROGRAMS = {
    "nl": ProgramForms(
        ("schreef", "heeft geschreven", "het volgende geschreven"),
        ("oorspronkelijk(?:e)? bericht", "doorgestuurd bericht", "begin doorgestuurd bericht"),
        ("van",),
        ("verzonden", "aan", "cc", "onderwerp", "datum"),
        ("verzonden (?:vanaf|met|vanuit)[^\n]{0,60}", "verstuurd vanaf[^\n]{0,60}"),
        ("antw", "doorst"),
    ),
    "da": ProgramForms(
        ("skrev", "har skrevet"),
        ("oprindelig (?:meddelelse|besked)", "videresendt (?:meddelelse|besked)"),
        ("fra",),
        ("sendt", "til", "cc", "emne", "dato"),
        ("sendt fra min[^\n]{0,60}", "hentet outlook[^\n]{0,60}"),
        ("sv", "vs"),
    ),
    "nb": ProgramForms(
        ("skrev", "skreiv"),
        ("opprinnelig melding", "videresendt melding"),
        ("fra",),
        ("sendt", "til", "kopi", "emne", "dato"),
        ("sendt fra min[^\n]{0,60}", "få outlook for[^\n]{0,60}"),
        ("sv", "vs"),
    ),
    "sv": ProgramForms(
        ("skrev", "har skrivit"),
        ("ursprungligt meddelande", "vidarebefordrat meddelande", "vidarebefordrat brev"),
        ("från",),
        ("skickat", "till", "kopia", "ämne", "datum"),
        ("skickat från min[^\n]{0,60}", "skaffa outlook[^\n]{0,60}"),
        ("sv", "vb"),
    ),
    "fi": ProgramForms(
        ("kirjoitti",),
        ("alkuperäinen viesti", "välitetty viesti", "edelleenlähetetty viesti"),
        ("lähettäjä",),
        ("lähetetty", "vastaanottaja", "kopio", "aihe", "päivämäärä", "päiväys"),
        ("lähetetty [^\n]{0,60}",),
        ("vs", "vl"),
    ),
    "pl": ProgramForms(
        ("napisał(?:\\(a\\)|a)?", "pisze"),
        ("wiadomość oryginalna", "oryginalna wiadomość", "(?:przekazana|przesłana) wiadomość",
         "wiadomość przekazana"),
        ("od", "nadawca"),
        ("wysłano", "wysłane", "do", "dw", "temat", "data"),
        ("wysłan[eoa] z[^\n]{0,60}",),
        ("odp", "pd"),
    ),
    "pt": ProgramForms(
        ("escreveu", "escreveram"),
        ("mensagem original", "mensagem (?:encaminhada|reencaminhada)"),
        ("de",),
        ("enviad[ao](?: em)?", "para", "cc", "assunto", "data"),
        ("enviado d[oae][^\n]{0,60}", "obter o outlook[^\n]{0,60}"),
        ("res", "enc"),
    ),
    "ru": ProgramForms(
        ("пишет", "написал(?:\\(а\\)|а)?", "написали"),
        ("исходное сообщение", "(?:пересылаемое|пересланное|перенаправленное) сообщение",
         "начало пере(?:сылаемого|направленного) сообщения"),
        ("от", "от кого"),
        ("отправлено", "кому", "копия", "тема", "дата"),
        ("отправлено (?:с|из)[^\n]{0,60}",),
        ("отв", "ответ", "на", "пересл"),
    ),
    "uk": ProgramForms(
        ("пише", "написав(?:\\(ла\\))?", "написала"),
        ("(?:вихідне|початкове|оригінальне) повідомлення", "переслане повідомлення"),
        ("від",),
        ("надіслано", "відправлено", "кому", "копія", "тема", "дата"),
        ("надіслано з[^\n]{0,60}",),
    ),
    "tr": ProgramForms(
        ("yazdı", "şunu yazdı", "şunları yazdı"),
        ("orijinal (?:ileti|mesaj)", "iletilen (?:ileti|mesaj)", "yönlendirilmiş (?:ileti|mesaj)"),
        ("kimden", "gönderen"),
        ("gönderildi", "gönderilme tarihi", "kime", "bilgi", "konu", "tarih"),
        ("[^\n]{0,30}(?:ımdan|imden|umdan|ümden) gönderildi",),
        ("ynt", "ilt"),
    ),
    "ja": ProgramForms(
        ("のメール", "が(?:書|か)きました", "は書きました", "wrote"),
        ("元の(?:メッセージ|メール)", "転送(?:された)?(?:メッセージ|メール)", "original message"),
        ("差出人", "from"),
        ("送信日時", "日付", "日時", "宛先", "件名", "cc"),
        ("[^\n]{0,20}から送信",),
    ),
    "zh": ProgramForms(
        ("写道", "寫道"),
        ("原始(?:邮件|郵件)", "转发(?:的)?邮件", "轉寄(?:的)?郵件"),
        ("发件人", "寄件者"),
        ("发送时间", "寄件日期", "日期", "收件人", "收件者", "抄送", "主题", "主旨"),
        ("发自我的[^\n]{0,30}",),
        ("回复", "答复", "转发", "回覆"),
    ),
    "ko": ProgramForms(
        ("님이 작성", "작성"),
        ("원본 (?:메시지|메일)", "전달된 (?:메시지|메일)"),
        ("보낸 ?사람",),
        ("보낸 ?(?:날짜|시간)", "날짜", "받는 ?사람", "참조", "제목"),
        ("나의 [^\n]{0,20}에서 보냄",),
    ),
    "cs": ProgramForms(
        ("napsal(?:\\(a\\)|a)?", "píše"),
        ("původní zpráva", "přeposlaná zpráva", "začátek přeposlané zprávy"),
        ("od",),
        ("odesláno", "komu", "kopie", "předmět", "datum"),
        ("odesláno z[^\n]{0,60}",),
    ),
    "hu": ProgramForms(
        ("írta", "ezt írta"),
        ("eredeti üzenet", "továbbított üzenet"),
        ("feladó",),
        ("elküldve", "küldve", "címzett", "másolat", "tárgy", "dátum"),
        ("[^\n]{0,30}készülékemről küldve",),
        ("vá",),
    ),
    "ro": ProgramForms(
        ("a scris",),
        ("mesaj(?:ul)? original", "mesaj redirecționat"),
        ("de la",),
        ("trimis", "către", "cc", "subiect", "data"),
        ("trimis de pe[^\n]{0,60}",),
    ),
    "el": ProgramForms(
        ("έγραψε",),
        ("αρχικό μήνυμα", "προωθημένο μήνυμα"),
        ("από",),
        ("στάλθηκε", "προς", "κοιν", "θέμα", "ημερομηνία"),
        ("στάλθηκε από[^\n]{0,60}",),
    ),
}  # fmt: skip

SUBJECT_KEYS = (
    *("subject", "betreff", "oggetto", "objet", "asunto", "onderwerp", "emne", "ämne", "aihe"),
    *("temat", "assunto", "тема", "konu", "件名", "主题", "主旨", "제목", "předmět", "tárgy"),
    *("subiect", "θέμα"),
)
