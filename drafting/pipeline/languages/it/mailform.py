"""Quotes, headers and closings of Italian mail."""

from drafting.pipeline.languages.shapes import MailFormRules

RULES = MailFormRules(
    # Gmail "Il giorno … ha scritto:", Apple "Il … ha scritto:".
    attribution_verbs=("ha scritto", "scrive", "hanno scritto"),
    original_markers=(
        "messaggio originale",
        "messaggio inoltrato",
        "inizio (?:del )?messaggio inoltrato",
    ),
    from_keys=("da",),
    other_keys=("inviato", "data", "a", "cc", "oggetto"),
    device_footers=(
        "inviato (?:da|dal|con) [^\n]{0,60}",
        "scarica outlook per [^\n]{0,40}",
        "ottieni outlook per [^\n]{0,40}",
    ),
    closings=(
        "(?:un |i (?:miei |nostri )?(?:piu )?|tanti )?(?:(?:cordiali|distinti|cari|cari e cordiali"
        "|migliori|caro|affettuosi) )?salut[oi](?: (?:cordiali|distinti|a tutti|da|dalla)"
        "(?: [^\n,.!]{1,20})?)?",
        "(?:le |vi |ti )?(?:porgo|porgiamo|invio) [^\n,.!]{0,20}saluti",
        "cordialmente|cordialita",
        "(?:mille |tante |molte |ancora )?grazie(?: (?:mille|infinite|ancora|tante|a tutti"
        "|in anticipo|anticipatamente|di cuore|di tutto|per [^\n,.!]{1,30}))?",
        "(?:un |un forte |un grande )?(?:abbraccio|abbracci)(?: (?:forte|grande|a tutti))?",
        "(?:a )?(?:presto|prestissimo)|a (?:domani|dopo)",
        "ciao(?: ciao)?",
        "buon(?:a|o)? (?:giornata|serata|lavoro|domenica|weekend|fine settimana)",
        "(?:resto |restiamo |rimango )?in attesa di [^\n.!]{1,40}",
        "attendo (?:un )?(?:vostro |suo |cortese )?(?:riscontro|risposta|gentile riscontro)",
        "baci|bacioni",
        "in fede",
    ),
    greetings=(
        "buongiorno|buonasera|salve|ciao|gentile|gentili|cari|caro|cara|spett|egregio|egregi",
    ),
    joiners=("e", "ed"),
    titles=(
        "sig",
        "sig.ra",
        "sigra",
        "dott",
        "dott.ssa",
        "dr",
        "avv",
        "prof",
        "ing",
        "geom",
        "rag",
        "arch",
    ),
    particles=("de", "di", "da", "del", "della", "la", "d"),
    not_names=(
        "lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|gennaio|febbraio|marzo|aprile"
        "|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
        "si|no|ok|grazie|saluti|prenotazione|rif|riferimento|camera|ospite|tel|cell|telefono"
        "|urgente|perfetto|accetto|confermo|cordiali|distinti|il|lo|la|un|una|non|vi|mi|ci|ps"
        "|e|ma|se|per|con|siamo|sono|buona|attendo|codice|email|mail|hotel|ostello",
    ),
    subject_prefixes=("r", "i", "rif"),
)
