// Made by `npm run words` from the words in scripts/words; not to be changed by hand. How it is read: text/word-rows.ts.

export const GERMAN_ROWS = `
Abbild=Imag'e
Abbrechen Abgebrochen Abbruch Abgebrochenen=Abort Cancel
Abend=Evening
Abfrag Abfragen=Queri''y
Abgleich Abgleichen=Sync Reconcil'e Compar'e
Abhaken=Check
Abhangigkeit Abhangigkeiten=Depend'ency
Abkurzung Abkurzungen Kurzel Kurzen=Abbrevi'ation Short Shorten
Ablag Ablagen Ablegen Abgelegt=Store Folder
Ablauf Ablaufen Abgelaufen Lauft=Expir'e Flow Run
Ablehnen Abgelehnt Lehnt=Reject Refus'e Deni''y
Ableitung Ableitungen Ableiten=Deriv'e
Abnahm Abnahmen=Accept'ance
Abonn Abo=Subscript'ion Plan
Abrechnung Abrechnungen Abrechnen=Bill'ing
Abruf Abrufen Abgeholt Holen=Fetch Retriev'e Scrape
Abrufbar=Avail'able
Absatz=Paragraph
Abschalten Ausschalten Ausgeschaltet=Disabl'e Off
Abschicken Absenden Absend Sendet=Send Sender Submit
Abschluss Abschließen Abgeschlossen=Finish Complet'e Close
Abschnitt=Section
Absichtlich=Deliber'ate Intent'ional
Abstand=Distanc'e Gap Interv'al Space''ing
Abstimmen Abstimmung Abstimmungen=Vote Agre'e
Absturz Absturzen Abgesturzt=Crash
Abteilung Abteilungen=Depart'ment
Abweichung Abweichungen=Deviat'ion Drift Skew
Abwesend Abwesenheit=Absent Awai''y
Achs Achsen=Axi's
Acht=Eight
Achten Achtung Achtungen=Attent'ion Warn'ing
Achtzig=Eighti''y
Adress Adressen=Address
Agentur Agenturen=Agenc'y
Akku Batteri Batterien=Batteri''y
Akt Akten=File Record
Aktualisieren Aktualisierung Aktualisierungen=Updat'e Refresh
Alt Alten Alter=Old Stale
Amt Behord Behorden=Offic'e Author'ity
Anbiet Anbieten=Provid'er Vendor Offer
Anbindung Anbindungen Anbinden Angebunden=Connect'ion Integr'ation
Andern Anderung Anderungen Geandert=Chang'e Edit Modifi''y
Anfang Anfangen Beginnen Beginnt Begann=Begin Start
Anforderung Anforderungen Anfordern=Requir'ement Request
Anfrag Anfragen=Request
Angab Angaben Angeben Angegeben=Specifi''y Given Valu'e
Angebot=Offer Quot'e
Angriff=Attack
Anhang Anhangen=Attach'ment
Anleitung Anleitungen=Guid'e Manual Instruct'ion
Anmelden Anmeldung Anmeldungen=Login Signin
Anmerkung Anmerkungen=Note Comment
Anordnung Anordnungen Anordnen=Order Layout Arrang'e
Anpassen Anpassung Anpassungen Angepasst=Adjust Adapt Custom
Anruf Anrufen=Call
Anschauen Ansehen=Look View
Anschluss=Port Connect'ion
Anschrift=Address
Ansicht=View
Ansprechpartn=Contact
Anstoßen Auslosen Ausgelost=Trigger
Anteil=Share Percentag'e
Antrag Beantragen=Applic'ation Appli''y
Antwort Antworten Antwortet=Answer Repli''y Respons'e Respond
Anweisung Anweisungen=Instruct'ion Statement
Anwend Benutz Nutzer=User
Anwendung Anwendungen=Applic'ation App
Anzahl=Count Number
Anzeigen Anzeig=Show Displai''y
Anziehen=Tighten
April=April
Arbeit Arbeiten Arbeitet=Work
Arbeitsplatz=Workplac'e Desk
Arbeitsspeich=Memori''y Ram
Archiv=Archiv'e
Art Arten=Kind Type
Arzt Arztin=Doctor
Aufbau Aufbauen=Structur'e Setup Build
Aufbewahren Aufbewahrung Aufbewahrungen=Retent'ion Keep
Aufgab Aufgaben=Task Job
Aufheben Aufgehoben=Keep Lift
Auflosung Auflosungen=Resolut'ion
Aufnahm Aufnahmen Aufnehmen Aufgenommen=Record Captur'e
Aufraumen Raumt=Clean Cleanup Prune Evict
Aufruf Aufrufen=Call Invok'e
Aufruf=Caller
Aufteilen Aufgeteilt Teilen Geteilt Aufteilung Aufteilungen=Split Divid'e Share Partit'ion
Auftrag=Order Job
Auftreten Tritt=Occur Appear
Aufwand=Effort Cost
Aufwarmen=Warmup Warm
Ausbildung Ausbildungen=Train'ing
Ausdruck Ausdrucken=Print Express'ion
Ausfal=Outag'e Failur'e
Ausfuhren Ausfuhrung Ausfuhrungen Fuhrt=Run Execut'e Exec
Ausgab Ausgaben=Output
Ausgang Ausgangen=Exit Output
Ausgeben=Print Output Spend
Ausgeschlossen Ausschließen=Exclud'e
Auslastung Auslastungen Last=Load
Ausleihen=Borrow Lend
Ausliefern Auslieferung Auslieferungen=Deploi''y Ship Deliv'er
Ausnahm Ausnahmen=Except'ion
Ausreichen Reicht=Enough Suffic'e
Ausrichtung Ausrichtungen=Align'ment Orient'ation
Ausrollen=Rollout Deploi''y
Aussag Aussagen=Statement
Ausschnitt=Excerpt
Ausschuss=Committe'e
Aussehen Sieht=Look Appear'ance
Außen Außerhalb=Outsid'e
Austausch Tauschen Austauschen=Exchang'e Swap Replac'e
Auswahl Auswahlen=Select Choic'e
Auswei=Id
Auszeichnung Auszeichnungen=Markup Award
Bahn Bahnhof=Train Station
Band=Tape Band
Bank Banken=Bank
Bau Bauen Baut Gebaut=Build Built
Baum Baumen=Tree
Bauteil=Compon'ent Part
Bearbeiten Bearbeit=Edit
Bedarf=Need Demand
Bedeuten Bedeutet Bedeutung Bedeutungen=Mean
Bedienen Bedienung Bedienungen=Oper'ate
Bedingung Bedingungen=Condit'ion
Befehl=Command
Befreit Befreien=Exempt Free
Befund=Find'ing
Begrenzen Begrenzt Begrenzung Begrenzungen Grenz Grenzen=Limit Bound
Begrundung Begrundungen Begrunden=Reason Justifi''y
Begrußung Begrußungen=Greet'ing Welcom'e
Behalten Behalt=Keep Stai''y Retain
Behandeln Behandlung Behandlungen=Handl'e Treat Treatment
Beheben Behoben=Fix Resolv'e
Beitrag=Post Contribut'ion
Bekannt=Known
Bekommen Erhalten Bekommt Erhalt=Get Receiv'e
Belegen Belegt Belegung Belegungen=Occupi'ed Us'ed Full
Beleuchtung Beleuchtungen Licht Lamp Lampen=Light Lamp
Benachrichtigen Benachrichtigung Benachrichtigungen=Notifi''y Notif'ication
Benennen Benannt Benennung Benennungen=Name Renam'e
Benotigen Benotigt Brauchen Braucht=Need Requir'e
Berat Beratung Beratungen=Consult'ant Advic'e
Berechtigung Berechtigungen=Permiss'ion Scope
Bereich Bereichen=Rang'e Scope Area
Bereit Bereitschaft=Readi''y Standbi''y Oncal'l
Bereitschaft=Oncal'l Call Standbi''y
Bericht Berichten=Report
Beruf=Job Profess'ion
Beruhren=Touch
Beschleunigen=Acceler'ate Speed
Beschranken Beschrankt=Restrict Limit
Beschreiben Beschreibung Beschreibungen=Describ'e Write
Beschriftung Beschriftungen Etikett Etiketten=Label Caption
Beschwerd Beschwerden Beschweren=Complaint Complain
Besitz Eigentum Besitzt Gehort Gehoren=Owner Own Belong
Besprechung Besprechungen Sitzung Sitzungen Treffen Meet=Meet'ing Session
Bestand Bestanden=Stock Inventori''y
Bestatigen Bestatigung Bestatigungen Bestatigt=Confirm Approv'e Acknowledg'e
Besteck=Cutleri''y
Bestellung Bestellungen=Order
Bestimmen Bestimmt=Determin'e Certain
Besuch Besuchen=Visit Visitor
Beteiligt Beteiligen=Involv'ed Particip'ate
Betrag Betragen=Amount Sum
Betreff Betrifft=Subject Concern
Betreiben Betrieb Betreib=Oper'ate Run
Betrieb=Oper'ation
Betriebssystem=Os Oper'ating System
Bewegen Bewegung Bewegungen=Move Motion
Bewei Beweisen=Proof Prove
Bewerten Bewertung Bewertungen=Rate Review Score
Bezahlen Zahlen Zahlung Zahlungen Bezahlung Bezahlungen Zahlt=Pai''y Payment
Beziehung Beziehungen=Relat'ion Relationship
Bibliothek=Librari''y
Bild Bilder=Imag'e Pictur'e
Bilden=Form
Bildschirm=Screen
Bildschirmfoto=Screenshot
Binden Bindung Bindungen Gebunden=Bind
Birn Birnen=Pear Bulb
Bitten Gebeten=Ask Request
Blatt Blatter=Sheet Leaf Page
Blau=Blue
Bleiben Bleibt Geblieben=Stai''y Remain
Blind=Blind
Blockieren Blockiert Sperren Gesperrt Sperr=Block Lock
Boden=Floor Ground
Bohren Bohrer=Drill
Boot Booten=Boat
Brand Feuer Brennen=Fire Burn
Brauchbar=Usabl'e
Brechen Bricht Gebrochen=Break Broken
Breit Breiten=Width
Brett=Board
Brief Briefen=Letter Mail
Brill Brillen=Glass'es
Browser=Browser
Bruck Brucken=Bridg'e
Buchen Gebucht Buchung Buchungen=Book
Bucht Buchen Buchung Buchungen Gebucht=Book
Buhn Buhnen=Stage
Bund=Union Bundl'e
Buro=Offic'e
Chef Chefin Leiter Leitung Leitungen Leitet=Boss Head Lead Manag'er
Dach=Roof
Daher Deshalb=Therefor'e Henc'e
Dank=Thank's
Darstellen Darstellung Darstellungen=Displai''y Render Show
Datei Dateien=File
Dateinam Dateinamen=Filenam'e Name
Daten=Data
Datenbank=Databas'e
Datum=Date
Dauer Dauern Dauert=Durat'ion Take
Decken Deck=Cover Ceil'ing
Denken=Think
Dezemb=Decemb'er
Dicht=Dens'e Tight
Dick=Thick
Dienst Diensten=Servic'e
Dienstag=Tuesdai''y
Dokument=Document
Dokument=Document'ation Doc's
Dolmetsch=Interpret'er
Donnerstag=Thursdai''y
Doppelt Verdoppeln=Doubl'e Duplic'ate Twice
Dorf=Villag'e
Draht=Wire
Drehen Dreht Drehung Drehungen Drehzahl=Turn Rotat'e Rpm Spin
Drei=Three
Dreißig=Thirti''y
Dreizehn=Thirteen
Dringend=Urgent
Dritt Dritten Dritter=Third
Drohn Drohnen=Drone
Druck Drucken Drucker Gedruckt=Print Printer Pressur'e
Drucken Drucker=Print Printer
Dunkel=Dark
Durchfluss=Flow Throughput
Durchfuhren=Perform Run
Durchmess=Diamet'er
Durchsatz=Throughput
Durchschnitt=Averag'e Mean
Durfen Darf=Mai''y
Eben Ebenen=Level
Eck Ecken=Corner
Eigen Eigenen=Own
Eigenschaft Eigenschaften=Properti''y Featur'e
Eimer=Bucket
Einfugen Eingefugt=Insert Past'e
Einfuhren Einfuhrung Einfuhrungen Eingefuhrt=Introduc'e Introduct'ion
Eingab Eingaben Eingeben=Input Enter
Eingang=Inbox Entranc'e Input
Einhalten=Compli''y Keep
Einheit Einheiten=Unit
Einig Einigen=Agre'e
Einkauf Einkaufen Kauf Kaufen Gekauft=Purchas'e Bui''y
Einladen Eingeladen Einladung Einladungen=Invit'e
Einmal=Onc'e
Einnahmen=Revenu'e Incom'e
Einplanen Planen Geplant Plant=Plan Schedul'e
Einreichen=Submit
Einrichtung Einrichtungen Einrichten=Setup
Ein=On'e
Einsatz Einsetzen Eingesetzt=Us'e Deploy'ment
Einschalten Eingeschaltet Anschalten=Enabl'e On
Einsparen Sparen=Save
Einstellen Eingestellt Stellen=Set Adjust Hire
Einstellung Einstellungen=Set'ting Config
Einteilen=Divid'e
Eintrag Eintragen=Entri''y Record
Einwand=Object'ion
Einzeln Einzelnen=Singl'e Individu'al
Ei=Ic'e
Eisen=Iron
Elf=Eleven
Empfang Empfangen=Receiv'e Recipi'ent
Empfangen Empfang=Receiv'e Recipi'ent
Empfehlen Empfehlung Empfehlungen Empfohlen=Recommend
End Enden Endet Beenden Beendet=End Exit Finish Stop Termin'ate
Endpunkt=Endpoint
Energi Energien Strom=Energi''y Power Electr'icity
Eng=Narrow Tight
Entdecken=Discov'er Detect
Entfernen=Remov'e Delet'e
Enthalten Enthalt=Contain Includ'e Hold
Entlassen=Dismiss
Entpacken=Unpack Extract
Entscheidung Entscheidungen Entscheiden Entschieden=Decid'e Decis'ion
Entspannen=Relax
Entsprechen Entspricht=Match Correspond
Entstehen Entsteht=Aris'e Occur
Entwerfen Entwurf Entwurfen=Draft Design
Entwickeln Entwickl Entwicklung Entwicklungen=Develop
Entwickl=Develop'er
Entwurf=Draft Design
Erben=Inherit
Erd Erden=Earth Ground
Ereigni Ereigniss Ereignissen=Event
Erfahren Erfahrung Erfahrungen=Experi'ence Learn
Erfolg Erfolgreich=Success
Erfullen=Fulfil Satisfi''y
Erganzen Erganzt=Add Complet'e
Ergebni=Result
Erinnern Erinnerung Erinnerungen=Remind Rememb'er
Erkennen Erkannt Erkennung Erkennungen=Detect Recognis'e
Erlauben Erlaubt Erlaubni Durfen=Allow Permit Permiss'ion
Erledigen Erledigt=Done Complet'e
Ermitteln=Determin'e
Erneuern Erneuert=Renew
Erneut=Again
Ernst=Seriou's
Ernt Ernten=Harvest
Erreichen Erreicht=Reach Achiev'e
Ersatz=Replac'ement Spare
Erscheinen=Appear
Ersetzen Ersetzt=Replac'e
Erstatten Erstattung Erstattungen=Refund
Erst Ersten Erster=First
Erstellen Erstellt Erzeugen Erzeugt=Creat'e
Erwarten Erwartet=Expect
Erweitern Erweiterung Erweiterungen=Extend Extens'ion Expand
Erzeugen Erzeugt=Gener'ate Creat'e Produc'e
Essen=Food Eat Lunch
Etag Etagen Stock Stockwerk=Floor Level
Euro=Eur
Fach Facher=Subject Slot
Faden=Thread
Fahren Fahrt Fahrzeug Fahrer=Drive Ride Vehicl'e Driver
Fall Fallen Fallt Gefallen=Case Fall Drop
Fall Fallen=Trap
Fallig Falligkeit=Due
Farb Farben=Color Colour
Farblich=Colour
Fassen=Hold
Faul=Lazi''y
Februar=Februari''y
Feder=Feather Spring
Fehlen Fehlt Fehlend Fehlenden=Miss'ing Lack Absent
Fehler Fehlern=Error Bug Failur'e
Fehlgeschlagen Fehlschlagen Schlagt Scheitern=Fail
Feier Feiertag=Holidai''y Celebr'ation
Fein=Fine
Feld=Field
Fenster=Window
Ferien Urlaub=Holidai''y Vacat'ion
Fern=Remot'e
Fernseh=Tv
Fertig Fertigstellen=Done Readi''y Finish'ed
Fest Festlegen Festgelegt=Fix Pin'ned Set Defin'e
Festplatt Festplatten Platt Platten=Disk
Feucht=Humid
Filial Filialen=Branch Store
Filtern=Filter
Finden Findet Gefunden=Find Found
Finger=Finger
Firma=Compani''y
Flach Flachen=Area Surfac'e
Flackern=Flicker
Flasch Flaschen=Bottl'e
Fleck=Spot
Fliegen Fliegt Flug=Fly Flight
Fließen=Flow
Flughafen=Airport
Flussigkeit=Liquid
Folg Folgen Folgt=Follow Sequenc'e Consequ'ence
Fordern=Promot'e
Forschung Forschungen=Research
Fortschritt=Progress
Foto=Photo Pictur'e
Fracht Ladung Ladungen=Cargo Load
Frage Fragen Fragt Gefragt=Ask Question Queri''y
Frei Freie Freien Freigeben=Free Releas'e
Freigab Freigaben Freigeben Freigegeben=Approv'al Releas'e Clearanc'e
Freischalten Freischaltung Freischaltungen=Unlock Activ'ate Licenc'e
Freitag=Fridai''y
Fremd=Foreign Extern'al
Frist=Deadlin'e
Fruh Fruher=Earli''y Earlier
Fruhl=Spring
Fuhren=Lead Run
Fullen Gefullt Voll=Fill Full
Funf=Five
Funfzehn=Fifteen
Funfzig=Fifti''y
Funk=Radio
Funktion=Function
Fuß=Foot
Garanti Garantien=Warranti''y Guarante'e
Garten=Garden
Gast Gasten=Guest
Gebaud Gebauden Hau Hauser=Build'ing Hous'e
Gebiet=Area Region
Gebrauch=Us'e
Gebuhr Gebuhren=Fee Charg'e
Geburtstag=Birthdai''y
Gefahr Gefahrlich=Danger
Gefangni=Jail
Gegenstand=Object Item
Gehalt=Salari''y
Geheim Geheimni=Secret
Geheimni=Secret
Gehoren Gehort=Own Belong
Geland Gelanden=Site
Gelb=Yellow
Geld=Monei''y
Gelten Gilt=Valid Appli''y Hold
Gemeind Gemeinden=Commun'ity
Gemeinsam=Share'd Common Joint
Gemessen Messen Messung Messungen Misst=Measur'e
Genau Genauigkeit=Exact Precis'ion Accuraci''y
Generieren=Gener'ate
Genugen=Suffic'e
Gepack=Luggag'e
Gerad Geraden=Even Straight
Gerat Geraten=Devic'e Applianc'e
Gerausch=Nois'e
Gericht=Court
Gere=Low
Gesamt Gesamten=Total Overal'l Whole
Geschaft=Busi'ness Shop Fiscal
Geschenk=Gift
Geschicht Geschichten Verlauf=Histori''y Stori''y
Geschwindigkeit Tempo=Speed Veloc'ity Rate
Gesellschaft=Compani''y Societi''y
Gesetz=Law
Gesicht=Face
Gespeichert Speichern Speicher=Save Store Memori''y Storag'e
Gesperrt Sperr Sperren=Lock Block
Gesperrt Gesperrten=Block'ed Lock'ed
Gesprach=Convers'ation Talk
Gestalten Gestaltung Gestaltungen=Design
Gesund Gesundheit=Health Healthi''y
Gewahren=Grant
Gewicht=Weight
Gewinn Gewinnen=Win Profit Gain
Gewinnen Gewinnt=Win
Gewohnlich=Usual
Gießen=Pour
Gipfel=Summit Peak
Gla=Glass
Glatt=Smooth
Gleich Gleichen=Same Equal
Gleichzeitig=Concurr'ent Simultan'eous Parallel
Glei=Track
Gli=Member
Gluck=Luck
Graben=Dig
Grad=Degre'e
Gra=Grass
Grau=Grei''y Grai''y
Greifen=Grab
Grob=Coars'e Rough
Große Großen Groß=Size Big Larg'e
Großte Großten Maxim Hochsten Maximum=Max Maximum
Grun=Green
Grunden=Found
Grundlag Grundlagen Basi=Base Basi's
Grupp Gruppen=Group Team
Grußen=Greet
Gultig Gultigkeit=Valid
Gummi=Rubber
Gutschein Gutscheinen=Voucher Coupon
Haar=Hair
Hafen=Port Harbour
Haken=Hook
Halft Halften=Half
Halten Halt Gehalten=Hold Keep
Handeln Handelt=Act Handl'e About
Handler=Dealer Merchant
Hangen Hangt=Hang Depend Stuck
Hart=Hard
Hauptstadt=Capit'al
Haut=Skin
Heben=Lift
Heft=Booklet
Heiß Hitz Hitzen=Hot Heat
Heizung Heizungen=Heat'ing
Hell=Bright Light
Herkunft=Origin
Herstellen Herstel=Manufactur'er Make
Herunterfahren=Shutdown
Herunterladen=Download
Hilf Hilfen Helfen Hilft=Help Aid
Himmel=Sky
Hinterlegen Hinterlegt=Deposit Store'd
Hinzufugen Hinzugefugt Fugt=Add Ad'ded
Hochladen=Upload
Hochst Hochsten=Most Highest Maximum
Hof=Yard
Hoffen=Hope
Hohe Hohen Hoch=Height High
Hohl=Hollow
Holz=Wood
Horen=Hear Listen
Hull Hullen=Shell Wrapper Case
Hund=Dog
Hundert=Hundr'ed
Inhalt Inhalten=Content
Innen Innerhalb Inner Inneren=Insid'e Inner Within
Insel=Island
Installieren=Instal'l
Irrtum=Mistak'e Error
Jahr=Year
Jahrlich Jahr Jahren=Year Annual Yearli''y Fiscal
Januar=Januari''y
Jugend=Youth
Juli=Juli''y
Juni=June
Kabel=Cabl'e
Kaffe Kaffeen=Coffe'e
Kalt Kalten=Cold
Kalt Kalten Kuhlung Kuhlungen Kuhl=Cold Cool'ing
Kammer=Chamber
Kanal Kanalen=Channel
Kant Kanten=Edg'e
Kapitel=Chapter
Kart Karten=Card Map Ticket
Karton=Box Carton
Kaskad Kaskaden=Cascad'e
Kass Kassen=Checkout Regist'er
Kasten=Box
Kategori Kategorien=Categori''y
Katz Katzen=Cat
Keller=Basement Cellar
Kennen Kennt=Know
Kennung Kennungen=Id Identifi'er
Kennwort Passwort=Password
Kern Kernen=Core Kernel
Kett Ketten=Chain
Kind Kinder=Child
Kino=Cinema
Kirch Kirchen=Church
Kist Kisten=Crate Box
Klammer Klammern=Bracket Parenthesi's Brace
Klar Klaren Geklart=Clear Clarifi''y
Klass Klassen=Class
Kleben=Stick
Kleidung Kleidungen=Cloth'es
Klein Kleinen Kleinst Kleinsten=Small Smallest
Knapp=Scarc'e Short
Knopf=Button
Knoten=Node Knot
Koch Kochen Kuch Kuchen=Cook Kitchen
Kolleg Kollegen Kollegin=Colleagu'e
Kombinieren=Combin'e
Komma=Comma
Kommen Kommt Gekommen=Come
Kommentar Kommentaren Kommentieren=Comment
Kommunizieren=Commun'icate
Komponent Komponenten=Compon'ent
Konfigur Konfigurieren=Config Configur'ation
Konig=King
Konto Konten=Account
Kontrol Kontrollen Kontrollieren=Check Control
Kopf=Head
Kopi Kopien Kopieren Kopiert=Copi''y
Korb=Basket Cart
Korper=Bodi''y
Korrigieren Korrektur=Correct
Kosten=Cost Price
Kostenlo=Free
Kostenstel Kostenstellen=Cost Centr'e
Kraft=Forc'e Power
Krank Krankheit=Ill Sick
Krei=Circl'e
Kreuz=Cross
Kritisch=Critic'al
Kugel=Ball Sphere
Kuhl Kuhlen Kuhlung Kuhlungen=Cool
Kund Kunden=Custom'er Client
Kunst=Art
Kupfer=Copper
Kur=Cours'e Rate
Kurv Kurven=Curv'e
Kurz Kurzer=Short Brief
Kurzel=Shortcut Code
Kust Kusten=Coast
Labor=Lab Laboratori''y
Laden Ladt Geladen=Load Charg'e Shop
Lager Lagerhau Lagern Lagerung Lagerungen=Warehous'e Stock Storag'e Store
Land Lander=Countri''y Land
Landen=Land
Lang Langen=Length
Langsam Langsamst Langsamsten=Slow Slowest
Lassen Lasst=Let Leav'e
Laufen Lauft Lief=Run
Laufwerk=Drive
Lauschen Lauscht=Listen
Laut=Loud
Leben=Life Live
Leck=Leak
Leer Leeren Leert=Empti''y Drain
Leeren Leert Leer=Drain Empti''y
Legen Liegt Liegen=Lie Locat'ed Put
Lehrer=Teacher
Leicht=Easi''y Light
Leiden=Suffer
Leihen=Lend Borrow
Leist Leisten=Bar
Leisten Leistung Leistungen=Perform'ance Power
Lernen Lernt=Learn
Lesen Liest Gelesen Lesbar=Read
Letzt Letzten Zuletzt=Last Latest
Leuchten=Glow Shine
Leut Leuten=Peopl'e
Li=Song
Liefer=Supplier
Liefern Liefert Lieferung Lieferungen=Deliv'er Deliveri''y
Liegen Liegt=Live Locat'ed Lie
Link=Left
List Listen=List
Lizenz=Licenc'e Licens'e
Loch=Hole
Loffel=Spoon
Logik=Logic
Lohn=Wage
Loschen Geloscht Loscht=Delet'e Remov'e Eras'e
Losen Losung Losungen Gelost=Solv'e Solut'ion
Losung Losungen=Solut'ion
Luft=Air
Luge Lugen=Lie
Lust=Desir'e
Mai=Mai''y
Makler=Broker
Malen=Paint
Mandant Mandanten=Tenant
Mangel=Lack
Mann=Man
Mark Marken=Mark Brand
Markt=Market
Marz=March
Maschin Maschinen=Machin'e
Maß Maße Maßen=Measur'e Dimens'ion
Mass Massen=Mass
Materi=Materi'al
Mauer Wand=Wall
Mau=Mous'e
Mehrer Mehreren Mehrfach=Sever'al Multipl'e
Mehrheit=Major'ity
Mehrwertsteu=Vat Tax
Meinung Meinungen=Opinion
Meist Meisten=Most
Melden Meldung Meldungen Gemeldet=Report Messag'e
Meldung Meldungen=Messag'e
Meng Mengen=Quantiti''y Amount Set
Merken=Rememb'er Note
Messen Messung Messungen Messwert=Measur'e
Messer=Knife
Miet Mieten=Rent Leas'e
Mindest Mindesten=Minimum Least Lowest
Minut Minuten=Minut'e
Mischen=Mix
Mitarbeit=Employe'e Staff
Mitgli=Member
Mittag=Noon Middai''y
Mitt Mitten Mittel Mittler Mittleren=Middl'e Center Medium
Mittwoch=Wednesdai''y
Modu=Mode
Moglich Moglichkeit=Possibl'e Option
Monat Monaten=Month
Mond=Moon
Montag=Mondai''y
Motor=Motor Engin'e
Mull=Garbag'e Wast'e
Mund=Mouth
Munz Munzen=Coin
Muster=Pattern Sampl'e
Mutter=Mother Nut
Nachfolg=Successor
Nachfrag Nachfragen=Demand
Nachricht Nachrichten=Messag'e News
Nachst Nachsten=Next
Nacht=Night
Nachtlich=Nightli''y
Nachwei=Proof
Nadel=Needl'e
Nagel=Nail
Nahe Nahen=Near Close
Naht=Seam
Name Namen=Name
Nass=Wet
Nebel=Fog
Nehmen Nimmt Genommen=Take
Netz Netzwerk=Network Net
Neu Neue Neuen Neuer=New
Neugierig=Curiou's
Neun=Nine
Neunzig=Nineti''y
Neustart Neugestartet Gestartet Starten=Restart Start
Nie Niemal=Never
Niedrig=Low
Niemand=Nobodi''y
Norden=North
Notfal=Emerg'ency
Notig Notwendig=Necessari''y Need'ed
Notiz Notizen=Note
Null=Zero Null
Nummer Nummern=Number
Nuss=Nut
Nutzen Nutzt Benutzen Benutzt Verwenden Verwendet Verwendung Verwendungen=Us'e Usag'e
Nutzlast=Payload
Oben Ober Oberen=Top Upper Abov'e
Oberflach Oberflachen=Interfac'e Ui Surfac'e
Oberst Obersten=Top
Ofen=Oven Kiln Furnac'e
Offen Offnen Geoffnet Offnungszeiten=Open
Offentlich Veroffentlichen Veroffentlicht=Public Publish
Offnen=Open
Oft Haufig=Often Frequent
Ohr=Ear
Oktob=Octob'er
Ol=Oil
Opfer=Victim
Ordner Verzeichni=Folder Directori''y
Ordnung Ordnungen=Order
Origin=Origin'al
Ort=Place
Orten Ort=Place Locat'ion Site
Osten=East
Ostern=Easter
Paket Paketen=Packag'e Parcel
Palett Paletten=Pallet
Partner=Partner
Paus Pausen=Break Paus'e
Pech=Pitch
Person Personen=Person Peopl'e
Pfad Pfade Pfaden=Path
Pfeil=Arrow
Pferd=Hors'e
Pflege Pflegen Gepflegt=Maintain Mainten'ance Care
Pflicht=Requir'ed Mandatori''y Duti''y
Platt Platten=Disk Plate
Platz Platzen=Seat Space Place
Posten=Item Post
Postleitzahl=Zip Postcod'e
Praktik=Intern
Prasentieren Prasent=Present
Prei Preis Preisen=Price Prize
Probe Proben=Sampl'e Rehears'al
Probieren=Try
Produkt Produkten=Product
Protokol=Log Protocol
Prozent=Percent
Prufen Gepruft Prufung Prufungen Pruft=Check Test Verifi''y Review Audit
Prufsumm Prufsummen=Checksum
Puffer=Buffer
Pump Pumpen=Pump
Punkt Punkten=Point Dot
Quadrat=Squar'e
Qualitat=Qualiti''y
Quartal=Quarter
Quell Quellen=Sourc'e
Quittung Quittungen Beleg=Receipt
Rabatt=Discount
Rad Rader=Wheel Bike
Rahmen=Frame
Rand Rander=Border Margin Edg'e
Rang=Rank
Rasch=Quick
Raten=Guess Rate
Raum Raumen Zimmer=Room Space
Rechen Rechnen Rechner Berechnen Berechnung Berechnungen=Comput'e Calcul'ate
Rechner=Comput'er Host
Rechnung Rechnungen=Invoic'e Bill
Recht Rechten=Permiss'ion Right
Recht=Right
Regal=Shelf Rack
Regel Regeln=Rule
Regen=Rain
Registrieren Registrierung Registrierungen=Regist'er Registr'ation
Reichweit Reichweiten=Rang'e
Reif=Matur'e Ripe
Reih Reihen=Row Seri'es
Reihenfolg Reihenfolgen=Order Sequenc'e
Rein=Pure
Reinigen=Clean
Reis Reisen=Travel Trip
Reparieren Reparatur=Repair
Reservieren Reservierung Reservierungen=Reserv'e
Rest Restlich Restlichen=Rest Remaind'er Remain'ing
Retten=Rescu'e
Richten Richtung Richtungen=Direct'ion
Richtig=Right Correct
Richtlini Richtlinien=Polici''y Guidelin'e
Ring=Ring
Risiko=Risk
Riss=Crack
Rohr=Pipe Tube
Roll Rollen=Role Roll
Rot=Red
Rucken=Back
Ruckgab Ruckgaben=Return
Ruckmeldung Ruckmeldungen=Feedback
Ruckruf=Callback
Rufen Ruft Gerufen=Call Page
Ruhe Ruhen Ruhezeit Ruhig=Quiet Rest Silenc'e
Rund Runden Rundet Gerundet=Round
Runden Rundet=Round
Sach Sachen=Thing
Sagen Sagt Gesagt=Sai''y Said
Salz=Salt
Sammeln Sammlung Sammlungen=Collect
Samstag=Saturdai''y
Sand=Sand
Satz Satzen=Sentenc'e Set Rate
Sauber=Clean
Schaden=Damag'e
Schalten Schalter=Switch Toggl'e
Schalter=Switch Flag
Schatten=Shadow
Schatzen Schatzung Schatzungen=Estim'ate
Schauen=Look
Scheib Scheiben=Disc Pane
Schema=Schema
Schere Scheren=Scissor's
Schicht=Layer Shift
Schicken Gesendet Senden Sendet Schickt Verschicken=Send
Schieben=Push
Schiff Schiffen=Ship Vessel
Schild=Sign Shield
Schlafen Schlaft=Sleep
Schlang Schlangen=Queue Snake
Schlank=Slim
Schlecht=Bad
Schleif Schleifen=Loop
Schließen Schließt Geschlossen=Close Shut
Schloss=Lock Castl'e
Schlussel=Kei''y
Schmal=Narrow
Schmerz=Pain
Schnee Schneen=Snow
Schneiden Schnitt=Cut Slice
Schnell Schneller=Fast Quick
Schnittstel Schnittstellen=Interfac'e Api
Schon=Beauti'ful
Schrag=Slant'ed Obliqu'e
Schrank=Cabinet
Schraub Schrauben=Screw
Schreiben Schreibt Geschrieben=Write Written
Schrift Schriften Schriftart=Font Script
Schritt Schritten=Step
Schuh=Shoe
Schuld=Fault Debt
Schule Schulen=School
Schulter=Shoulder
Schulung Schulungen=Train'ing
Schussel=Bowl
Schutz Schutzen Geschutzt=Protect Guard
Schutzen Schutz=Protect
Schwach=Weak
Schwachstel Schwachstellen=Vulner'ability
Schwarz=Black
Schwell Schwellen Schwellwert=Threshold
Schwer=Heavi''y Hard Difficult
Schwester=Sister
Schwierig=Difficult
Schwimmen=Swim
Sech=Six
Sechzig=Sixti''y
See=Lake Sea
Segel=Sail
Sehen=See
Seil=Rope
Seit Seiten=Page Side
Sekund Sekunden=Second
Selten=Rare Seldom
Septemb=Septemb'er
Setzen Setzt Gesetzt=Set Put
Sicher Sicherheit Sichern Sicherung Sicherungen=Secur'e Safe Backup
Sicherung Sicherungen=Backup
Sicht Sichtbar=Visibl'e View
Sieb=Siev'e
Sieben=Seven
Siebzig=Seventi''y
Sieger=Winner
Signatur Signieren Signiert=Signatur'e Sign
Silber=Silver
Sinken=Sink Drop
Sinn=Sens'e
Sitz Sitzen=Seat Sit
Sitzung Sitzungen=Session
Skript Skripten=Script
Sofort=Immedi'ate
Sohn=Son
Sommer Sommerzeit=Summer
Sonn Sonnen=Sun
Sonntag=Sundai''y
Sorg Sorgen=Worri''y Care
Spalt Spalten=Column Split
Spannung Spannungen=Voltag'e
Spaß=Fun
Spat Spater=Late Later
Speichern Speichert Gespeichert Speicher=Store Save Memori''y Storag'e
Sperrlist Sperrlisten=Blocklist
Spiegel=Mirror
Spiel Spielen=Game Plai''y
Spitz Spitzen=Peak Top
Sprach Sprachen Spricht Sprechen=Languag'e Speak
Springen=Jump
Spur=Trace Trail Track
Stab=Staff Rod
Stadt=Citi''y
Stahl=Steel
Stall=Stabl'e
Stamm=Trunk Root
Stand Stehen Steht=Stand State Statu's
Standard=Default Standard
Standig=Constant
Stark=Strong
Starten=Start Launch
Statt=Instead
Stecker=Plug
Steigen=Rise
Stein=Stone
Stell Stellen=Place Job Posit'ion
Stellvertret=Deputi''y Proxi''y
Steuer Steuern=Tax Control
Stichprob Stichproben=Sampl'e
Stift=Pen
Stil=Style
Stillstand=Downtim'e
Stimm Stimmen=Voic'e Vote
Stoff=Fabric
Stopp Stoppen=Stop
Storno Stornieren Storniert Stornierten=Cancel
Storung Storungen=Fault Incid'ent Disturb'ance
Stoß=Push
Strafe Strafen=Penalti''y
Straße Straßen=Street Road
Streng=Strict
Strich=Line Dash
Strom=Stream Current Power
Stuck=Piec'e Item
Stufe Stufen=Level Step Stage Tier
Stuhl=Chair
Stund Stunden=Hour
Sturm=Storm
Such Suchen Sucht=Search Look
Suden=South
Summ Summen=Sum Total
Tabel Tabellen=Tabl'e
Tafel=Board Panel
Tag Tage Tagen=Dai''y
Tal=Vallei''y
Tasch Taschen=Bag Pocket
Tass Tassen=Cup
Tastatur=Keyboard
Tast Tasten=Kei''y Button
Tatsach Tatsachen=Fact
Taub=Deaf
Tausend=Thousand
Taxi=Taxi
Teil Teilen=Part
Teilnehmen Teilnehm=Particip'ate
Telefon Telefonnumm=Phone Telephon'e
Temperatur Temperaturen=Temperatur'e
Teppich=Carpet
Termin=Date Appoint'ment
Testen Testet Tester=Test Tester
Teuer=Expens'ive
Text=Text
Thema=Topic Subject
Tief Tiefen=Deep Depth
Tief Tiefen=Depth
Tier Tieren=Anim'al
Tisch=Tabl'e Desk
Titel=Titl'e
Tochter=Daughter
Tod=Death
Toleranz=Toler'ance
Ton=Sound Tone
Topf=Pot
Tor=Gate Goal
Tot=Dead
Tragen=Carri''y Wear
Traum=Dream
Treiber=Driver
Trennen=Split Separ'ate
Trepp Treppen=Stair's
Tresor=Vault Safe
Treten Tritt=Occur
Treue Treuen=Loyalti''y
Trichter=Funnel
Trocken=Dry
Tropfen=Drop
Tur=Door
Turm=Tower
Turnier=Tournament
Uben Ubung=Exercis'e Practic'e
Uberblick=Overview
Uberlappen Uberlappung Uberlappungen=Overlap
Uberlauf=Overflow
Ubernehmen Ubernahm Ubernahmen=Take Takeov'er Adopt
Uberraschen=Surpris'e
Uberschreiten Uberschritten=Exce'ed
Uberschrift=Head'ing Headlin'e
Ubersehen=Overlook
Ubersetzen Ubersetzung Ubersetzungen Ubersetz=Translat'e
Ubersetzung Ubersetzungen=Translat'ion Local'e
Uberspringen Ubersprungen=Skip
Ubertragen Ubertragung Ubertragungen=Transfer Transmit
Uberwachen Uberwachung Uberwachungen=Monitor Watch
Uberweisen=Transfer Remit
Uberzeugen=Convinc'e
Ubrig=Left Remain'ing
Ufer=Shore
Uhr Uhrzeit=Clock Time
Umbau Umbauen=Rebuild Refactor
Umbenennen Umbenannt=Renam'e
Umfang=Scope Extent
Umgebung Umgebungen=Environ'ment
Umgebungsvari Umgebungsvariablen=Env Variabl'e Environ'ment
Umgehen Umgehung Umgehungen=Workaround Bypass Handl'e
Umlauf=Circul'ation
Umleiten Umleitung Umleitungen=Redirect
Umrechnen=Convert
Umsatz=Revenu'e Turnov'er
Umschalten=Switch Toggl'e
Umsetzen Umsetzung Umsetzungen=Implement
Umziehen Umzug=Move Reloc'ation Migrat'e
Unabhangig=Independ'ent
Unbekannt=Unknown
Unfal=Accid'ent
Ungefahr=About Approxim'ately
Ungultig=Invalid
Unten Unter Unteren=Bottom Lower Below
Unterbrechen Unterbrechung Unterbrechungen=Interrupt
Unterlagen=Document's
Unternehmen=Compani''y Enterpris'e
Unterschi Unterscheiden Unterscheidet=Differ'ence
Unterschrift Unterschreiben=Signatur'e Sign
Unterstutzen Unterstutzung Unterstutzungen Unterstutzt=Support
Untersuchen=Investig'ate Examin'e
Unterweg=Transit
Urlaub=Vacat'ion Holidai''y
Ursach Ursachen Grund=Caus'e Reason
Urteil=Judgement Verdict
Variabl Variablen=Variabl'e
Vater=Father
Veraltet=Outdat'ed Stale Deprec'ated
Veranstaltung Veranstaltungen=Event
Verantworten Verantwortlich=Respons'ible Owner Charg'e
Verarbeiten Verarbeitet Verarbeitung Verarbeitungen=Process Handl'e
Verbessern Verbesserung Verbesserungen=Improv'e
Verbieten=Forbid
Verbinden Verbindung Verbindungen=Connect'ion
Verbindung Verbindungen Verbinden Verbunden=Connect'ion
Verboten=Forbidden
Verbrauch Verbrauchen=Consumpt'ion Consum'e
Verbreiten=Spread
Verdacht=Suspicion Suspect
Verdrangen=Evict
Verein=Club
Vereinbaren Vereinbarung Vereinbarungen=Agre'e Agreement
Vererben=Inherit
Verfahren=Procedur'e Method
Verfallen Verfallt=Expir'e
Verfugbar Verfugbarkeit=Avail'able
Vergangen=Past
Vergeben=Assign
Vergessen=Forget
Vergleich Vergleichen Verglichen=Compar'e Comparison
Vergroßern=Enlarg'e Scale
Verhalten=Behaviour Behavior
Verhaltni=Ratio
Verhindern=Prevent
Verkauf Verkaufen=Sale Sell
Verkehr=Traffic
Verkleinern=Shrink Resiz'e
Verlangen=Demand
Verlangern=Extend Renew
Verlassen=Leav'e
Verletzen=Violat'e
Verlieren Verlust Verloren=Loss Lose Lost
Vermeiden Vermieden=Avoid
Vermuten Vermutung Vermutungen=Suspect Guess
Vernichten=Destroi''y
Veroffentlichen Veroffentlichung Veroffentlichungen=Publish Releas'e
Verpacken Verpackung Verpackungen=Packag'e
Verpassen=Miss
Verriegeln=Lock
Verschicken Versand Versenden Verschickt=Ship Send
Verschieben Verschoben=Move
Verschieden=Differ'ent
Verschlusseln Verschlusselung Verschlusselungen=Encrypt
Verschwinden=Disappear
Versehen=Mistak'e
Versicherung Versicherungen=Insur'ance
Version Versionen=Version
Versorgen Versorgung Versorgungen=Suppli''y
Versprechen Versprochen Zugesagt Zusagen=Promis'e
Verstecken Versteckt=Hide Hidden
Verstehen=Understand
Versuch Versuchen=Attempt Retri''y Try
Verteilen Verteilt=Distribut'e
Vertrag Vertragen=Contract Agreement
Vertrauen=Trust
Vertret Vertretung Vertretungen=Repres'entative
Verursachen=Caus'e
Verwalten Verwaltung Verwaltungen Verwalt=Admin Manag'e Administr'ator
Verweigern=Deni''y Refus'e
Verwei Verweisen=Refer'ence Link
Verwerfen Verworfen=Discard Reject
Verzeichni=Directori''y Folder
Verzogern Verzogerung Verzogerungen=Delai''y
Viel Vielen=Mani''y
Vier=Four
Vierzehn=Fourteen
Vierzig=Forti''y
Vogel=Bird
Voll=Full
Volllast=Full Load
Volumen=Volum'e
Vorau=Advanc'e
Voraussetzung Voraussetzungen=Prerequisit'e Requir'ement
Vorbereiten=Prepar'e
Vorgab Vorgaben=Default Requir'ement
Vorgang=Process Oper'ation
Vorgang=Predecessor
Vorgehen=Proce'ed Approach
Vorher=Befor'e Previou's
Vorlag Vorlagen=Templat'e
Vormittag=Morn'ing
Vornam Vornamen=Firstnam'e
Vorrang Prioritat=Prioriti''y
Vorschau=Preview
Vorschlag Vorschlagen=Propos'al Suggest
Vorsicht=Caution Care
Vorsitz=Chair
Vorstand=Board
Vorstellen=Imagin'e Introduc'e Present
Vorteil=Advantag'e
Vortrag=Talk Lectur'e
Wachsen Wachst Wachstum=Grow Growth
Wagen=Car Dare
Wahl Wahlen Gewahlt=Choic'e Elect'ion Choos'e
Wahr=True
Wahrscheinlich=Probabl'e Like'ly
Wahrung Wahrungen=Currenc'y
Wald=Forest
Wandeln Umwandeln=Convert
Ware Waren=Good's
Warm Warmen=Warm Heat
Warnen Warnung Warnungen Warnt=Alert Warn'ing
Warten Wartet Wartezeit=Wait
Warteschlang Warteschlangen=Queue
Wartung Wartungen=Mainten'ance
Wartungsfenst=Mainten'ance Window
Waschen=Wash
Wasser=Water
Wechseln Wechsel=Switch Chang'e Exchang'e
Wecken=Wake
Weg Wege Wegen=Wai''y Path
Weich=Soft
Weihnachten=Christma's
Weiß=White
Weit=Far Wide
Weitergeben Weiterleiten=Forward Pass
Weiterleitung Weiterleitungen=Forward Redirect
Well Wellen=Wave
Welt=World
Wenden=Turn
Werbung Werbungen=Advertis'ing Ad
Werden=Becom'e
Werfen Wirft Geworfen=Throw Rais'e
Werk=Plant Factori''y Work
Werkzeug=Tool
Wert Werten=Valu'e Worth
Wetter=Weather
Wichtig=Import'ant
Widerrufen=Revok'e
Widersprechen=Contradict
Wiederherstellen Wiederherstellung Wiederherstellungen=Restor'e Recov'er Recoveri''y
Wiederholen Wiederholung Wiederholungen=Retri''y Repeat
Wiegen Wiegt=Weigh Weight
Willkommen=Welcom'e
Wind=Wind
Winkel=Angl'e
Winter=Winter
Wirken Wirkung Wirkungen=Effect
Wissen=Know Knowledg'e
Woch Wochen Wochentlich=Week Weekli''y
Wochenend Wochenenden=Weekend
Wohnen Wohnung Wohnungen=Live Flat Apart'ment
Wolk Wolken=Cloud
Wort Worter=Word
Wunsch=Wish
Wurf=Throw
Wurfel=Dice Cube
Wurzel=Root
Zahl Zahlen=Number
Zahlen Zahlt Zahler=Count Counter
Zahn=Tooth
Zehn=Ten
Zeichen=Charact'er
Zeichnen Zeichnung Zeichnungen=Draw
Zeigen Zeigt=Show
Zeiger=Pointer
Zeil Zeilen=Line Row
Zeit Zeiten=Time
Zeitplan=Schedul'e Cron
Zeitpunkt=Moment Time
Zeitstempel=Timestamp
Zeituberschreitung Zeituberschreitungen=Timeout
Zeitung Zeitungen=Newspap'er
Zeitzon Zeitzonen Zone Zonen=Timezon'e Zone
Zell Zellen=Cell
Zelt=Tent
Zentral=Central
Zerlegen=Decompos'e
Zerstoren Zerstort=Destroi''y
Zertifikat=Certif'icate
Zeugni=Certif'icate
Ziehen Zieht=Pull Draw
Ziel Zielen=Target Goal Destin'ation
Zimmer=Room
Zin=Interest
Zitat=Quot'e
Zoll=Custom's Inch
Zone Zonen=Zone
Zufal Zufallig=Random Chanc'e
Zug Zuge Zugen=Train
Zugang Zugriff Zugangen Zugangsdaten Zugriffen=Access Credenti'als Login
Zugangsdaten=Credenti'als
Zulassen Zulassig=Allow Admiss'ible Permit'ted
Zunahm Zunahmen=Increas'e
Zung Zungen=Tongu'e
Zuordnen Zuordnung Zuordnungen Zuweisen Zugewiesen Zuweisung Zuweisungen=Assign Map
Zuruck=Back Return
Zurucknehmen Zurucksetzen Zurucksetzt=Revert Reset
Zusammen=Togeth'er
Zusammenfassen Zusammenfassung Zusammenfassungen=Summaris'e Summari''y
Zusammenfuhren Gemerg=Merg'e
Zusatzlich=Addit'ional Extra
Zuschauer=Viewer Audienc'e
Zuschlag=Surcharg'e
Zustand Zustanden=State Condit'ion
Zustandig Zustandigen Zustandigkeit=Respons'ible Owner Charg'e
Zustellen Zustellung Zustellungen=Deliv'er Deliveri''y
Zustimmen Zustimmung Zustimmungen=Consent Approv'al Agre'e
Zuverlassig=Reliabl'e
Zwang=Must Forc'e
Zwanzig=Twenti''y
Zweck=Purpos'e
Zwei=Two
Zweig Zweigen=Branch
Zweit Zweiten Zweiter=Second
Zwischenspeich Zwischenablag Zwischenablagen=Cach'e Clipboard
Zwolf=Twelv'e
Abfrageinterval Interval=Interv'al
Abgerundet Aufgerundet Gerundet Runden=Round
Abhangen=Depend
Absichern Gesichert Sichern=Secur'e Save Backup
Abziehen Abgezogen Abzug=Subtract Deduct
Administr=Admin Administr'ator
Akzeptieren Akzeptiert=Accept
Alarm Alarmen Alarmieren=Alarm Alert
Aktiv Aktivieren Aktiviert Inaktiv=Activ'e Enabl'e
Analys Analysen Analysieren=Analysi's Analyz'e
Anwalt Anwaltin Jurist=Lawyer
Arbeitet=Work
Architektur=Architectur'e
Attribut Attributen=Attribut'e
Audit Prufbericht=Audit
Aufgeben=Give Quit
Auflag Auflagen=Requir'ement Condit'ion
Aufwachen=Wake
Ausgerollt=Roll'ed Rollout Deploi''y
Auslos Auslosen Ausgelost=Trigger
Auto Fahrzeug=Car Vehicl'e
Backend=Backend
Barrierefreiheit=Access'ibility
Basi Basieren=Base Basi's
Bauen Gebaut Baut=Build Built
Beginn=Start Begin'ning
Benutzen Benutzt Benutzung Benutzungen Verwenden Verwendet Verwendung Verwendungen Nutzt Genutzt Nutzung Nutzungen=Us'e Usag'e
Benutz Benutzerin Nutzer Nutzerin=User
Benutzernam Benutzernamen Nutzernam Nutzernamen=Usernam'e
Betreuen Betreut Betreuer=Maintain Manag'e Respons'ible
Bibliotheken=Librari''y
Bildgroße Bildgroßen=Imag'e Size
Budget Etat=Budget
Cloud=Cloud
Codenam Codenamen Decknam Decknamen=Codenam'e
Dashboard Ubersichtsseit Ubersichtsseiten=Dashboard
Datensatz Datensatzen=Record Row
Debuggen=Debug
Deployen Ausbringen=Deploi''y
Dezimalstel Dezimalstellen Nachkommastel Nachkommastellen=Decim'al Place's Digit
Digit=Digit'al
Direkt=Direct
Drosseln Gedrosselt Drosselung Drosselungen=Throttl'e Limit
Effekt Wirkung Wirkungen=Effect
Eigentum Inhab Besitzt=Owner Own
Eingecheckt Einchecken=Check Commit
Eingehend=Incom'ing
Einheitlich=Uniform Consist'ent
Einstiegspunkt=Entri''y Point
Einzig Einzigen=Onli''y Sole
Element Elementen=Element Item
Email Mail Post=Mail Email
Erganzung Erganzungen=Addit'ion
Exakt=Exact
Experi=Experi'ment
Export Exportieren Exportiert=Export
Extern Externen=Extern'al
Fachlich=Domain Function'al
Faktor=Factor
Fehlerbudget=Error Budget
Fehlschlag Fehlschlagen Fehlversuch Fehlversuchen=Failur'e Fail'ed Attempt
Fehlgeschlagen Fehlgeschlagenen Scheitert Scheitern Gescheitert Schlagt Schlug=Fail Failur'e
Finanz Finanzen Finanzamt Steuerbehord Steuerbehorden=Financ'e Tax Offic'e
Format Formaten Formatieren=Format
Fortsetzen Fortgesetzt=Resum'e Continu'e
Freigeben Genehmigen Genehmigung Genehmigungen=Approv'e Releas'e
Gatewai=Gatewai''y
Gegenstel Gegenstellen=Peer
Gemergt Zusammengefuhrt=Merg'e
Gener=Gener'ator
Geplant Planen Plant Planung Planungen=Plan Schedul'e
Geschutzt=Protect'ed
Gestartet=Start
Gleichzeitig Gleichzeitigen Parallel=Parallel Concurr'ent
Grenz Grenzen Grenzwert Obergrenz Obergrenzen Untergrenz Untergrenzen Begrenzt Begrenzung Begrenzungen=Limit Bound
Gruppieren=Group
Haltbarkeit=Retent'ion Lifetim'e
Hauptzweig Hauptast=Main Branch
Herstellung Herstellungen=Product'ion
Hinwei Hinweis Hinweisen=Note Hint Notic'e
Hochfahren=Boot Start
Identisch=Ident'ical Same
Ide Ideen=Idea
Import Importieren Importiert=Import
Infrastruktur=Infrastructur'e
Inform Informationen=Inform'ation Info
Initialisieren=Initi'alize
Integr Integrieren=Integr'ation
Intern Internen=Intern'al
Isolieren Isoliert=Isol'ate
Ist Zustand=State
Job Auftragslauf=Job
Kalend=Calendar
Karenzzeit Schonfrist=Grace Period
Kaltstart=Cold Start
Kennzahl Kennzahlen Messgroße Messgroßen Metrik Metriken=Metric
Klartext=Plain
Klick Klicken=Click
Knotenpunkt=Node
Kodierung Kodierungen Zeichensatz Zeichenkodierung Zeichenkodierungen=Encod'ing Charset
Kompilieren=Compil'e
Komprimieren Kompress Komprimierung Komprimierungen=Compress
Konflikt=Conflict
Konstant Konstanten=Constant
Kontakt=Contact
Kontext=Context
Konting Quot Quoten=Quota
Konvent=Convent'ion
Konvertieren Umwandeln Umgewandelt=Convert
Kopfzeil Kopfzeilen Header=Header
Kreditkart Kreditkarten=Credit Card
Kunden Kundin=Custom'er Client
Lastspitz Lastspitzen=Peak Load
Laufzeit=Runtim'e Durat'ion
Leitung Leitungen=Line
Lesbar=Readabl'e
Liegt Liegen=Lie Locat'ed Store'd Live
Limitieren Limitiert=Limit
Lizenz Lizenzen Lizenziert=Licens'e Licenc'e
Log Logdatei=Log
Login=Login
Manuel Handisch=Manual
Markieren Markierung Markierungen=Mark Label
Massenhaft=Bulk
Medium=Medium
Meilenstein=Mileston'e
Mehrfach=Multipl'e
Meldung Meldungen=Messag'e Notic'e
Messwert Messwerten Messung Messungen Messdaten=Measur'ement Valu'e Read'ing
Method Methoden=Method
Migrieren=Migrat'e
Model Modellen=Model
Modul Modulen=Modul'e
Modulpfad=Modul'e Path
Monatlich=Monthli''y
Nachtlauf Nachtschicht=Nightli''y Night Run Shift
Neustarten Startet=Restart Start
Nutzungsbedingungen=Term's
Objekt Objekten=Object
Offlin Offlinen=Offlin'e
Oper=Oper'ation
Option Optionen=Option
Pagin=Pagin'ation
Paramet=Paramet'er
Partit=Partit'ion
Passwort=Password
Pflichtfeld=Requir'ed Field
Plan Plane Planen Tarif Tarifen=Plan Tariff
Plattform=Platform
Plugin Erweiterung Erweiterungen=Plugin Extens'ion
Pool=Pool
Prafix Vorsilb Vorsilben=Prefix
Praxi=Practic'e
Prioritat=Prioriti''y
Privat=Privat'e
Problem Problemen=Problem Issu'e
Produkt Produktiv Produktivsystem=Product'ion
Profil Profilen=Profil'e
Programm Programmen=Program
Projekt Projekten=Project
Prozess Prozessen=Process
Quelltext Quellcod Quellcoden=Sourc'e Code
Queri=Queri''y
Reagieren Reaktion=React Respons'e
Redesign Neugestaltung Neugestaltungen=Redesign
Regelmaßig=Regular
Reservierung Reservierungen=Reserv'ation
Ressourc Ressourcen=Resourc'e
Rollback Zuruckrollen=Rollback Roll
Router=Router
Schlusselwort=Keyword
Schnittstellen=Interfac'e Api
Schulungsraum=Train'ing Room
Sensor Sensoren Fuhler=Sensor
Server=Server
Servic Servicen=Servic'e
Signal=Signal
Simul Simulieren=Simul'ate
Skalieren Skalierung Skalierungen=Scale
Softwar Softwaren=Softwar'e
Sortieren Sortierung Sortierungen=Sort
Speicherleck=Memori''y Leak
Speicherort Speicherplatz=Locat'ion Storag'e Space
Spezifik=Specif'ication Spec
Sprint=Sprint
Stage Vorstuf Vorstufen=Stage''ing
Stabil=Stabl'e
Statisch=Static
Statu=Statu's
Stempel=Stamp
Stundensatz=Hourli''y Rate
Suffix Nachsilb Nachsilben=Suffix
Symbol Symbolen=Symbol Icon
System Systemen=System
Tabellen=Tabl'e
Taglich=Daili''y
Team Mannschaft=Team
Technik Technisch=Technic'al
Teilen Teilt Geteilt=Share Split Divid'e
Templat Templaten Muster=Templat'e Pattern
Testdaten=Test Data Fixtur'e
Testfal=Test Case
Testkart Testkarten=Test Card
Thema Themen=Topic Theme
Timeout=Timeout
Tonn Tonnen=Ton
Transakt=Transact'ion
Transport=Transport
Typ Typen=Type
Uberpruft=Check
Uberschrieben Uberschreiben=Overwrit'e Overrid'e
Umgezogen Umzug=Move Migrat'e
Umgestellt Umstellung Umstellungen=Switch Chang'e
Unterzeichnen Unterschrieben=Sign
Updat Updaten=Updat'e
Validieren=Valid'ate
Verarbeitung Verarbeitungen Verarbeitet=Process
Verbrauch Konsument Konsumenten=Consum'er
Verfugbarkeit=Avail'ability
Verlauf=Histori''y
Verlaufen=Run
Version=Version
Verweisen=Refer Point
Verwiesen=Refer
Viren Viru=Viru's
Vollstandig=Complet'e Full
Vorfal=Incid'ent Outag'e
Vorgeschrieben=Requir'ed Mandatori''y
Vorlagen=Templat'e
Vorschauen=Preview
Wann=When
Wahl Wahlen Gewahlt=Choos'e Select
Warteschlangen=Queue
Wartet Wartezeit=Wait
Weiterleiten=Forward Redirect
Wiederholung Wiederholungen Wiederholt Wiederholungsversuch=Retri''y Repeat
Wiederherstellung Wiederherstellungen=Recoveri''y Restor'e
Wochentlich=Weekli''y
Zahlung Zahlungen Bezahlung Bezahlungen=Payment
Zeichenkett Zeichenketten=String
Zeigt=Show Point
Zielt=Target
Zertifik Zertifikaten=Certif'icate
Zeitform=Tens'e
Zugelassen=Allow'ed Permit'ted
Zugriff Zugriffen Zugreifen=Access
Zukunft=Futur'e
Zwischenraum=Space Gap
Zyklu Zirkular=Cycl'e Circular
Regal Regalen=Shelf Rack
Schuh Schuhe Schuhen=Shoe
Kleidung Kleidungen=Cloth'es
Gutschein Gutscheinen Gutscheincod Gutscheincoden=Voucher Coupon
Aktionsprei Sonderprei=Sale Price
Mengenrabatt=Quantiti''y Discount
Treueprogramm=Loyalti''y Programm'e
Retour Retouren Rucksendung Rucksendungen Zuruckgeschickt Zuruckgeschickten=Return
Retourenfrist=Return Period
Erstattung Erstattungen Erstatten Ruckzahlung Ruckzahlungen=Refund
Umtausch Umtauschen=Exchang'e
Verpackung Verpackungen Verpacken Geschenkverpackung Geschenkverpackungen=Packag'ing Wrap'ping
Geschenk Geschenken=Gift Present
Warenkorb Einkaufswagen=Cart Basket
Kassenbon Bon Quittung Quittungen=Receipt
Etikett Etiketten=Label Sticker
Palett Paletten=Pallet
Stapler Gabelstapl=Forklift
Lieferschein=Deliveri''y Note
Liefertag Liefertagen Lieferung Lieferungen=Deliveri''y
Versandkosten Porto=Ship'ping Cost Postag'e
Zustel Bote Boten=Courier
Weihnachten Weihnachtsgeschaft=Christma's
Ostern=Easter
Mess Messen=Fair
Filial Filialen=Store Branch
Handler=Dealer Merchant Retail'er
Herstel=Manufactur'er Vendor
Mark Marken=Brand
Muster=Pattern Sampl'e
Stuckzahl Stuck Stucken=Piec'e Quantiti''y
Zentimet=Centimetr'e Centimet'er
Millimet=Millimetr'e Millimet'er
Kilomet=Kilometr'e Kilomet'er
Liter=Litr'e Liter
Gramm=Gram
Newton=Newton
Drehmoment=Torqu'e
Drehzahl=Speed Rpm
Greifer=Gripper
Griff Griffen Greifen Gegriffen=Grip Pick Handl'e
Gelenk Gelenken=Joint
Ellbogen Ellenbogen=Elbow
Schulter=Shoulder
Handgelenk=Wrist
Arm Armen=Arm
Fahrzeug Fahrzeugen=Vehicl'e
Maher Rasenmah=Mower
Drohn Drohnen=Drone
Landen Landung Landungen Gelandet=Land
Ki Schotter=Gravel
Pfad Pfade Pfaden=Path
Pfadplan Wegplan Planer=Planner
Hinderni Hinderniss Hindernissen=Obstacl'e
Stoßstange Stoßstangen=Bumper
Ladestand Ladezustand=Charg'e Batteri''y
Ladest Dockingst=Station Dock
Aufladen Geladen=Charg'e
Spannung Spannungen=Voltag'e
Strom=Current Power
Widerstand=Resist'ance Resistor
Druckluft=Compress'ed Air
Kalibrierung Kalibrierungen Kalibrieren Kalibriert=Calibr'ation
Pixel Bildpunkt=Pixel
Lins Linsen Objektiv=Len's
Robot=Robot
Forderband=Conveyor
Werkstuck=Workpiec'e Part
Press Pressen=Press
Schraub Schrauben=Screw Bolt
Feder=Spring
Rad Rader=Wheel
Reifen=Tyre Tire
Brems Bremsen=Brake
Lenkung Lenkungen Lenken=Steer'ing
Spieler Spielerin=Player
Spielstand Spielstanden Speicherstand=Save Game Savegam'e
Gegner Feind Feinden=Enemi''y Oppon'ent
Endgegn=Boss
Kampf Kampfen Bosskampf Bosskampfen=Fight Battl'e
Waff Waffen=Weapon
Rustung Rustungen=Armor Armour
Schild=Shield
Schwert=Sword
Ratsel=Puzzl'e Riddl'e
Aufgab Aufgaben Quest=Quest Task
Belohnung Belohnungen Belohnen=Reward
Punkt Punkten Punktestand=Point Score
Rund Runden=Round
Mannschaft=Team
Wolf Wolfen=Wolf
Drach Drachen=Dragon
Burg Schloss=Castl'e
Verli Kerker=Dungeon
Zauber Zauberspruch=Spell Magic
Szene Szenen=Scene
Ruckeln Ruckelt=Stutter
Patient Patienten Patientin=Patient
Arzt Arzten Arztin=Doctor Physician
Uberweisung Uberweisungen=Referr'al Transfer
Uberweisungsformular=Referr'al Form
Einwilligung Einwilligungen Einwilligen=Consent
Einwilligungsformular Einverstandniserklarung Einverstandniserklarungen=Consent Form
Narkos Narkosen Betaubung Betaubungen=Anaesthesia Anesthesia
Oper Op Eingriff=Surgeri''y Oper'ation
Befund Befunden=Find'ing Result
Untersuchung Untersuchungen Untersuchen Untersucht=Examin'ation Exam
Rontgen Rontgenbild=X Rai
Spritz Spritzen Impfung Impfungen Impfen=Inject'ion Vaccin'ation
Medika Medikament Medikamenten Arznei=Medicin'e Medic'ation Drug
Dosi Dosierung Dosierungen=Dose Dosag'e
Allergi Allergien=Allergi''y
Blutdruck=Blood Pressur'e
Blut=Blood
Krankenhau Klinik Kliniken=Hospit'al Clinic
Krankenkass Krankenkassen=Insur'ance
Rezept Rezepten=Prescript'ion Recip'e
Sprechstund Sprechstunden=Consult'ation Hour's
Termin Terminen Terminerinnerung Terminerinnerungen=Appoint'ment
Wartezimm=Wait'ing Room
Pflege Pflegen=Care
Notfal Notfallen=Emerg'ency
Anonymisieren Anonymisiert=Anonymis'e Anonym'ize
Fragebogen=Questionnair'e
Nachtlauf Nachtlaufen=Nightli''y Run
Zeilenumbruch=Newlin'e
Artikel=Articl'e Item
Palettendetektor=Pallet Detector
Trainingsdaten=Train'ing Data
Warteraum Lobbi=Lobbi''y
Wartet Gewartet=Wait
Ungultig Ungultigen=Invalid
Hochsten Maxim=Most Maximum
Mindesten Minim=Least Minimum
Bevorzugen Bevorzugt=Prefer
Kombinieren Kombiniert Kombinierbar=Combin'e
Verarbeiten Verarbeitet=Process
Verspatet Verspatung Verspatungen Verspateten=Late Delai''y
Ausgeliefert Ausliefern=Deliv'er Ship
Befullen=Fill
Aussortieren Sortieren Sortiert=Sort
Runden Gerundet=Round
Schule Schulen=School
Lehrer Lehrerin=Teacher
Insel Inseln=Island
Wind=Wind
Wetter=Weather
Himmel=Sky
Wald Walder=Forest Wood
Baum Baumen=Tree
Farbton Farbtonen=Shade Colour
Zinsen Zin=Interest
Konto Konten=Account
Mahnung Mahnungen=Remind'er Dun'ning
Vertrag Vertragen=Contract
Unterschrift Unterschreiben Unterschrieben=Signatur'e Sign
Stempel=Stamp
Anwalt Anwaltin=Lawyer
Gericht=Court
Miet Mieten=Rent
Wohnung Wohnungen=Apart'ment Flat
Mobel=Furnitur'e
Kuch Kuchen=Kitchen
Koch Kochin=Cook Chef
Gericht Speis Speisen=Dish Meal
Zutat Zutaten=Ingredi'ent
Ofen Brennofen=Kiln Oven
Schalter=Switch
Steckdos Steckdosen=Socket
Leitung Leitungen=Line Pipe
Ventil=Valv'e
Pump Pumpen=Pump
Behalt=Contain'er Tank
Messen Messung Messungen Gemessen=Measur'e
Messwert Messwerten=Read'ing Valu'e
Zahler Zahlerstand=Counter Meter
Verschluckt Verschlucken=Choke
Spitzenwert Maximum=Peak Maximum
Belegt Verwendet=Us'ed
Stund Stunden Zeiten Offnungszeiten=Hour
Auftragnehm Freiberufl=Contractor Freelanc'er
Lehrl Azubi=Apprentic'e
Rufbereitschaft=Oncal'l
Norm=Standard
Absprach Absprachen Beschluss Beschlossen Beschließen=Agreement Decis'ion Decid'ed
Mitteilung Mitteilungen=Notic'e Messag'e
Unsichtbar=Invis'ible Hidden
Ortlich=Local
Nah Nahe Nahen=Near Close
Vorn Vornen=Front
Dunn=Thin
Einfach=Simpl'e Easi''y
Billig Gunstig=Cheap
Formel Formeln=Formula
Mindestgroße Mindestgroßen=Minimum Size
Hochstgroße Hochstgroßen=Maximum Size
Vorrat Vorraten=Stock Suppli''y
Sendung Sendungen=Shipment Parcel
Umschlag=Envelop'e
Entschlusseln Entschlusselt=Decrypt
Streuwert=Hash
Uberflussig=Superflu'ous Redund'ant
Neuest Neuesten Neuester=Newest Latest
Altest Altesten=Oldest
Vorherig Vorherigen=Previou's
Viertel=Quarter
Einmalig Eindeutig=Uniqu'e Onc'e
Mehrdeutig=Ambigu'ous
Beschaftigt=Busi''y
Laufend=Run'ning
Ursprung Ursprungen Herkunft=Origin
Phase Phasen=Phase Stage
Ziffer Ziffern=Digit
Schriftgroße Schriftgroßen=Font Size
Diagramm Diagrammen=Chart Diagram
Strang Strangen=Thread Strand
Lini Linien=Line
Einzug=Indent
Umbruch=Break Wrap
Zuletzt=Last
Vorbereiten Vorbereitet Vorbereitung Vorbereitungen=Prepar'e
Nachsehen Nachschauen=Check Look
Gehort Gehoren=Belong Own
Bekommen Bekommt Erhalten Erhalt=Get Receiv'e
Behalten Behalt=Keep
Vergeben Vergibt=Assign Give
Betragen Betragt=Amount
`

