// Facts that were written by someone who had seen neither the ranking nor the other sets: kind, what is said (`=>`: and
// what is said later), what no answer could do without, and the question near its words, in another language, in other
// words. Every other one of a kind is held back: nothing may be tuned to it.

export type BlindFact = {
	kind: string
	text: string
	/** What is said later about it. */
	later: string | undefined
	proof: string
	near: string
	language: string
	other: string
	isHeldBack: boolean
}

export function blindFacts(): readonly BlindFact[] {
	return factsOf(ROWS)
}

export function factsOf(rows: string): readonly BlindFact[] {
	const seen = new Map<string, number>()
	return rows
		.trim()
		.split('\n')
		.map(row => {
			const [kind, said, proof, near, language, other] = row.split('|') as [
				string,
				string,
				string,
				string,
				string,
				string,
			]
			const [text, later] = said.split(' => ') as [string, string | undefined]
			const place = seen.get(kind) ?? 0
			seen.set(kind, place + 1)
			return { kind, text, later, proof, near, language, other, isHeldBack: place % 2 === 1 }
		})
}

const ROWS = `
paste|The billing worker drains its queue every 45 seconds unless DRAIN_FAST is set|45 seconds|how often does the billing worker drain its queue?|wie oft leert der Billing-Worker seine Warteschlange?|at what interval are pending invoices processed in the background?
paste|upstream gateway-7 answers 504 when the avatar service is cold|gateway-7|which upstream answers 504 when the avatar service is cold?|welcher Upstream antwortet mit 504, wenn der Avatar-Dienst kalt ist?|who times out on profile pictures after a restart?
paste|SMTP relay for staging mail is mx-quill.internal on submission|mx-quill|what is the SMTP relay for staging mail?|was ist das SMTP-Relay für die Staging-Mails?|through which host do test emails go out?
paste|the thumbnail cache evicts by last access after 9000 entries|9000|after how many entries does the thumbnail cache evict?|nach wie vielen Einträgen räumt der Thumbnail-Cache auf?|how big may the store of small preview pictures become?
paste|customer Halvorsen pays in NOK and is exempt from the setup fee|Halvorsen|which customer is exempt from the setup fee?|welcher Kunde ist von der Einrichtungsgebühr befreit?|who does not have to pay for onboarding?
paste|nightly export writes parquet files to bucket osprey-archive|osprey-archive|to which bucket does the nightly export write parquet files?|in welches Bucket schreibt der nächtliche Export?|where do the daily dumps end up?
paste|the mobile login screen ignores dark theme on Pixel 4a|Pixel 4a|on which device does the mobile login screen ignore dark theme?|auf welchem Gerät ignoriert der mobile Login-Bildschirm das dunkle Theme?|what phone still shows the sign-in page in light colours?
paste|webhook signatures are checked with header X-Tern-Digest|X-Tern-Digest|which header are webhook signatures checked with?|mit welchem Header werden Webhook-Signaturen geprüft?|how do we verify that incoming callbacks are authentic?
paste|feature flag slow_rollout covers twelve percent of tenants|slow_rollout|which feature flag covers twelve percent of tenants?|welches Feature-Flag gilt für zwölf Prozent der Mandanten?|what toggle limits the change to a small share of accounts?
file|const MAX_RESUME_BYTES = 731136 // larger uploads start over|731136|what is MAX_RESUME_BYTES for uploads?|wie groß ist MAX_RESUME_BYTES bei Uploads?|how large can an interrupted transfer be and still continue?
file|export function pickShard(tenant) { return crc(tenant) % 23 }|% 23|what does pickShard do with the tenant?|was macht pickShard mit dem Mandanten?|into how many partitions are customers divided?
file|ssl_certificate /etc/keys/heron.pem; # rotated by hand each March|heron.pem|which ssl_certificate is rotated by hand each March?|welches ssl_certificate wird jeden März von Hand rotiert?|what TLS file do we renew manually once a year?
file|CREATE INDEX orders_by_depot ON orders (depot_id, placed_at);|orders_by_depot|which index is on orders by depot_id and placed_at?|welcher Index liegt auf orders über depot_id?|what makes looking up purchases of a warehouse fast?
file|class LedgerReconciler extends NightTask { tolerance = 0.03 }|LedgerReconciler|what is the tolerance of the LedgerReconciler?|welche Toleranz hat der LedgerReconciler?|how far may the books be off before we complain?
file|retryPolicy: { attempts: 6, base: 'fibonacci' }|fibonacci|what base does the retryPolicy use for its attempts?|welche Basis nutzt die retryPolicy?|how do we wait between tries after a failure?
file|RUN apk add --no-cache poppler-utils # invoices need pdftotext|poppler-utils|why is poppler-utils added by apk?|warum wird poppler-utils mit apk installiert?|what package turns the bills into plain words?
file|logger.level = process.env.MARTIN_LOG ?? 'notice'|MARTIN_LOG|which env variable sets logger.level?|welche Umgebungsvariable setzt logger.level?|how can I make the service print more details?
file|- alert: DiskAlmostFull expr: disk_free_ratio less than 0.07|0.07|at which disk_free_ratio does DiskAlmostFull alert?|ab welcher disk_free_ratio warnt DiskAlmostFull?|when do we get paged for running out of storage?
output|FAIL src/quota/ceiling.test.ts > refuses the eleventh seat|ceiling.test.ts|which test fails with refuses the eleventh seat?|welcher Test schlägt bei refuses the eleventh seat fehl?|what is broken in the checks for licence limits?
output|warning: chunk vendor-maps.js is 812 kB after minification|812 kB|how big is chunk vendor-maps.js after minification?|wie groß ist der Chunk vendor-maps.js nach der Minifizierung?|which bundle is too heavy to ship?
output|Listening on unix socket /run/pelican.sock|pelican.sock|on which unix socket is it listening?|auf welchem Unix-Socket lauscht der Dienst?|where do I connect to the daemon locally?
output|commit 8c41f0e Revert the lazy currency loader (Ingrid)|8c41f0e|which commit reverts the lazy currency loader?|welcher Commit nimmt den lazy currency loader zurück?|what change undid loading exchange rates on demand?
output|slowest query 4180 ms: select sum(weight) from parcels|4180 ms|what is the slowest query on parcels?|was ist die langsamste Abfrage auf parcels?|which database statement takes too long?
output|3 vulnerabilities found, the high one in package tar-mirror|tar-mirror|in which package is the high vulnerability found?|in welchem Paket steckt die hohe Schwachstelle?|what dependency is a security problem?
output|Coverage for folder src/tariff is 61.4 percent|61.4|what is the coverage for folder src/tariff?|wie hoch ist die Abdeckung für src/tariff?|how well are the price rules tested?
output|pod scheduler-5d9 restarted 17 times, OOMKilled|scheduler-5d9|which pod restarted 17 times OOMKilled?|welcher Pod ist 17 mal neu gestartet, OOMKilled?|what container keeps dying for lack of memory?
output|node v22.11.0, pnpm 9.4.0, glibc 2.31 on builder-amber|builder-amber|which glibc is on builder-amber?|welche glibc läuft auf builder-amber?|what machine compiles our releases?
written|export const SESSION_IDLE_LIMIT = 1260 // seconds before logout|1260|what is SESSION_IDLE_LIMIT before logout?|wie hoch ist SESSION_IDLE_LIMIT bis zum Logout?|when does a user who does nothing get thrown out?
written|function mergeCarts(guest, member) // guest quantities win|mergeCarts|in mergeCarts, do guest quantities win?|gewinnen in mergeCarts die Mengen des Gastes?|what happens to the basket when somebody signs in?
written|const PALETTE = { danger: '#c2385d', calm: '#2f8f83' }|c2385d|what danger colour is in the PALETTE?|welche danger-Farbe steht in der PALETTE?|which red did we choose for error messages?
written|ALTER TABLE couriers ADD COLUMN helmet_size smallint|helmet_size|which column did you add to table couriers?|welche Spalte wurde der Tabelle couriers hinzugefügt?|what new field do the delivery people have?
written|cron: '17 4 * * 2' # prune stale previews|17 4|what cron prunes stale previews?|welcher Cron räumt alte Previews weg?|when are outdated demo environments deleted?
written|throw new TeapotError('BREW-88', 'kettle offline')|BREW-88|which TeapotError code means kettle offline?|welcher TeapotError-Code bedeutet kettle offline?|what code tells us that the boiler cannot be reached?
written|def normalise_plate(text): return text.upper().replace('-', '')|normalise_plate|what does normalise_plate do to the text?|was macht normalise_plate mit dem Text?|how are car numbers cleaned up?
written|interface Voucher { pepper: string; redeemedBy?: PersonId }|redeemedBy|who is redeemedBy in interface Voucher?|was ist redeemedBy im Interface Voucher?|where do we store who used a coupon?
written|test('rounds half up for Swiss cash', () => expect(round(0.025)).toBe(0.05))|Swiss cash|which test rounds half up for Swiss cash?|welcher Test rundet für Swiss cash auf?|do we check amounts in francs?
thought|The flicker must come from useSprocket being mounted twice under the portal|useSprocket|why does the flicker come from useSprocket being mounted twice?|warum kommt das Flackern von useSprocket?|what causes the blinking interface?
thought|I suspect clock skew on node larch explains the expired tokens|larch|on which node does clock skew explain the expired tokens?|auf welchem Knoten erklärt die Uhrabweichung die abgelaufenen Tokens?|which server has the wrong time?
thought|Safest is to migrate the couriers table before touching dispatch|before touching dispatch|should the couriers table migrate before touching dispatch?|soll die Tabelle couriers vor dispatch migriert werden?|in what order should the schema change happen?
thought|The parser drops the trailing comma only in strict grammar mode|strict grammar|in which mode does the parser drop the trailing comma?|in welchem Modus verschluckt der Parser das abschließende Komma?|when does reading the syntax lose punctuation?
thought|Memory grows because the emitter in wharf.ts never removes listeners|wharf.ts|why does memory grow with the emitter in wharf.ts?|warum wächst der Speicher beim Emitter in wharf.ts?|where is the leak?
thought|Two goroutines lock ledger and vault in opposite order|opposite order|which goroutines lock ledger and vault in opposite order?|welche Goroutinen sperren ledger und vault in umgekehrter Reihenfolge?|what leads to the deadlock?
thought|Their API paginates from one, not zero, so the first page was skipped|from one|does their API paginate from one or zero?|paginiert deren API ab eins oder ab null?|why were the earliest records missing?
thought|The snapshot differs because Helsinki switches to summer time on that date|Helsinki|why does the snapshot differ for Helsinki summer time?|warum unterscheidet sich der Snapshot wegen der Sommerzeit in Helsinki?|what has daylight saving to do with the broken comparison?
thought|An LRU of 400 regexes would avoid recompiling the route patterns|400 regexes|how many regexes in the LRU avoid recompiling route patterns?|wie viele Regexe im LRU vermeiden das Neukompilieren der Routen?|how could matching of URLs be made quicker?
error|Error: ENOSPC writing /var/spool/kestrel/queue.db|kestrel|what ENOSPC error writing queue.db?|welcher ENOSPC-Fehler beim Schreiben von queue.db?|where was there no room left on the drive?
error|TypeError: cannot read properties of undefined (reading 'fareZone')|fareZone|which TypeError cannot read properties reading fareZone?|welcher TypeError beim Lesen von fareZone?|what value was missing when the ticket price crashed?
error|fatal: refusing to merge unrelated histories from remote plover|plover|from which remote does it refuse to merge unrelated histories?|von welchem Remote wird unrelated histories nicht gemerged?|which other repository could not be combined with ours?
error|psql: role "harbour_ro" is not permitted to log in|harbour_ro|which psql role is not permitted to log in?|welche psql-Rolle darf sich nicht anmelden?|what database account was rejected?
error|x509: certificate signed by unknown authority: registry.cobalt.lan|cobalt.lan|which registry has a certificate signed by unknown authority?|welche Registry hat ein Zertifikat einer unbekannten Autorität?|where do we not trust the image store?
error|error[E0502]: cannot borrow \`roster\` as mutable|roster|E0502 cannot borrow what as mutable?|E0502: was kann nicht mutable geliehen werden?|what did the Rust compiler complain about?
error|make: *** [docs/guide.pdf] Error 43|Error 43|what make error for docs/guide.pdf?|welcher make-Fehler bei docs/guide.pdf?|how did building the manual go wrong?
error|ImportError: libsnappy.so.1: cannot open shared object file|libsnappy|which ImportError cannot open shared object file?|welcher ImportError: shared object file nicht zu öffnen?|what native library was absent?
error|413 Payload Too Large from proxy fennec at 1 MiB|fennec|which proxy said 413 Payload Too Large?|welcher Proxy sagte 413 Payload Too Large?|what refuses big uploads?
german|Der Testkunde für die Abnahme heißt Brauerei Zwickl|Zwickl|wie heißt der Testkunde für die Abnahme?|what is the name of the test customer for acceptance?|mit welcher Firma prüfen wir vor der Freigabe?
german|Rechnungen dürfen erst nach der Freigabe durch Frau Oltmanns raus|Oltmanns|durch wessen Freigabe dürfen Rechnungen raus?|who has to approve invoices before they go out?|wer muss zustimmen, bevor wir etwas in Rechnung stellen?
german|Das Passwort-Ablaufdatum liegt bei hundertzwanzig Tagen|hundertzwanzig|wo liegt das Passwort-Ablaufdatum?|after how many days does the password expire?|wie lange gilt ein Kennwort?
german|Die Schnittstelle zum Lagersystem spricht Modbus über Adresse 14|Modbus|was spricht die Schnittstelle zum Lagersystem?|which protocol does the interface to the warehouse system speak?|wie ist das Depot angebunden?
german|Umlaute im Dateinamen werden vor dem Hochladen ersetzt|Umlaute|werden Umlaute im Dateinamen vor dem Hochladen ersetzt?|are umlauts in the file name replaced before upload?|was passiert mit Sonderzeichen beim Transfer?
german|Für Backups gilt eine Aufbewahrung von sieben Quartalen|sieben Quartalen|welche Aufbewahrung gilt für Backups?|what is the retention for backups?|wie lange heben wir Sicherungen auf?
german|Wartungsfenster ist immer Mittwoch ab halb fünf|Mittwoch|wann ist das Wartungsfenster?|when is the maintenance window?|wann dürfen wir das System herunterfahren?
german|Die Fehlermeldungen sollen das Wort Störung vermeiden|Störung|welches Wort sollen die Fehlermeldungen vermeiden?|which word should the error messages avoid?|wie dürfen Hinweise an Benutzer nicht formuliert sein?
german|Bitte niemals den Zweig stabil-3 direkt beschreiben|stabil-3|welchen Zweig niemals direkt beschreiben?|which branch must never be written directly?|wohin darf nicht gepusht werden?
japanese|本番サーバーの監視は「みまもり」というツールで行う|みまもり|本番サーバーの監視はどのツールで行う？|which tool monitors the production server?|稼働状況を見るにはどうする？
japanese|請求書の締め日は毎月二十日です|二十日|請求書の締め日はいつ？|when is the closing day for invoices?|支払いの期限は何日？
japanese|テスト環境の管理者は黒田さんです|黒田|テスト環境の管理者は誰？|who is the administrator of the test environment?|検証機の担当は？
japanese|画像の最大サイズは四メガバイトにする|四メガバイト|画像の最大サイズは？|what is the maximum size of an image?|写真はどこまで大きくできる？
japanese|ログは三十日後に自動で削除される|三十日|ログは何日後に削除される？|after how many days are logs deleted?|記録はいつ消える？
japanese|検索には「カワセミ」エンジンを使うこと|カワセミ|検索にはどのエンジンを使う？|which engine is used for search?|探す仕組みは何で作る？
japanese|バックアップの保存先は大阪リージョン|大阪|バックアップの保存先は？|where is the backup stored?|複製はどこに置く？
japanese|エラー番号 E-771 は在庫不足を意味する|E-771|在庫不足を意味するエラー番号は？|what does error number E-771 mean?|品切れのときの表示は？
japanese|リリース前に必ず橋本さんの承認を取る|橋本|リリース前に誰の承認を取る？|whose approval is needed before a release?|公開してよいか決めるのは誰？
corrected|The staging database is called marten => Correction: the staging database is called polecat now|polecat|what is the staging database called?|wie heißt die Staging-Datenbank?|which postgres do we try things on?
corrected|Releases are cut on Fridays => Releases are cut on Tuesdays from now on, not Fridays|Tuesdays|on which day are releases cut?|an welchem Tag werden Releases geschnitten?|when do we ship?
corrected|The rate limit for the public API is 90 per minute => I was wrong, the rate limit for the public API is 240 per minute|240|what is the rate limit for the public API?|wie hoch ist das Rate-Limit der öffentlichen API?|how many requests may outsiders make?
corrected|Our colour for links is teal => Change of mind: our colour for links is indigo|indigo|what is our colour for links?|welche Farbe haben unsere Links?|how do anchors look?
corrected|Translations live in locales/phrases.yaml => Translations live in i18n/catalogue.json since today|catalogue.json|where do translations live?|wo liegen die Übersetzungen?|in which file are the texts of other languages?
corrected|Deploys go through the tool skiff => Deploys go through the tool dinghy, skiff is gone|dinghy|which tool do deploys go through?|über welches Werkzeug laufen Deployments?|how does code get to production?
corrected|The on-call person this week is Radek => The on-call person this week is Noor, Radek is ill|Noor|who is the on-call person this week?|wer hat diese Woche Bereitschaft?|whom do I ring when it is down?
corrected|Minimum Python is 3.9 => Minimum Python is 3.12 after all|3.12|what is the minimum Python?|was ist das minimale Python?|which interpreter version do we still support?
corrected|Attachments are virus-checked by clamd => Attachments are virus-checked by sentry-wolf instead of clamd|sentry-wolf|what are attachments virus-checked by?|womit werden Anhänge auf Viren geprüft?|who looks for malware in files?
elliptic|The preview server runs on port 8085 => no, 8081|8081|on which port does the preview server run?|auf welchem Port läuft der Preview-Server?|where does the demo listen?
elliptic|Name the new package harvest-core => sorry, harvest-kernel|harvest-kernel|what name for the new package?|welcher Name für das neue Paket?|how is the module we create called?
elliptic|Set the request timeout to 25 s => make it 40|40|to what is the request timeout set?|auf welchen Wert ist das Request-Timeout gesetzt?|how long do we wait for an answer?
elliptic|Ask Beatriz about the licence text => no wait, Caspian|Caspian|whom to ask about the licence text?|wen frage ich wegen des Lizenztextes?|who knows the legal wording?
elliptic|Put the helper scripts into tools/dev => actually scripts/dev|scripts/dev|where to put the helper scripts?|wohin kommen die Hilfsskripte?|in which directory are utilities?
elliptic|The sandbox account is acme-trial => not acme-trial, acme-pilot|acme-pilot|what is the sandbox account?|wie heißt das Sandbox-Konto?|with whose login do we experiment?
elliptic|Cache entries live for 15 minutes => rather 5|rather 5|how long do cache entries live?|wie lange leben Cache-Einträge?|when is stored data stale?
elliptic|Use the queue named rivulet => I meant torrent|torrent|which queue to use?|welche Queue soll man benutzen?|where are jobs put?
elliptic|Die Abteilung zahlt über Kostenstelle 4410 => nein, 4471|4471|über welche Kostenstelle zahlt die Abteilung?|through which cost centre does the department pay?|wohin wird das gebucht?
takenback|The proxy port is 9443 => forget the proxy port thing|9443|what is the proxy port?|was ist der Proxy-Port?|where does the forwarder listen?
takenback|Use the gem name finch-auth for login => scratch that, no finch-auth|finch-auth|which gem name for login?|welcher Gem-Name für das Login?|what library signs people in?
takenback|The mascot is a walrus called Bertil => forget the mascot, we have none|Bertil|what is the mascot called?|wie heißt das Maskottchen?|which animal represents us?
takenback|All dates are stored in the zone Pacific/Chatham => never mind the zone, ignore what I said about Chatham|Chatham|in which zone are all dates stored?|in welcher Zone werden Daten gespeichert?|what offset do timestamps have?
takenback|We will drop support for IE mode in release 71 => I take that back about release 71|release 71|in which release do we drop support for IE mode?|in welchem Release fällt die Unterstützung für IE mode?|when do old browsers stop working?
takenback|Der Codename ist Nordlicht => vergiss den Codenamen Nordlicht|Nordlicht|was ist der Codename?|what is the codename?|wie nennen wir das Vorhaben?
takenback|The invoice prefix is QX- => /rewind|QX-|what is the invoice prefix?|was ist der Rechnungspräfix?|how do bill numbers begin?
takenback|The tester for payments is Umberto => /rewind|Umberto|who is the tester for payments?|wer testet die Zahlungen?|who checks the money flow?
takenback|The cold storage class is GLACIER_DEEP => /rewind|GLACIER_DEEP|what is the cold storage class?|was ist die Cold-Storage-Klasse?|where do archives sleep?
forked|The partner portal logo is an osprey over waves|osprey over waves|what is the partner portal logo?|was ist das Logo des Partnerportals?|which picture do resellers see?
forked|Team Juniper owns the notification templates|Juniper|which team owns the notification templates?|welchem Team gehören die Benachrichtigungsvorlagen?|who is responsible for the mails to users?
forked|For the beta we only invite schools in Tromsø|Tromsø|where are schools invited for the beta?|wo werden Schulen zur Beta eingeladen?|who may try the early version?
forked|Never call the endpoint /v1/purge from scripts|/v1/purge|which endpoint never to call from scripts?|welchen Endpunkt nie aus Skripten aufrufen?|what must automation not touch?
forked|The contract with Dunmore ends in October|Dunmore|which contract ends in October?|welcher Vertrag endet im Oktober?|whose agreement runs out in autumn?
forked|Metrics are scraped at /internal/gauges|/internal/gauges|where are metrics scraped?|wo werden Metriken abgeholt?|how does prometheus read our numbers?
forked|Write commit subjects in the imperative and prefix the room|imperative|how to write commit subjects?|wie schreibt man Commit-Betreffs?|what style do messages in the history have?
forked|The seed for fixtures is 20817|20817|what is the seed for fixtures?|was ist der Seed für die Fixtures?|how do we make random test data repeatable?
forked|Guests may book at most four berths|four berths|how many berths may guests book?|wie viele Kojen dürfen Gäste buchen?|what is the limit on reservations?
old|The very first ticket of this project is BRK-1009|BRK-1009|what is the very first ticket of this project?|was ist das allererste Ticket dieses Projekts?|which issue did we begin with?
old|Our style guide says tabs, width four|tabs|what does our style guide say about tabs width?|was sagt unser Styleguide zu Tabs?|how do we indent?
old|Licence of the SDK must stay MPL-2.0|MPL-2.0|what licence must the SDK stay?|welche Lizenz muss das SDK behalten?|under which terms do we publish the client?
old|The hardware lab is in room Kepler|Kepler|in which room is the hardware lab?|in welchem Raum ist das Hardware-Labor?|where are the devices?
old|I prefer small pull requests under 250 lines|250 lines|how small do I prefer pull requests?|wie klein mag ich Pull Requests?|how long may a change for review be?
old|Feature branches begin with topic/|topic/|what do feature branches begin with?|womit beginnen Feature-Branches?|how do we name lines of development?
old|The demo for the board is on the ninth of June|ninth of June|when is the demo for the board?|wann ist die Demo für den Vorstand?|when do we present to management?
old|Secrets come from the vault path kv/orchard|kv/orchard|from which vault path do secrets come?|aus welchem Vault-Pfad kommen die Secrets?|where are credentials kept?
old|Only Ottilie may change the tax tables|Ottilie|who may change the tax tables?|wer darf die Steuertabellen ändern?|who is allowed to edit VAT rates?
renamed|src/harbor.ts holds export const TIDE_OFFSET = 37|TIDE_OFFSET|what is TIDE_OFFSET in harbor.ts?|was ist TIDE_OFFSET in harbor.ts?|how is the sea level shifted?
renamed|lib/crumbs.py sets trail_depth = 12|trail_depth|what is trail_depth in crumbs.py?|welcher Wert hat trail_depth in crumbs.py?|how many levels of navigation are shown?
renamed|web/teaser.css has --hero-height: 418px|418px|what is the hero-height in teaser.css?|was ist hero-height in teaser.css?|how tall is the banner?
renamed|conf/relay.toml says burst = 65|burst = 65|what burst does relay.toml say?|welchen burst sagt relay.toml?|how many messages may come at once?
renamed|pkg/moose.go defines ErrAntler|ErrAntler|which error does moose.go define?|welchen Fehler definiert moose.go?|what can go wrong with the animal module?
renamed|db/pear.sql creates view fruit_by_season|fruit_by_season|which view does pear.sql create?|welche View erzeugt pear.sql?|how do I query crops of the winter?
renamed|ops/lamp.yaml requests memory 640Mi|640Mi|how much memory does lamp.yaml request?|wie viel Speicher fordert lamp.yaml an?|what RAM does the light deployment get?
renamed|docs/otter.md tells how to reset a tenant key|otter.md|what tells how to reset a tenant key?|welches Dokument sagt, wie man einen Tenant-Key zurücksetzt?|where is it written how to renew a customer's secret?
renamed|app/snail.rb sleeps for 2.75 between polls|2.75|how long does snail.rb sleep between polls?|wie lange schläft snail.rb zwischen Polls?|what pause is there when asking repeatedly?
number|The pump delivers 38.5 l/min at full load|38.5|what does the pump deliver at full load?|was liefert die Pumpe bei Volllast?|how much liquid flows?
number|Budget for the cluster is 7400 EUR a month|7400|what is the budget for the cluster?|wie hoch ist das Budget für den Cluster?|how much may hosting cost?
number|The sensor samples at 48 kHz|48 kHz|at what does the sensor sample?|mit wie viel tastet der Sensor ab?|how often is the signal measured?
number|p95 latency of checkout must stay below 320 ms|320 ms|below what must p95 latency of checkout stay?|unter welchem Wert muss die p95-Latenz des Checkouts bleiben?|how fast must paying be?
number|The battery lasts 19 h with the radio off|19 h|how long does the battery last with the radio off?|wie lange hält der Akku bei ausgeschaltetem Funk?|when does the device run dry?
number|Import handled 2.3 million rows in 11 min|2.3 million|how many rows did the import handle?|wie viele Zeilen hat der Import verarbeitet?|how quick was loading the data?
number|Truck payload is limited to 3.2 t|3.2 t|what is truck payload limited to?|auf wie viel ist die Nutzlast der LKW begrenzt?|how heavy may a load be?
number|The office uplink is 600 Mbit/s|600 Mbit|what is the office uplink?|wie schnell ist der Uplink im Büro?|how quick is our internet?
number|Cooling target is 21 °C in rack row B|21 °C|what is the cooling target in rack row B?|was ist das Kühlziel in Rackreihe B?|how warm may the machines be?
table|⎸ Oslo ⎸ warehouse ⎸ 214 pallets ⎸ Sigrid ⎸|214 pallets|how many pallets in the Oslo warehouse?|wie viele Paletten im Lager Oslo?|what is the stock in Norway?
table|⎸ plan-gold ⎸ 79 seats ⎸ priority support ⎸|79 seats|how many seats in plan-gold?|wie viele Plätze hat plan-gold?|how many users has the best subscription?
table|⎸ svc-map ⎸ Rust ⎸ Emeka ⎸ tier 2 ⎸|Emeka|who is on svc-map, tier 2?|wer ist bei svc-map, tier 2?|who maintains the geographic service?
table|⎸ 2031-Q3 ⎸ churn ⎸ 4.6 percent ⎸|4.6 percent|what churn in 2031-Q3?|welcher Churn in 2031-Q3?|how many customers left that summer?
table|⎸ GET /boats ⎸ scope fleet.read ⎸ cached ⎸|fleet.read|which scope for GET /boats?|welcher Scope für GET /boats?|what permission is needed to list vessels?
table|⎸ TLS 1.0 ⎸ blocked ⎸ since build 5512 ⎸|5512|since which build is TLS 1.0 blocked?|seit welchem Build ist TLS 1.0 blockiert?|when did we turn off old encryption?
table|⎸ region-north ⎸ replica lag ⎸ 900 ms ⎸|900 ms|what replica lag in region-north?|welcher Replica Lag in region-north?|how far behind is the copy?
table|⎸ Frieda ⎸ holiday ⎸ 3 to 17 August ⎸|17 August|when is the holiday of Frieda?|wann hat Frieda Urlaub?|when is our colleague away?
table|⎸ E204 ⎸ valve stuck ⎸ call Mirko ⎸|Mirko|whom to call for E204 valve stuck?|wen anrufen bei E204 valve stuck?|who fixes a blocked pipe?
subagent|The retry loop lives in pkg/courier/backoff.go, function waitTurn|waitTurn|which function holds the retry loop in backoff.go?|welche Funktion enthält die Retry-Schleife in backoff.go?|where do we try again after a failure?
subagent|Only three callers use LegacyMarshal, all in the export room|LegacyMarshal|how many callers use LegacyMarshal?|wie viele Aufrufer nutzen LegacyMarshal?|who still needs the old serialisation?
subagent|The README claims Windows support but the path code assumes slashes|assumes slashes|what does the README claim about Windows support?|was behauptet das README über Windows-Unterstützung?|does it work on Microsoft systems?
subagent|Auth cookies are named bx_sid and set without SameSite|bx_sid|what are auth cookies named?|wie heißen die Auth-Cookies?|is our login state protected against cross site requests?
subagent|There are 57 TODO marks, most of them in the importer|57 TODO|how many TODO marks are there?|wie viele TODO-Marken gibt es?|how much unfinished work is left?
subagent|The flaky case is SyncTwice, it races with the fs watcher|SyncTwice|which case is flaky and races with the fs watcher?|welcher Fall ist flaky und rennt gegen den fs watcher?|what test is unreliable?
subagent|The GraphQL depth limit is 11 in schema guard|depth limit is 11|what is the GraphQL depth limit?|wie hoch ist das GraphQL-Tiefenlimit?|how nested may a query be?
subagent|Dead code: module orbit_v2 has no importers|orbit_v2|which module is dead code with no importers?|welches Modul ist toter Code ohne Importe?|what can be deleted safely?
subagent|The installer signs with key fingerprint 5F:A9:77|5F:A9:77|with which key fingerprint does the installer sign?|mit welchem Fingerprint signiert der Installer?|how do users know the setup is genuine?
`

/** What nothing of it is about. */
export const BLIND_UNRELATED: readonly string[] = `
write a haiku about autumn leaves
what is the capital of Mongolia?
explain monads with a burrito
reverse a linked list in place
how do I exit vim?
convert this loop to a list comprehension
what does the spread operator do?
add a progress spinner to the installer script
please rename variable x to count
make the tests pass
go on
thanks, that looks good
fix the typo in the header
create a new react component for a date picker
why is the sky blue?
run the linter and fix what it finds
summarise the last commit
set up eslint with prettier
how many bytes are in a mebibyte?
translate "good morning" into French
write unit tests for the string helper
was ist der Unterschied zwischen let und const?
erkläre mir rekursive Funktionen
add type annotations to this function
what is the time complexity of quicksort?
open the settings page and add a checkbox
commit everything and push
generate ten random names
describe how DNS resolution works
now do the same for the other two files
`
	.trim()
	.split('\n')
