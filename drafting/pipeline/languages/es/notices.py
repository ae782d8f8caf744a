"""Spanish: whose matter an ask is, what guests tell, and what they say has happened."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import NoticeRules, phrases

RULES = NoticeRules(
    own=phrases("mi; mis; nuestro; nuestra; nuestros; nuestras"),
    own_things=phrases("""
        reserva; pago; deposito; senal; anticipo; prepago; transferencia; reembolso; devolucion;
        paquete; confirmacion; solicitud; factura; recibo; habitacion; cama; camas; tarjeta; dinero;
        saldo; estancia; pasaporte; cargador; chaqueta; bolsa; movil; bono; tarifa; candidatura
    """),
    looked_up=phrases("""
        llegado; llego; recibido; recibi*; encontrado; encontraron; confirmad*; cancelad*; cancelo;
        anulad*; cobrad*; cobraron; cargad*; reembolsad*; devuelt*; todavia|aun|sigue ..1
        libre*|disponible*|valid*; registrad*; reservad*; en orden; aparece; consta; ingresad*
    """),
    states=phrases("""
        mi|nuestra ..1 habitacion|reserva|tarifa ..2 tiene|incluye|esta|es;
        habeis|han|has|ha|hay ..3
        recibido|llegado|encontrado|cancelado|anulado|cobrado|cargado|visto ..3; os|les|le|se
        ha|han|llego|cancelo|anulo|cobro ..4; alguien ..2 encontr*|entreg*|vist*; por que|porque ..6
        cancel*|anul*|cobr*|cargad*|rechaz*; cuando ..3
        recib*|devolv*|llegara|tendre|reembols* ..3; esta|estan ..3
        confirmad*|cancelad*|reservad*|pagad* ..2; pueden|podeis|puede|podria* ..2
        confirmar*|comprobar|verificar ..4 llegado|recibid*|pago|reserva|si; lo|la encontr*;
        encontr* ..3 mi|mis; cuanto ..2 debo|debemos|perderia|perdemos; es reembolsable; que
        ..1 piensan|pensais ..1 hacer; quien trabajaba; ha llegado ..4; llego ..1 mi|el|la|mis ..3;
        sigue ..3 libre|disponible|en pie; me|nos devolver*|devuelven ..4
    """),
    vacancies=phrases("""
        tienen|teneis|tienes|hay|queda|quedan|tendrian|habria ..4
        habitacion*|cama|camas|sitio|plaza|plazas|disponibilidad|doble|hueco|libre*; habitacion*|
        cama|camas|plaza|plazas ..3 libre*|disponible*; disponibilidad para|del|el|de; sitio para
    """),
    dates=phrases("""
        enero; febrero; marzo; abril; mayo; junio; julio; agosto; septiembre; octubre; noviembre;
        diciembre; lunes; martes; miercoles; jueves; viernes; sabado; domingo; esta noche; manana;
        finde; del|al|el #; para # noches|personas; semana santa; navidad
    """),
    prices=phrases("cuanto; precio; coste; tarifa; total; cuesta; costaria"),
    deeds=phrases("""
        me|nos envi*|mand*|reserv*|llam*|guard*|prepar*|cambi*|pon*|avis*|reenvi*; podeis|pueden ..2
        enviar*|mandar*
    """),
    pointers=phrases("""
        lo; la; los; las; esto; esta; este; eso; esa; ese; ello; alli; ahi; otro; otra; el mismo
    """),
    arrivals=phrases("""
        llegamos; llego; llegaremos; llegare; llegada; llegando; estaremos ..1 alli|ahi; check in a;
        aterriz*; vendremos
    """),
    clocks=phrases(
        "medianoche; mediodia; a|sobre|hacia|de|desde las|la? #; a|sobre las once|diez|doce|nueve|ocho|siete|seis|una|dos|tres"
    ),
    allergies=phrases("alergi*; alergic*; intoleran*; celiac*; no ..1 puede|puedo|pueden comer"),
    losses=phrases("""
        olvide|olvidamos|deje|dejamos|perdi|perdimos|olvidado|dejado|perdido|dejo|olvido ..2
        mi|mis|un|una|el|la|los|las|nuestro|nuestra ..2; me|nos deje|dejamos|olvide ..4; no
        encuentro|encontramos ..3; ha|han desaparecido; se quedo en
    """),
    praises=phrases("""
        maravillos*|fantastic*|estupend*|increible*|preciosa*|excelente*|inolvidable*|genial*|
        magnific*|perfect*|encantador* ..1
        estancia|dias|hostal|hostel|sitio|lugar|equipo|personal|trato|vistas|vacaciones|experiencia|
        recuerdo*; estancia|hostal|hostel|sitio|lugar|equipo|personal|trato|vistas|experiencia ..6
        maravillos*|fantastic*|estupend*|increible*|precios*|excelente*|inolvidable*|genial*|
        magnific*|perfect*|encantador*|amable*|diez; nos|me ha|han? encantad*; encanto ..3; como en
        casa; volver* ..2 seguro|pronto|encantados; lo pasamos ..2 bien|genial; enhorabuena;
        felicit*; os|les recomendar*; buena|bonita|excelente resena|opinion
    """),
    thanks=phrases("""
        gracias|agradec* ..3 todo|hospitalidad|amabilidad|ayuda|trato|acogida|corazon; gracias por
        todo; mil gracias por
    """),
    unwell=phrases("""
        sin|no hay? ..1 agua|luz|calefaccion|electricidad|sabanas|toallas; ducha|bano|lavabo|aire|
        calefaccion|luz|cerradura|ventana|puerta|wifi|nevera|taquilla|grifo ..4
        rot*|averiad*|estropead*|atascad*|funciona*|gotea*|va; suci*; huele mal; apesta; chinches;
        cucarachas; moho; no ..3 dormi*|limpi*|pegar; demasiado ruido|calor|frio; agua ..1 fria;
        estrope*|danad*|destroz*|empapad* ..2 mi|mis|nuestra|nuestro; mi|mis|nuestra|nuestro ..3
        estrope*|danad*|destroz*|empapad*
    """),
    lockouts=phrases("""
        encerrad* fuera; fuera ..3 puerta|verja; no ..2 puedo|podemos|consigo|conseguimos|logro ..1
        entrar|abrir; codigo|puerta|verja|porton|teclado ..4 no ..2
        funciona|abre|va|acepta*|responde; nadie ..3 abre|contesta|responde|viene|baja; delante|
        frente|ante ..3 puerta|verja|hostal|hostel|entrada; en la calle ..4; abranme; abran*;
        abridnos; dejad* ..1 entrar; codigo ..2 incorrecto|erroneo
    """),
    dangers=phrases("""
        incendio; hay ..1 fuego|humo|llamas; se esta quemando; fuego ..3; en llamas; humo ..3; olor
        ..1 a gas|quemado|humo; huele ..1 a gas|quemado|humo; fuga de gas; con|tiene ..1
        cuchillo|navaja|pistola|arma; amenaz* ..4 matar*|muerte|cuchillo|pegar*; quiere matar*; me|nos
        sigue|siguen|persigue*|ataca*|ataco; en peligro; temo por ..2 vida; intenta* entrar
    """),
    medical=phrases("""
        no|apenas|dificultad|cuesta ..3 respir*; respira ..2 mal|apenas|no; desmayad*; desmayo;
        inconsciente*; dolor ..3 pecho; infarto; ictus; convulsion*; sangr* ..2 mucho|much*|por|de;
        ataque ..2 asma|epilep*|corazon|panico; choque|shock|reaccion anafilactic*|alergic*;
        necesit*|llam*|hace falta ..3 ambulancia|medico|doctor|112|urgencias; gravemente herid*
    """),
    nights=phrases("""
        de la madrugada; de madrugada; plena noche; medianoche; a estas horas; de la noche; oscuras
    """),
    calm=phrases("sin prisa|estres|agobio; no es urgente; no hay prisa; tranquil*"),
    past=phrases("""
        ayer; anoche; pasad*; hace # ; al final; durante nuestra|mi; tuvimos que; tuve que; el otro
        dia; estuvimos; estabamos
    """),
    hypothetical=phrases("""
        y si; que pasa si; que hacemos si; en caso; por si; si llegamos|no|nadie|el|la|nos; como
        entramos|hacemos|se
    """),
    cancels=phrases("""
        cancel*|anul* ..3 reserva|estancia|habitacion|viaje|todo|cama|camas|noches|ambas; cancelacion|
        anulacion de ..1 mi|nuestra|la; tengo|tenemos|debo|quiero|queremos|quisiera|deseo ..3
        cancelar*|anular*; cancelarla; anularla; procedan ..3 cancelacion|anulacion
    """),
    changes=phrases("""
        cambi*|mov*|modific*|adelant*|aplaz*|retras*|pasar|corregir|corrij* ..4
        fecha|fechas|reserva|estancia|habitacion|noche|noches|llegada|nombre|al|del|semana;
        prolong*; ampli* ..3; una|otra noche mas|adicional|extra; anad* ..3
        noche|noches|persona|cama|amig*; quedar* ..3 noche|noches|mas; en lugar|vez de|del ..1 #;
        acortar; reprogram*
    """),
    non_refundable=phrases("no reembolsable*; sin reembolso; no reembolso"),
    refundable=phrases("cancelacion gratuita|gratis; reembolsable*; flexible*; cancelable*"),
    link_fails=phrases("""
        enlace|link|pagina ..6 caducad*|error|expirad*|funciona*|abre|invalid*|roto|vacia; no ..3
        abrir ..2 enlace|link
    """),
    card_fails=phrases("""
        tarjeta ..5 rechazad*|denegad*|bloquead*|caducad*|rechazo|pasa|funciona; rechaz* ..2
        tarjeta|pago; pago|intento|cargo|transaccion ..5 fall*|rechazad*|denegad*|pas*
    """),
    strange_charges=phrases("""
        cobrad*|cobraron|cobrado|cargad*|cargaron|pagado ..4 dos veces|doble|mas|otra; dos veces ..5
        cobr*|carg*|pag*; doble cargo|cobro|pago; dos cargos|cobros|pagos; no reconozco|reconocemos
        ..4; cargo|cobro ..4 desconocido|extrano|no|sin; importe erroneo|incorrecto|equivocado; mas
        de lo acordado
    """),
    bothers=phrases("""
        ronc*; borrach*; ruid*; musica; grit*; fum*; acos*; toca*; amenaz*; rob*; maleducad*; fiesta*;
        molest*
    """),
    waits=phrases("""
        no|sin|ningun*|nunca|nadie ..4 respuesta|respond*|contest*|recibido|noticias; sigo|seguimos|
        estoy esperando; escribi*|mande|envie|pregunte|pedi ..4
        semana*|dias|ayer|ya|lunes|martes; a la espera; segunda|tercera vez que; insisto
    """),
    item_found=phrases(
        "hemos|han|ha ..3 encontrado ..3; encontramos ..3; su|tu ..4 encontrad*|aqui"
    ),
    item_sent=phrases(
        "hemos|ha|esta|fue ..3 enviad*|mandad* ..3; en camino; numero de seguimiento"
    ),
    booking_errors=phrases("""
        fecha|fechas|nombre|habitacion|mes|numero|apellido ..3
        equivocad*|erron*|incorrect*|mal; equivocad*|erron*|incorrect* ..2
        fecha|fechas|nombre|habitacion|mes; error ..5 reserva|fecha*|nombre|confirmacion|sistema;
        por error|equivocacion; confirmacion|reserva|aparece|sale|pone|sistema ..7 pero|cuando|vez
    """),
    duplicates=phrases("""
        reservad*|reserve ..4 dos veces|doble; dos reservas; reserva doble|duplicada; doble reserva
    """),
    tax_ids=phrases(
        "nif; cif; iva; numero fiscal; razon social; datos fiscales; direccion fiscal; vat"
    ),
)