export const JAPANESE_ROWS = `
エラ ラー=Error
エン ンジ ジン=Engin'e
キャ ャッ ッシ シュ=Cach'e
キュ ュー=Queue
クラ ライ イア アン ント=Client
コミ ミッ ット=Commit
コー ード=Code
サイ イズ=Size
サー ーバ バー=Server
タグ=Tag
ツー ール=Tool
テス スト=Test
ディ ィレ レク クト トリ=Directori''y
デザ ザイ イン 見た た目=Design
デプ プロ ロイ=Deploi''y
デー ータ=Data
デー ータ タベ ベー ース=Databas'e
ドメ メイ イン=Domain
ネッ ット トワ ワー ーク=Network
バッ ック クア アッ ップ=Backup
バー ージ ジョ ョン=Version
パス=Path
パス スワ ワー ード=Password
ビル ルド=Build
ファ ァイ イル=File
フォ ォル ルダ=Folder Directori''y
ブラ ラン ンチ=Branch
プロ ロキ キシ=Proxi''y
ホス スト=Host
ボタ タン=Button
ポー ート=Port
マー ージ=Merg'e
メー ール=Mail Email
ユー ーザ ザー=User
ライ イブ ブラ ラリ=Librari''y
リリ リー ース=Releas'e
レビ ビュ ュー=Review
ログ=Log
ログ グア アウ ウト=Logout
ログ グイ イン=Login
一覧=List
上司=Boss Manag'er
上限=Limit Maximum
下限=Minimum Limit
不具 具合=Bug
不足=Shortag'e Miss'ing
並び び替 替え=Sort
予定 計画=Plan Schedul'e
予約=Book Reserv'e
今週=Week
仕様 様書=Specif'ication Spec
件名=Subject
会員=Member
会社=Compani''y
会議=Meet'ing
会議 議室=Meet'ing Room
位置=Posit'ion
住所=Address
何回 回数=Time's Mani''y Count
例外=Except'ion
依存=Depend'ency
価格 値段=Price
保存=Store Save
保存 存先=Locat'ion Store'd
倉庫=Warehous'e
停止=Stop
入力=Input
公開=Publish Releas'e Public
内線=Extens'ion
再試 試行 リト トラ ライ=Retri''y
再起 起動=Restart
写真=Photo
出力=Output
分=Minut'e
切断=Disconnect
列=Column
利用 用者=User
制限=Limit Restrict'ion
削除=Delet'e Remov'e
割引=Discount
動画=Video
午前=Morn'ing Am
午後=Afternoon Pm
印刷=Print
却下=Reject
受信=Receiv'e
名前 名称=Name
商品=Product Item
国=Countri''y
土曜 曜日=Saturdai''y
在庫=Stock Inventori''y
型=Type
場所=Place Locat'ion
変数=Variabl'e
変更=Chang'e
大き きさ サイ イズ=Size
失敗=Fail Failur'e
契約=Contract
宛先=Recipi'ent
実装=Implement
容量=Capac'ity Size
幅=Width
年=Year
店 店舗=Shop Store
引数=Argument
復元=Restor'e
性能=Perform'ance
成功=Success
手動=Manual
承認=Approv'al
担当 当者 当し=Respons'ible Owner Charg'e
拡張 張子=Extens'ion
接続=Connect'ion
接頭 頭辞=Prefix
支払=Payment Pai''y
文字=Charact'er Text
文字 字コ コー ード=Encod'ing
文字 字列=String
文書=Document
料金=Fee Price
日付=Date
日後=Dai''ys After
日曜 曜日=Sundai''y
日本 本語=Japanes'e
時間=Time Hour
暗号 号化=Encrypt'ion
曜日=Dai''y
更新=Updat'e
書き き込 込み=Write
書類 文書=Document
最大=Maximum Max
最小=Minimum Min
月=Month
月曜 曜日=Mondai''y
有効=Valid Enabl'ed
有効 効期 期限 期間=Expiri''y Expir'e Valid'ity Deadlin'e Period
期限=Deadlin'e Expir'e
木曜 曜日=Thursdai''y
本番 番環 環境=Product'ion
来週=Week
桁 桁数 何桁=Digit's Length
検索=Search
検証=Verifi''y Stage''ing Test
権限=Permiss'ion
毎日=Daili''y
毎月=Monthli''y Month
毎週=Weekli''y Week
水曜 曜日=Wednesdai''y
決済 支払 払い 払う=Payment Pai''y Checkout
注文=Order
添付=Attach'ment
温度=Temperatur'e
火曜 曜日=Tuesdai''y
無効=Invalid Disabl'ed
環境=Environ'ment
申請=Request Appli''y Applic'ation
画像 写真=Imag'e Pictur'e Photo
画面=Screen Page
番号=Number Id
登録=Regist'er Registr'ation
監視=Monitor
監視 視す する=Monitor
社員=Employe'e
秒=Second
移行=Migrat'ion
税 税金=Tax
管理=Admin Administr'ator Manag'e
管理 理者=Administr'ator Admin Manag'e
終了=End Finish Stop
締め め切 切り=Deadlin'e
締め め日=Close''ing Deadlin'e
翻訳=Translat'ion
背景=Background
自動=Automat'ic
色=Color Colour
英語=English
行=Row Line
表 テー ーブ ブル=Tabl'e
表示=Show Displai''y
要件=Requir'ement
言語=Languag'e
記録=Record Log
設定=Set'ting Config Configur'ation
設計=Design
証明 明書=Certif'icate
詳細=Detail
認証=Auth Authent'ication
読み み込 込み=Load Read
請求=Invoic'e Bill'ing
請求 求書=Invoic'e Bill
警告=Warn'ing
負荷=Load
起動=Start Boot
返信=Repli''y
追加=Add
退会=Unsubscrib'e
送信=Send
送信 信元 差出 出人=Sender From
通信=Commun'ication
通知 お知 知ら らせ=Notif'ication Notifi''y Notic'e
速い=Fast
速度=Speed
週=Week
遅延 遅い=Delai''y Slow Latenc'y
選択=Select
部署 部門=Depart'ment
配列=Arrai''y
配送 発送=Ship'ping Deliveri''y
重さ 重量=Weight
金曜 曜日=Fridai''y
金額=Amount Price
鍵 キー=Kei''y
長さ=Length
開始=Start Begin
開発=Develop'ment
関数=Function
障害=Outag'e Incid'ent Failur'e
電話=Phone Call
非公 公開=Privat'e
音声=Audio Voic'e
顧客 お客 客様 客=Custom'er Client
高さ=Height
アカ カウ ウン ント=Account
アク クセ セス=Access
アッ ップ プロ ロー ード=Upload
アド ドレ レス=Address
アプ プリ リケ ケー ーシ ショ ョン=App Applic'ation
アラ ラー ート=Alert
アル ルフ ファ=Alpha
イベ ベン ント=Event
イメ メー ージ=Imag'e
イン ンス スタ タン=Instanc'e
イン ンス スト トー ール=Instal'l
イン ンタ ター ーフ フェ ェー ース=Interfac'e
イン ンデ デッ ック クス 索引=Index
イン ンポ ポー ート=Import
ウィ ィン ンド ドウ=Window
ウェ ェブ=Web
エー ージ ジェ ェン ント=Agent
エク クス スポ ポー ート=Export
エミ ミュ ュレ レー ータ=Emul'ator
エラ ラー ーコ コー ード=Error Code
エン ンコ コー ード ーデ ディ ィン ング=Encod'e
エン ンド ドポ ポイ イン ント=Endpoint
オー ーナ ナー=Owner
オプ プシ ショ ョン=Option
オフ フセ セッ ット=Offset
カウ ウン ンタ ター=Counter
カー ード=Card
カテ テゴ ゴリ=Categori''y
カラ ラム=Column
キー ーワ ワー ード=Keyword
クー ーポ ポン=Coupon
クエ エリ=Queri''y
クッ ッキ キー=Cooki'e
クラ ラウ ウド=Cloud
クラ ラス=Class
クラ ラス スタ ター=Cluster
グラ ラフ=Graph Chart
グル ルー ープ=Group
クロ ロー ーラ ラー=Crawler
コネ ネク クシ ショ ョン=Connect'ion
コピ ピー=Copi''y
コマ マン ンド=Command
コメ メン ント=Comment
コン ンテ テナ=Contain'er
コン ンパ パイ イル イラ=Compil'e
コン ンポ ポー ーネ ネン ント=Compon'ent
サー ービ ビス=Servic'e
サイ イト=Site
サン ンプ プリ リン ング=Sampl'ing
サン ンプ プル=Sampl'e
シス ステ テム=System
シャ ャー ード=Shard
ジョ ョブ=Job
スキ キー ーマ=Schema
スク クリ リプ プト=Script
スケ ケジ ジュ ュー ーラ ール=Schedul'er
スコ コア=Score
ステ テー ージ ジン ング=Stage''ing
ステ テー ータ タス 状態=Statu's State
スト トア=Store
スト トレ レー ージ=Storag'e
スレ レッ ッド=Thread
スロ ロッ ット=Slot
セッ ッシ ショ ョン=Session
セキ キュ ュリ リテ ティ=Secur'ity
セン ンサ サー=Sensor
ソー ース=Sourc'e
ソー ート=Sort
ソケ ケッ ット=Socket
タイ イト トル=Titl'e
タイ イプ 種類=Type
タイ イム ムア アウ ウト=Timeout
タイ イム ムゾ ゾー ーン=Timezon'e Zone
ダウ ウン ンロ ロー ード=Download
タス スク=Task
ダッ ッシ シュ ュボ ボー ード=Dashboard
チー ーム=Team
チェ ェッ ック=Check
チケ ケッ ット=Ticket Issu'e
チャ ャッ ット=Chat
チャ ャン ンネ ネル ャネ=Channel
テー ーブ ブル=Tabl'e
テー ーマ=Theme
ディ ィス スク=Disk
デバ バイ イス 端末=Devic'e
デバ バッ ッグ ッガ=Debug Debugg'er
デフ フォ ォル ルト 既定=Default
テン ンプ プレ レー ート 雛形=Templat'e
ドキ キュ ュメ メン ント=Document Doc's
トー ーク クン=Token
トピ ピッ ック=Topic
トラ ラフ フィ ィッ ック=Traffic
トラ ラン ンザ ザク クシ ショ ョン=Transact'ion
トレ レー ース=Trace
ネス スト=Nest'ing
ノー ード=Node
パー ーサ サー=Parser
パー ーセ セン ント 割合=Percent Percentag'e Share
パー ーテ ティ ィシ ショ ョン=Partit'ion
パイ イプ プラ ライ イン=Pipelin'e
バケ ケッ ット=Bucket
バグ=Bug
バイ イト=Byte
パッ ッケ ケー ージ=Packag'e
ハッ ッシ シュ=Hash
バッ ッチ=Batch
バナ ナー=Banner
パネ ネル=Panel
バラ ラン ンサ サー=Balanc'er
パラ ラメ メー ータ=Paramet'er
バリ リデ デー ーシ ショ ョン=Valid'ation
ハン ンド ドル=Handl'e
ピク クセ セル=Pixel
ヒー ープ=Heap
フィ ィー ーチ チャ ャー 機能=Featur'e
フィ ィー ール ルド=Field
フィ ィル ルタ=Filter
フォ ォー ーマ マッ ット 形式=Format
フォ ォー ーム=Form
フォ ォン ント=Font
フッ ック=Hook
プッ ッシ シュ=Push
フラ ラグ=Flag
プラ ラグ グイ イン=Plugin
プラ ラン=Plan
プリ リン ンタ ター=Printer
プレ レビ ビュ ュー=Preview
フレ レー ーム ムワ ワー ーク=Framework
プロ ロジ ジェ ェク クト=Project
プロ ロセ セス=Process
プロ ロダ ダク クト=Product
プロ ロト トコ コル=Protocol
プロ ロバ バイ イダ ダー 提供 供者=Provid'er
フロ ロン ント トエ エン ンド=Frontend
バッ ック クエ エン ンド=Backend
ペー ージ=Page
ヘッ ッダ ダー=Header
ヘル ルス スチ チェ ェッ ック=Health Check
ヘル ルプ プデ デス スク=Helpdesk
ポリ リシ シー=Polici''y
マイ イグ グレ レー ーシ ショ ョン=Migrat'ion
マシ シン=Machin'e
ミラ ラー=Mirror
メソ ソッ ッド=Method
メッ ッセ セー ージ=Messag'e
メト トリ リク クス リッ ック 指標=Metric
メモ モリ=Memori''y
メン ンテ テナ ナン ンス=Mainten'ance
メン ンバ バー=Member
モー ード=Mode
モジ ジュ ュー ール=Modul'e
モデ デル=Model
モニ ニタ ター=Monitor
ユー ーザ ザー ー名=Usernam'e
ラベ ベル=Label
ラン ンナ ナー=Runner
リー ージ ジョ ョン 地域=Region
リク クエ エス スト=Request
リス スト=List
リソ ソー ース=Resourc'e
リト トラ ライ=Retri''y
リポ ポジ ジト トリ=Repositori''y Repo
リダ ダイ イレ レク クト=Redirect
リン ンク=Link
ルー ータ ター=Router
ルー ール 規則=Rule
ルー ート=Rout'e Root
レー ート=Rate
レポ ポー ート 報告=Report
ロー ーテ テー ーシ ショ ョン=Rotat'e
ロー ール 役割=Role
ロー ーカ カル=Local
ロッ ック=Lock
ロゴ=Logo
ワー ーカ カー=Worker
ワー ーク クフ フロ ロー=Workflow
依頼=Request
移動=Move
一時=Temporari''y Temp
印=Mark
運用=Oper'ation
閾値=Threshold
応答 返答=Respons'e Answer
解像 像度=Resolut'ion
階層 深さ=Depth Level
改行=Newlin'e Break
開く=Open
閉じ じる=Close
確認=Check Confirm
拡大=Zoom Scale
間隔=Interv'al
期間=Period Durat'ion
禁止=Forbidden Ban Never
許可=Permiss'ion Allow
警報=Alarm Alert
計算=Calcul'ate Comput'e
経路=Rout'e Path
原因=Caus'e Reason
件数=Count
見積 積も もり=Estim'ate Quot'e
公式=Offici'al
構成 構造=Structur'e Configur'ation
購入=Bui''y Purchas'e
最後=Last
最初=First
最新=Latest Newest
最低=Lowest Minimum
最高=Highest Maximum
作成=Creat'e
参照=Refer'ence
実行=Run Execut'e
質問=Question
出荷=Ship'ping
週間=Week
順番 順序=Order
署名=Signatur'e Sign
初期=Initi'al
書式=Format
処理=Process Handl'e
所有=Owner Own
推奨=Recommend
製品=Product
整数=Integ'er
正規 規表 表現=Regex
責任 任者=Respons'ible Owner Lead
説明=Explain Descript'ion
選定=Choos'e
待機 待ち=Wait
代替=Altern'ative Replac'ement
単位=Unit
単価=Price
段階=Stage Step
置換=Replac'e
抽出=Extract
重複 二重=Duplic'ate Doubl'e
通貨=Currenc'y
定義=Defin'e Definit'ion
訂正 修正=Correct Fix
点=Point
電源=Power
頻度 何回=Often Frequenc'y
復旧=Recoveri''y Restor'e
複製=Replica Copi''y
分割=Split Partit'ion Shard
並列=Parallel
返金=Refund
返品=Return
保守=Mainten'ance
保護=Protect
報酬=Fee
方式 方法=Method Wai''y
無料=Free
目的 目標=Goal Target Purpos'e
優先=Prioriti''y Prefer
容器=Contain'er
要求=Requir'ement Request
来月=Month
理由=Reason
履歴=Histori''y
利用 使用=Us'e Usag'e
量=Amount Quantiti''y
例=Exampl'e
連絡 絡先=Contact
列名=Column
削減=Reduc'e
緑=Green
赤=Red
青=Blue
黒=Black
白=White
黄色=Yellow
車=Car
本社 事務 務所=Offic'e
学校=School
病院=Hospit'al
工場=Factori''y
駅=Station
都市 市=Citi''y
荷物 小包=Parcel Packag'e
会計=Account'ing
監査=Audit
弁護 護士=Lawyer
開発 発者=Develop'er
従業 業員=Employe'e
部品=Part Compon'ent
規約=Term's
契約 約書=Contract
予算=Budget
売上=Sale's Revenu'e
在庫 庫数=Stock
割り り当 当て=Assign Quota
打ち ち切 切り=Stop
待ち ち受 受け=Listen
名付 付け 呼ば ばれ 呼び=Call'ed Name
読み み取 取り=Read
取る 取得=Take Get Fetch
動く 動作=Run Work
届く 届き=Arriv'e Deliveri''y Go
消え 消す=Delet'e Disappear
使う 使い=Us'e
送ら 送る=Send
落ち=Fail Crash Down
壊れ=Broken
止ま 止め=Stop
始ま 始め=Start Begin
終わ 終え=End Finish
決ま 決め=Decid'e
選ぶ 選ば=Choos'e
書く 書き=Write
読む 読み=Read
見る 見え=See View
守る=Keep Protect
待つ=Wait
変わ 変え=Chang'e
増え=Increas'e Grow
減ら=Reduc'e
棚=Shelf
靴=Shoe
割引=Discount
送料 配送=Ship'ping Postag'e
返品 返送=Return
返金=Refund
包装=Wrap'ping
贈り り物 プレ レゼ ゼン ント=Gift
領収 収書=Receipt
倉庫=Warehous'e
店 店舗=Store Shop
締め め切 切り 締切 期日=Deadlin'e Due
問診 診票 質問 問票 アン ンケ ケー ート=Questionnair'e
予約=Appoint'ment Reserv'ation
患者=Patient
医師 医者=Doctor
病院=Hospit'al
診療=Consult'ation
薬=Medicin'e Drug
手術=Surgeri''y
検査=Examin'ation Test
同意=Consent
敵=Enemi''y
戦い 戦闘=Battl'e Fight
武器=Weapon
森=Forest
城=Castl'e
報酬=Reward
場面=Scene
セー ーブ=Save
途中 中経 経過=Progress
車輪=Wheel
腕=Arm
関節=Joint
障害 害物=Obstacl'e
充電=Charg'e
電池=Batteri''y
速さ 速度=Speed
最高=Maximum Highest
最低=Minimum Lowest
重さ 重量=Weight
長さ=Length
高さ=Height
温度=Temperatur'e
圧力=Pressur'e
荷物=Parcel
注文=Order
在庫=Stock Inventori''y
値引 引き=Discount
会員=Member
点数 得点=Point Score
契約=Contract
署名=Signatur'e Sign
学校=School
島=Island
天気=Weather
`

