"""Facts and answers say what they are about, so that texts can be compared with them.

Rows under the sample's names get the sample's concepts where they have none."""

import uuid

from django.db import migrations

# name=concept+concept@edge
FACTS = """
ADDRESS=address-place PHONE=reception NIGHT_PHONE=night-phone EMERGENCY_PHONE=emergency
EMAIL=newsletter JOBS_EMAIL=job WEBSITE_URL=offer BOOKING_URL=booking PAYMENT_HELP_URL=payment
DIRECTIONS_URL=directions HOUSE_RULES_URL=house-rule TERMS_URL=policy OCTORATE_URL=payment-link
HOSTELWORLD_URL=platform SEASON_OPENS=season@from SEASON_CLOSES=season@until
CHECK_IN_FROM=check-in@from CHECK_IN_UNTIL=check-in@until RECEPTION_FROM=reception@from
RECEPTION_UNTIL=reception@until DOOR_CODE_TIME=code+send EARLY_CHECK_IN_FROM=early-check-in@from
EARLY_CHECK_IN_PRICE=early-check-in CHECK_OUT=checkout LATE_CHECK_OUT_UNTIL=late-checkout
LATE_CHECK_OUT_PRICE=late-checkout LUGGAGE_FROM=luggage@from LUGGAGE_UNTIL=luggage@until
LUGGAGE_NIGHT_PRICE=luggage+overnight LOCKER_WIDTH=locker LOCKER_HEIGHT=locker
LOCKER_DEPTH=locker PADLOCK_PRICE=padlock PORTER_PRICE=porter PARCEL_DAYS=parcel@until
STEPS=steps BREAKFAST_FROM=breakfast@from BREAKFAST_UNTIL=breakfast@until
BREAKFAST_PRICE=breakfast PACKED_BREAKFAST_PRICE=packed-breakfast
PACKED_BREAKFAST_ORDER_BY=packed-breakfast@until BAR_FROM=bar@from BAR_UNTIL=bar@until
TERRACE_CLOSES=terrace@until QUIET_FROM=quiet@from QUIET_UNTIL=quiet@until
VISITORS_UNTIL=visitor@until TOWEL_PRICE=towel LAUNDRY_PRICE=laundry WIFI_NETWORK=wifi
WIFI_PASSWORD=wifi+password WIFI_SPEED=wifi MIN_AGE_DORM=dorm@from MINORS_PER_ADULT=minor@until
EXTRA_BED_PRICE=extra-bed CITY_TAX=city-tax CITY_TAX_MAX_NIGHTS=city-tax@until
CITY_TAX_MIN_AGE=city-tax@from CARDS=card PREPAYMENT_PERCENT=prepayment
PREPAYMENT_HOURS=prepayment PREPAYMENT_ATTEMPTS=prepayment CANCEL_FREE_DAYS=cancel
CANCEL_HOUR=cancel REFUND_DAYS=refund KEYCARD_DEPOSIT=key+deposit-paid GROUP_FROM=group@from
GROUP_DEPOSIT_PERCENT=group GROUP_REFUND_DAYS=group REPLY_HOURS=reply BUS_LINE=bus
BUS_STOP=bus-stop BUS_TICKET_PRICE=bus BUS_MINUTES=bus BUS_LAST=bus+last@until
BUS_STOP_WALK=bus-stop+walk AIRPORT_BUS=bus+airport AIRPORT_BUS_PRICE=bus+airport
AIRPORT_BUS_MINUTES=bus+airport TRAIN_LINE=train TRANSFER_NAPLES_PRICE=car-ride+naples-side
TRANSFER_SORRENTO_PRICE=car-ride+sorrento TRANSFER_SEATS=car-ride@until FERRY_FROM=ferry@from
FERRY_UNTIL=ferry@until FERRY_LAST=ferry+last@until FERRY_MINUTES=ferry FERRY_PRICE=ferry
PIER_WALK=pier+walk PARKING_NAME=parking PARKING_PRICE=parking PARKING_WALK=parking
HIKE_NAME=hike HIKE_START=hike HIKE_END=hike HIKE_HOURS=hike BOAT_PRICE=boat-trip
BOAT_DEPARTURE=boat-trip BOAT_RETURN=boat-trip+return BOAT_PIER=boat-trip KAYAK_PRICE=kayak
KAYAK_BEACH=kayak+beach COOKING_PRICE=cooking-class COOKING_TIME=cooking-class
LOST_KEPT_DAYS=keep POSTAGE_ITALY=postage+italy POSTAGE_ABROAD=postage+abroad
LONG_STAY_NIGHTS=long-stay@from LONG_STAY_PERCENT=long-stay RETURNING_PERCENT=loyalty
DIRECT_PERCENT=direct PROMO_CODE=promo-code JOBS_HOURS=weekly-hours JOBS_APPLY_UNTIL=job@until
VOLUNTEER_HOURS=volunteer+weekly-hours VOLUNTEER_WEEKS=volunteer@from
"""
# key=concept+concept!decides
ANSWERS = """
late-arrival=late-arrival door-code-not-received=code locked-out=lockout steps=steps lift=lift!no
accessibility=wheelchair!no address=address-place night-access=curfew check-in-hours=check-in
early-check-in=early-check-in reception-hours=reception documents=id-document
id-photo=id-document separate-arrival=check-in key-card-deposit=key+deposit-paid!yes
check-out-time=checkout late-check-out=late-checkout key-return=key
early-departure=early-departure after-check-out=checkout
luggage-storage=luggage+free-of-charge!yes luggage-overnight=luggage+overnight
lockers=locker+free-of-charge!yes padlock=padlock locker-size=locker valuables=safe
porter=porter!yes parcels=parcel directions=directions bus-from-sorrento=bus+sorrento
bus-stop-walk=bus-stop+walk last-bus=bus+last bus-tickets=bus+ticket ferry=ferry+sorrento
last-ferry=ferry+last ferry-salerno=ferry+salerno ferry-bad-weather=ferry+weather
pier-walk=pier+walk airport-bus=bus+airport train-naples=train+naples
transfer-price=car-ride+naples-side transfer-sorrento=car-ride+sorrento
transfer-booking=car-ride+booking parking=parking parking-reserve=parking+booking
wifi-password=wifi+password wifi-free=wifi+free-of-charge!yes wifi-speed=wifi+speed
wifi-coverage=wifi+room wifi-outage=wifi+broken quiet-corner=remote-work
breakfast-hours=breakfast breakfast-included=breakfast+included!no
breakfast-price=breakfast+price breakfast-vegan=vegan!yes breakfast-gluten=gluten!yes
breakfast-nuts=breakfast+allergy packed-breakfast=packed-breakfast!yes
breakfast-place=breakfast+terrace dinner=serve-dinner!no towels=towel+included!no linen=linen+included!yes
hair-dryer=hairdryer!yes shared-bathroom=dorm+bathroom private-bathroom=room+bathroom
sea-view=view female-dorm=dorm mixed-dorm=dorm bed-choice=bed kitchen=guest-kitchen!no
air-conditioning=air-conditioning!yes heating=heating!yes laundry=laundry!yes pool=pool!no
bar=bar terrace=terrace power-adapters=socket supermarket=supermarket pharmacy=pharmacy
cash-machine=atm coffee-nearby=coffee restaurants=restaurant season=season
contact-phone=reception+phone path-of-the-gods=hike path-of-the-gods-bus=hike+bus
hike-after-rain=hike+weather hiking-poles=hike capri-trip=boat-trip
capri-trip-booking=boat-trip+booking boat-trip-weather=boat-trip+weather kayaks=kayak
cooking-class=cooking-class beach=beach rainy-day=weather weather=weather pompeii=pompeii
quiet-hours=quiet smoking=smoking+room!no own-drinks=own-alcohol!no cooking-in-rooms=room+meal
visitors=visitor house-rules=house-rule parties=party!no age-limit=dorm+age children=child
cots=cot!yes minors-in-dorms=minor+dorm pets=pet!no groups=group group-deposit=group+deposit
free-cancellation=free-cancellation terms=policy hold-a-room=booking change-dates=change+date
extra-bed=extra-bed add-person=add-person change-name=name-change availability=availability
waiting-list=availability no-confirmation=confirmation+not-received wrong-details=wrong-booking
city-tax=city-tax city-tax-when=city-tax+included!no cards=card amex=amex!no cash=cash!yes
bank-transfer=bank-transfer invoice=invoice prepayment-amount=prepayment
prepayment-due=prepayment+deadline payment-link-genuine=payment-link refund-duration=refund
direct-booking=direct promo-code=promo-code promo-code-invalid=promo-code+broken
long-stay=long-stay returning-guests=loyalty newsletter=offer lost-property=lost
lost-property-kept=lost+keep lost-property-postage=lost+postage
lost-property-collection=lost+person jobs=job jobs-hours=weekly-hours
volunteering=volunteer+included!yes volunteering-hours=volunteer+weekly-hours
complaint-answer=complaint+reply unsubscribe=unsubscribe
"""


def read(table, mark):
    for entry in table.split():
        name, _, rest = entry.partition("=")
        concepts, _, tail = rest.partition(mark)
        yield name, concepts.split("+"), tail


def set_concepts(apps, schema_editor):
    fact = apps.get_model("templatesapp", "PropertyFact")
    answer = apps.get_model("templatesapp", "KnowledgeItem")
    changed = 0
    for name, concepts, edge in read(FACTS, "@"):
        rows = fact.objects.filter(name=name, concepts=[], edge="")
        changed += rows.update(concepts=concepts, edge=edge)
    for key, concepts, decides in read(ANSWERS, "!"):
        rows = answer.objects.filter(key=key, source="authored", concepts=[], decides="")
        changed += rows.update(concepts=concepts, decides=decides)
    if changed:
        version = apps.get_model("templatesapp", "CatalogueVersion")
        version.objects.update(stamp=uuid.uuid4())


class Migration(migrations.Migration):
    dependencies = [("templatesapp", "0004_knowledge_keys")]
    operations = [migrations.RunPython(set_concepts, migrations.RunPython.noop)]
