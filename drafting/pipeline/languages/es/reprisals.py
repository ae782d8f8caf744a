"""Spanish: how a threat is made without naming its act, and what harm is told of."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import ReprisalRules, phrases

RULES = ReprisalRules(
    retributions=phrases("""
        ocup*|encarg* ..1 de ustedes|vosotros|usted|su|vuestro|este|mi|nuestro|esto|todo;
        cog*|pill*|ech* ..3 banda|guante|encima; les|os|le llegara|llegaran|va|caera ..5
        burofax|carta|demanda|citacion|notificacion|escrito|requerimiento; burofax; manos;
        su|vuestro|este|mi|nuestro caso; caso|demanda|expediente|accion|reclamacion contra
        ustedes|vosotros|su|vuestro; llev*|coge|cogera|asum*|estudi* ..2 caso|asunto|tema;
        decid*|resuelv*|resolv*|dict* ..3 quien|razon|asunto|esto|juez|eso;
        hablar*|vereis|veran|explic*|respond* ..3 con|ante|al|a ..2
        juez|abogad*|tribunal*|juzgado; dice|dicho|confirm*|asegur*|aconsej* ..6
        derecho|razon|demand*|denunci*|indemniz*|reclam*; represent*|defiend* ..1
        me|nos|mis|nuestros; me|nos representa|defiende|asesora; redact*|prepar* ..2
        demanda|escrito|carta|burofax|denuncia
    """),
    legal_idioms=phrases("""
        medidas|acciones|vias|medios|recursos ..2 ley|legales|judicial*|derecho|corresponda*;
        via judicial|legal; por lo|la legal|judicial|civil|penal; hacer valer ..2 derechos; en
        los tribunales|juzgados; ante el|un|la|los juez|jueza|tribunal*|juzgado*|justicia; a
        juicio; llegar|llegare* ..3 tribunales|juicio|final; demand* ..1
        ustedes|vosotros|os|les|los; os|les|los demand*; demandarles|demandaros|demandarlos;
        la|con ley en la mano; peso de la ley; nos ver* en|ante ..2
        juzgado*|tribunal*|juicio|juez; lo decidira|decida un|el juez; danos y perjuicios; la
        justicia
    """),
    person_reports=phrases("""
        denunciarla|denunciarlo|denunciarle|denunciarles|denunciaros|denunciarlos|denunciarte;
        os|les|los|la|lo|le denuncio|denunciare|denunciamos|denunciaremos;
        denuncio|denunciar|denunciare|denunciamos|denunciaremos ..2 a|contra ..1
        su|sus|vuestr*|usted*|vosotros|limpiador*|recepcionista*|emplead*|encargad*|establecimiento|albergue|hostal;
        denuncia|querella ..3 contra|por robo|hurto|estafa|agresion|ustedes|su|vuestr*|el|la;
        querell*; dar|dare|doy ..2 nombre|nombres|datos ..4
        policia|guardia|comisaria|carabinieri; policia|guardia civil|comisaria|carabinieri ..4
        nombre|contra|su|vuestr*|denunciar* a
    """),
    afterwards=phrases("""
        ^despues; ^luego; ^entonces; ^pasado|pasada|pasados; ^cumplido; ^vencido;
        ^transcurrido|transcurridos; a partir de ahi|entonces|ese; despues de eso; una vez ..2
        plazo
    """),
    scandal_hunts=phrases("""
        histori*|cas*|testimoni* ..1 como la|el|este|esta|estos|estas|mia|mio|nuestr*;
        busc*|recopil*|recog*|investig*|prepar* ..5
        histori*|caso|casos|testimoni*|victima*|estaf*|timo*|timos|abus*|engan*|tramp*;
        reportaje|programa|articulo|noticia|pieza ..4
        estaf*|timo*|timos|abus*|engan*|tramp*|chorizo*|guarr*|turistas|hostales|albergues|alojamientos;
        alojamiento*|hostal*|albergue*|hotel*|casero*|anfitrion*|duen*
        tramposo*|estafador*|sinverguenza*|deshonest*|fraudulent*|cutre*
    """),
    demonstratives=phrases("""
        eso|esto|aquello es|fue|se|suena; es ..1 racis*|discriminac*|homofob*; puro|pura; lo
        llamo; se llama
    """),
    sole_keys=phrases("""
        solo|unic*|nadie|salvo|excepto|menos ..3
        su|sus|vuestr*|ustedes|vosotros|personal|limpi*|recepcion*|emplead* ..6
        llave*|codigo|acceso|entr*|tarjeta; llave*|codigo|acceso ..4
        solo|tiene*|lleva*|unicamente ..3
        su|sus|vuestr*|ustedes|personal|limpi*|recepcion*|vosotros
    """),
    injuries=phrases("""
        calambr*; quemadura*; no siento|siente el|los|la|las; chispazo; entumecid*;
        rompi*|roto|rota|rotas|fractur*|torci*|torcido|disloc*|quem*|cort*|parti*|herid*|aplast*|lesion*
        ..2
        brazo*|pierna*|muneca*|tobillo*|pie|pies|mano*|hombro*|cadera|costilla*|nariz|cabeza|rodilla*|dedo*|codo*|espalda|diente*;
        brazo|pierna|muneca|tobillo|pie|mano|hombro|costilla*|nariz|rodilla|dedo
        roto|rota|rotas|fracturad*|torcid*|escayolad*;
        caid*|cai|cayo|caimos|cayeron|caido|resbal*|tropec*|tropez* ..2
        de|por|en|desde|del|encima|escalera*; conmocion; puntos de sutura|en; sangr*;
        inconsciente; desmay*; calambrazo; descarga electrica; electrocut*; intoxica*; envenen*;
        monoxido; fuga|olor de|a gas; huele a gas; reaccion alergica|anafilactic*; sin poder
        mover; no puedo|puede mover; llamas; incendio; humo
    """),
    premises=phrases("""
        enchufe; con|de|en el|la|un|una ..1 enchufe|cable|lampara|estufa;
        de|del|por|en|desde|con la|las|el|los|su|sus|una?|vuestr* ..1
        escalera*|escalon*|peldano*|balcon*|terraza*|suelo|baldosa*|ducha*|litera*|cama|enchufe*|cocina;
        su|sus|vuestr* ..1
        escalera*|barandilla*|ducha*|litera*|suelo|terraza*|cocina|desayuno|hostal|albergue|casa;
        barandilla|litera|escalera|peldano|techo|lampara|estante|cristal|cama ..3
        rompi*|roto|rota|cedi*|cedido|cayo|caido|vino|desprend*|hundi*; rompi* ..2
        barandilla|litera|escalera|peldano|escalon|techo|cama|cristal
    """),
    frail=phrases("""
        abuel*; ancian*; mayores; setenta|ochenta|noventa anos; de # anos; octogenari*; silla de
        ruedas; discapacitad*; minusvalid*; embarazada*; diabetic*; epileptic*; asmatic*; fiebre
    """),
    told=phrases("""
        cont*|contar*|cuent*|explic*|describ*|relat*|sabr*|saber|enter*|recib*; toda la
        historia|verdad; lo que pasa|paso|ha; con pelos y
    """),
)