export const ROMANCE_ROWS = `
Mot Pass~ Contrasena Clave Senha Password~=Password
Cle Clef Clave Llave Chave Chiav=Kei''y
Fichier Archivo Fichero Arquivo=File
Dossier Carpeta Pasta Cartella Repertoir Directorio Diretorio=Folder Directori''y
Chemin Ruta Camino Caminho Percorso=Path Rout'e
Nom Nombr Nome Nomi Appel Llama Chama Chiama Nomm Nombrado=Name Call'ed
Serveur Servidor Servent=Server
Machin~ Maquina Macchina Ordinateur Ordenador Computadora Computador=Machin'e Comput'er
Puerto Porta=Port
Hote Anfitrion=Host
Adress Direccion Endereco Indirizzo=Address
Reseau Red~ Rede Rete Reseaux=Network
Pare Feu Cortafuego=Firewal'l
Lien Enlac Vinculo Ligacao Collegamento=Link Connect'ion
Connexion Conexion Conexao Connession=Connect'ion Login
Base~ Banco=Base Databas'e
Donne Dato Dado Dati=Data
Tabl~ Tabla Tabela Tabella=Tabl'e
Colonn Columna Coluna Colonna=Column
Lign Linea Fila Linha Riga Righ=Line Row
Champ Campo=Field
Requet Consulta Peticion Solicitud Requisicao Richiesta=Queri''y Request
Repons Respuesta Resposta Risposta=Respons'e Answer Repli''y
Erreur Error~ Erro=Error
Pann Averia Falha Guasto=Failur'e Outag'e Fault
Echec Echouer Echou Fallo Fallar Falla Falhar Fallito Fallir=Fail Failur'e
Bogu Fallo=Bug
Avertiss Aviso Advertencia Avviso=Warn'ing Notic'e
Alert Alerta Avvertimento=Alert
Essai Ensayo Prueba Test~ Prova Prove Essay Probar Provar=Test Try Trial
Mise Deploiement Despliegu Implantacao Distribuzion Desplegar Deploy~ Implantar Distribuir=Deploi''y Deploy'ment
Version~ Versao=Version
Sorti Salida Saida Uscita=Output Releas'e Exit
Entre Entrada Entrata Ingresso=Input Entri''y
Branch~ Rama Ramo=Branch
Fusion Fusionar Fusionn Mesclar Fonder=Merg'e
Depot Repositorio=Repositori''y Repo
Valid~ Envio=Commit
Etiquett Etiqueta Etichetta=Label Tag
Paquet Pacot Pacchetto=Packag'e Packet
Bibliothequ Biblioteca Libreria=Librari''y
Outil Herramienta Ferramenta Strumento=Tool
Bouton Boton Botao Pulsant=Button
Ecran Pantalla Tela Schermo=Screen
Page~ Pagina=Page
Fenetr Ventana Janela Finestra=Window
Couleur Color~ Cor~=Color Colour
Polic Fuent Font~ Caratter=Font Typefac'e
Langu Idioma Lengua Lingua=Languag'e
Text~ Texto Testo=Text
Imag~ Imagen Imagem Immagin=Imag'e Pictur'e
Photo Foto Fotografia=Photo Pictur'e
Son Sonido Som Suono=Sound
Film Video=Video
Utilisateur Usuario Utent Usag~=User
Client~=Custom'er Client
Compt Cuenta Conta Conto=Account
Proprietair Propietario Dueno Proprietario Dono=Owner
Respons~ Responsavel Responsabil Encargado=Respons'ible Charg'e Owner
Equip Equipo Squadra=Team
Entrepris Empresa Azienda Societ Sociedad Compania Ditta=Compani''y Firm Busi'ness
Fournisseur Proveedor Fornecedor Fornitor=Provid'er Vendor Supplier
Collegu Companero Colega Collega=Colleagu'e
Chef Jefe Chefe Capo=Boss Lead Manag'er
Gestion Gerer Gestionar Gerenciar Gestir Administrar=Manag'e Administr'ation
Factur Factura Fatura Fattura Facturar=Invoic'e Bill
Paiement Pago Pagamento Payer Pagar Paie Paga=Payment Pai''y
Prix Precio Preco Prezzo=Price
Cout Costo Cost~ Custo Couter Costar Cuesta=Cost
Tarif Tarifa Tariffa=Tariff Rate Fee Price
Argent Dinero Dinheiro Denaro Soldi=Monei''y
Impot Tax Impuesto Imposto Tassa=Tax
Command~ Pedido Encomenda Ordin Orden=Order Command
Achat Compra Acquisto Achet Comprar=Purchas'e Bui''y
Vent Venta Venda Vendita Vendr Vender=Sale Sell
Panier Cesta Carrito Carrinho Carrello=Cart Basket
Livraison Entrega Consegna Envio Livrer Entregar Consegnar=Deliveri''y Ship'ping Deliv'er
Envoy Envoi Enviar Inviar Envia Invia Enviado Inviato=Send Sent
Recevoir Recoit Recibir Recib Receb Ricever Ricev Recu=Receiv'e
Courriel Courrier Correo Correio Posta Mail=Mail Email
Messag~ Mensaj Mensagem Messaggio=Messag'e
Lettr Carta Lettera=Letter
Tach Tarea Tarefa Compito Attivita=Task Job
Travail Trabajo Trabalho Lavoro Trabajar Trabalhar Lavorar=Work Job
Projet Proyecto Projeto Progetto=Project
Plan~ Plano Piano=Plan
Reunion Reuniao Riunion=Meet'ing
Jour Dia Giorno Giorni Journe=Dai''y
Nuit Noch~ Noit Nott=Night Nightli''y
Matin Manana Manha Mattina=Morn'ing
Soir Tard Sera=Evening
Heur Hora Ora Or~=Hour Time
Minut~ Minuto Minuti=Minut'e
Second~ Segundo Secondo Secondi=Second
Semain Semana Settimana Settiman Hebdomadair Seman Settimanal=Week Weekli''y
Moi Me~ Mese Mesi Mensuel Mensual Mensal Mensil=Month Monthli''y
An~ Anne Ano Anno Anni Annuel Anual Annual=Year Yearli''y Annual
Quotidien Diario Giornaliero Quotidiano=Daili''y
Trimestr Trimestriel=Quarter
Lundi Lune Segunda Feira Lunedi=Mondai''y
Mardi Mart Terca Feira Martedi=Tuesdai''y
Mercredi Miercol Quarta Feira Mercoledi=Wednesdai''y
Jeudi Juev Quinta Feira Giovedi=Thursdai''y
Vendredi Viern Sexta Feira Venerdi=Fridai''y
Samedi Sabado Sabato=Saturdai''y
Dimanch Domingo Domenica=Sundai''y
Janvier Enero Janeiro Gennaio=Januari''y
Fevrier Febrero Fevereiro Febbraio=Februari''y
Mar Marzo Marco=March
Avril Abril April=April
Mai~ Mayo Maio Maggio=Mai''y
Juin Junio Junho Giugno=June
Juillet Julio Julho Luglio=Juli''y
Aout Agosto=August
Septembr Septiembr Setembro Settembr=Septemb'er
Octobr Octubr Outubro Ottobr=Octob'er
Novembr Noviembr Novembro=Novemb'er
Decembr Diciembr Dezembro Dicembr=Decemb'er
Printemp Primavera=Spring
Et~ Verano Verao Estat=Summer
Automn Otono Outono Autunno=Autumn Fall
Hiver Invierno Inverno=Winter
Date~ Fecha Data~=Date
Delai~ Plazo Prazo Termin~ Echeanc Vencimiento Scadenza=Deadlin'e Due Delai''y
Expir~ Expira Caducar Caduca Venc Scade Scader=Expir'e Expiri''y
Attendr Attent Espera Esperar Attesa Attender Attend Aspettar=Wait Queue
Debut Comienzo Inicio Inizio Commenc Empezar Empieza Comenzar Comecar Comeca Iniziar Inizia=Begin Start
Fin Final~ Fim Fine~ Termin~ Terminar Termina Finir=End Finish
Dure~ Duracion Duracao Durata Durer Durar Dura=Durat'ion Last Long
Retard Retraso Atraso Ritardo=Delai''y Late
Vitess Velocidad Velocita=Speed
Rapid Rapido Veloc=Fast Quick
Lent Lento Lenta=Slow
Taill Tamano Tamanho Dimension Dimensioni=Size
Longueur Longitud Comprimento Lunghezza Long~ Largo Longo Lungo=Length Long
Largeur Anchura Ancho Largura Larghezza=Width
Hauteur Altura Altezza Alto Haut=Height High
Profondeur Profundidad Profondita=Depth
Poid Peso Pesar Peser Pese Pesa=Weight Weigh
Nombr Numero Quantit Cantidad Quantidad Quantita=Number Count Amount
Limit~=Limit
Maximum~ Maximo Massimo=Maximum Max
Minimum~ Minimo=Minimum Min
Moyenn Promedio Media~=Averag'e Mean
Somm Suma Soma Somma=Sum
Taux Tasa Taxa Tasso=Rate
Pourcentag Porcentaj Porcentagem Percentual Pour~ Cent Ciento Cento=Percent Percentag'e
Seuil Umbral Limiar Soglia=Threshold
Valeur Valor=Valu'e
Niveau Nivel Livello=Level
Etap Paso Etapa Passo Fase=Step Stage
List~ Lista=List
Ensembl Conjunto Insiem=Set
Group~ Grupo Gruppo=Group
Type~ Tipo=Type
Class~ Clase=Class
Fonction Funcion Funcao Funzion=Function
Method~ Metodo=Method
Objet Objeto Oggetto=Object
Chain~ Cadena Cadeia Stringa=String Chain
Tableau Arreglo Vector Arrai~=Arrai''y Board Tabl'e
Boucl Bucl Laco Ciclo=Loop
Fil Hilo Thread~=Thread
Memoir Memoria=Memori''y
Disqu Disco=Disk
Cach~=Cach'e
Tampon Bufer=Buffer
File~ Cola Fila Coda=Queue
Arbr Arbol Arvor Albero=Tree
Noeud Nœud Nodo No~=Node
Grapp=Cluster
Echantillon Muestra Amostra Campion=Sampl'e
Journal Registro Diario=Log Journal
Trace~ Rastro Traccia=Trace
Metriqu Metrica=Metric
Mesur Medida Misura Medir Misurar Medicion=Measur'e
Tableau Panel~ Painel Cruscotto=Dashboard Panel
Securit Seguridad Seguranca Sicurezza=Secur'ity Safeti''y
Sauvegard Respaldo Copia=Backup Save Copi''y
Restaur Restauracion Restaurar Ripristino Ripristinar=Restor'e Recoveri''y
Chiffrement Cifrado Criptografia Cifratura Chiffrer Cifrar=Encrypt'ion
Signatur~ Firma Assinatura Signer Firmar Assinar=Signatur'e Sign
Jeton Ficha=Token
Secret~ Secreto Segredo Segreto=Secret
Certificat Certificado Certificato=Certif'icate
Acc Acceso Acesso Accesso Acced Acessar=Access
Droit Permiso Permissao Permesso Autoris=Permiss'ion Right
Role~ Rol Papel Ruolo=Role
Regl Regla Regra Regola=Rule
Politiqu Politica=Polici''y
Propriet Propiedad Propriedad=Properti''y
Parametr Parametro=Paramet'er Set'ting
Reglag Configuracion Ajust Impostazion Configuracao=Set'ting Config Configur'ation
Option~ Opcion Opcao Opzion=Option
Drapeau Bandera Bandeira=Flag
Modul~ Modulo=Modul'e
Compos~ Component=Compon'ent
Couch Capa Camada Strato=Layer
Model~ Modelo Modello Plantilla=Model Templat'e
Schema~ Esquema=Schema
Format~ Formato=Format
Encodag Codificacion Codificacao Codifica=Encod'ing
Norm Norma Estandar Padrao Standard~=Standard
Defaut Defecto Padrao Predefinito Predeterminado=Default
Environn Entorno Ambient=Environ'ment
Product~ Produccion Producao Produzion=Product'ion
Preproduct=Stage''ing
Developp Desarrollo Desenvolvimento Sviluppo Desarrollar Desenvolv=Develop'ment
Developpeur Desarrollador Desenvolvedor Sviluppator=Develop'er
Construct~ Compilacion Construir Compilar=Build Compil'e
Integr~ Integracion Integracao Integrazion=Integr'ation
Migrat~ Migracion Migracao Migrazion=Migrat'ion
Mise A~ Jour Actualizacion Atualizacao Aggiornamento Actualizar Atualizar Aggiornar=Updat'e Upgrad'e
Instal~ Instalar Instalacion Installar=Instal'l
Execut~ Ejecutar Executar Eseguir Ejecuta Esegu Ejecucion Execucao Esecuzion Tourn Corr Roda Gira Lancer Lanzar=Run Execut'e Launch
Demarr Arranqu Arrancar Iniciar Avviar Demarrag=Start Boot
Redemarr Reiniciar Riavviar Reinicia Riavvia=Restart
Arret Parar Deten Fermar Para~ Detient Ferma=Stop
Paus~ Pausa=Paus'e
Annul Cancelar Annullar=Cancel Abort
Ouvrir Abrir Aprir Ouvr Abr Apr Ouvert Abierto Aberto Aperto=Open
Fermer Cerrar Fechar Chiuder Ferm Cierra Fecha Chiud Cerrado Fechado Chiuso=Close
Lire Leer Ler Legger Lit Lee Le~ Legg Lectur Lectura Leitura Lettura=Read
Ecrir Escribir Escrev Scriver Ecrit Escrib Scrive Ecritur Escritura=Write
Chercher Recherch Buscar Busqueda Busca Cercar Ricerca=Search Find
Trouver Encontrar Trovar Trouv Encuentra Encontra Trova=Find Found
Montrer Affich Mostrar Montr Muestra Mostra=Show Displai''y
Cacher Ocultar Escond Nasconder=Hide
Garder Conserv Guardar Conservar Gard Guarda=Keep Store Save Retain
Stocker Almacenar Armazenar Memorizzar Stock Almacena Stockag Almacenamiento=Store Storag'e
Effac Supprim Borrar Eliminar Apagar Cancellar Borra Elimina Borrado Eliminado Suppress~=Delet'e Remov'e Eras'e
Ajout Anadir Agregar Adicionar Aggiunger Anad Aggiung=Add
Changer Cambiar Mudar Chang~ Cambia Muda Changement Cambio Mudanca=Chang'e
Modifi~ Modificar=Modifi''y Chang'e Edit
Remplac Reemplazar Sustituir Substituir Sostituir Reemplaza Substitui Sostituisc=Replac'e
Deplac Mover Spostar=Move
Copier Copiar Copi~=Copi''y
Creer Crear Criar Cree Crea Cria Creation~=Creat'e
Utilis Utilizar Usar Usa Utilizza=Us'e
Appel Llamar Chamar Chiamar Llamada Chamada Chiamata=Call
Demand Pedir Preguntar Perguntar Chieder=Ask Request
Repondr Respond~ Risponder=Answer Respond
Permettr Permitir Permetter Permet Permit~ Permett=Allow Permit
Interdir Interdit Prohibir Prohibido Proibir Proibito Vietar Vietato Prohib=Forbid Forbidden Prohibit
Refus~ Rechazar Recusar Rifiutar Rechaza Rejet Rejett Rejeitar=Refus'e Reject Deni''y
Accept~ Aceptar Aceitar Accettar=Accept
Verifi~ Verificar Comprobar Controllar Verifica Controla Control~=Verifi''y Check
Valid~ Validar Approuv Aprobar Aprovar Approvar Aprueba=Valid'ate Approv'e
Confirm Confirmar Confermar=Confirm
Proteg Protegger=Protect
Bloquer Bloquear Bloccar Verrou Verrouil Cerrojo Bloqueio=Lock Block
Partag Compartir Compartilhar Condivider=Share
Charger Cargar Carregar Caricar Charg~ Carga Carico=Load Charg'e
Telecharg Descargar Baixar Scaricar=Download
Televers Subir Caricar=Upload
Import~ Importar=Import
Export~ Exportar Esportar=Export
Imprim Imprimant Impresora Impressora Stampant Stampa Imprimir Stampar=Print Printer
Compter Contar Compt Cuenta=Count
Calcul~ Calcular Calcolar=Calcul'ate Comput'e
Trier Ordenar Classificar Ordinar Tri~=Sort
Filtrer Filtrar Filtr Filtro=Filter
Convertir Convert~=Convert
Traduir Traducir Traduzir Tradurr Traduct Traduccion Traduzion=Translat'e
Gener~ Generar Gerar=Gener'ate
Dependr Depend~ Dipender Dependencia Dipendenza=Depend
Contenir Conten Conter Contener Contient Contien Contem=Contain Hold
Manquer Faltar Mancar Manqu Falta Manca Manquant=Miss'ing Lack
Casser Romper Quebrar Cass Roto Quebrado Rotto=Break Broken
Perdr Perder Perdu Perdido Perso=Lose Lost
Fuit Fuga Vazamento Perdita=Leak
Tomber Caer Cair Cader=Fall Crash
Repar Reparar Riparar Corrig Corregir Corrigir Corregger Correct~=Fix Repair Correct
Resoudr Resolv~ Risolver=Solv'e Resolv'e
Decid~ Decidir Decider Decidido Deciso Decis~ Decisao Decision=Decid'e Decis'ion
Choisir Elegir Escolh Sceglier Choix Eleccion Scelta=Choos'e Choic'e Select
Prefer~ Preferir Prefier=Prefer
Vouloir Querer Voler Veut Quier Quer Vuol=Want
Devoir Deber Dever Dover Doit Debe Deve Doivent Deben Devem Devono=Must Should
Besoin Necesitar Necesita Precisar Precisa Bisogno Necessair Necesario=Need Requir'e
Toujour Siempr Sempr=Alwai''ys
Jamai Nunca Mai~=Never
Souvent Frecuencia Frequencia Spesso Frequenc=Often Frequenc'y
Chaqu Cada Ogni Tou Todo~ Tutti=Everi''y Each All
Premier Primero Primera Primeiro Primo Prima=First
Dernier Ultimo Ultima=Last Latest
Nouveau Nouvel Nuevo Nueva Novo Nova Nuovo Nuova=New
Ancien Ancienn Vieux Antiguo Viejo Velho Antigo Vecchio=Old Former
Grand Gro=Big Larg'e
Petit Pequeno Piccolo=Small Littl'e
Plu~ Ma Mai~ Piu=More
Moin Meno=Less
Princip Principal=Main
Temporair Tempor~ Temporario Temporaneo=Temporari''y
Gratuit Grati Gratuito=Free
Prive Privado Privato=Privat'e
Public~ Publico Pubblico=Public
Intern~ Interno=Intern'al
Extern~ Externo Esterno=Extern'al
Vide Vacio Vazio Vuoto=Empti''y
Plein Lleno Cheio Pieno=Full
Faux Falso=Fals'e Wrong
Vrai Verdadero Verdadeiro Vero=True
Permi Licenc Licencia Licenca Licenza=Licens'e Permit
Contrat Contrato Contratto=Contract
Loi Lei Legg=Law
Avocat Abogado Advogado Avvocato=Lawyer
Reglement Reglamento Regulamento=Regul'ation
Cart~ Mapa Tarjeta Cartao Mappa Carta=Map Card
Vill Ciudad Cidad Citta=Citi''y Town
Pai Paes=Countri''y
Maison Casa=Hous'e Home
Bureau Oficina Escritorio Ufficio=Offic'e Desk
Batiment Edificio=Build'ing
Etag~ Piso Andar=Floor
Sall Sala Stanza Chambr Habitacion=Room
Port~ Puerta Porta=Door Gate
Entrepot Almacen Armazem Magazzino=Warehous'e
Magasin Tienda Loja Negozio=Shop Store
Usin Fabrica Fabbrica=Factori''y Plant
Ecol Escuela Escola Scuola=School
Hopit Hospit Ospedal=Hospit'al
Lieu Lugar Sitio Luogo Posto Local~=Place Locat'ion Site
Zone~ Zona Fuseau Huso Fuso=Zone
Voitur Coch Carro Auto~=Car
Camion Caminhao=Truck
Velo Bicicleta Bici=Bike Bicycl'e
Avion Aviao Aereo=Plane
Bateau Barco Nave=Ship Boat
Eau Agua Acqua=Water
Lumier Luz Luce=Light
Chaleur Temperatur Temperatura Calor=Temperatur'e Heat
Pression Presion Pressao=Pressur'e
Capteur Sensor=Sensor
Courant Corrient Corrent=Current
Cabl Cabo Cavo=Cabl'e
Ecout Escuchar Escucha Ouvir Ascoltar Ascolta=Listen
Telephon Telefono Telefon=Phone
Mobil~ Movil Celular Cellular=Mobil'e
Personn Persona Pessoa=Person
Gen Gent Pessoa=Peopl'e
Ami Amigo Amico=Friend
Enfant Nino Crianca Bambino=Child
Medecin Medico=Doctor
Avant Ant Prima=Befor'e
Apr Despu Depoi Dopo=After
Pendant Durant=Dure''ing While
Pourquoi Porqu Perch=Why
Foi~ Vez Veze Volt Vece Volta=Time's Onc'e
Encor Todavia Ainda Ancora=Still Again
Seul Solo So~ Seulement Solament Soment=Onli''y Alon'e
Meme Mismo Mesmo Stesso=Same
Autr Otro Outro Altro=Other
Entr=Between
Contr Contra Contro=Against
San Sin Sem Senza=Without
Sou Bajo Debajo Sob Sotto=Under Below
Dessu Encima Acima Sopra=Abov'e Over
Even~ Evento=Event
Toler Tolerancia Tolleranza=Toler'ance
Reessay Reintento Reintentar Tentativa Tent Intento=Retri''y Attempt
Notif~ Notificacion Notificacao Notifica=Notif'ication
Publier Publicar Pubblicar=Publish
Abonn Suscripcion Assinatura Abbonamento=Subscript'ion
Document~ Documento=Document
Rapport Inform~ Relatorio Rapporto=Report
Statistiqu Estadistica Estatistica Statistica=Statist'ic
Tableur Hoja Folha Foglio Planilha=Sheet Spreadsheet
Courb Grafico=Chart Graph
Question~ Pregunta Pergunta Domanda=Question
Exig Requisito=Requir'ement
Besoin Necesidad=Need's
But~ Objectif Objetivo Meta~ Obiettivo=Goal Target
Raison Razon Motivo Razao Ragion=Reason
Caus~ Causa=Caus'e
Problem~ Problema=Problem Issu'e
Solut~ Solucion Solucao Soluzion=Solut'ion
Exempl Ejemplo Exemplo Esempio=Exampl'e
Commentair Comentario Commento=Comment
Remarqu Nota=Note Remark
Titr Titulo Titolo=Titl'e
Bandeau Pancarta Banner~=Banner
Sen Significado=Mean'ing
Abrevi Abreviatura Sigla Abbreviazion=Abbrevi'ation
Surnom Apodo Apelido Soprannom=Nicknam'e
Ingenieur Ingeniero Engenheiro Ingegner=Engin'eer
Testeur Probador=Tester
Concepteur Disenador Design~=Design'er
Concept Diseno Desenho=Design
Vacanc Vacacion Feria Feri Cong=Vacat'ion Holidai''y
Fournir Proveer Fornec Fornir=Provid'e Suppli''y
Surveil Supervisar Monitorear Monitorar=Monitor Watch
Equilibreur Balanceador Bilanciator=Balanc'er
Passerel Pasarela Gatewai=Gatewai''y
Mandatair=Proxi''y
Locatair Inquilino=Tenant
Region~ Regiao=Region
Boit Caja Caixa Scatola Casella=Box
Sac Bolsa Saco Borsa=Bag
Prise Enchuf Presa=Socket Plug
Point~ Punto Ponto=Point
Un~ Uno~ Um~=On'e
Deux Do~ Doi Due~=Two
Troi Tre=Three
Quatr Cuatro Quatro Quattro=Four
Cinq Cinco Cinqu=Five
Six Sei=Six
Sept Siet Sete Sett=Seven
Huit Ocho Oito Otto=Eight
Neuf Nuev Nove=Nine
Dix Diez Dez Dieci=Ten
Douz Doce Doze Dodici=Twelv'e
Vingt Veint Vint Venti=Twenti''y
Trent Treinta Trinta Trenta=Thirti''y
Cent Cien Cem=Hundr'ed
Mill Mil=Thousand
Execut~=Execut'ion Run
Mot Palabra Palavra Parola=Word
Phrase Frase=Sentenc'e
Caracter Caract Caratter=Charact'er
Octet~=Byte
Extens~ Extensao Estension=Extens'ion
Prefix~ Prefijo Prefixo Prefisso=Prefix
Suffix~ Sufijo Sufixo Suffisso=Suffix
Identifi~ Identificador Identificator=Id Identifi'er
Jeu Juego Jogo Gioco=Set Game
Cooki~=Cooki'e
Session~ Sesion Sessao=Session
En Tete Encabezado Cabecera Cabecalho Intestazion=Header
Corp Cuerpo Corpo=Bodi''y
Pi Pie Rodap=Footer
Menu~=Menu
Onglet Pestana Aba Scheda=Tab
Formulair Formulario Modulo=Form
Cass Mayuscula Maiuscula Maiuscol=Case
Espac Espacio Espaco Spazio=Space
Virgul Coma Virgula Virgola=Comma
Guillemet Comilla Aspa Virgolett=Quot'e
Inconnu Desconocido Desconocida Desconhecido Sconosciuto=Unknown
Invalid~ Invalido Invalida Non~ Valido=Invalid
Actif Activo Ativo Attivo Activ~ Activar Ativar Attivar=Activ'e Enabl'e
Desactiv Desactivar Desativar Disattivar=Disabl'e
Obligatoir Obligatorio Obrigatorio Obbligatorio Requi Requerido=Requir'ed Mandatori''y
Optionnel Opcion Opzional=Option'al
Automatiqu Automatico=Automat'ic
Manuel Manual~=Manual
Symbol~ Simbolo=Symbol
Model~ Plantilla Modelo Modelli=Templat'e
Emulateur Emulador Emulator=Emul'ator
Audit~ Auditoria=Audit
Accessibilit Accesibilidad Acessibilidad Accessibilita=Access'ibility
Budget~ Presupuesto Orcamento Bilancio=Budget
Trimestr=Quarter
Consommateur Consumidor Consumator=Consum'er
Producteur Productor Produtor Produttor=Produc'er
Partit~ Particion Particao Partizion=Partit'ion
Repliqu Replica=Replica
Noyau Nucleo=Kernel Core
Processu Proceso Processo=Process
Toler Tolerar Tollerar=Toler'ate
Journaux Registro Log~=Log
Connect~ Conectar Collegar=Connect
Deconnect Desconectar Disconnetter=Disconnect
Inscrir Registrar Iscriver=Regist'er
Chiffr Cifrada Criptografado Cifrato=Encrypt'ed
Clonag Clonar=Clone
Revis~ Revisao Revision=Revis'ion Review
Relir Revisar=Review
Soutien Soport Suport Supporto=Support
Aid Ayuda Ajuda Aiuto=Help
Servic~ Servicio Servico Servizio=Servic'e
System~ Sistema=System
Applic~ Aplicacion Aplicativo Aplicacao Applicazion=Applic'ation App
Programm Programa Programma=Program
Logiciel Softwar~=Softwar'e
Site~ Sitio Sito=Site
Pilot Controlador Driver=Driver
Peripheriqu Dispositivo Aparelho Apparecchio=Devic'e
Ecran Tactil=Touch
Clavier Teclado Tastiera=Keyboard
Souri Raton Mous=Mous'e
Megapixel=Megapixel
Emballag Embalaj Embalagem Imballaggio=Pack'ing Packag'ing
Coli Paquet Pacot Pacchi=Parcel Packag'e
Timbr Sello Selo Francobollo=Stamp
Horodatag Marca De~ Tiempo=Timestamp
Frequem Frecuentement=Often
Ag Edad Idad Eta=Ag'e Old
Ignor~ Ignora Ignorar Omettr Omitir=Ignor'e Skip
Sauter Saltar Pular=Skip Jump
Toucher Tocar Toccar=Touch
Recul Volver Voltar Tornar=Back Return
Rester Quedar Ficar Restar=Remain Stai''y
Vivr Vivir Viver Vive=Live
Tenir Tener Ter Tiennent Tien Tem=Hold Have Keep
Nettoy Limpiar Limpar Pulir=Clean
Vider Vaciar Esvaziar Svuotar=Empti''y Drain
Remplir Llenar Preencher Riempir=Fill
Ralentir=Slow
Acceler Acelerar Accelerar=Acceler'ate Speed
Multipli Multiplicar Moltiplicar=Multipli''y
Arrondir Redondear Arredondar Arrotondar=Round
Depass Superar Exced Excedio=Exce'ed Over Abov'e
Atteindr Alcanzar Alcancar Raggiunger=Reach
Depens Gastar Spender=Spend
Economis Ahorrar Economizar Risparmiar=Save
Etiquet Etiquetar Etichettar=Label
Planifi Planificar Planejar Pianificar=Plan Schedul'e
Signal~ Informar Segnalar=Report
Prevenir Avisar Avvisar=Notifi''y Warn
Chiffr Digito Cifra=Digit
Deuxiem Segunda=Second
Moiti Mitad Metad Meta~=Half
Tier Tercero Terco Terzo=Third
Doubl~ Dobl Duplo Doppio=Doubl'e
Simpl~ Sencillo Semplic=Simpl'e
Difficil Dificil=Difficult
Fort Fuert=Strong
Faibl Debil Fraco Debol=Weak
Froid Frio Freddo=Cold
Chaud Calient Quent Caldo=Hot Warm
Lourd Pesado Pesant=Heavi''y
Leger Ligero Leve Leggero=Light
Haut Alta=High
Ba Bajo Baixo Basso=Low
Gauch Izquierda Esquerda Sinistra=Left
Droit Derecha Direita Destra=Right
Nord Nort=North
Sud Sur~ Sul~=South
Est~ Lest=East
Ouest Oest Ovest=West
Blanc Blanco Branco Bianco=White
Noir Negro Preto Nero=Black
Roug Rojo Vermelho Rosso=Red
Vert Verd=Green
Bleu Azul Blu Azzurro=Blue
Jaun Amarillo Amarelo Giallo=Yellow
Etager Estant Estanteria Prateleira Scaffal=Shelf Rack
Chaussur Zapato Sapato Scarpa=Shoe
Cadeau Regalo Present~ Cadeaux=Gift Present
Emballag Embalaj Embalagem Imballaggio Embal=Wrap'ping Packag'ing
Rembours Reembolso Rimborso Reembolsar=Refund
Vers Verser Pagado Pagar Pay=Paid Pai''y
Couter Cout Cuesta Costar Custa Costa=Cost
Livraison Entrega Consegna=Deliveri''y
Coli Paquet Pacot Pacco Encomienda=Parcel Packag'e
Retour Devolucion Devolucao Reso=Return
Reduct Descuento Desconto Sconto Remis=Discount
Bon Coupon Cupon Cupom Buono=Voucher Coupon
Panier Carrito Carrinho Carrello Cesta=Cart Basket
Entrepot Almacen Armazem Magazzino=Warehous'e
Magasin Tienda Loja Negozio Boutiqu=Shop Store
Caiss Caja Caixa Cassa=Till Checkout
Recu Recibo Ricevuta Ticket=Receipt
Etiquett Etiqueta Etichetta=Label
Il~ Isla Ilha Isola Isol~=Island
Niveau Nivel Livello=Level
Donjon Mazmorra Masmorra Sotterraneo=Dungeon
Lantern Linterna Lanterna=Lantern
Joueur Jugador Jogador Giocator=Player
Ennemi Enemigo Inimigo Nemico=Enemi''y
Foret Bosqu Floresta Bosco Foresta=Forest
Reapparaitr Reaparec Reaparecen Riapparir=Reappear Respawn
Parti Partida Partita Sauvegard=Game
Arm Arma=Weapon
Bouclier Escudo Scudo=Shield
Recompens Recompensa Ricompensa=Reward
Robot Robo=Robot
Bra Brazo Braco Braccio=Arm
Roue Rueda Roda Ruota=Wheel
Pinc Pinza Garra=Gripper
Capteur Sensor=Sensor
Vitess Velocidad Velocita=Speed
Poid Peso Kilo=Weight
Tri~ Triag Clasificacion Triagem Smistamento Trier=Sort'ing
Patient Pacient Pazient Enfermo=Patient
Medecin Medico Docteur=Doctor Physician
Hopit Hospit Ospedal Cliniqu Clinica=Hospit'al Clinic
Historia Histori~ Dossier Cartella Fascicolo=Record Histori''y
Clinica Medic Medica Clinico=Medic'al
Ordonn Receta Receita Ricetta=Prescript'ion
Rendez Vou~ Cita Consulta Appuntamento=Appoint'ment
Chirurgi Cirugia Cirurgia Chirurgia=Surgeri''y
Consent Consentimiento Consentimento Consenso=Consent
Formulair Formulario Modulo=Form
Allergi Alergia Allergia=Allergi''y
Horair Horario Orario=Schedul'e Time
Inventair Inventario=Inventori''y
Ecart Descartar Descarta Descartan Scartar=Drop Discard
Export~ Exportacion Exportacao Esportazion=Export
Fila=Row
Flux Flujo Fluxo Flusso=Feed Stream Flow
Devenir Devenu Devien Convertir Convirtio Diventar=Becam'e Becom'e
Longueur Longitud Comprimento Lunghezza=Length
Maximal Maxima Massima Maxim Maximo Massimo=Maximum Max
Faut Falloir Necesita Necesario Occorr Serv~=Need
Refus~ Rechazar Rechaza Recusar Rifiutar=Refus'e Reject
Garder Gard Guardar Guarda Guardan Conservar=Keep Kept Store
Fermer Cierra Cerrar Fechar Chiuder Ferm=Close
Ecol Escuela Escola Scuola=School
Contrat Contrato Contratto=Contract
Signatur~ Firma Assinatura=Signatur'e
Four~ Horno Forno=Oven Kiln
Balanc~ Pesa Bilancia=Scale
Carton Caja Caixa Scatola=Box
`

