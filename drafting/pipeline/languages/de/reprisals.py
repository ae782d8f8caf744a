"""German: how a threat is made without naming its act, and what harm is told of."""

from __future__ import annotations

from drafting.pipeline.interpret.escalation_rules import ReprisalRules, phrases

RULES = ReprisalRules(
    retributions=phrases("""
        hor* von; kummer* ..2 um sie|euch|ihren|den|ihr*|die;
        nimmt|nehm*|ubernimmt|ubernehm*|bearbeit*|pruf* ..3
        sich|fall|sache|angelegenheit|euch|ihnen|mandat;
        ihren|euren|diesen|meinen|unseren|ihr*|der|den fall; freu* ..4 fall|sache|euch|post;
        schreib*|brief|post|schreiben von|bekommen|kommt|erhalten|unterwegs; sach* ..2
        regel*|klar*|entscheid*; entscheid*|klar*|klaren|regeln ..3
        unter|recht|das|dann|gericht; das ..3 juristen|anwalte|gericht*|richter* ..4
        klar*|entscheid*|regel*|uberlass*; gegen sie|euch|ihr*|euer*
        vor*|vorgeh*|klag*|verfahr*; vorgeh*; vertritt|vertret* mich|uns|mein*; deckung* ..1
        zugesagt|zusage; deckungszusage; zugesagt; aktenzeichen; mandat*; meldet|melden sich ..4
        ihnen|euch; sagt|meint|rat ..5
        anspruch|recht|klag*|chancen|schadenersatz|schadensersatz;
        aufsetz*|aufgesetzt|vorbereit*|formulier*
    """),
    legal_idioms=phrases("""
        rechtsweg; rechtlich* ..1 schritte|mittel|konsequenz*|weg*|handhabe; alle* ..2
        rechtlich*|juristisch* mittel*|register|schritte; juristisch* ..2
        vorgeh*|nachspiel|konsequenz*|schritte|klaren|durchsetz*; gerichtlich* ..2
        klar*|durchsetz*|einforder*|vorgeh*|geltend; gerichtliches nachspiel; nachspiel;
        mahnbescheid; mahnverfahren; vor gericht|gericht|dem ..2 sehen|wieder|treffen|klar*;
        sehen ..4 vor ..2 gericht*|amtsgericht*|richter*; vor ..2 amtsgericht|gericht|richter*
        ..2 wieder|sehen|treffen; mein recht; anspruche ..2 durchsetz*|geltend; gegen sie|euch
        vorgeh*; juristen|anwalte ..2 unter sich|klaren|klären|regeln; uber ..2
        anwalt|anwalte|anwaltin ..3 laufen|weiter|klaren; von rechts wegen
    """),
    person_reports=phrases("""
        zeig* ..2 ihn|sie|euch|diesen|den|die|ihr*|euren ..6 an;
        ihn|sie|euch|ihren|ihre|euren|den|diesen|personal|mitarbeiter* ..4
        anzeigen|angezeigt|anzuzeigen; anzeige|strafanzeige|strafantrag gegen|wegen
        diebstahl*|betrug*|korperverletzung|sie|euch|ihn|ihr*|euer*|den; strafanzeige;
        strafantrag; erstatt* ..4 anzeige ..3 gegen; anzeige ..3 gegen; polizei ..4
        namen|gegen|ihr*|euer*|euren ..2 nennen|nenne|mitarbeiter*|aussag*
    """),
    afterwards=phrases("""
        ^danach; ^dann; ^anschliessend; ^ab; nach ablauf|verstreichen; danach; lauft|verstreicht
        ..3 frist ab|aus; ist die frist
    """),
    scandal_hunts=phrases("""
        geschicht*|falle|fall|fallen|beispiel* ..1 wie mein*|dies*|unser*|ihr*;
        such*|samm*|sammelt|recherchier*|berichte*|interessier* ..5
        geschicht*|falle|fallen|opfer|abzock*|betrug*|betruger*|missstand*|skandal*|schwarze*
        schaf*; falle*|fallen|geschicht*|bericht*|sendung|beitrag|artikel ..2
        abzock*|betrug*|nepp|dubios*|unserios*|schmutzig*|unehrlich*|touristen*;
        unehrlich*|dubios*|unserios*|windig*
        vermieter*|gastgeber*|hostel*|hotel*|betreiber*|anbieter*
    """),
    demonstratives=phrases("""
        das ist|war|nennt|nenne|grenzt; so was|etwas ist; dies ist|war; blank*; pur*; rein*
    """),
    sole_keys=phrases("""
        nur|ausser|einzig*|niemand|keiner ..3
        ihr*|euer*|euch|sie|ihnen|personal|putz*|reinigung*|rezeption* ..5
        schlussel*|zugang|zutritt|code|generalschlussel*|karte|war|kommt; schlussel*|zugang|code
        ..4 nur ..3 ihr*|euer*|sie|personal|putz*|reinigung*|rezeption*
    """),
    injuries=phrases("""
        schlag bekommen|gekriegt|versetzt; einen schlag; taub; brandwunde*; verbrennung*; spure
        ..3 nicht mehr;
        gebrochen|verstaucht|ausgekugelt|geprellt|verbruht|verbrannt|aufgeschnitten|aufgeschlagen|gequetscht|verletzt;
        gesturzt|ausgerutscht|gestolpert|abgesturzt|hingefallen|runtergefallen|heruntergefallen|hinuntergefallen|gefallen;
        gehirnerschutterung; platzwunde; genaht; blut*; bewusstlos*; ohnmacht*; stromschlag;
        elektrischen schlag; lebensmittelvergiftung; vergift*; kohlenmonoxid; gasgeruch; riecht
        ..2 gas; allergischer schock; nicht mehr bewegen; brennt es; rauch ..3
        zimmer|flur|kuche|steckdose; feuer im|in
    """),
    premises=phrases("""
        aus|an|von|mit ..1 der|dem|einer|ihrer ..1 steckdose*|kabel|lampe|leitung|heizung;
        auf|von|vom|aus|uber|in|im|an|am|unter ihr*|euer*|eure*|der|dem|den|einer|einem ..2
        treppe*|stufe*|balkon*|terrasse*|fliesen|boden|dusche|hochbett*|stockbett*|etagenbett*|leiter|steckdose*|kuche*|bad|schlafsaal;
        ihr*|euer*|eure* ..2
        treppe*|gelander|hochbett*|stockbett*|leiter|dusche|boden|terrasse|kuche|fruhstuck*|haus|hostel|herberge;
        gelander|leiter|bett|hochbett|stockbett|decke|lampe|regal|stufe|scheibe ..3
        gebrochen|abgebrochen|zusammengebrochen|nachgegeben|gelost|abgefallen|geborsten; bei
        ihnen|euch
    """),
    frail=phrases("""
        oma; opa; grossmutter; grossvater; grosseltern; alte|alten|betagte*
        mutter|vater|eltern|dame|tante; siebzigjahrig*; achtzigjahrig*; neunzigjahrig*; #
        jahrige*; rollstuhl*; behindert*; schwanger*; diabetiker*; epilept*; asthma*; fieber;
        gebrechlich*
    """),
    told=phrases("""
        schilder*|erzahl*|bericht*|erklar*|beschreib*|erfahr*|erfahrt|wissen|mitteil*|darleg*;
        ganze|gesamte|genau geschichte|wahrheit|vorgang|wie|was
    """),
)
