// Translations: what a word of one language is called in another, German, Japanese and English, as developers and those
// they work for speak: many ask in their own language about what was said, printed or written in English.

import { termTable, withoutAccents } from '../text/term-table.ts'
import { wordsOf } from '../text/words.ts'
import type { Spelling } from './spelling.ts'

/** What one counts of what the word itself would. */
const TRANSLATED_SHARE = 0.8
/** Of a compound that is known by its two parts, each is only half of it. */
const PART_SHARE = 0.75
const LEAST_ROOT = 4
const LEAST_HALF = 4
const MOST_TRANSLATED = 12

/** @returns other terms for this term, as the index has them */
export type Translations = (term: string) => readonly Spelling[]

export function createTranslations(): Translations {
	let table: RowsWith | undefined
	const known = new Map<string, readonly Spelling[]>()
	return term => {
		table ??= termTable(createEntries())
		const found = known.get(term) ?? translated(term, table)
		if (known.size >= MOST_KNOWN) known.clear()
		known.set(term, found)
		return found
	}
}

const MOST_KNOWN = 500

/** The words of the other side of each row. */
type RowsWith = (term: string) => readonly (readonly string[])[]

function translated(term: string, table: RowsWith): readonly Spelling[] {
	const whole = lookedUp(term, table)
	const [others, share] = whole.length > 0 ? [whole, TRANSLATED_SHARE] : [halves(term, table), PART_SHARE]
	const terms = new Set(others.flatMap(word => wordsOf(word).flatMap(each => each.terms)))
	return [...terms]
		.filter(other => other !== term)
		.slice(0, MOST_TRANSLATED)
		.map(other => ({ term: other, share }))
}

function lookedUp(term: string, table: RowsWith): readonly string[] {
	const found = table(term)
	return (found.length > 0 ? found : table(root(term))).flat()
}

/** A compound of two words that are known: `Warteschlange`, `Einrichtungsgebühr`. */
function halves(term: string, table: RowsWith): readonly string[] {
	if (!/^[a-z]+$/.test(term)) return []
	for (let cut = term.length - LEAST_HALF; cut >= LEAST_HALF; cut--) {
		const tail = lookedUp(term.slice(cut), table)
		const head = tail.length > 0 ? lookedUp(term.slice(0, cut).replace(LINK, ''), table) : []
		if (head.length > 0) return [...tail, ...head]
	}
	return []
}

const LINK = /(?<=.{4})s$/

/** Of the rows only those are taken apart that have a word with the beginning. */
function createEntries(): (
	beginning: string,
) => Iterable<readonly [word: string, others: readonly string[]]> {
	const rows = ROWS.trim().split('\n')
	const plain = withoutAccents(ROWS.trim()).split('\n')
	return beginning =>
		rows.filter((_, index) => ` ${plain[index]}`.includes(` ${beginning}`)).flatMap(entriesOf)
}

function entriesOf(row: string): readonly (readonly [word: string, others: readonly string[]])[] {
	const [own, english] = row.split(' = ').map(side => side.split(' ')) as [string[], string[]]
	const written = own.flatMap(word => [word, ...pluralOf(word)])
	return [
		...[...new Set([...written, ...own.map(root)])].map(word => [word, english] as const),
		...english.map(word => [word, written] as const),
	]
}

/** Of the German words whose plural is certain. */
function pluralOf(word: string): readonly string[] {
	if (!PLURAL_KNOWN.test(word)) return []
	return [word.endsWith('e') ? `${word}n` : `${word}en`]
}

const PLURAL_KNOWN = /^[a-zäöüß]{3,}(?:ung|e)$/

/** Without the ending that says how many there are, or who does it. */
function root(term: string): string {
	if (!/^[a-zäöüß]+$/.test(term)) return term
	const shorter = term.replace(/(?:ern|est|em|en|er|es|et|e|n|s|t)$/, '')
	return shorter.length >= LEAST_ROOT ? shorter : term
}