export const SYNONYM_ROWS = `
Account User Custom Client Tenant=
Add Creat Insert New=
Allow Permit Approv Permiss=
Answer Repli Respons Respond=
Argument Paramet Option Flag=
Auth Authent Login Signin=
Author Permiss Role Access=
Bad Wrong Incorrect Invalid=
Begin Start Launch Kick Boot Startup=
Big Larg Size Length Byte Kb Mb=
Break Broke Broken Fail Failur Fault=
Build Built Compil Bundl=
Bug Defect Issu Problem Error=
Cach Memoiz=
Call Invok Request=
Caus Reason Why Becaus=
Chang Edit Modifi Modif Updat Alter Patch=
Check Verifi Valid Test Guard=
Choos Chose Chosen Pick Select Decid Decis Settl Agre=
Clock Time Timestamp Date=
Color Colour Hue=
Command Cli Script Tool=
Commit Changeset Revis=
Config Configur Set Prefer Option Toml Yaml=
Contain Docker Pod Imag=
Copi Duplic Clone=
Cost Price Charg Fee Amount Monei=
Crash Panic Abort Segfault=
Credenti Password Secret Token Kei=
Currenc Monei Amount Price=
Databas Db Postgr Postgresql Mysql Sqlite Sql=
Deadlin Due Date=
Declar Defin Definit Describ=
Default Fallback=
Delai Wait Backoff Timeout Paus Sleep=
Delet Remov Eras Drop Purg Wipe=
Depend Packag Librari Modul=
Deploi Deploy Releas Rollout Ship Publish=
Develop Engin Programm Team=
Directori Folder Path Partit Mount=
Disk Storag Volum Partit Drive=
Document Doc Readm=
Download Fetch Retriev=
Durat Long Time Period=
Email Mail Mailer Smtp=
Encrypt Cipher Tl Ssl=
Endpoint Rout Api Url Handler=
Environ Env Stage Product=
Error Except Failur Fault Fatal Panic=
Event Messag Queue Broker Bu Topic=
Exce Over Limit Abov=
Expir Expiri Outdat Stale Old=
Export Render Output Gener=
Fast Quick Speed Latenc Perform Percentil=
File Sourc Script Modul Path=
Finish Done Complet Readi=
Flag Toggl Switch Featur=
Format Layout Pattern Scheme Form=
Freez Frozen Lock=
Function Method Procedur Routin=
Hash Digest Checksum=
Host Server Machin Node=
Imag Pictur Photo Thumbnail=
Import Ingest Load Sync=
Index Lookup=
Instal Setup Provis=
Interv Frequenc Schedul Cron Nightli=
Kill Termin Stop Oomkil=
Languag Local Translat English German French=
Leav Stai Remain Keep Kept=
Librari Framework Packag Depend=
Licens Legal Complianc Contract=
Limit Maximum Max Cap Bound Exce Quota Most=
Line Row=
Lint Linter Eslint Biom Style Formatt=
List Index=
Locat Place Where Live=
Log Logger Trace=
Login Signin Auth Session=
Maximum Largest Biggest Most Highest=
Memori Ram Oom Heap=
Merg Squash Rebas=
Migrat Upgrad=
Minimum Min Oldest Lowest Least=
Minut Hour Dai Week Month Year=
Old Legaci Previou Former Earlier=
New Latest Recent Current=
Mobil App Android Io Phone=
Move Rewrit Replac Switch=
Name Call Identifi Label=
Number Count Total Amount=
Open Handl Descriptor=
Order Sort Sequenc=
Owner Respons Charg Maintain=
Page Pagin Cursor Offset=
Pars Parser Decod=
Perform Speed Latenc Throughput=
Postgr Postgresql=
Prefer Style Like=
Print Pdf Render=
Problem Troubl Issu=
Process Worker Job Task=
Promis Contract Guarante Sla=
Pull Merg Review=
Queri Search Lookup=
Queue Backlog=
Rate Throttl Limit=
Read Load Open=
Reject Refus Deni=
Remot Upstream Origin=
Replica Instanc Copi=
Repositori Repo=
Restart Reboot Reload=
Retri Attempt Again Backoff=
Round=
Run Ran Execut Launch=
Save Store Persist Write=
Schedul Time Night Nightli=
Screen View Page=
Secret Kei Token Credenti=
Send Sent Deliv Emit=
Server Backend Servic=
Servic Microservic Daemon=
Short Brief Concis Length=
Size Larg Limit Byte Big=
Slow Latenc Lag=
Spec Test Suit=
Split Separ Extract=
Store Storag Save=
Tabl Relat Schema=
Test Spec Suit Jest Vitest Framework=
Thread Goroutin Worker=
Token Session Jwt=
Tool Util Program=
Type=
Unstabl Flaki Intermitt=
Updat Upgrad Bump=
Upload Attach=
Version Releas=
Wait Delai Sleep Timeout=
Webhook Callback=
Word Term=
Write Wrote Written Save=
`

