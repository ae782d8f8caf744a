"""Spanish (Spain and the Americas): what threats, accusations, disputes and emergencies are made of.

The will stands in the verb (denunciaré, voy a), so verbs are listed by stem with both second persons.
"""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import EscalationRules, phrases

RULES = EscalationRules(
    harmless=phrases("""
        lei|leimos|leido|vi|vimos|visto|encontre|encontramos|conoci|conocimos ..5 periodico|revista|prensa|tele|television|radio;
        juicio ..3 testigo; testigo ..4 juicio|juzgado|tribunal; citacion ..3 juzgado|tribunal;
        murio|fallecio|muerto|muerta|perdi|perdimos ..6 hace ..2 anos|meses; hace ..3 anos que?
        ..2 murio|fallecio|perdi; hace # anos; si no
        encuentro|encontramos|hay|puedo|podemos|queda|quedan|llueve|molesta|os importa; su|vuestr*
        ..1 segund*|tercer*|cuart* mail|email|mensaje|correo|aviso|recordatorio|e;
        mucha|alta|gran|tanta|poca|mas|menos demanda; demanda alta|turistica|de; hay demanda;
        denuncia|denunciar|denuncie|denunciado|denunciamos|denunciarlo ..3
        robo|perdida|extravio|desaparicion|hurto; denuncia ..3 comisaria|policia|carabinieri;
        poner|puse|presentar|hacer|hice|puso una? denuncia ..2 policia|comisaria|por|en;
        soy|es|como|siendo|era|fui una? abogad*|periodista|blogger|influencer|jurista|juez;
        abogad* de profesion; despacho de abogados; factura ..6 despacho|abogad*; colegio de
        abogados; congreso ..2 abogados; cancha|pista de tenis|padel; corte de pelo|luz|agua;
        espresso; prensa de|francesa; cafe expreso; tren expreso;
        muerto|muerta|muertos|muertas|muero|morimos|morir|morirme de
        risa|hambre|sed|sueno|cansancio|frio|calor|ganas|miedo|verguenza|envidia;
        bateria|telefono|movil|celular ..2 muerto|muerta|murio; punto muerto; naturaleza muerta;
        horas muertas; dia de los? muertos; semana santa; me temo; miedo a las? los?
        alturas|perros|volar|perder|avion|llegar|no; miedo de perder|los|las; da miedo ..2
        perder|llegar; cargar|cargo|devolver|devuelvan|abonar ..5 misma tarjeta|cuenta; a|en la
        misma tarjeta; vuelo|ferri|ferry|tren ..6 cancel*|reembols*|devol*; comisaria de policia;
        no hace falta ..2 respond*|contest*|respuesta; sin necesidad de respond*; contestar ..3
        correo|mail|mensaje|pregunta; a la espera
    """),
    negators=phrases("no; sin; nunca; jamas; ni; ningun; ninguna; tampoco; evitar"),
    light_words=phrases("""
        quiero; queremos; quisiera; pretendo; pretendemos; pienso; pensamos; voy; vamos; a; ir;
        me; te; le; les; lo; la; los; las; os; nos; se; un; una; el; de; que; en; al; he; hemos;
        es; mi; intencion; tengo; tenemos; necesidad; hacer; poner; ser; era; ha; sido; tener;
        por; mas; estoy; llegar; acudir; recurrir; deseo; hace; falta
    """),
    intents=phrases("""
        dire; diremos; explicare; explicaremos; avisare; avisaremos;
        pienso; pensamos; presentara; pondra; que todo; saldra; o me|nos; veran; voy|vamos a;
        me|nos vere|veremos|veo|vemos|pondre|pondremos|reservo|reservamos|quejare|quejaremos|
        dirigire|dirigiremos|obligan|obligais; tendre|tendremos que|mas; denunciare;
        denunciaremos; denuncio; pondre; pondremos; pongo; ponemos; acudire; acudiremos; acudo;
        contactare; contactaremos; contacto; publicare; publicaremos; publico; subire; subiremos;
        subo; dejare; dejaremos; dejo; escribire; escribiremos; hare; haremos; hago; abrire;
        abriremos; abro; reportare; reportaremos; reporto; reclamare; reclamaremos; informare;
        informaremos; presentare; presentaremos; presento; contare; contaremos; compartire;
        compartiremos; llamare; llamaremos; emprendere*; iniciare*; pasare; pasaremos; hablare;
        hablaremos; pedire; pediremos; solicitare*; disputare*; demandare*; demando; tomare;
        tomaremos; avisare*; recurrire*; comunicare*; contestare; quejare*; llevare; llevaremos;
        dare; daremos; he|hemos ..2 contactado|denunciado|informado|reclamado|abierto|puesto|
        hablado|consultado|pedido|presentado|iniciado|escrito; mi|nuestro abogad*|banco; no
        dudare|dudaremos; estoy|estamos dispuest*; obligad* a; me|nos obliga*; sabran; vereis;
        leeran; van|vais a; esperen; esperad; quiero; debo; tengo que; mi banco; recibiran;
        recibireis; tendran; tendreis
    """),
    conditions=phrases("""
        ^o ..6 o|u; si ..3 nadie; si no; si ..5
        no|nada|nunca|siguen|seguis|continuan|continuais|niegan|negais|ignoran|insisten; de lo
        contrario; en caso contrario; o si no; sino; a menos que; a no ser; salvo que; de no; sin
        ..3 respuesta|solucion|devolucion|reembolso|disculpas|disculpa; como no ..4; les|os|le
        doy|damos ..1 #|una|un|hasta; si es necesario; si hace falta; ultima|ultimo
        advertencia|oportunidad|aviso; pasado ese|el|este plazo; o me|nos|lo|os|les ..1
        devuelven|devolveis|reembolsan|pagan|denuncio|resuelven; o
        publico|denuncio|pongo|voy|llamo|subo; entonces; caso de que no; hasta que no; mientras
        no; tienen|teneis hasta|#; no me|nos dejan|dejais
    """),
    deadlines=phrases("""
        antes del? ..1 lunes|martes|miercoles|jueves|viernes|sabado|domingo|manana|mediodia|#|fin;
        en # horas|dias; en|dentro el|un plazo|de; plazo; en las proximas; hasta el?
        lunes|martes|miercoles|jueves|viernes|manana|domingo|sabado; hasta esta|hoy; hoy mismo;
        para el lunes|martes|miercoles|jueves|viernes
    """),
    legal_acts=phrases("""
        asunto|caso|tema ..4 abogad*; seguro juridico ..6 juicio|demanda|avisado|reclam*; carta
        de|del|por ..2 abogad*; mi|nuestro abogad* ..2 se; iremos|ire ..2
        juicio|tribunales|juzgado|abogad*; monitorio;
        acciones|accion|medidas|via|vias|proceso|procedimiento|recurso|asesoria
        legal|legales|judicial|judiciales; los|les|os|le voy|vamos ..1 demandar|denunciar;
        demandar|demandare|demandaremos|demando|demandarlos|demandaros|denunciarlos|
        denunciaros|demandarles|denunciarles; los|les|os|le ..1
        demandar*|denunciar*|demando|denuncio|denunciamos;
        interponer*|interpondr*|presentar*|poner*|pondr*|pongo|meter* una? ..1
        demanda|denuncia|querella; demanda contra|judicial|en|civil; denuncia
        contra|formal|en|ante; querella; denunciare; denunciaremos; denuncio|denunciamos ..3
        ustedes|vosotros|hostal|hostel|establecimiento|esto|caso|hechos|consumo|ante|su|
        vuestr*; llevar* ..3 juicio|tribunales|juzgado|justicia|corte; ir* a
        juicio|juzgado|tribunales; nos vemos|veremos ..2 tribunales|juzgado*|juicio|corte; en
        manos ..4 abogad*; tendran|tendreis|sabran|sabreis|recibiran|recibireis ..4 abogad*;
        noticias ..2 mi|nuestro|mis abogad*; mi|nuestro|mis|nuestros abogad* ..3
        contactar*|les|os|se|ya|va|van|esta|pondra|dice|enviar*; burofax; hoja|hojas de
        reclamacion|reclamaciones; por via judicial|legal; reclamacion
        judicial|extrajudicial|previa; arbitraje ..2 consumo
    """),
    legal_actors=phrases("""
        juicio; los tribunales; abogad*; tribunal*; juzgado*; juez; omic; consumo; consumidor*;
        facua; ocu; defensor ..2 consumidor|pueblo; proteccion ..2 consumidor|datos; autoridad*;
        profeco; sernac; indecopi; sanidad; inspeccion; procuraduria; asesor legal; ministerio;
        hacienda
    """),
    police=phrases("policia; guardia civil; carabinieri; fiscalia"),
    turning_verbs=phrases("""
        llev*; iremos; acab*; contact*; acud*; consult*; habl*; inform*; recurr*; dirig*; llam*;
        avis*; pas*; dej* en manos; pon*; pondr*; escrib*; encarg*; involucr*; denunci*; reclam*;
        trasl*; envi*; ir; ire; voy; vamos; dar* parte; comunic*; reporta*; queja*; quej*; remit*;
        entreg*; ped*; pid*
    """),
    platforms=phrases("""
        a|en|ante|con|por booking|hostelworld|airbnb;
        booking com; booking; hostelworld; airbnb; expedia; agoda; la plataforma; el portal;
        despegar
    """),
    shopping_verbs=phrases("reserv*; busc*; mir*; encontr*; elegir*; compar*; prob*; verific*"),
    report_verbs=phrases("""
        revis* ..3 anuncio|alojamiento|establecimiento; anuncio; report*; reclam*; quej*;
        denunci*; disput*; abr* ..3 caso|disputa|reclamacion|queja|incidencia|expediente|reclamo;
        abierto ..3 caso|disputa|reclamacion|queja|incidencia; interv*; retir* ..3
        anuncio|plataforma|listado|pagina; elimin*; quit* ..2 de; sancion*; escal*; en contra|su
        contra; contra ustedes|vosotros|su; baja ..2 establecimiento; penalic*; expuls*
    """),
    public_acts=phrases("""
        se ..1 va|van|vais a enterar; se enterara|enteraran; va|van a enterarse;
        a la prensa; a los medios; en la prensa; en los medios; hacer*|hago|hare|haremos ..2
        public*; hacerlo viral; viral*; todo el mundo ..2 sabra|sepa|se|vera|va|lo; todos ..2
        sepan|sabran|se|enter*; se enterar* ..2 tod*; arruin* ..2 reputacion; quem* ..3 redes;
        mala publicidad; hundir* ..2 reputacion; saldr* en ..3 prensa|periodico*|tele*|noticias;
        escrach*; funar*
    """),
    press=phrases("""
        articulo; reportaje; prensa; periodico*; periodista*; diario*; television; tele; tv;
        medios; revista*; radio; reportero*; redaccion; editor; noticias; telecinco; antena 3|tres; la sexta;
        tve; cadena ser; telediario; canal sur; tv3; telemadrid
    """),
    audiences=phrases("""
        tripadvisor; trustpilot; facebook; instagram; insta; tiktok; twitter; youtube; seguidores;
        lectores; suscriptores; mi|nuestro ..2
        blog|canal|podcast; me|nos siguen; personas|gente|mil ..2 siguen|leen|ven; redes sociales; mis|nuestras redes
    """),
    public_places=phrases("""
        tripadvisor; google; trustpilot; facebook; instagram; insta; tiktok; twitter; youtube;
        redes sociales; redes; resena*; opinion; opiniones; comentario*; internet; blog;
        seguidores; foro*; estrella*; online; valoracion*; critica; web; canal; critica*
    """),
    publish_verbs=phrases("""
        saldra; salga; aparec*; public*; sub*; compart*; dej*; escrib*; pon*; pondr*; cont*;
        avis*; advert*; difund*; dir*; digo; explic*; valor*; esper*; sabr*; ver*; ved; leer*;
        mand*; envi*; contact*; acud*; llam*; colg*; cuelg*; daremos; dare; recibir*; tendr*;
        enter*; relat*; narr*; hago; hare; haremos; etiquet*; voy a dar; habl*
    """),
    bad_publicity=phrases("""
        con vuestro|su nombre; vuestro nombre; a caldo; que ..2 mundo ..2 entere; cucarachas; el
        video de; historia; resena|opinion|valoracion ..2 consecuencia; una estrella ..3
        demasiado; mala*|malisim*|negativ*|pesim*|peor|horrible|terrible|dura|sincera|
        honesta|demoledora
        resena*|opinion*|critica*|valoracion*|comentario*|puntuacion|publicidad;
        resena*|opinion*|critica*|valoracion*|comentario*|puntuacion ..2 mala*|negativ*|
        pesim*|horrible*|demoledor*|sincer*|honest*|malisim*|dura|terrible*|acorde;
        una|1|cero|sola estrella; la verdad; lo que ..3
        paso|pasado|hicieron|hacen|hiciste*|habeis|han|ocurrido|vivido|sucedio|paso; como ..3
        tratan|trata|tratais|trataron|tratado|timan|estafan; las|mis|nuestras|todas fotos; fotos
        y|o|del|de; los videos; el video; mis videos; su reputacion; vuestra reputacion; nadie ..3
        reserve|vaya|caiga|vuelva; no reserv*; no recomend*; desaconsej*; para que ..3
        sepan|sepa|enteren|vean; advertir ..2 otros|todos|viajeros|demas; toda la historia; mi
        experiencia
    """),
    good_publicity=phrases("""
        buena*|excelente*|gran|estupenda*|positiva*|fantastica*|bonita*|mejor|preciosa|
        super|buenisima* resena*|opinion*|critica*|valoracion*|comentario*|puntuacion;
        resena*|opinion*|valoracion* ..2 positiv*|excelente*|buen*|estupend*|fantastic*|preciosa;
        5|cinco estrellas; recomendar*; os recomend*; los recomend*
    """),
    accusations=phrases("""
        son|sois|eres|es|fue|esto|esta|parecen ..3 estafador*|ladron*|estafa|timo|timador*|
        fraude|robo|delincuente*|sinverguenza*|mafia|chorizo*|tramposo*|estafadores|
        extorsion; me|nos han|habeis|ha|estan|estais ..2
        robado|estafado|timado|enganado|robando|estafando|timando|mentido; han robado|estafado;
        habeis robado|estafado; estafad*|timad* por ustedes|vosotros|su|el; vuestra|su|una
        vil|autentica|pura|verdadera? estafa|fraude; banda|panda de
        ladrones|estafadores|sinverguenzas; robo a mano armada; autentico|puro|verdadero|vulgar
        robo|fraude|timo|atraco; practicas fraudulentas; cargo|cobro fraudulento; ladrones!;
        me|nos robaron ustedes
    """),
    fraud_words=phrases("""
        estaf*; fraud*; timo; timad*; timar*; robo; robos; robaron; robado; robaba; robar; roba;
        ladron*; hurt*; falsific*; fals*; extors*; chantaj*; soborn*; mentir*; mintio; mintieron;
        mentid*; enganad*; enganaron; clon*; sustraj*
    """),
    fraud_doubts=phrases("""
        enlace; link; correo; email; e mail; mail; mensaje; sms; web; pagina; sitio; phishing;
        llamada; asegurarme; seguro que; por si; precaucion; temo; miedo; hacen pasar|hace;
        haciendose; banco; bloque*; sospech*; parece; podria; verificar; seguro de viaje;
        aseguradora; suplant*
    """),
    misconduct_acts=phrases("""
        mano|manos en|por|sobre ..2 pierna*|muslo*|culo|pecho*|rodilla; fotografi* ..4
        tarjeta|pasaporte; sento|senta* ..3 mi cama; grito|gritaron ..3 insultos|racist*; insult*
        ..2 racist*|homofob*; dinero|efectivo|euros ..4 desaparec*|falta* ..6 caja|taquilla|llave;
        a escondidas; camara oculta; empuj*; cogi* ..3 dinero|efectivo|billetes|mochila|cartera;
        me|la|le|nos|lo toco|tocaron|tocaba|manoseo|manosearon|agarro|pego|pegaron|empujo|
        empujaron|golpeo|golpearon|abofeteo|acoso|acosaron|insulto|amenazo|amenazaron|
        escupio|beso|agredio|siguio|robo|robaron|grabo|fotografio|sobo|zarandeo|acosaba|
        amenazaba; ha|han|habia ..2 tocado|manoseado|agarrado|pegado|empujado|golpeado|
        acosado|insultado|amenazado|escupido|besado|agredido|robado|grabado|fotografiado|
        registrado|hurgado|rebuscado|discriminado; manose*; tocamient*; acos*; agredi*; agresion;
        sexual*; racist*; racismo; homofob*; sexist*; xenofob*; machista*; discrimin*; amenaz*;
        robo|robaron|quito|quitaron|sustrajo|cogio|cogieron|llevo ..4
        dinero|euros|mochila|cartera|bolso|cosas|billete*|movil|de|mi|mis; rebusc*; hurg*;
        registr* ..2 mochila*|maleta*|cosas|bolso*|equipaje|taquilla; entro|entraron|entrado ..3
        habitacion|ducha|bano|dormitorio|cuarto ..4 sin|mientras|dormi*|desnud*|llamar; borrach*;
        ebri*; bebid*; drogad*; olia a alcohol; grab* ..3 ducha|habitacion|chicas|escondid*|bano;
        espia*; insinuaciones|proposiciones; clono; copio ..3 tarjeta|pasaporte; chantaje*
    """),
    staff=phrases("""
        su personal; vuestr*; ustedes; vosotros; sus; su; personal; staff; recepcionista*;
        recepcion; emplead*; trabajador*; gerente; encargad*; duen*; propietari*; jefe; jefa;
        director*; responsable*; conserje; vigilante; portero; hostal; hostel; albergue;
        establecimiento; equipo; limpiador*; limpieza; senora|chica|mujer de la? limpieza;
        chico|hombre|chica|senor|senora|tipo|mujer|tio|muchacho de|del|en|detras la?
        recepcion|mostrador|bar|turno; camarer*; voluntari*; anfitrion*; habeis; manager; sois;
        son
    """),
    others=phrases("""
        mi ex; acosador; otr* huesped*|cliente*|chic*|persona*|viajer*|pasajer*; un|una|algun
        huesped*|cliente|desconocid*|ladron|hombre|tipo|viajer*|turista; alguien; companer*;
        vecin*; desconocid*; carterist*; turist*; taxista; conductor; playa; autobus; bus; metro;
        tren; estacion; calle; gente; unos chicos; huesped de|del; aeropuerto; aerolinea
    """),
    pronouns=phrases("el; ella; ellos; este; esta; ese; le; luego; me; nos"),
    refunds=phrases("""
        reembols*; devolu*; devolv*; devuelv*; devuelt*; reintegr*; recuper* ..3
        dinero|deposito|importe|fianza|senal|anticipo; que ..2 regresen ..2 dinero; mi dinero;
        nuestro dinero; dinero de vuelta; compensa*; indemniz*; abon* ..3 importe|dinero|cantidad;
        retorn* ..2 dinero
    """),
    charges=phrases("""
        cobr*; cargado; cargaron; cargo; cargos; retenido; retienen; retener; retenci*; quedado
        ..3 dinero|deposito|anticipo|senal|importe|fianza|noche|todo|#; se quedan ..2 dinero|con;
        quedaron con; penalizacion*; gastos de cancelacion; no show; descontado; descontaron;
        debit*; factura de; exigen ..2 #; penalidad; multa
    """),
    refusals=phrases("""
        neg* ..3 devol*|reembols*|devuelv*|a|me; niegan; niega; negais; negado; negaron; negativa;
        rechaz*; denegad*; deniegan; no ..3 quieren|quereis|devuelven|devolveis|reembolsan|
        reembolsais|devolver*|devuelto|reembolsado|corresponde; dicen|decis|dijeron|
        respondieron|responden|contestan|contestaron|escribieron|habeis|dicho ..4 no|nada|ningun*;
        sin derecho a; ningun derecho; ningun reembolso|devolucion; se escudan; os escudais; se
        amparan
    """),
    objections=phrases("""
        mis|nuestros derechos; sin motivo; sin razon; publicidad enganosa; no podeis|pueden
        quedar*|cobrar*; no ..3 acuerdo|acepto|aceptamos|conforme*|comparto|compartimos|
        admito|justo|correcto|normal|aceptable|legal|razonable|tolero|logico|procede|recibo|
        serio; disconform*; desacuerdo; impugn*; injust*; inaceptable*; intolerable*; ilegal*;
        abusiv*; abuso; vergonzos*; verguenza; indignante*; escandalos*; ridicul*; absurd*;
        inadmisible*; protest*; reclam*; tengo|tenemos ..1 derecho; me|nos
        corresponde|deben|debeis; desproporcionad*; improcedente*; indebid*; injustificad*;
        incumpl*; me opongo; nos oponemos; contra la ley; poco serio; contesto ese|este|el;
        disputo; disputamos; cuestion*; lamentable; tomadura
    """),
    demands=phrases("""
        exij*; exigi*; exig*; reclamo; reclamamos; demando ..2 devol*|reembolso;
        quiero|queremos|pido|pedimos|solicito|solicitamos|espero|esperamos|necesito ..4
        devol*|reembols*|dinero|devuelv*|importe|que|el|la|reintegr*; devuelvan*; devuelvanme;
        devuelvannos; devolvedme; devolvednos; reembolsen*; reembolsadme; inmediat*; de inmediato;
        cuanto antes; me|nos deben|debeis; ya mismo; insist*; mi dinero
    """),
    wishes=phrases("""
        quisiera*; querria*; gustaria; podrian; podeis; pueden; podriais; puedo; ruego; rogamos;
        por favor; solicit*; pido; pedimos; espero; esperamos; agradec*; quiero; queremos; creo
        que; merec*; deseo
    """),
    cancelled=phrases("""
        cancel*; anul*; no ..2 pudimos|pude|podido|hemos|he ..2
        llegar|ir|viajar|venir|alojar*|asistir; no ..1 presentad*; no show; nos fuimos; me fui;
        desist*; nos marchamos; me marche; no llegamos a
    """),
    failures=phrases("""
        inexistent*; no exist*; nunca ..1 exist*|tuvimos|vimos;
        no habia ..3 cama*|habitacion*|sitio|plaza|reserva|nadie|agua|sitio|luz; sin ..1
        cama|habitacion|agua|luz|calefaccion|aire|ventana; overbooking; sobreventa; sobrereserva*;
        no ..2 consta|constaba|aparecia|aparece ..3 reserva?; nos|me
        mandaron|enviaron|echaron|derivaron|dejaron; dado|dieron|dio ..3 otra|otro|otros|alguien;
        chinches; cucarachas; ratas; ratones; suci*; mugrient*; asqueros*; moho; insalubre*;
        inhabitable; rot*; averiad*; estropead*; no ..2 funcion*; no ..2
        dormir|dormi|dormimos|pegamos|pegar; imposible dormir; inund*; goteras; obras; cerrad* ..3
        recepcion|puerta|nadie; tuv* que ..4 buscar|pagar|dormir|reservar|irnos|irme|ir|pagarnos
        ..6 otro|hotel|otra|fuera|calle|sitio|alojamiento; desastr*; pesadilla; horrible;
        terrible; picaduras; cobr*|carg* ..4 dos veces; doble cargo|cobro; cargo doble|duplicado;
        por duplicado; nada que ver; no ..2 correspond*|descrito|como|coincid*; enganos*;
        decepcion*
    """),
    despite=phrases("""
        aunque; a pesar; pese a; sin embargo; no obstante; aun asi; igualmente; igual; pero;
        todavia; aun; encima; de todos modos; y nos; y me
    """),
    damages=phrases("""
        indemniz*; danos; perjuicios; compensa*; diferencia; gastos ..2 hotel|taxi|alojamiento|de;
        desperfect*; valor; coste ..2 hotel; hotel ..3 #
    """),
    other_money=phrases("sueldo; salario; presupuesto; gan*; alquiler; al mes; nomina; seguidores"),
    chargebacks=phrases("""
        chargeback; contracargo*; contra cargo; retroceso ..2 cargo|cobro; retrocesion; retrotra*;
        retroced* ..3 cargo|cobro|pago|recibo; devol* ..2 recibo|cargo ..3 banco?; disput* ..5
        banco|tarjeta|visa|paypal|mastercard; disput* ..2 cargo|cobro|pago|transaccion; reclam*
        ..4 banco|visa|paypal|mastercard|tarjeta; desconoc* ..2 cargo|cobro; anul* ..3
        cargo|pago|cobro|transaccion ..5 banco|tarjeta|visa; banco ..4
        anul*|revert*|disput*|retroced*|devuelv*|devolv*|reclam*|cancel*; disputa ..2
        paypal|tarjeta|banco; revers* ..2 cargo|cobro|pago
    """),
    banks=phrases("""
        mi|nuestro|el|al banco; banco; paypal; visa; mastercard; american express; amex; entidad
        bancaria; emisor*; compania|empresa ..2 tarjeta; tarjeta de credito; caja; bizum; revolut
    """),
    reversals=phrases("""
        retroc*; revert*; revers*; disput*; anul* ..2 cargo|pago|cobro|transaccion|operacion;
        recuper*; bloque* ..2 pago|cargo|cobro; devuelv* ..2 cargo|recibo|dinero|importe; devolv*
        ..2 cargo|recibo; reclam*; impugn*; rechac* ..2 cargo|cobro
    """),
    sure_deaths=phrases("""
        nos ha dejado; nos dejo; se quito la vida; no lo supero; ya no esta con nosotros; se nos
        fue; agonizando; fallec*; funeral*; entierro; velatorio; sepelio; luto; difunt*; perdido
        ..2 mi|nuestro|nuestra|su ..1
        padre|madre|abuel*|marido|mujer|espos*|herman*|hij*|amig*|ti*|pareja|bebe; perdi|perdimos
        ..1 mi|nuestro|nuestra ..1
        padre|madre|abuel*|marido|mujer|espos*|herman*|hij*|amig*|pareja|bebe; suicid*; aborto;
        muerte de mi|nuestr*|su|un|una; incineracion
    """),
    deaths=phrases("""
        murio; muerto; muerta; muerte; murieron; muriendo; moribund*; se fue para siempre; mato;
        morir
    """),
    relatives=phrases("""
        padre*; madre; mama; papa; marido; mujer; espos*; hij*; herman*; abuel*; tio; tia; primo;
        prima; pareja; novi*; suegr*; cunad*; sobrin*; amig*; bebe; niet*; colega; companer*; yo
    """),
    critical_care=phrases("""
        cuidados intensivos; uci; uti; coma; terapia intensiva; operad* ..2 urgencia; operacion
        ..1 urgencia; intervencion ..1 urgencia|urgente; estado grave|critico; muy grave;
        gravemente ..1 herid*|enferm*; infarto; ictus; derrame cerebral; riesgo vital; entre la
        vida; enfermo|enferma terminal; fase terminal; cancer; accidente ..2
        grave|coche|trafico|moto; grave accidente; ingresad* ..3 urgencia*|grave|hospital|urgente;
        ambulancia; paro cardiaco; hemorragia; sobredosis; septicemia; a urgencias; en urgencias;
        paliativos; choque anafilactico; al hospital
    """),
    hospitals=phrases("""
        hospital; ingresad*; hospitalizad*; operan; operaron; operad*; quimio*; leucemia;
        diagnosticad*; clinica
    """),
    perils=phrases("""
        me|nos sigue|siguen|siguiendo|persigue|persiguen|acosa|acosan|amenaza|amenazan|ataco|
        atacaron|asaltaron|atracaron; me|nos esta|estan ..1
        siguiendo|persiguiendo|acosando|amenazando|rondando; siguiendome; siguiendonos;
        persiguiendome; en peligro; violencia de genero|domestica|machista; maltrat*; violad*;
        violacion; hombre|tipo|ex ..3 cuchillo|navaja|pistola; amenaz* ..4
        cuchillo|navaja|pistola; quitarme la vida; suicidarme; hacerme dano; acosador; agredid*;
        atracad*; asaltad*; huyendo de; escapar de mi|el|un; no ..2 segur* aqui|en|sola; no me
        siento segur*; burundanga; ex violento
    """),
    fears=phrases("""
        miedo; asustad*; aterrad*; aterrorizad*; panico; llorando; lloro; lagrimas; desesperad*;
        temblando; angustiad*; angustia; ayuda; socorro; ayudenme; ayudadme; ayudennos;
        nerviosisim*; no se que hacer; insegur*; muertas? de miedo
    """),
    alone=phrases("""
        sola; solas; solo; solos; sin bateria|movil|telefono|dinero|nadie|cobertura; bateria ..3
        #|acab*|agot*; de noche; de madrugada; plena noche; oscur*; no hay nadie; nadie ..2
        calle|aqui|alrededor; poca bateria; # por ciento; queda ..2 bateria
    """),
    outside=phrases("""
        fuera; en la calle; delante|frente de|a la puerta|puerta; en la puerta; ante la puerta;
        codigo ..3 no ..1 funciona|va|abre; puerta ..2 no ..1 abre; nadie ..2
        abre|contesta|responde|viene; en el portal
    """),
    stranded=phrases("""
        estoy|estamos|quede|quedamos|dejado|dejaron en la calle; puerta ..3 no ..2 abr*; no se ..1 abre; nadie ..2 abre;
        tirad* en; estoy|estamos|quede|quedamos|quedado ..1
        tirad*|atrapad*|varad*|atascad*|encerrad*|fuera; encerrad* fuera; no ..2
        puedo|podemos|consigo|logro ..1 entrar; perdido|perdi|perdimos ..3 ultimo; ultimo
        autobus|bus|tren|ferry|barco|ferri ..2 fue|salio|ido|marchado|perdido; sin alojamiento; no
        ..1 tenemos|tengo donde|adonde; no sabemos|se donde|adonde dormir|ir; abandonad*
    """),
    children=phrases("""
        bebe; hij*; nin*; embarazad*; # anos; meses; silla de ruedas; anciana; anciano;
        discapacitad*; pequen*; mayor; recien nacid*; crio; cria
    """),
    menaces=phrases("""
        hombre; hombres; tipo; tipos; desconocid*; borrach*; mi ex; individuo*; agresiv*
    """),
    contacted_before=phrases("""
        lo dije; lo dijimos; dije|dijimos|pedi|pedimos|pregunte ..3 recepcion|ayer|veces|cada;
        llevo|llevamos ..2 correos|mensajes|llamadas|dias|semanas|mails; me quej*; nos quej*;
        he|hemos|habia|habiamos ya|tambien? ..2 escrito|llamado|avisado|reclamado|dicho|
        pedido|enviado|mandado|contactado|comentado|informado|quejado|preguntado|hablado|
        solicitado|comunicado|notificado|insistido; ya ..3 escrib*|llam*|avis*|reclam*|dij*|
        ped*|envi*|mand*|contact*|coment*|inform*|quej*|pregunt*|habl*|escrito|notif*|
        comuni*; escribi; escribimos; llame; llamamos; reclame; reclamamos; avise; avisamos; me
        queje; nos quejamos; mande; mandamos; envie; enviamos; mis|mi|nuestros|nuestras
        anterior*|ultim*|primer*|dos|tres|much*|vari*|numeros*?
        correo*|mensaje*|llamada*|mail*|email*|queja*|reclamacion*|e|peticion*|aviso*|carta*
    """),
    often=phrases("""
        cada manana|dia|noche|vez; dos|tres|cuatro|cinco|seis|varias|muchas|numerosas|mil|
        multiples|2|3|4|5|repetidas|diversas
        veces|correos|mensajes|llamadas|mails|emails|ocasiones|e|reclamaciones|quejas;
        varios|muchos|dos|tres|cuatro correos|mensajes|mails|emails|dias|avisos|e; repetidamente;
        cada dia|noche|vez|manana; todos los dias; constantemente;
        segunda|tercera|cuarta|quinta|enesima|segundo|tercer|tercero|cuarto|2|3
        vez|correo|mensaje|mail|email|reclamacion|queja|llamada|e|aviso; ya; ayer; desde hace;
        quej*; reclam*; semanas; el # y
    """),
    repeated_times=phrases("""
        tercera|cuarta|quinta|sexta|enesima|decima|3|3a|4a vez ..4 escrib*|llam*|reclam*|
        avis*|pid*|ped*|quej*|contact*|digo|dig*|pregunt*|inform*|solicit*|comunic*|insist*|
        mand*|envi*; tercer|cuarto|quinto|enesimo|sexto|tercera|cuarta|quinta|enesima|3
        correo|mensaje|mail|email|e|reclamacion|queja|llamada|peticion|reclamo; segunda
        reclamacion|queja; segundo reclamo; segunda vez ..3 quej*|reclam*|avis*; cuantas veces ..4
        escrib*|llam*|dec*|reclam*|quej*|avis*|repet*|tengo|tenemos|hay|mas|debo; ya ..1 me|nos
        ..2 quej*; ya reclame|reclamamos|avise|avisamos; me|nos he|hemos quejado ..2
        dos|tres|varias|muchas|ya|2|3?;
        avisado|reclamado|escrito|llamado|dicho|pedido|comunicado|informado ..4
        tres|cuatro|varias|muchas|mil|3|4|5|repetidas|numerosas|multiples veces|ocasiones; una vez
        mas ..3 escrib*|quej*|reclam*; otra vez ..3 quej*|reclam*
    """),
    despite_letters=phrases("""
        dos|tres|cuatro|cinco|varios|varias|2|3|4 correos|mensajes|llamadas|mails|e ..5 despues;
        pese|pesar a? de? ..4 correo*|mensaje*|llamada*|mail*|email*|queja*|reclamacion*|
        aviso*|peticion*|e|solicitud*|carta*; tras|despues de?
        tres|cuatro|dos|varios|varias|muchos|muchas|numeros*|mis|2|3|4 ..2
        correos|mensajes|llamadas|mails|emails|quejas|reclamaciones|avisos|e|peticiones
    """),
    unheard=phrases("""
        no ..2 habeis|han hecho nada; nada ..2 hecho; no pasa nada; no ..2 cambia nada; nadie ..5
        respond*|contest*|hace|hizo|hecho|vino|venido|ayud*|solucion*|caso|atiend*|llam*|
        arregl*|dice|dijo; sin ..2
        respuesta|contestacion|solucion|exito|resultado|noticias|obtener|recibir|contestar;
        ningun* ..1 respuesta|solucion|reaccion|contestacion|noticia|cambio; no ..4 respond*|
        contest*|respuesta|solucion*|arregl*|hecho|hacen|haceis|caso|cambiado|recibido|
        recibimos|obtenido|contestado|repar*; nada ..3 cambi*|hecho|pas*|hace|hizo|solucion*;
        ignor*; sigue ..2 sin|igual|rot*|estrope*|suci*|averiad*|mal; siguen ..2 sin|igual|ignor*;
        seguimos ..1 igual|esperando|sin; sigo ..1 esperando|sin; en vano; silencio; todavia ..2
        no|espero|nada|esperando; aun ..2 no|nada|espero; oidos sordos; nunca ..2
        respond*|contest*|recibi*
    """),
    complaints=phrases("""
        quej*; reclam*; inaceptable*; vergonzos*; verguenza; indignad*; indignante; enfadad*;
        furios*; hart*; decepcion*; lamentable; pesim*; horrible; terrible; insoportable*;
        ridicul*; absurd*; poco serio; falta de; desastre; desastros*; escandal*; sigue ..2
        rot*|sin|suci*|averiad*|estrope*|igual; no ..2 funcion*; no ..2
        arregl*|solucion*|limpi*|repar*; rot*; averiad*; estropead*; ruid*; suci*; maleducad*;
        groser*; antipatic*; huele; apesta; paciencia; tomadura; intolerable; molest*; fatal
    """),
)