const ROWS = `
abfrage abfragen = query
abhängigkeit abhängigkeiten = dependency
ablage ablegen abgelegt = store stored folder
ablauf ablaufen abgelaufen läuft = expire expired flow run
ablehnen abgelehnt lehnt = reject refuse deny
abnahme = acceptance
abrechnung abrechnen = billing
abruf abrufen abgeholt holen = fetch retrieve scrape
abschalten ausschalten ausgeschaltet = disable off
absturz abstürzen abgestürzt = crash
abteilung = department
abweichung = deviation drift skew
adresse = address
akku batterie = battery
aktualisieren aktualisierung = update refresh
alt alte alter = old stale
ändern änderung geändert = change edit modify
anfang anfangen beginnen beginnt begann = begin start
anfrage anfragen = request
angriff = attack
anhang anhänge = attachment
anmelden anmeldung = login signin
anmerkung = note comment
anruf anrufen = call
anschluss = port connection
ansicht = view
antwort antworten antwortet = answer reply response respond
anwender benutzer nutzer = user
anwendung = application app
anzahl = count number
anzeigen anzeige = show display
arbeit arbeiten arbeitet = work
arbeitsspeicher = memory ram
archiv = archive
aufbewahren aufbewahrung = retention keep
aufgabe = task job
auflösung = resolution
aufruf aufrufen = call invoke
aufrufer = caller
aufräumen räumt = clean cleanup prune evict
auftrag = order job
ausfall = outage failure
ausgabe = output
auslastung last = load
ausliefern auslieferung = deploy ship deliver
ausnahme = exception
ausrollen = rollout deploy
ausschnitt = excerpt
auswahl auswählen = select choice
ausweis = id
bearbeiten bearbeiter = edit
bedeuten bedeutet = mean
bedingung = condition
befehl = command
befreit befreien = exempt free
begrenzen begrenzt begrenzung grenze = limit bound
behalten = keep stay
bereich = range scope area
bereitschaft = oncall call standby
bericht = report
berechtigung = permission scope
beschreiben beschreibung = describe write
bestätigen bestätigung = confirm approve
bestellung bestellungen = order
betreff = subject
betrieb = operation
bezahlen zahlen zahlung bezahlung zahlt = pay payment
bibliothek = library
bild bilder = image picture
bildschirm = screen
breite = width
browser = browser
buchen gebucht buchung = book booking
büro = office
daten = data
datei dateien = file
dateiname = filename name
datenbank = database
datum = date
dauer dauern dauert = duration take
dienst = service
dokument = document
dokumentation = documentation docs
drucken drucker = print printer
dürfen darf = may
ebene = level
einfügen = insert
eingabe = input
eingang = inbox
einladen eingeladen = invite
einrichtung einrichten = setup
einstellung einstellungen = setting config
eintrag einträge = entry entries
empfang empfangen empfänger = receive recipient
ende enden endet = end
endpunkt = endpoint
entfernen = remove delete
entscheidung entscheiden entschieden = decide decision
entwickler = developer
entwurf = draft design
ereignis = event
ergebnis = result
erlauben erlaubt = allow permit
ersetzen ersetzt = replace
erstellen erstellt erzeugen erzeugt = create
erwarten = expect
fällig fälligkeit = due
farbe = color colour
fehler fehlern = error bug failure
fehlgeschlagen fehlschlagen schlägt scheitern = fail
feld = field
fenster = window
ferien urlaub = holiday vacation
festplatte platte = disk
filiale = branch store
firma = company
flackern = flicker
freigabe freigeben = approval approve release
freitag = friday
frist = deadline
führen = lead
funk = radio
funktion = function
gast gäste = guest
gebühr = fee
gehören gehört = own belong
geheimnis = secret
geld = money
gerät geräte = device
geschwindigkeit = speed
gespeichert speichern speicher = save store memory storage
gesperrt sperre sperren = lock block blocked
gewinnen gewinnt = win
gewicht = weight
größe groß = size big large
größte maximal höchstens maximum = max maximum
gruppe = group
gültig gültigkeit = valid
hafen = port harbour
hälfte = half
hilfe = help
hinzufügen hinzugefügt = add
hochladen = upload
höhe hoch = height high
inhalt = content
installieren = install
jahr = year
januar = january
februar = february
märz = march
mai = may
juni = june
juli = july
oktober = october
dezember = december
kälte kühlung kühl = cold cooling
karte = card map
kasse = checkout register
kennwort passwort = password
kette = chain
klasse = class
knopf = button
knoten = node
komma = comma
komponente = component
konto = account
kopie kopieren = copy
kosten = cost price
kostenstelle = cost centre
kunde kunden = customer client
kürzel = shortcut code
labor = lab
lager lagerhaus = warehouse stock
langsam langsamste = slow slowest
laufwerk = drive
laut = loud
leeren leert leer = drain empty
leiste = bar
lesen liest = read
letzte = last
lieferant = supplier
liefern liefert lieferung = deliver delivery
liegen liegt = live located
liste = list
lizenz = licence license
löschen gelöscht = delete remove
lösung = solution
mandant mandanten = tenant
marke = mark brand
maschine = machine
meldung meldungen = message
menge mengen = quantity amount
messen messung messwert = measure measurement
minute minuten = minute
mittwoch = wednesday
modus = mode
monat monate = month
montag = monday
donnerstag = thursday
dienstag = tuesday
samstag = saturday
sonntag = sunday
muster = pattern
nachricht = message
nächtlich = nightly
nacht = night
name = name
netz netzwerk = network
neu neue = new
neustart neugestartet gestartet starten = restart start
nummer = number
nutzlast = payload
oberfläche = interface ui
öffentlich = public
öffnen = open
ordner verzeichnis = folder directory
ort = place
paket pakete = package parcel
palette paletten = pallet
partner = partner
pfad = path
pflicht = required
platz plätze = seat space place
postleitzahl = zip postcode
preis = price
probe = sample
protokoll = log protocol
prozent = percent
prüfen geprüft prüfung = check test verify
prüfsumme = checksum
pumpe = pump
puffer = buffer
quelle = source
rabatt = discount
rahmen = frame
rechnung rechnungen = invoice bill
rechner = computer host
recht rechte = permission right
regel regeln = rule
reihe = row
reihenfolge = order
richtlinie = policy guideline
rolle = role
rot = red
grün = green
blau = blue
rückgabe = return
rückruf = callback
runden rundet = round
schalter = switch flag
schema = schema
schicken gesendet senden sendet schickt = send
schicht = layer shift
schlafen schläft = sleep
schleife = loop
schließen = close
schlüssel = key
schnell schneller = fast quick
schnittstelle = interface api
schreiben schreibt geschrieben = write written
schrift = font
schritt = step
schule schulen = school
schützen schutz = protect
schwachstelle = vulnerability
seite = page side
sekunde = second
sicher sicherheit = secure security safe
sicherung = backup
signatur signieren signiert = signature sign
sitzung = session
skript skripte = script
sommer sommerzeit = summer
spalte = column
spiel = game
sprache = language
spur = trace trail
stadt = city
standard = default
stelle = place job
steuer steuern = tax
störung = fault incident
straße = street
stunde stunden = hour
suche suchen = search
tabelle = table
tag tage = day
taste = key
teil = part
termin = date appointment
testen testet tester = test tester
text = text
tiefe = depth
titel = title
toleranz = tolerance
treiber = driver
treten tritt = occur
trennen = split separate
übersetzung übersetzungen = translation locale
übertragen übertragung = transfer
überwachen überwachung = monitor monitoring
uhr uhrzeit = clock time
umgebung = environment
umgebungsvariable = env variable environment
umleiten umleitung = redirect
unterschied unterscheiden unterscheidet = difference differ
unterstützen unterstützung = support
ursache grund = cause reason
variable = variable
veraltet = outdated stale deprecated
veranstaltung = event
verarbeiten verarbeitet = process handle
verbinden verbindung = connection connect
verboten = forbidden
verfallen = expire
verlieren verlust = loss lose
vermeiden = avoid
veröffentlichen veröffentlichung = publish release
verschicken versand = ship send
verschieben verschoben = move moved
verschlüsseln verschlüsselung = encrypt encryption
versicherung = insurance
version = version
versuch versuche = attempt retry try
vertrag = contract
verwalten verwaltung verwalter = admin manage administrator
viel viele = many
voll = full
volllast = full load
vorgabe = default
vorlage vorlagen = template
vorschau = preview
vorstand = board
wachsen wächst = grow
währung = currency
warnen warnung = alert warning
warten wartet = wait
wartung = maintenance
wartungsfenster = maintenance window
warteschlange = queue
wechseln = switch change
weg = way path
weiterleitung = forward redirect
werkzeug = tool
wert werte = value
wiederholen wiederholung = retry repeat
woche wochen = week
wurzel = root
zahl = number
zeichen = character
zeigen zeigt = show
zeile zeilen = line row
zeit = time
zeitplan = schedule cron
zeitstempel = timestamp
zeitüberschreitung = timeout
zeitzone zone = timezone zone
zertifikat = certificate
ziel = target goal destination
zugang zugriff = access
zugangsdaten = credentials
zurücknehmen zurücksetzen zurücksetzt = revert reset
zusammenführen gemerged = merge
zuständig zuständige = responsible owner
zweig = branch
zwischenspeicher = cache
サーバー = server
テスト = test
エラー = error
データ = data
データベース = database
ファイル = file
ログ = log
ユーザー = user
パスワード = password
ポート = port
リリース = release
デプロイ = deploy
バックアップ = backup
コード = code
ブランチ = branch
ツール = tool
エンジン = engine
サイズ = size
キャッシュ = cache
キュー = queue
メール = mail email
設定 = setting config
環境 = environment
本番 = production
開発 = development
監視 = monitor monitoring
管理 = admin administrator manage
管理者 = administrator
担当 = responsible owner
請求 = invoice billing
請求書 = invoice
締め日 = closing deadline
期限 = deadline expire
承認 = approval approve
画像 = image picture
写真 = photo
最大 = maximum max
最小 = minimum min
削除 = delete remove
追加 = add
変更 = change
更新 = update
保存 = store save
保存先 = location stored
検索 = search
番号 = number
在庫 = stock inventory
不足 = shortage missing
顧客 = customer
料金 = fee price
支払 = payment pay
契約 = contract
会議 = meeting
日後 = days after
毎月 = monthly month
毎日 = daily
毎週 = weekly
自動 = automatic
手動 = manual
接続 = connection
認証 = auth authentication
権限 = permission
暗号 = encryption
仕様 = specification
文書 = document
翻訳 = translation
言語 = language
名前 = name
色 = color
`