export const GRAMMAR_TERMS = `
a
an
the
thi
that
these
those
some
ani
each
everi
either
neither
no
none
anoth
other
such
same
i
me
my
mine
you
your
he
him
hi
she
her
it
we
us
our
thei
them
their
who
whom
whose
which
what
when
where
why
how
be
am
is
ar
wa
were
been
have
ha
had
do
doe
did
done
can
could
will
would
shall
should
mai
might
must
let
of
in
on
at
by
for
from
to
into
onto
with
without
about
over
between
among
through
dure
befor
after
against
upon
within
off
out
up
down
and
or
but
nor
so
yet
if
becaus
while
although
though
sinc
until
unless
than
as
not
veri
too
also
just
onli
even
ever
never
alwai
alreadi
still
onc
here
there
now
then
mani
much
more
most
few
less
own
like
kind
sort
wai
thing
someth
anyth
everyth
noth
someon
anyon
ye
ok
okai
pleas
thank
get
got
come
came
give
gave
put
sai
said
tell
told
know
want
der
die
da
den
dem
de
ein
einen
einem
einer
kein
keinen
ich
du
er
sie
es
wir
ihr
mich
dich
sich
un
euch
mir
dir
ihm
ihnen
mein
dein
sein
unser
wer
wann
wo
warum
wie
welch
welcher
welchen
welchem
wohin
woher
ist
sind
war
waren
bin
bist
wird
werden
wurd
wurden
worden
hat
habe
haben
hatt
hatten
kann
konnen
konnt
soll
sollen
sollt
muss
mussen
musst
darf
durfen
mag
wollen
und
oder
aber
denn
weil
wenn
ob
dass
al
damit
obwohl
bevor
nachdem
wahrend
im
auf
au
bei
beim
mit
nach
von
vom
zu
zum
zur
uber
unter
vor
hinter
neben
zwischen
durch
fur
gegen
ohn
um
bi
seit
nicht
auch
nur
noch
schon
sehr
mehr
doch
mal
bitt
hier
dort
dann
jetzt
immer
wieder
viel
vielen
vieler
einig
mehrer
wenig
gibt
geben
geht
gehen
macht
machen
kommt
kommen
sieht
sehen
steht
stehen
heißt
heißen
heisst
heissen
all
etwa
man
dies
dieser
diesem
diesen
jede
jeder
le
la
aux
est
sont
et
etait
quel
quell
qui
que
quoi
ou
dan
sur
avec
pour
par
nou
vou
il
ell
ce
cet
cett
te
se
leur
notr
votr
vo
ne
pa
sa
ont
qu
el
lo
del
una
uno
esta
esto
eso
cual
quien
cuando
cuanto
cuanta
dond
adond
como
con
por
para
desd
hasta
su
nuestro
nuestra
hai
fue
ser
si
ao
pelo
pela
em
num
numa
qual
quai
quem
quando
quanto
quanta
ond
nosso
nossa
seu
sua
foi
sao
uma
gli
dei
della
dell
dello
degli
nel
nella
nell
nei
sul
sulla
dal
dalla
alla
agli
quali
chi
cosa
dove
quant
quanti
nostro
nostra
nostri
nostr
suo
sono
per
che
vien
vengono
`

