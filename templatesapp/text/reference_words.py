"""Words in front of a number that say what it is, in en it de fr es (lower case, no accents).

Prefixes serve German compounds (Buchungsnummer, Gutscheincode).
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PLATFORM_WORDS = _words(
    "booking hostelworld airbnb expedia agoda octorate hostelbookers hrs tripcom vrbo "
    "hostelsclub holidaycheck priceline"
)
BOOKING_WORDS = _words(
    # en
    "booking bookings booked reservation reservations ref refs reference references confirmation "
    "order itinerary "
    # it
    "prenotazione prenotazioni prenotato riferimento rif conferma ordine pratica "
    # de
    "buchung referenz bestatigung bestaetigung ref vorgang "
    # fr
    "reservation dossier confirmation commande "
    # es
    "reserva reservas referencia localizador confirmacion pedido expediente"
)
BOOKING_PREFIXES = (
    "buchung",
    "reservierung",
    "bestellnummer",
    "bestatigungs",
    "bestaetigungs",
    "referenz",
    "vorgangs",
    "auftrags",
    "bookingno",
    "bookingref",
)

# A full stop behind these ends no sentence.
NUMBER_ABBREVIATIONS = ("nr", "no", "num", "ref", "rif", "id")

PHONE_WORDS = _words(
    "tel phone phones mobile mob cell call ring text whatsapp sms fax telephone "
    "telefono cellulare chiamare chiamatemi chiami telefon handy mobil mobilnummer "
    "handynummer rufnummer portable telephone appeler appelez joindre movil llamar llamadme "
    "llamenme llame"
)
PHONE_PREFIXES = ("telefon", "handy", "mobilnum", "whatsapp")

CODE_WORDS = _words("code codes codice codici kode kod codigo codigos")
CODE_SUFFIXES = ("code", "kode")  # Türcode, Aktionscode
PROMO_PREFIXES = (
    "promo",
    "coupon",
    "voucher",
    "gutschein",
    "rabatt",
    "aktions",
    "discount",
    "scont",
    "descuento",
    "cupon",
    "reduction",
    "remise",
)
# IATA codes of the airlines that fly to Naples and Rome.
AIRLINE_CODES = _words(
    "BA FR U2 W6 W4 LH AZ AF KL IB VY EW LX OS SN TP DL UA AA EK QR TK EI LS BY HV TO AY SK DY A3 "
    "LO OK RO EY AC JL NH EN XQ PC V7 EC D8 Z0 4U X3 DE WK"
)
JOURNEY_WORDS = _words(
    "flight flights ryanair easyjet wizz lufthansa volo voli vol vols vuelo vuelos train treno "
    "treni zug tren airline plane ferry bus flieger "
    "road highway statale strada autobahn route carretera"
)
OTHER_NUMBER_WORDS = JOURNEY_WORDS | _words(
    # vehicles
    "motorway plate targa kennzeichen immatriculation plaque matricula "
    # papers, banks, secrets
    "passport passaporto reisepass passeport pasaporte dni iban bic swift vat vies siret "
    "password passwort contrasena pin wlan wifi network ssid "
    # things
    "model modell modello modele modelo serial artikel"
)
OTHER_NUMBER_PREFIXES = ("flug", "ausweis", "passnummer", "steuer", "partita")

# Three letters as printed on tickets (15MAY, MAY2026), and the full names in capitals.
MONTHS = _words(
    "jan feb mar apr may jun jul aug sep oct nov dec gen mag giu lug ago set ott dic mai okt dez "
    "ene abr sept june july january february march april august september october november "
    "december gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
    "novembre dicembre januar februar juni juli oktober dezember janvier fevrier mars avril juin "
    "juillet aout septembre octobre novembre decembre enero febrero abril mayo junio julio "
    "septiembre octubre noviembre diciembre"
)
# Standards, products and ICAO flight codes: letters and digits that name a thing, not a booking.
PLAIN_PREFIXES = _words(
    "covid sars iso din en ral usb usbc spf iphone ipad galaxy pixel gopro ps xbox wifi mp cr "
    "ezy ryr dlh baw eju wzz vlg ewg afr ity aua swr klm ibe tap sas uae fiat "
    "ss sp sr ra ice ic av eur chf usd gbp room dorm bed beds unit apt suite camera letto zimmer "
    "bett chambre lit habitacion cama"
)
