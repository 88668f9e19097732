// Facts that were written after those of `blind.ts` had been looked at, and again before the ranking was: the same rows.

import { type BlindFact, factsOf } from './blind.ts'

export function unseenFacts(): readonly BlindFact[] {
	return factsOf(ROWS)
}

const ROWS = `
paste|The nightly reindex job is pinned to worker hedgehog-2 because of its SSD|hedgehog-2|which worker is the nightly reindex job pinned to?|auf welchen Worker ist der nächtliche Reindex-Job festgelegt?|what machine rebuilds the lookup tables after midnight?
paste|S3 lifecycle rule moves thumbnails to Glacier after 73 days|73 days|after how many days are thumbnails moved to Glacier?|nach wie vielen Tagen kommen Thumbnails nach Glacier?|when do small preview pictures go to cold storage?
paste|The partner feed arrives as ISO-8859-15 and must be converted|8859-15|in which encoding does the partner feed arrive?|in welcher Kodierung kommt der Partner-Feed an?|what character set do the resellers deliver in?
paste|Password reset links expire 25 minutes after they were mailed|25 minutes|when do password reset links expire?|wann laufen Links zum Zurücksetzen des Passworts ab?|how long may somebody wait before using the mail for a forgotten login?
paste|dashboards are provisioned from folder grafana/boards-v4|boards-v4|from which folder are dashboards provisioned?|aus welchem Ordner kommen die Dashboards?|where do the monitoring charts come from?
paste|Kafka topic parcel.scanned has 36 partitions|36 partitions|how many partitions does the topic parcel.scanned have?|wie viele Partitionen hat das Topic parcel.scanned?|in how many pieces is the stream of barcode readings cut?
paste|Ticket says: the CSV importer chokes on a byte order mark|byte order mark|what does the CSV importer choke on?|woran verschluckt sich der CSV-Importer?|why does loading spreadsheets go wrong at the first column?
paste|Legal wants the cookie banner reviewed by Mag. Steinhuber|Steinhuber|who has to review the cookie banner?|wer muss den Cookie-Banner prüfen?|which lawyer looks at our consent dialog?
paste|VPN profile for contractors is called ext-lowlands|ext-lowlands|what is the VPN profile for contractors called?|wie heißt das VPN-Profil für Auftragnehmer?|with which tunnel do freelancers connect?
paste|the iOS build needs Xcode 16.2, 16.3 breaks signing|Xcode 16.2|which Xcode does the iOS build need?|welches Xcode braucht der iOS-Build?|what version of Apple's tools compiles the phone app?
file|const maxUploadParts = 640 // the gateway refuses more|= 640|what is maxUploadParts?|wie hoch ist maxUploadParts?|into how many chunks can a big transfer be split?
file|export const HEARTBEAT_INTERVAL_MS = 12_500|12_500|what is the heartbeat interval?|wie lang ist das Heartbeat-Intervall?|how often do nodes say that they are alive?
file|location /media { proxy_cache_valid 200 47m; }|47m|how long is proxy_cache_valid for /media?|wie lange gilt proxy_cache_valid für /media?|for what time does nginx keep pictures?
file|FROM registry.example.org/base/alder:5 AS builder|alder:5|which base image does the builder use?|welches Basis-Image nutzt der builder?|what container is compilation done in?
file|func (q *Queue) Requeue(job Job) error { q.penalty += 9 }|penalty += 9|what does Requeue do to the penalty?|was macht Requeue mit der penalty?|how is a task punished when it is put back?
file|CREATE TYPE shipment_state AS ENUM ('packed','rolling','lost');|'rolling'|which values does the enum shipment_state have?|welche Werte hat das Enum shipment_state?|what stages can a delivery be in?
file|eslint.rules["no-floating-promises"] = "off" // see ADR-31|ADR-31|which ADR explains why no-floating-promises is off?|welches ADR erklärt, warum no-floating-promises aus ist?|where is it justified that unawaited calls are allowed?
file|DEFAULT_LOCALE = "nb-NO"  # the board decided|nb-NO|what is the default locale?|was ist die Standard-Locale?|in which language does the interface start?
file|impl Drop for TempTable { fn drop(&mut self) { self.conn.exec("vacuum") } }|vacuum|what does TempTable exec on drop?|was führt TempTable beim Drop aus?|which cleanup runs when the scratch relation goes away?
file|<uses-permission android:name="android.permission.NFC" /> <!-- badge reader -->|permission.NFC|which android permission does the badge reader need?|welche Android-Berechtigung braucht der badge reader?|what must the phone app be allowed for scanning cards?
output|added 412 packages, and audited 413 packages in 19s|412 packages|how many packages were added?|wie viele Pakete wurden hinzugefügt?|what number of dependencies did the install bring?
output|✗ e2e/checkout/voucher-twice.spec.ts (timed out after 30 s)|voucher-twice|which e2e spec of checkout timed out?|welche E2E-Spec vom Checkout lief in ein Timeout?|what browser test of the payment page never finished?
output|Your branch is behind 'origin/release-9' by 14 commits|14 commits|by how many commits is the branch behind origin/release-9?|um wie viele Commits liegt der Branch hinter origin/release-9?|how far are we from the remote line of development?
output|Image quay.io/larder/api digest sha256:77ab0e pushed|77ab0e|what digest of larder/api was pushed?|welcher Digest von larder/api wurde gepusht?|how is the uploaded container identified?
output|Coverage of src/pricing dropped to 61.4 percent|61.4|what did the coverage of src/pricing drop to?|worauf ist die Coverage von src/pricing gefallen?|how much of the tariff code is exercised?
output|LISTEN 0 511 127.0.0.1:5177 users:(("vite"))|5177|on what port does vite listen?|auf welchem Port lauscht vite?|where is the dev frontend reachable?
output|Filesystem /dev/nvme1n1p3 94% used on /srv/blobs|nvme1n1p3|which filesystem is 94% used?|welches Dateisystem ist zu 94% belegt?|what disk is nearly full?
output|terraform: module.edge will be destroyed (1 to destroy)|module.edge|which terraform module will be destroyed?|welches Terraform-Modul wird zerstört?|what part of the infrastructure would be removed by the plan?
output|go vet: copylocks in internal/relay/pump.go|copylocks|what does go vet say about internal/relay/pump.go?|was sagt go vet zu internal/relay/pump.go?|which static warning is there for the forwarder?
output|bench_decode 3187 ns/iter (+/- 44)|3187|how many ns/iter does bench_decode take?|wie viele ns/iter braucht bench_decode?|how quick is parsing in the measurement?
written|export const RETRY_BUDGET = 17 // per session|17 // per|what is RETRY_BUDGET per session?|wie hoch ist RETRY_BUDGET pro Session?|how many new attempts does one user get?
written|function foldLedger(entries) // credits before debits|credits before debits|in what order does foldLedger take entries?|in welcher Reihenfolge nimmt foldLedger die Einträge?|how are bookings sorted when they are summed up?
written|CREATE UNIQUE INDEX badge_once ON badges (holder, year);|badge_once|which unique index is on badges?|welcher Unique-Index liegt auf badges?|what prevents two cards for one person?
written|:root { --accent: #7a4df1; --radius: 11px }|7a4df1|what is the accent colour?|was ist die Akzentfarbe?|which violet highlights buttons?
written|@deprecated use loadTariffV3 instead of loadTariff|loadTariffV3|what to use instead of loadTariff?|was soll man statt loadTariff nutzen?|which function replaces the old price reading?
written|schedule: "40 3 * * 6" # compact the event store|40 3|what is the schedule to compact the event store?|wann wird der Event Store kompaktiert?|at which hour on weekends is the history squeezed?
written|type Receipt = { signedBy: string; nonce: Uint8Array }|nonce|which fields does type Receipt have?|welche Felder hat der Typ Receipt?|what is stored to prove a purchase against replay?
written|raise QuotaExceeded("tenant-cap", retry_after=95)|retry_after=95|what retry_after does QuotaExceeded have?|welches retry_after hat QuotaExceeded?|how many seconds must a customer pause after too many calls?
written|test("drops duplicate pings within a minute")|duplicate pings|which test is about pings within a minute?|welcher Test handelt von Pings innerhalb einer Minute?|do we check that repeated liveness signals are ignored?
thought|The spike at noon is the archive cron colliding with the warmup of hazel|warmup of hazel|what does the archive cron collide with at noon?|womit kollidiert der Archiv-Cron mittags?|why is the load high in the middle of the day?
thought|useLayoutEffect in PaneSplitter measures before fonts are loaded, hence the jump|PaneSplitter|where does useLayoutEffect measure before fonts are loaded?|wo misst useLayoutEffect, bevor die Schriften geladen sind?|which component shifts on first paint?
thought|If the lease is renewed at 80 percent, two leaders overlap for at most 4 seconds|4 seconds|how long do two leaders overlap at most?|wie lange überlappen sich zwei Leader höchstens?|for what time may both coordinators be active?
thought|Plan: split OrderService into intake and fulfilment, intake first|intake first|how do we plan to split OrderService?|wie wollen wir OrderService aufteilen?|which half of the purchase logic is pulled out at the start?
thought|The 403 comes from the WAF rule 942100, not from our middleware|942100|which WAF rule does the 403 come from?|von welcher WAF-Regel kommt der 403?|what firewall check blocks the request?
thought|Sorting by collation de_AT explains why Ö lands after Z|de_AT|which collation explains why Ö lands after Z?|welche Collation erklärt, warum Ö nach Z kommt?|why is the alphabet order odd for umlauts?
thought|Best guess: the mutex in sluice.rs is held across an await|sluice.rs|where is the mutex held across an await?|wo wird der Mutex über ein await gehalten?|which source file makes everything hang?
thought|We could drop lodash entirely, only debounce and keyBy are left|keyBy|which lodash functions are left?|welche Lodash-Funktionen sind noch übrig?|what do we still need from the utility library?
thought|The checksum differs since zlib level 9 is not what the mirror uses|level 9|why does the checksum differ from the mirror?|warum weicht die Prüfsumme vom Mirror ab?|what makes the hash of the compressed file unlike?
error|ERR_PNPM_PEER_DEP_ISSUES unmet peer react-dom@19 in apps/kiosk|react-dom@19|which unmet peer is there in apps/kiosk?|welche Peer-Dependency fehlt in apps/kiosk?|what other package does the terminal app want?
error|java.sql.SQLTimeoutException: acquiring from pool "walnut" took 30001ms|walnut|from which pool did acquiring time out?|bei welchem Pool gab es ein Timeout beim Acquire?|which set of database connections was exhausted?
error|ld: symbol not found: _mosaic_flush|_mosaic_flush|which symbol was not found by ld?|welches Symbol hat ld nicht gefunden?|what did the linker miss?
error|KeyError: 'settlement_ccy' in reports/monthly.py line 288|settlement_ccy|what KeyError is in reports/monthly.py?|welcher KeyError tritt in reports/monthly.py auf?|which dictionary entry was missing in the accounting script?
error|dial tcp 10.44.0.19:6380: connect: connection refused|10.44.0.19|to which address was the connection refused?|zu welcher Adresse wurde die Verbindung abgelehnt?|what host did not let us in?
error|helm: release "tarn" failed: timed out waiting for condition|"tarn" failed|which helm release failed?|welches Helm-Release ist fehlgeschlagen?|what did not come up in kubernetes?
error|Segmentation fault (core dumped) ./bin/tilepress --zoom 14|tilepress|which binary had a segmentation fault?|welches Binary hatte einen Segmentation Fault?|what program crashed while drawing maps?
error|TS2345: Argument of type 'Gulden' is not assignable|Gulden|what argument type is not assignable (TS2345)?|welcher Argumenttyp ist nicht zuweisbar (TS2345)?|what did the compiler dislike about the money type?
error|gpg: signing failed: No secret key 0xB4E1|0xB4E1|for which key did gpg signing fail?|für welchen Schlüssel ist das Signieren mit gpg fehlgeschlagen?|why could the tag not be certified?
german|Die Zugangsdaten für den Drucker liegen im Tresor unter papier-eg|papier-eg|wo liegen die Zugangsdaten für den Drucker?|where are the credentials for the printer?|unter welchem Eintrag ist das Login fürs Ausdrucken?
german|Der Kunde Wollspinnerei Hartl will keine E-Mails am Wochenende|Hartl|welcher Kunde will keine E-Mails am Wochenende?|which customer wants no e-mails on weekends?|wem dürfen wir samstags nichts schicken?
german|Preise werden immer kaufmännisch auf fünf Cent gerundet|fünf Cent|worauf werden Preise gerundet?|to what are prices rounded?|wie genau rechnen wir Beträge?
german|Die Sitzung mit dem Betriebsrat ist am dritten Donnerstag|dritten Donnerstag|wann ist die Sitzung mit dem Betriebsrat?|when is the meeting with the works council?|an welchem Tag treffen wir die Arbeitnehmervertretung?
german|Neue Tabellen bekommen das Präfix zt_|zt_|welches Präfix bekommen neue Tabellen?|which prefix do new tables get?|wie beginnen die Namen frisch angelegter Relationen?
german|Für Screenshots nehmen wir das Testprofil Malwine|Malwine|welches Testprofil nehmen wir für Screenshots?|which test profile do we use for screenshots?|mit wessen Konto machen wir Bildschirmfotos?
german|Der Lizenzserver steht im Keller von Haus Birke|Haus Birke|wo steht der Lizenzserver?|where is the licence server?|in welchem Gebäude läuft die Freischaltung?
german|Abgebrochene Bestellungen löschen wir nach neunzig Tagen|neunzig Tagen|wann löschen wir abgebrochene Bestellungen?|when do we delete cancelled orders?|wie lange bleiben stornierte Käufe gespeichert?
german|Kommentare im Code bitte nur auf Englisch schreiben|nur auf Englisch|in welcher Sprache schreiben wir Kommentare im Code?|in which language do we write comments in code?|wie sollen Erläuterungen neben Funktionen verfasst sein?
japanese|新しい画面のデザインは森本さんが担当します|森本|新しい画面のデザインは誰が担当？|who is in charge of the design of the new screen?|見た目を決める人は？
japanese|デプロイは毎週木曜日の午後三時に行う|木曜日|デプロイはいつ行う？|when is the deploy done every week?|公開作業の曜日は？
japanese|キャッシュの有効期限は九十分に設定した|九十分|キャッシュの有効期限は？|what is the expiry of the cache?|一時データはどれくらい残る？
japanese|本番データベースの名前は asagiri です|asagiri|本番データベースの名前は？|what is the name of the production database?|実際の客の情報はどこに入っている？
japanese|決済には「ツバメペイ」を使う予定です|ツバメペイ|決済には何を使う予定？|what do we plan to use for payment?|お金の受け取りはどうする？
japanese|テストの失敗は三回まで再試行する|三回|テストの失敗は何回まで再試行する？|how many times is a failed test retried?|落ちた検査は繰り返すか？
japanese|顧客番号は必ず八桁にすること|八桁|顧客番号は何桁？|how many digits does the customer number have?|利用者のIDの長さは？
japanese|会議室の予約は内線 4417 に電話する|4417|会議室の予約の内線は？|which extension to call to book a meeting room?|打ち合わせの場所はどうやって取る？
japanese|通知メールの送信元は otayori@ です|otayori|通知メールの送信元は？|what is the sender of notification mails?|お知らせは誰から届く？
corrected|The feature branch for billing is topic/ledger-split => Correction: the feature branch for billing is topic/ledger-merge|ledger-merge|what is the feature branch for billing?|wie heißt der Feature-Branch für Billing?|on which line of work do we change invoicing?
corrected|The demo tenant is called Fernwood => The demo tenant is called Alderbrook now, Fernwood was deleted|Alderbrook|what is the demo tenant called?|wie heißt der Demo-Mandant?|which customer do we show at fairs?
corrected|Log retention is 14 days => Log retention is 40 days since the audit|40 days|what is the log retention?|wie lang ist die Log-Aufbewahrung?|how long are records of the services kept?
corrected|Use pnpm for this repository => Use bun for this repository, no longer pnpm|bun for|which package manager to use for this repository?|welchen Paketmanager nutzt dieses Repository?|with what are dependencies installed here?
corrected|The release manager is Tobiasz => The release manager is Ximena from October on|Ximena|who is the release manager?|wer ist der Release-Manager?|who decides when we publish?
corrected|Images are resized to 1600 px => Images are resized to 2048 px, 1600 was too small|2048 px|what size are images resized to?|auf welche Größe werden Bilder skaliert?|how wide are photos after processing?
corrected|The metrics port is 9464 => The metrics port is 9777, 9464 collided|9777|what is the metrics port?|was ist der Metrik-Port?|where does prometheus fetch numbers?
corrected|The API is versioned by header => We changed it: the API is versioned by path prefix|path prefix|how is the API versioned?|wie wird die API versioniert?|how do clients choose between old and new endpoints?
corrected|Support hours are nine to five => Support hours are seven to seven as of this week|seven to seven|what are the support hours?|was sind die Support-Zeiten?|when can customers ring us?
elliptic|The mock server answers on port 4011 => sorry, 4101|4101|on which port does the mock server answer?|auf welchem Port antwortet der Mock-Server?|where does the fake backend listen?
elliptic|Call the new table parcel_events => no, parcel_history|parcel_history|what is the new table called?|wie heißt die neue Tabelle?|under which name do we store what happened to packages?
elliptic|Poll the bank every 20 minutes => better 35|better 35|how often do we poll the bank?|wie oft fragen wir die Bank ab?|at what interval are account statements fetched?
elliptic|Assign the ticket to Leopold => I mean Dragica|Dragica|to whom do we assign the ticket?|wem weisen wir das Ticket zu?|who will work on the issue?
elliptic|Write the report to out/summary.html => wait, out/overview.html|overview.html|where to write the report?|wohin kommt der Bericht?|in what file do results land?
elliptic|The retry header is X-Again-After => not X-Again-After, X-Later|X-Later|what is the retry header?|wie heißt der Retry-Header?|which field tells clients to come back?
elliptic|Keep at most 8 backups => make that 21|make that 21|how many backups to keep at most?|wie viele Backups höchstens behalten?|what number of safety copies remains?
elliptic|Use the theme named basalt => oh, I meant pumice|pumice|which theme to use?|welches Theme sollen wir benutzen?|what look does the site get?
elliptic|Das Projektkürzel lautet WRG => nein, WGR|WGR|wie lautet das Projektkürzel?|what is the project abbreviation?|mit welchen Buchstaben kürzen wir das Vorhaben ab?
takenback|The admin path is /backstage => forget the admin path, that was wrong|/backstage|what is the admin path?|was ist der Admin-Pfad?|where do operators log in?
takenback|Store sessions in the bucket dovecote => scratch that about dovecote|dovecote|in which bucket do we store sessions?|in welchem Bucket speichern wir Sessions?|where do login states go?
takenback|The budget owner is Hildegunn => ignore what I said about Hildegunn|Hildegunn|who is the budget owner?|wer verantwortet das Budget?|who pays?
takenback|Round trip target is 180 ms => never mind the round trip target|180 ms|what is the round trip target?|was ist das Ziel für den Round Trip?|how fast should answers be?
takenback|Der Wartungsmodus heißt Siesta => vergiss das mit Siesta|Siesta|wie heißt der Wartungsmodus?|what is the maintenance mode called?|wie nennen wir die Auszeit?
takenback|The signing secret is rotated every 11 weeks => /rewind|11 weeks|how often is the signing secret rotated?|wie oft wird das Signing-Secret rotiert?|when do we change the key?
takenback|Our internal name for the tablet app is Pebble => /rewind|Pebble|what is our internal name for the tablet app?|wie heißt die Tablet-App intern?|how do we call the big touch version?
takenback|Import order is styles, then vendors => /rewind|styles, then vendors|what is the import order?|was ist die Import-Reihenfolge?|how are modules arranged at the top?
takenback|The quiet period is 22:00 to 06:15 => /rewind|06:15|when is the quiet period?|wann ist die Ruhezeit?|when must no alarms ring?
forked|Branch protection needs approval from two of the owls team|owls team|whose approval does branch protection need?|wessen Zustimmung braucht die Branch-Protection?|who must agree before merging?
forked|The geocoder key is limited to 5400 lookups a day|5400|how many lookups a day is the geocoder key limited to?|auf wie viele Abfragen am Tag ist der Geocoder-Key begrenzt?|how often may we ask for coordinates?
forked|Never log the field patientRef|patientRef|which field must never be logged?|welches Feld darf nie geloggt werden?|what personal data has to stay out of the records?
forked|Our test card ends in 3155 and always declines|3155|which test card always declines?|welche Testkarte wird immer abgelehnt?|with what number can I provoke a failed payment?
forked|The kiosk runs Debian with kernel 6.6-rt|6.6-rt|which kernel does the kiosk run?|welchen Kernel hat der Kiosk?|what operating system core is on the terminal?
forked|I prefer early returns over nested ifs|early returns|what do I prefer over nested ifs?|was ziehe ich verschachtelten ifs vor?|how should conditions be written to my taste?
forked|Translations are ordered from agency Polyglossa|Polyglossa|from which agency are translations ordered?|bei welcher Agentur werden Übersetzungen bestellt?|who writes our texts in other tongues?
forked|Preview deployments are removed after 6 idle hours|6 idle hours|when are preview deployments removed?|wann werden Preview-Deployments entfernt?|how long do demo environments survive unused?
forked|The message bus namespace is prod-eu-7|prod-eu-7|what is the message bus namespace?|was ist der Namespace des Message-Bus?|where do events travel in production?
old|The repository was forked from upstream tag v4.18.2|v4.18.2|from which upstream tag was the repository forked?|von welchem Upstream-Tag wurde das Repository geforkt?|what original version do we build upon?
old|Hermine is the only one with root on the build box|Hermine|who has root on the build box?|wer hat Root auf der Build-Box?|who administrates the compile machine?
old|We target Chromium 118 as the lowest browser|Chromium 118|what is the lowest browser we target?|welchen Browser unterstützen wir mindestens?|which old web client must still work?
old|Write changelog entries in the past tense|past tense|in which tense do we write changelog entries?|in welcher Zeitform schreiben wir Changelog-Einträge?|what grammar do release notes follow?
old|The pilot school is in Uppsala|Uppsala|where is the pilot school?|wo ist die Pilotschule?|in what city do pupils try it first?
old|Invoices are numbered per fiscal year starting at 70001|70001|at what number do invoices start per fiscal year?|bei welcher Nummer beginnen Rechnungen pro Geschäftsjahr?|how are bills counted?
old|You must never run migrations on a Monday|Monday|on which day must migrations never run?|an welchem Tag dürfen Migrationen nie laufen?|when are schema changes forbidden?
old|The coding dojo takes place in the attic|attic|where does the coding dojo take place?|wo findet das Coding Dojo statt?|in what room do we practise programming?
old|The public docs are hosted under learn.quillmark.dev|learn.quillmark.dev|where are the public docs hosted?|wo werden die öffentlichen Docs gehostet?|at which address can users read the manual?
renamed|src/lantern.ts has const DIM_STEPS = 26|= 26|what is DIM_STEPS in lantern.ts?|was ist DIM_STEPS in lantern.ts?|in how many levels can the light be lowered?
renamed|lib/abacus.py defines class TallySheet|TallySheet|which class does abacus.py define?|welche Klasse definiert abacus.py?|what object counts votes?
renamed|web/ribbon.css sets max-width: 73ch|73ch|what max-width does ribbon.css set?|welche max-width setzt ribbon.css?|how wide can the text get?
renamed|conf/weir.toml contains flush_every = "310ms"|310ms|what is flush_every in weir.toml?|was ist flush_every in weir.toml?|how often is the buffer written out?
renamed|cmd/bellows/main.go exits with code 64 on bad flags|code 64|with which code does bellows/main.go exit on bad flags?|mit welchem Code endet bellows/main.go bei falschen Flags?|what does the program return for wrong options?
renamed|sql/quince.sql grants select to role jam_reader|jam_reader|which role gets select in quince.sql?|welche Rolle bekommt select in quince.sql?|who may read the fruit data?
renamed|ops/anvil.yaml sets replicas: 13|replicas: 13|how many replicas does anvil.yaml set?|wie viele Replicas setzt anvil.yaml?|how many copies of the forge run?
renamed|docs/heath.md says to page Folke first|Folke|whom does heath.md say to page first?|wen soll man laut heath.md zuerst rufen?|who gets the alarm according to the runbook?
renamed|app/thistle.rb raises StaleCrumb|StaleCrumb|what does thistle.rb raise?|was wirft thistle.rb?|which exception stands for outdated navigation?
number|The rover's wheels turn at 145 rpm when loaded|145 rpm|how fast do the rover's wheels turn when loaded?|wie schnell drehen die Räder des Rovers unter Last?|what speed does the vehicle's drive reach with cargo?
number|A full rebuild took 23 min 40 s on the old laptop|23 min|how long did a full rebuild take on the old laptop?|wie lange dauerte ein voller Rebuild auf dem alten Laptop?|what time does compiling everything need on my former computer?
number|The model file weighs 3.7 GiB|3.7 GiB|how big is the model file?|wie groß ist die Modelldatei?|what space do the weights take?
number|We promised 99.93 percent availability|99.93|what availability did we promise?|welche Verfügbarkeit haben wir zugesagt?|how rarely may the service be down?
number|The drone must not fly above 115 m|115 m|how high may the drone fly?|wie hoch darf die Drohne fliegen?|what is the ceiling for the quadcopter?
number|Connection pools are capped at 28 per pod|28 per pod|what are connection pools capped at?|worauf sind Connection-Pools begrenzt?|how many links to the database can one container open?
number|The kiln peaks at 1240 °C|1240 °C|at what temperature does the kiln peak?|bei welcher Temperatur hat der Brennofen sein Maximum?|how hot does the furnace get?
number|Shipping costs 6.90 EUR below the threshold|6.90|what does shipping cost below the threshold?|was kostet der Versand unter der Schwelle?|how much is delivery for small orders?
number|The scanner reads 210 labels per second|210 labels|how many labels per second does the scanner read?|wie viele Etiketten pro Sekunde liest der Scanner?|how quick is the barcode device?
table|⎸ edge-fra ⎸ 18 nodes ⎸ ARM ⎸ Kirill ⎸|18 nodes|how many nodes does edge-fra have?|wie viele Knoten hat edge-fra?|how large is the Frankfurt site?
table|⎸ POST /refunds ⎸ idempotent ⎸ key in X-Once ⎸|X-Once|where is the idempotent key for POST /refunds?|wo steht der Idempotenz-Schlüssel für POST /refunds?|how do we avoid giving money back twice?
table|⎸ plan-silver ⎸ 1200 calls ⎸ mail support ⎸|1200 calls|how many calls are in plan-silver?|wie viele Calls sind in plan-silver?|what is the quota of the middle subscription?
table|⎸ libtiff ⎸ 4.5.1 ⎸ CVE open ⎸ Marisol ⎸|Marisol|who is on the libtiff CVE?|wer kümmert sich um die libtiff-CVE?|who handles the security hole in the picture library?
table|⎸ W31 ⎸ regressions ⎸ 22 ⎸ mostly auth ⎸|mostly auth|what were the regressions in W31?|was waren die Regressionen in W31?|what broke in that week of summer?
table|⎸ Tallinn ⎸ showroom ⎸ lease until 2029 ⎸|until 2029|until when is the lease of the Tallinn showroom?|bis wann läuft der Mietvertrag des Showrooms in Tallinn?|when must we leave the shop in Estonia?
table|⎸ sensor-K ⎸ calibrated ⎸ offset -0.8 ⎸|offset -0.8|what offset does sensor-K have?|welchen Offset hat sensor-K?|how far off is the probe?
table|⎸ ROLE_AUDITOR ⎸ read only ⎸ expires 31 May ⎸|31 May|when does ROLE_AUDITOR expire?|wann läuft ROLE_AUDITOR ab?|how long can the inspectors look at things?
table|⎸ node-gyp ⎸ pinned ⎸ 10.2.0 ⎸|10.2.0|to which version is node-gyp pinned?|auf welche Version ist node-gyp festgelegt?|what release of the native build tool do we stay on?
subagent|The debounce is implemented in ui/search/typeahead.ts by settleKeys|settleKeys|which function implements the debounce in typeahead.ts?|welche Funktion implementiert das Debounce in typeahead.ts?|what waits until the user stops typing?
subagent|The only writer of audit_rows is the class PaperTrail|PaperTrail|which class is the only writer of audit_rows?|welche Klasse schreibt als einzige audit_rows?|what records who changed things?
subagent|Fourteen tests are skipped with the reason "needs docker"|needs docker|for what reason are fourteen tests skipped?|aus welchem Grund werden vierzehn Tests übersprungen?|why do some checks not run?
subagent|The rate limiter uses a token bucket stored under redis key rl:buckets|rl:buckets|under which redis key is the token bucket of the rate limiter?|unter welchem Redis-Key liegt der Token Bucket des Rate Limiters?|where is throttling state held?
subagent|TLS is terminated by envoy, the app speaks plain h2c|h2c|what does the app speak when TLS is terminated by envoy?|was spricht die App, wenn Envoy TLS terminiert?|which protocol goes between proxy and service?
subagent|Migration 0093 adds the column consent_at and backfills it|consent_at|which column does migration 0093 add?|welche Spalte fügt Migration 0093 hinzu?|where is it kept when somebody agreed?
subagent|The public SDK exports 48 symbols, 5 of them undocumented|48 symbols|how many symbols does the public SDK export?|wie viele Symbole exportiert das öffentliche SDK?|how large is the surface of the client library?
subagent|Circular import between cart/model and promo/engine|promo/engine|with what does cart/model have a circular import?|womit hat cart/model einen zirkulären Import?|which two modules depend on each other?
subagent|The CSS for print lives in assets/paper.scss|paper.scss|where does the CSS for print live?|wo liegt das CSS für den Druck?|which stylesheet is used on a printer?
`

/** What nothing of it is about. */
export const UNSEEN_UNRELATED: readonly string[] = `
explain the difference between a process and a thread
write a limerick about compilers
how do I undo the last commit but keep the changes?
what is a closure in JavaScript?
add dark mode to the profile page
why does my loop never end?
refactor this into smaller functions
write a regex that matches an ISO date
please add a docstring to every function
what year did the Berlin wall fall?
how do I centre a div?
create a Dockerfile for a flask app
schreibe mir eine Funktion, die Primzahlen ausgibt
wie installiere ich Node auf Ubuntu?
was bedeutet SOLID?
yes please
continue with the next step
looks fine, ship it
remove the unused imports
convert the README to German
show me the diff
what's the weather like in Lisbon?
implement a binary search tree in Go
how much is 17 % of 340?
sort the imports alphabetically
add logging to the upload handler
give me three ideas for a birthday present
make the button green and a bit larger
which sorting algorithm is stable?
rewrite this callback code with async and await
add pagination to the users endpoint
can you speed up this query?
write a bash script that renames all jpg files
what is the meaning of idempotent?
bump the version and update the changelog
日本の首都はどこですか？
この関数を短くしてください
`
	.trim()
	.split('\n')