export const EVERYDAY_TERMS: readonly (readonly [perThousand: number, terms: string])[] = [
	[
		100,
		`
Call Default Error File Function Name Node Object Option Return Set String Type Valu
`,
	],
	[
		50,
		`
Allow Arrai Base Case Chang Charact Check Client Code Const Contain Creat Current Data End Exampl Fals
First Gener Given Import Includ Input Instanc Instead Json Kei Match Messag Method Need New Note Number
Output Pars Pass Path Process Properti Provid Read Request Requir Result Run See Sourc Specifi Start
Support Test Time True Url User Valid Version Whether
`,
	],
	[
		25,
		`
Accept Access Actual Add Addit Api Appli Argument Attribut Avail Bodi Boolean Both Browser Buffer Build
Byte Cach Callback Cannot Class Command Complet Configur Connect Content Context Convert Count Custom
Defin Depend Differ Directori Document Don Element Emit Empti Enabl Encod Entri Environ Escap Event Execut
Exist Expect Export Express Fail Field Follow Format Handl Handler Header Http Identifi Ignor Imag Implement
Index Indic Inform Initi Instal Interfac Item Keep Last Length Level Licens Limit Line List Log Make
Map Mean Mode Modul Multipl Next Non Npm Null Oper Order Origin Otherwis Packag Paramet Part Pattern
Per Perform Point Posit Rang Rather Receiv Refer Releas Remov Replac Repres Resolv Respons Rfc Root Rule
Schema Second Send Separ Server Singl Size Specif State Statu Store Stream Take Termin Text Throw Token
Two Undefin Updat Usag Via Window Work Write
`,
	],
	[
		12,
		`
Abov Absolut Across Action Activ Address Agent App Append Applic Assert Associ Async Attach Authent Author
Automat Avoid Await Back Behavior Below Binari Bit Block Bound Break Built Caller Caus Chain Child Chunk
Close Collect Color Column Combin Comment Common Compar Compat Compil Compon Config Consid Consol Construct
Constructor Consum Continu Control Copi Correspond Coverag Css Dai Date Debug Declar Decod Delet Deprec
Descript Detail Detect Determin Direct Directli Disabl Displai Doesn Dot Download Drop Els Endpoint Ensur
Equal Equival Etc Exactli Except Exclud Experiment Extend Extens Extract Fast Featur Fetch Filenam Filter
Final Find Fix Flag Foo Form Forward Found Full Github Global Group Help Hold Hook Host Html Ident Insid
Integ Intern Invalid Invok Issu Iter Itself Javascript Keyword Known Later Lead Least Leav Left Librari
Link Listen Liter Local Locat Long Look Mark Max Maximum Memori Merg Metadata Metric Middlewar Millisecond
Minor Model Modifi Move Nest Normal Numer Oauth Offset Omit Open Opt Overrid Page Pair Param Parent Parser
Patch Plain Plugin Possibl Prefer Prefix Present Preserv Prevent Previou Produc Project Promis Prop Protocol
Prototyp Public Push Queri Raw Readabl Reason Record Regexp Regist Regular Reject Rel Relat Remain Render
Report Represent Reset Resourc Rest Retriev Right Rout Runtim Safe Scope Sdk Section Secur Select Sent
Sequenc Serial Session Share Side Simpl Skip Space Span Spec Special Stack Standard Step Stop Strict
Structur Style Subject Symbol Synchron Syntax System Target Task Thrown Tool Top Trace Trail Transform
Transport Treat Tree Trigger Try Turn Typescript Under Unknown Uri Utf Util Variabl Wait Walk Warn Web
Well Word Wrap Written Zero
`,
	],
	[
		6,
		`
Abort Accord Account Affect Again Algorithm Alia Alloc Altern Amount Ansi Answer Appear Appropri Arbitrari
Arg Around Ascii Assign Assum Asynchron Attempt Attr Auto Background Backslash Backward Bar Bash Basic
Becom Begin Benchmark Best Better Bind Boundari Brace Bracket Bundl Cancel Capabl Captur Carri Certain
Char Children Claim Classic Clear Cli Clone Commit Comparison Compress Comput Condit Consist Constant
Constraint Contribut Convers Core Correct Cost Cover Cross Cursor Cwd Deep Definit Delimit Dep Depth
Deriv Describ Dev Develop Diff Digit Dispatch Doc Dom Domain Doubl Due Durat Dynam Edg Edit Effect Engin
Entir Enum Enumer Exact Exclus Exit Expand Expans Explicit Explicitli Expos Extra Failur Fall Fallback
Filesystem Fill Finish Fire Flow Forc Frame Fulli Futur Git Glob Guard Hand Happen Hash Hello Helper
Hex Hit Hour Howev Immedi Improv Inclus Increment Individu Infer Info Inherit Inlin Insert Inspect Instrument
Intend Interact Interv Ipv Isn Job Join Kept Languag Larg Latest Layer Legaci Live Load Logic Longer
Loop Lower Made Main Maintain Major Manag Manual Mask Matcher Mcp Media Member Meta Mime Min Minim Minimum
Minut Miss Mock Month Mutat Namespac Narrow Nativ Necessari Neg Network Newlin Notat Notif Occur Occurr
Old Older Opentelemetri Optim Organ Outsid Partial Particular Payload Pend Permiss Persist Person Pipe
Place Platform Plu Png Portion Post Potenti Pre Preced Predic Previous Print Privat Program Progress
Prompt Protect Proxi Publish Purpos Queue Quot Random Reach React Real Recent Recommend Recurs Redirect
Reduc Regardless Regex Repeat Repositori Req Reserv Resolut Respect Respond Restor Retri Revers Round
Row Runner Sampl Satisfi Save Scan Script Search Segment Semant Sensit Serv Shape Short Show Sign Signal
Signatur Similar Simpli Slash Slice Snapshot Socket Split Src Stai Stale Static Stderr Stdout Str Stringifi
Strip Sub Subscript Subsequ Subset Success Successfulli Suffix Suppli Sure Svg Sync Tabl Tag Templat
Three Thu Timeout Timestamp Todo Total Track Travers Trip Tupl Uint Unchang Underli Unicod Union Uniqu
Unit Unix Unlik Usual Var Verifi Visibl Whitespac Whole Width Wildcard Wire Worker Wrapper
`,
	],
	[
		3,
		`
Abl Absent Accumul Adapt Adjac Advanc Aggreg Alias Align Alon Along Alter Ambigu Anchor Annot Apach Arraybuff
Arriv Ask Ast Audio Augment Auth Backend Bad Bare Batch Behav Behaviour Behind Belong Big Bigint Black
Blob Box Branch Broken Bucket Budget Bug Bypass Calcul Cap Care Catch Chalk Changelog Channel Charset
Choic Choos Chrome Circular Clean Cleanup Codec Com Comma Commun Compact Complex Compos Concaten Concurr
Conflict Consecut Contract Conveni Convent Cooki Coordin Copyright Cor Correctli Counter Creation Credenti
Cycl Databas Deal Decid Decim Decis Deepli Defer Deflat Delai Deliv Delta Descend Descriptor Deseri Design
Desir Destin Diagnost Discard Dispos Distribut Draft Duplic Earli Earlier Elicit Email Embed Encount
Encrypt Enforc Enough Enter Entiti Env Err Eslint Esm Especi Evalu Evict Exchang Expir Extern Factori
Famili Far Faster Fit Fixtur Flush Fold Folder Fragment Free Fresh Further Getter Good Grammar Grant
Graph Greater Guarante Half Head Height Hidden Hide High Higher Highlight Hint Histori Horizont Human
Img Impli Incom Increas Indent Independ Infin Inflat Init Inject Insensit Instanti Integr Intention Interpret
Intersect Invers Iso Jwt Label Lazi Leak Letter Lifecycl Linux Logger Lookup Lot Low Lowercas Maco Magic
Mainten Malform Manipul Markdown Marker Math Matter Measur Mechan Middl Migrat Mirror Mismatch Mix Modern
Mount Multi Navig Negat Negoti Newli Nodej Notic Obj Observ Obtain Octet Opaqu Overflow Overhead Overlap
Overload Overridden Overwrit Owner Pad Paren Password Past Pathnam Paus Peer Perf Period Pick Pin Pipelin
Placehold Plan Polici Polyfil Pool Port Posix Possibli Postgr Prepar Prepend Presenc Pretti Primit Prior
Probabl Problem Processor Product Programmat Propag Properli Proto Pull Pure Rais Rate Reader Readi Readm
Recogn Ref Referenc Reflect Refus Region Registr Registri Relev Reli Remot Renam Repo Restrict Resum
Retain Reus Rewrit Role Router Rpc Safari Scenario Schedul Scheme Screen Scroll Secret Selector Self
Semver Sep Servic Settl Setup Sever Sha Shell Shift Shorthand Shown Sibl Silent Simplifi Site Slow Small
Smaller Softwar Sometim Sourcemap Spawn Speed Sse Stabl Stand Standalon Stat Statement Stdin Strategi
Strictli Subclass Submit Subscrib Substitut Substr Succe Suit Suitabl Sum Summari Suppress Surfac Switch
Symlink Tab Taken Tempor Term Themselv Therefor Third Thread Tick Timer Titl Togeth Tostr Translat Tri
Trim Truncat Trust Txt Typeerror Typeof Typic Underlin Understand Unicorn Unnecessari Unsupport Upgrad
Upper Utc Val Vari Variant Variou Verif View Visit Visual Vite Void Wasm Websocket Week Whatev Whenev
Wide Won Workflow World Writabl Wrong Year Yield Zod Zone
`,
	],
	[
		1.5,
		`
Abc Abortsign Abstract Accessor Accordingli Acknowledg Act Addition Adjust Admin Adopt Advertis Afterward
Ahead Almost Alongsid Alpha Alphabet Analysi Ancestor Anonym Anywai Anywher Apart Architectur Archiv
Area Aren Aris Assist Atom Attack Aud Audit Awai Awar Backtrack Balanc Baz Benefit Besid Beyond Blank
Bold Border Bottom Brand Builder Bump Bun Bundler Button Candid Canon Cast Caveat Certif Chanc Charg
Cidr Clamp Classifi Click Clock Cloudflar Cluster Cmd Coerc Collaps Collis Colon Commonli Compliant Concern
Concret Conform Confus Contributor Cpu Crash Credit Crypto Ctx Cut Damag Dash Decor Defaultvalu Deleg
Deliber Deliveri Deni Deno Deploy Dest Destroi Detach Devic Devtool Didn Dimens Disallow Disconnect Discov
Discrimin Discuss Disk Dist Distanc Distinct Drive Easi Easier Easili Editor Effici Effort Elaps Emitt
Enclos Enterpris Epoch Establish Estim Etag Eval Eventu Exce Exceed Excess Exhaust Expens Explan Factor
Falsi Faq Feel Figur Fine Finit Firefox Flat Flatten Flight Float Focu Font Foreach Foreground Forev
Fork Four Fourth Fraction Framework Friendli Front Fulfil Gap Gate Gmt Goal Goe Gracefulli Grow Guid
Gzip Handshak Hard Held Herebi Hexadecim Histor Hoist Holder Home Hostnam Huge Hyphen Ideal Idl Immut
Impact Implicit Imposs Incomplet Inconsist Incorrect Infinit Inner Instanceof Instruct Int Intent Intercept
Intermedi Interrupt Intrins Introduc Invoc Isol Jsx Kill Knowledg Lack Land Larger Late Latenc Launch
Layout Lazili Leaf Learn Liabl Lib Life Lifetim Lock Loos Lose Lost Mac Machin Materi Maxag Mayb Meaning
Meant Membership Memoiz Merchant Microsoft Mid Million Minifi Modif Moment Monitor Mostli Msg Multipart
Mutabl Nan Necessarili Newer Notabl Npx Nullabl Oct Offer Offici Often Onerror Ordinari Org Outcom Overwritten
Palett Parallel Parenthesi Partit Percent Permit Phase Piec Pointer Poll Poor Popul Popular Power Practic
Precis Predefin Primari Priorit Prioriti Profil Proper Punctuat Question Queu Quick Quickli Quit Race
Ran Rare Reachabl Readonli Realli Realm Rebuild Reconnect Red Refactor Refresh Regress Reliabl Rememb
Replai Repli Reproduc Resiz Reusabl Revis Rgb Risk Safer Scale Score Sec Seed Seen Semicolon Seri Setter
Shadow Shim Ship Shortcut Shorter Shouldn Signific Sit Situat Slightli Slot Slower Solut Solv Somewhat
Soon Sorhu Spell Spent Spread Stamp Star Statuscod Storag Strong Stuff Subtract Subtre Suffici Suggest
Super Suppos Surrog Surround Swap Tail Tape Teardown Technic Think Thousand Threshold Tidelift Tini Tojson
Touch Toward Transfer Transit Travi Truthi Tsconfig Tty Twice Typo Unambigu Unbound Underscor Unescap
Unexpect Unfortun Unhandl Unifi Univers Unsaf Unset Untouch Untrust Unus Upload Uppercas Usabl Usernam
Uuid Variat Vendor Verbatim Verbos Vertic Visitor Vulner Wall Warranti Watch Webkit Websit White Win
Wish Www Xml Xxx
`,
	],
	[
		6,
		`
Sidebar Navbar Menu Login Logout Signup Footer Modal Dialog Popup Spinner Icon Favicon Logo Theme Dark
Light Toggl Checkbox Dropdown Textbox Slider Carousel Card Banner Panel Grid Margin Colour Green Blue
Yellow Mobil Desktop Dashboard Widget Homepag Hover Pagin Sort Game Chat Blog Shop Cart Calendar Weather
Squash Rebas Stash Revert Deploi Lint Linter Formatt Typecheck Explain Summar Overview Review Undo Redo
Palindrom Fibonacci Prime Heap Pop Peek Enqueu Dequeu Comprehens Dictionari Polymorph Closur Monad Singleton
Mediat Mutex Semaphor Deadlock Throughput Python Java Kotlin Rust Rubi Php Swift Scala Golang Vue Angular
Svelt Django Flask Spring Rail Nextj Downgrad Yarn Pip Maven Gradl Docker Dockerfil Kubernet Terraform
Ansibl Jenkin Makefil Gitignor Mysql Sqlite Mongodb Redi Sql Nosql Yaml Csv Pdf Graphql Tcp Udp Ubuntu
Debian Vim Emac Vscode Morn Evening Thank Perfect Great Nice Sorri Welcom Weekend Todai Tomorrow Yesterdai
Tonight Leap Birthdai Peopl Citi Countri Capit Earth Moon Sun Sky Joke Poem Haiku Limerick Stori Song
Cat Dog Book Sentenc Guten Morgen Abend Hallo Dank Bitt Weiter Fertig Genau Nein Heut Gestern Woch Monat
Jahr Stund Uhr Datei Dateien Ordner Zeil Zeilen Funktion Klass Schleif Tabel Spalt Knopf Formular Seit
Schaltflach Feld Farb Schrift Fehler Fehlermeldung Projekt Skript Befehl Erklar Erklaren Schreib Zeig
Baue Erstel Losch Entfern Ander Benenn Sortier Prufe Fuge Ersetz Verschieb Aktualisier Ubersetz Korrigier
Raum Unterschi Beispiel Objekt Kopieren Großten Kleinst Lokal Aufruf Einfach Schneller Langsam Mach Weitermachen
Nochmal Zurucksetzen Umbenennen Hinzufugen Kommentar Kommentier
`,
	],
	[
		6,
		`
実行 修正 確認 原因 調査 調べ べて 関数 変数 追加 削除 変更 更新 作成 実装 説明 教え えて 翻訳 続け けて 次 今日 明日 昨日 何 誰 方法 ファ ァイ イル フォ ォル ルダ テス
スト エラ ラー コー ード バグ プロ ロジ ジェ ェク クト デー ータ ペー ージ ボタ タン あり りが がと とう ござ ざい いま ます お願 願い いし しま くだ ださ さい おは はよ
よう こん んに にち ちは リフ ァク クタ タリ リン ング コミ ミッ ット デプ ロイ ビル ルド イン ンス トー ール バー ジョ ョン して てく まし した です すか
`,
	],
]
