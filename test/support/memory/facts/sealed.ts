// Facts that nothing is tuned to: written when the other sets had been looked at, and from then on only counted. What is asked
// in another language is asked in German, French, Spanish, Japanese, Portuguese or Italian, and in English about what is not.

import { type BlindFact, factsOf } from './blind.ts'

export function sealedFacts(): readonly BlindFact[] {
	return factsOf(ROWS)
}

const ROWS = `
paste|The courier webhook is retried for 19 hours, then dropped|19 hours|for how long is the courier webhook retried?|wie lange wird der Kurier-Webhook wiederholt?|until when do we keep trying to notify the delivery people?
paste|Tenant Oakridge has its own database cluster in Milan|Milan|where is the database cluster of tenant Oakridge?|wo steht der Datenbank-Cluster des Mandanten Oakridge?|in which city does the data of that client live?
paste|login attempts are locked after 7 wrong passwords for a quarter of an hour|7 wrong|after how many wrong passwords are login attempts locked?|nach wie vielen falschen Passwörtern wird die Anmeldung gesperrt?|when do we shut somebody out who guesses?
paste|Backups of the ledger are encrypted with the key vault-amber|vault-amber|with which key are backups of the ledger encrypted?|mit welchem Schlüssel werden die Backups des Ledgers verschlüsselt?|how are copies of the accounts protected?
paste|The search cluster is being moved to OpenSearch 2.17 in March|2.17|to which OpenSearch is the search cluster being moved?|auf welches OpenSearch wird der Such-Cluster umgezogen?|what will answer full text queries in spring?
paste|Printer driver on the packing table wants ZPL, not PDF|ZPL|what does the printer driver on the packing table want?|que veut le pilote de l'imprimante sur la table d'emballage ?|in which format do parcels' stickers have to be sent?
paste|Contract with the map vendor ends on 14 February|14 February|when does the contract with the map vendor end?|quand se termine le contrat avec le fournisseur de cartes ?|until when may we show streets?
paste|All timestamps in the audit export are in Kathmandu time|Kathmandu|in which time are timestamps in the audit export?|¿en qué hora están los timestamps del export de auditoría?|what zone do the dates handed to inspectors follow?
paste|The image resizer runs out of memory above 48 megapixels|48 megapixels|above how many megapixels does the image resizer run out of memory?|¿a partir de cuántos megapíxeles se queda sin memoria el image resizer?|how big may a photo be before it crashes?
paste|Staging mail goes to the catch-all box puffin@stage.example|puffin@stage|to which box does staging mail go?|ステージングのメールはどこに届きますか？|where do test letters end up?
paste|The release train leaves every second Thursday|second Thursday|when does the release train leave?|リリーストレインはいつ出ますか？|how regularly do we ship?
paste|Session cookies carry the prefix __Host-kestrel|__Host-kestrel|which prefix do session cookies carry?|qual prefixo os cookies de sessão têm?|how do I recognise what keeps people signed in?
file|export const MAX_BASKET_LINES = 340 // the till cannot print more|= 340|what is MAX_BASKET_LINES?|wie groß ist MAX_BASKET_LINES?|how many different articles can one buy at once?
file|function jitterFor(attempt) { return attempt * 217 % 1000 }|* 217|by what is attempt multiplied in jitterFor?|womit wird attempt in jitterFor multipliziert?|how are the pauses between tries spread?
file|const CIRCUIT_OPENS_AFTER = 11 // failures in a row|= 11|after how many failures does the circuit open?|nach wie vielen Fehlern öffnet sich der Circuit?|when do we stop calling a broken neighbour?
file|type Shelf = { aisle: string; bay: number; humidityLimit: 62 }|humidityLimit: 62|what is the humidityLimit of a Shelf?|wie hoch ist das humidityLimit eines Shelf?|how damp may it be where goods are kept?
file|throw new QuillError('E_INKWELL_DRY') // the printer queue is empty|E_INKWELL_DRY|which error is thrown when the printer queue is empty?|welcher Fehler wird geworfen, wenn die Druckerwarteschlange leer ist?|what code says that nothing is left to put on paper?
file|export const FALLBACK_LOCALE = 'fy-NL'|fy-NL|what is the FALLBACK_LOCALE?|quelle est la FALLBACK_LOCALE ?|in what tongue do we speak when a text is missing?
file|app.use('/hooks/stork', verifyStork, parcelRouter)|verifyStork|what verifies requests to /hooks/stork?|qu'est-ce qui vérifie les requêtes vers /hooks/stork ?|who checks that parcel notifications are genuine?
file|const HEARTBEAT_EVERY_MS = 8_700|8_700|what is HEARTBEAT_EVERY_MS?|¿cuánto vale HEARTBEAT_EVERY_MS?|how frequently do workers say that they live?
file|export class TicketBarn extends Store { static shards = 29 }|shards = 29|how many shards does TicketBarn have?|¿cuántos shards tiene TicketBarn?|into how many parts is the support archive split?
file|const pool = new Pool({ max: 37, idleTimeoutMillis: 9_000 })|max: 37|what is the max of the Pool with idleTimeoutMillis?|idleTimeoutMillisのPoolのmaxはいくつですか？|how many links to the database are open at most?
file|// the parser gives up at nesting depth 53|depth 53|at which nesting depth does the parser give up?|パーサーはどのネストの深さであきらめますか？|how many brackets inside each other are understood?
file|const REPORT_FONT = 'Alegreya Sans'|Alegreya|what is the REPORT_FONT?|qual è il REPORT_FONT?|in which typeface are statistics set?
output|npm warn deprecated moth-loader@1.9.3: use swift-loader instead|swift-loader|what to use instead of moth-loader?|was soll man statt moth-loader benutzen?|which package replaces the outdated insect one?
output|Benchmark cold start: 412 ms on the arm runner|412 ms|how long is the cold start on the arm runner in the benchmark?|wie lange dauert der Kaltstart auf dem ARM-Runner im Benchmark?|how quickly does the thing wake up on the small machine?
output|disk usage: /var/lib/heron 91% of 240G|91%|how much of /var/lib/heron is used?|wie voll ist /var/lib/heron?|how close is the storage of the bird to its end?
output|coverage summary: branches 71.38 % of src/tariff|71.38|what is the branch coverage of src/tariff?|wie hoch ist die Branch-Coverage von src/tariff?|how well is the price code exercised?
output|queue lag: topic lighthouse.events is 5218 messages behind|5218|how many messages is topic lighthouse.events behind?|wie viele Nachrichten hängt das Topic lighthouse.events hinterher?|how much has not been consumed yet?
output|deployed revision c77e41d to cluster basilisk|basilisk|to which cluster was revision c77e41d deployed?|sur quel cluster la révision c77e41d a-t-elle été déployée ?|where did the last rollout go?
output|certificate for api.marlin.example expires in 16 days|16 days|when does the certificate for api.marlin.example expire?|quand expire le certificat de api.marlin.example ?|how much time is left to renew the fish's TLS?
output|slowest test: exports/pdf.test.ts 18.6 s|18.6 s|how slow is the slowest test?|¿cuánto tarda el test más lento?|what holds the suite up the longest?
output|largest bundle chunk: vendor-maps.js 644 kB|644 kB|how large is the largest bundle chunk?|¿qué tamaño tiene el chunk más grande del bundle?|what weighs most in the download?
output|schema version of table bookings is 58|is 58|what is the schema version of table bookings?|テーブルbookingsのスキーマバージョンは？|how far have the reservations been migrated?
output|open file handles of process ferryd: 1873|1873|how many open file handles does process ferryd have?|プロセスferrydのオープンファイルハンドルはいくつ？|how many descriptors does the boat daemon hold?
output|license check: 3 packages under EUPL-1.2|EUPL-1.2|which license did the license check find in 3 packages?|que licença o license check encontrou em 3 pacotes?|under what legal terms are some dependencies?
written|Rollback: run bin/undo-harvest with the flag --keep-seeds|--keep-seeds|with which flag is bin/undo-harvest run for a rollback?|mit welchem Flag läuft bin/undo-harvest beim Rollback?|how can the last import be reversed?
written|The tariff table is cached for 55 minutes per region|55 minutes|for how long is the tariff table cached per region?|wie lange wird die Tariftabelle pro Region gecacht?|when do new prices become visible?
written|ADR 31: we talk to the warehouse over MQTT|MQTT|over what do we talk to the warehouse according to ADR 31?|worüber sprechen wir laut ADR 31 mit dem Lager?|which protocol connects us with where goods are kept?
written|Secrets are mounted at /run/velvet, never baked into the image|/run/velvet|where are secrets mounted?|wo werden Secrets gemountet?|from which place does a container read its keys?
written|New endpoints need an entry in docs/ledger-of-routes.md|ledger-of-routes|where do new endpoints need an entry?|wo brauchen neue Endpunkte einen Eintrag?|what has to be updated when I add an API address?
written|The worker pool restarts a child after 2600 jobs|2600 jobs|after how many jobs does the worker pool restart a child?|après combien de jobs le pool de workers redémarre-t-il un enfant ?|when are processes replaced to free their memory?
written|Error budget for the quarter is 43 minutes|43 minutes|what is the error budget for the quarter?|quel est le budget d'erreur pour le trimestre ?|how long may we be down until summer?
written|Feature flags live in the file config/lanterns.yaml|lanterns.yaml|in which file do feature flags live?|¿en qué archivo viven los feature flags?|where do I switch experiments on?
written|The importer rejects rows longer than 7400 bytes|7400 bytes|longer than how many bytes are rows that the importer rejects?|¿a partir de cuántos bytes rechaza filas el importador?|how wide may a line of the spreadsheet be?
written|Alerts about payments page the group nightjar|nightjar|which group do alerts about payments page?|決済のアラートはどのグループに通知されますか？|who is woken up when money does not flow?
written|Logs are kept in the bucket peat-bog for 400 days|peat-bog|in which bucket are logs kept?|ログはどのバケットに保存されますか？|where can I find what happened last year?
written|The mobile app talks to the gateway with API version 2031-05|2031-05|with which API version does the mobile app talk to the gateway?|con quale versione dell'API l'app mobile parla con il gateway?|how old is the interface that phones use?
thought|The flaky test waits for the wrong event, it should wait for drained|for drained|which event should the flaky test wait for?|auf welches Event sollte der flaky Test warten?|why is that check not reliable?
thought|The race is between flushIndex and the compactor thread|flushIndex|between what is the race with the compactor thread?|zwischen was besteht die Race mit dem Compactor-Thread?|which two things get in each other's way?
thought|The memory leak comes from listeners in SocketGarden that are never removed|SocketGarden|where does the memory leak come from?|woher kommt das Speicherleck?|who holds on to everything until the heap is full?
thought|The off-by-one sits in pageCount, it counts the empty last page|pageCount|where does the off-by-one sit?|wo sitzt der Off-by-one?|why is there one sheet too many?
thought|The rounding difference appears only with three decimals, as in Bahraini dinars|Bahraini|with which currency does the rounding difference appear?|bei welcher Währung tritt die Rundungsdifferenz auf?|whose money makes sums not add up?
thought|The deadlock needs two writers that hold mutex B before mutex A|mutex B|which mutex do the two writers of the deadlock hold?|quel mutex tiennent les deux writers du deadlock ?|in which order must locks be taken to hang?
thought|The slow page is slow since it asks for 96 avatars one by one|96 avatars|how many avatars does the slow page ask for?|combien d'avatars la page lente demande-t-elle ?|what makes the team view take so long?
thought|The cache key lacks the tenant, so customers see the basket of Ostrander|Ostrander|whose basket do customers see since the cache key lacks the tenant?|¿de quién es la cesta que ven los clientes porque falta el tenant en la clave de caché?|which person's purchases leak to others?
thought|The certificate error comes from the clock of host mudlark|mudlark|from the clock of which host does the certificate error come?|¿del reloj de qué host viene el error del certificado?|which computer has a wrong time?
thought|The migration fails because column sealed_at has no default|sealed_at|because of which column does the migration fail?|マイグレーションはどのカラムのせいで失敗しますか？|what keeps the schema change from going through?
thought|The double charge happens when the webhook arrives before the commit, see PaymentStork|PaymentStork|where does the double charge happen?|二重請求はどこで起きますか？|why do people pay twice?
thought|The encoding bug is in the legacy reader BeetleCsv|BeetleCsv|in which legacy reader is the encoding bug?|em qual leitor legado está o bug de encoding?|what breaks umlauts?
error|ConnectionRefused: redis at 10.44.7.19 port 6380|10.44.7.19|at which address was the redis connection refused?|unter welcher Adresse wurde die Redis-Verbindung abgelehnt?|where is the cache that could not be reached?
error|FATAL: role "thatcher_ro" is not permitted to log in|thatcher_ro|which role is not permitted to log in?|welche Rolle darf sich nicht anmelden?|whose access to the database is switched off?
error|TypeError: cannot read properties of undefined (reading 'gustSpeed')|gustSpeed|which property of undefined could not be read?|welche Eigenschaft von undefined konnte nicht gelesen werden?|what field was missing in the weather data?
error|ENOSPC: no space left on device, write /scratch/otter.tmp|otter.tmp|which write failed with no space left on device?|welches Schreiben schlug mit no space left on device fehl?|what could not be saved because the disk was full?
error|Segmentation fault in libpelican.so at frame 4|libpelican|in which library was the segmentation fault?|in welcher Bibliothek war der Segmentation Fault?|what native code crashed?
error|validation failed: field "iban" must have 22 characters, got 21|22 characters|how many characters must the field iban have?|combien de caractères le champ iban doit-il avoir ?|how long is a bank number?
error|HTTP 413 from the upload service: limit is 26 MiB|26 MiB|what is the limit of the upload service?|quelle est la limite du service d'upload ?|how big may a file be that users send?
error|lock wait timeout exceeded on table seat_map after 51 s|seat_map|on which table was the lock wait timeout exceeded?|¿en qué tabla se excedió el lock wait timeout?|where do bookings block each other?
error|cannot find module '@brook/ledger-kit' from src/books|ledger-kit|which module cannot be found from src/books?|¿qué módulo no se encuentra desde src/books?|what is not installed for accounting?
error|protoc: unknown option (parcel.heavy) in manifest.proto|parcel.heavy|which unknown option is in manifest.proto?|manifest.protoの不明なオプションは何ですか？|what does the schema compiler not understand?
error|OutOfMemoryError: Metaspace of service quarry|service quarry|which service had an OutOfMemoryError of the Metaspace?|MetaspaceのOutOfMemoryErrorが出たサービスはどれ？|who needs more room for classes?
error|signature mismatch for package gpg key 9C41E7|9C41E7|for which gpg key was there a signature mismatch?|per quale chiave gpg c'era un signature mismatch?|whose seal on the download is not right?
german|Die Rechnungen gehen immer am 3. des Monats raus, per Dienst Postkutsche|Postkutsche|über welchen Dienst gehen die Rechnungen raus?|through which service do the invoices go out?|womit verschicken wir, was Kunden zahlen sollen?
german|Der Testserver steht im Keller und heißt Murmeltier|Murmeltier|wie heißt der Testserver?|what is the test server called?|welchen Namen hat die Kiste zum Ausprobieren?
german|Das Limit für Anhänge liegt bei 18 MB|18 MB|wo liegt das Limit für Anhänge?|what is the limit for attachments?|wie groß darf eine mitgeschickte Datei sein?
german|Wir verwenden im Frontend niemals Inline-Styles|Inline-Styles|was verwenden wir im Frontend niemals?|what do we never use in the frontend?|welche Art der Gestaltung ist verboten?
german|Der Nachtlauf beginnt um 2:35 Uhr|2:35|wann beginnt der Nachtlauf?|when does the nightly run begin?|um welche Zeit startet die Verarbeitung im Dunkeln?
german|Für die Datenbank ist ab jetzt Gerlinde zuständig|Gerlinde|wer ist für die Datenbank zuständig?|who is responsible for the database?|an wen wende ich mich mit Fragen zu Tabellen?
german|Die Zugangsdaten liegen im Tresor mit der Nummer 77-B|77-B|in welchem Tresor liegen die Zugangsdaten?|in which vault are the credentials?|wo finde ich, womit man sich einloggt?
german|Die Schnittstelle zum Finanzamt heißt ELSA-Bridge|ELSA-Bridge|wie heißt die Schnittstelle zum Finanzamt?|what is the interface to the tax office called?|worüber melden wir die Steuern?
german|Kennzahlen werden auf vier Nachkommastellen gerundet|vier Nachkommastellen|auf wie viele Nachkommastellen werden Kennzahlen gerundet?|to how many decimal places are metrics rounded?|wie genau zeigen wir Statistiken?
german|Der Puffer für Messwerte fasst 6144 Einträge|6144|wie viele Einträge fasst der Puffer für Messwerte?|how many entries does the buffer for measurements hold?|wie viel Daten der Fühler passen in den Zwischenspeicher?
german|Die Lizenzprüfung darf höchstens 900 ms dauern|900 ms|wie lange darf die Lizenzprüfung dauern?|how long may the license check take?|wie schnell muss feststehen, ob jemand bezahlt hat?
german|Die alte Suche wird im Herbst durch Spürnase ersetzt|Spürnase|wodurch wird die alte Suche ersetzt?|by what is the old search replaced?|womit finden Nutzer ab Oktober ihre Sachen?
japanese|本番サーバーのポート番号は7342です|7342|本番サーバーのポート番号は何ですか？|what is the port number of the production server?|公開環境はどこで待ち受けていますか？
japanese|バックアップは毎日午前4時20分に取ります|4時20分|バックアップは毎日いつ取りますか？|when is the backup taken every day?|データの控えは何時に作られますか？
japanese|認証トークンの有効期限は36分です|36分|認証トークンの有効期限は？|how long is the authentication token valid?|ログインはどれくらい持ちますか？
japanese|画像はバケットhinokiに保存します|hinoki|画像はどのバケットに保存しますか？|in which bucket are images saved?|写真の置き場所はどこですか？
japanese|請求書のテンプレートは宮本さんが管理しています|宮本|請求書のテンプレートは誰が管理していますか？|who manages the invoice template?|支払いの書類の雛形の担当は？
japanese|デプロイは水曜日だけ許可されています|水曜日|デプロイはいつ許可されていますか？|when is deploying allowed?|リリースできる曜日は？
japanese|ログの保存期間は120日です|120日|ログの保存期間は？|how long is the retention of logs?|記録はいつ消えますか？
japanese|検索インデックスの名前はkawasemiです|kawasemi|検索インデックスの名前は？|what is the name of the search index?|探す仕組みは何と呼ばれますか？
japanese|キャッシュの上限は640メガバイトです|640|キャッシュの上限は？|what is the limit of the cache?|一時データはどこまで増えますか？
japanese|テスト用のクーポンコードはMOMIJI25です|MOMIJI25|テスト用のクーポンコードは？|what is the coupon code for tests?|割引を試すには何を入力しますか？
japanese|メール送信のキューはtsubameと言います|tsubame|メール送信のキューは何と言いますか？|what is the queue for sending mail called?|手紙はどこに並びますか？
japanese|管理画面の色は藍色に決まりました|藍色|管理画面の色は何に決まりましたか？|which color was decided for the admin screen?|運営者のページはどんな見た目ですか？
romance|Le mot de passe du compte de démonstration est lapin-vert|lapin-vert|quel est le mot de passe du compte de démonstration ?|what is the password of the demo account?|comment entrer pour montrer le produit ?
romance|La sauvegarde de la base de données tourne à 3 h 10|3 h 10|à quelle heure tourne la sauvegarde de la base de données ?|at what time does the database backup run?|quand les tables sont-elles copiées ?
romance|Le serveur de préproduction s'appelle Mirabelle|Mirabelle|comment s'appelle le serveur de préproduction ?|what is the staging server called?|sur quelle machine essaie-t-on avant la mise en ligne ?
romance|La limite de requêtes par client est de 830 par minute|830|quelle est la limite de requêtes par client ?|what is the limit of requests per client?|combien d'appels un abonné peut-il faire ?
romance|Les factures sont numérotées à partir de 41000|41000|à partir de quel numéro les factures sont-elles numérotées ?|from which number are the invoices numbered?|quel est le premier reçu ?
romance|C'est Thibault qui valide les déploiements en production|Thibault|qui valide les déploiements en production ?|who approves deployments to production?|quelle personne donne le feu vert ?
romance|El puerto del servidor de pruebas es el 8674|8674|¿cuál es el puerto del servidor de pruebas?|what is the port of the test server?|¿por dónde se entra al entorno para experimentar?
romance|La clave de cifrado se cambia cada 9 semanas|9 semanas|¿cada cuánto se cambia la clave de cifrado?|how often is the encryption key changed?|¿cuándo renovamos el secreto?
romance|Los archivos temporales se borran después de 31 horas|31 horas|¿cuándo se borran los archivos temporales?|when are temporary files deleted?|¿cuánto duran los restos en el disco?
romance|La rama de integración se llama golondrina|golondrina|¿cómo se llama la rama de integración?|what is the integration branch called?|¿dónde se junta el trabajo de todos?
romance|El responsable del módulo de pagos es Anselmo|Anselmo|¿quién es el responsable del módulo de pagos?|who is responsible for the payments module?|¿a quién pregunto por los cobros?
romance|O tempo limite da API externa é de 14 segundos|14 segundos|qual é o tempo limite da API externa?|what is the timeout of the external API?|quanto esperamos pela resposta dos parceiros?
corrected|The export job runs on host teasel => The export job now runs on host bracken|bracken|on which host does the export job run?|auf welchem Host läuft der Export-Job?|what machine produces the dumps?
corrected|The free plan allows 4 projects => From now on the free plan allows 6 projects|6 projects|how many projects does the free plan allow?|wie viele Projekte erlaubt der kostenlose Plan?|how much can one do without paying?
corrected|Reviews need one approval => Policy change: reviews need two approvals|two approvals|how many approvals do reviews need?|wie viele Freigaben braucht ein Review?|who else must say yes before merging?
corrected|The PDF engine is weasel-pdf => We replaced the PDF engine, it is heron-pdf now|heron-pdf|what is the PDF engine?|was ist die PDF-Engine?|which library makes documents to print?
corrected|Invoices are due within 14 days => Invoices are now due within 21 days|21 days|within how many days are invoices due?|innerhalb von wie vielen Tagen sind Rechnungen fällig?|when must customers have paid?
corrected|The default language of the site is Dutch => Marketing decided: the default language of the site is Danish|Danish|what is the default language of the site?|quelle est la langue par défaut du site ?|in what tongue do visitors see us first?
corrected|The sandbox account is acct_1123 => Use acct_8870 as the sandbox account, the old one is closed|acct_8870|what is the sandbox account?|quel est le compte sandbox ?|with which login may I play around?
corrected|The queue is drained by 3 consumers => We scaled up, the queue is drained by 9 consumers|9 consumers|by how many consumers is the queue drained?|¿cuántos consumidores vacían la cola?|who works off what is waiting?
corrected|The logo lives in assets/brand.svg => The logo moved and lives in assets/identity/mark.svg|identity/mark|where does the logo live?|¿dónde vive el logo?|which file shows our sign?
corrected|Demo day is on 6 May => Demo day was moved, it is on 13 May|13 May|when is demo day?|デモデイはいつですか？|on what date do we show it to everyone?
corrected|Traces are sampled at 5 percent => Traces are sampled at 0.5 percent since the bill arrived|0.5 percent|at how many percent are traces sampled?|トレースは何パーセントでサンプリングされますか？|how many of the requests do we follow closely?
corrected|The helpdesk number ends in 40 => The helpdesk got a new number, it ends in 66|ends in 66|in what does the helpdesk number end?|em que termina o número do helpdesk?|whom do users dial?
elliptic|Name the new service plover => no, sandpiper|sandpiper|what is the new service named?|wie heißt der neue Service?|how do we call the thing we are about to build?
elliptic|Set the cache to 90 entries => make it 130|130|to how many entries is the cache set?|auf wie viele Einträge wird der Cache gesetzt?|what fits in there before something is thrown out?
elliptic|Put the fixtures in test/data => sorry, test/samples|test/samples|where to put the fixtures?|wohin kommen die Fixtures?|in which folder does what the checks read belong?
elliptic|Use port 9155 for the debugger => I meant 9551|9551|which port to use for the debugger?|welchen Port soll der Debugger benutzen?|where do I attach to step through?
elliptic|Ship it with compression level 4 => better level 7|level 7|with which compression level to ship it?|mit welchem Kompressionslevel ausliefern?|how hard should the archive be squeezed?
elliptic|The owner of the epic is Wilhelmina => wait, Rosalind|Rosalind|who is the owner of the epic?|qui est le propriétaire de l'epic ?|who answers for the big story?
elliptic|Add a column called weight_g => no, mass_g|mass_g|what is the column to add called?|comment s'appelle la colonne à ajouter ?|where do we keep how heavy things are?
elliptic|Deploy the preview to zone juniper => not juniper, to zone laurel|laurel|to which zone to deploy the preview?|¿a qué zona se despliega el preview?|where does the demo go?
elliptic|Stop after 12 failures => oh, 17|17|after how many failures to stop?|¿después de cuántos fallos parar?|when do we give up?
elliptic|Label these issues with triage-now => rather triage-soon|triage-soon|with what to label these issues?|このissueにはどのラベルを付けますか？|how do I mark the tickets?
elliptic|The banner says Happy Harvest => no, Merry Harvest|Merry Harvest|what does the banner say?|バナーには何と書きますか？|which words greet people on top?
elliptic|The codename of the redesign is Tundra => sorry, Taiga|Taiga|what is the codename of the redesign?|qual è il nome in codice del redesign?|how do we secretly call the new look?
takenback|The upload token is kept in LOCKBOX_TOKEN => forget LOCKBOX_TOKEN, that was wrong|LOCKBOX_TOKEN|where is the upload token kept?|wo wird das Upload-Token aufbewahrt?|which variable lets us send files?
takenback|The night shift is covered by Balthasar => scratch that about Balthasar|Balthasar|who covers the night shift?|wer übernimmt die Nachtschicht?|who is there when it is dark?
takenback|The preview limit is 44 pages => never mind the preview limit|44 pages|what is the preview limit?|was ist das Vorschau-Limit?|how much can be looked at before paying?
takenback|Our style guide demands tabs of width 3 => ignore the style guide, I made that up|width 3|what tabs does our style guide demand?|welche Tabs verlangt unser Styleguide?|how far is code indented?
takenback|Der Freigabecode lautet Zitrone-9 => vergiss den Freigabecode|Zitrone-9|wie lautet der Freigabecode?|what is the release code?|womit schalten wir etwas frei?
takenback|The mirror is mirror.tansy.example => forget the mirror|mirror.tansy|what is the mirror?|quel est le miroir ?|from where else can it be downloaded?
takenback|The grace period is 33 days => /rewind|33 days|what is the grace period?|wie lang ist die Karenzzeit?|how long do we wait for late payers?
takenback|The canary region is Jakarta => /rewind|Jakarta|what is the canary region?|was ist die Canary-Region?|where do we try things first?
takenback|Emails are signed as Team Walnut => /rewind|Team Walnut|as whom are emails signed?|als wer werden E-Mails unterschrieben?|what stands below our letters?
takenback|The metrics prefix is finch_ => /rewind|finch_|what is the metrics prefix?|was ist das Metrik-Präfix?|how do our counters begin?
takenback|The build image is built from alpine 3.17 => /rewind|alpine 3.17|from what is the build image built?|woraus wird das Build-Image gebaut?|what lies below our container?
takenback|Pagination starts at page 0 => /rewind|page 0|at which page does pagination start?|¿en qué página empieza la paginación?|what is the number of the first sheet?
forked|The license server is licensing.ember.example|licensing.ember|what is the license server?|was ist der Lizenzserver?|which machine knows who has paid?
forked|Dark launches need the header X-Moonlight|X-Moonlight|which header do dark launches need?|welchen Header brauchen Dark Launches?|how can I see what others do not see yet?
forked|Only Florentine may merge into the branch longterm|Florentine|who may merge into the branch longterm?|wer darf in den Branch longterm mergen?|whose job is the old maintained line?
forked|The crawler waits 2300 ms between two pages|2300 ms|how long does the crawler wait between two pages?|wie lange wartet der Crawler zwischen zwei Seiten?|how polite are we to foreign sites?
forked|The vendor portal wants SHA-512 checksums|SHA-512|which checksums does the vendor portal want?|welche Prüfsummen will das Lieferantenportal?|how do partners verify our files?
forked|Use snake case for all JSON fields of the partner API|snake case|which case to use for JSON fields of the partner API?|quelle casse utiliser pour les champs JSON de l'API partenaire ?|how are names written in what resellers get?
forked|The scheduler skips jobs that are older than 6 days|6 days|how old are jobs that the scheduler skips?|quel âge ont les jobs que le scheduler ignore ?|when is work too stale to be done?
forked|Our main dashboard is on grafana.wren.example|grafana.wren|where is our main dashboard?|¿dónde está nuestro dashboard principal?|at which address do I watch the system?
forked|Do not touch the folder legacy/tollbooth|legacy/tollbooth|which folder must not be touched?|¿qué carpeta no se debe tocar?|what is better left alone?
forked|Push notifications go out through service Magpie|Magpie|through which service do push notifications go out?|プッシュ通知はどのサービスから送られますか？|what makes phones buzz?
forked|The database password is rotated by the job keymaster|keymaster|by which job is the database password rotated?|データベースのパスワードはどのジョブでローテーションされますか？|who gives us new access to the tables?
forked|The API returns dates as epoch seconds|epoch seconds|as what does the API return dates?|come restituisce le date l'API?|in which form do days reach clients?
old|The first customer of this product was Lindqvist Ltd|Lindqvist|who was the first customer of this product?|wer war der erste Kunde dieses Produkts?|with whom did it all begin commercially?
old|Sessions are stored in the table night_owl|night_owl|in which table are sessions stored?|in welcher Tabelle werden Sessions gespeichert?|where do we remember who is signed in?
old|Never use the default export in this code base|default export|what must never be used in this code base?|was darf in dieser Codebasis nie benutzt werden?|which way of offering modules is forbidden?
old|The office router is administered by Cornelius|Cornelius|by whom is the office router administered?|von wem wird der Büro-Router verwaltet?|whom to ask when the wifi is gone?
old|The budget for cloud costs is 3150 euros a month|3150|what is the budget for cloud costs?|wie hoch ist das Budget für Cloud-Kosten?|how much may machines elsewhere cost?
old|Documentation is written in AsciiDoc|AsciiDoc|in what is documentation written?|dans quel format la documentation est-elle écrite ?|which markup does the manual use?
old|The integration tests take place against emulator v0.38|v0.38|against which emulator do integration tests take place?|contre quel émulateur les tests d'intégration tournent-ils ?|what stands in for the real cloud?
old|Accessibility audits are done by the firm Clearview Nord|Clearview Nord|by which firm are accessibility audits done?|¿qué empresa hace las auditorías de accesibilidad?|who checks that blind people can use it?
old|The maximum length of a username is 27|is 27|what is the maximum length of a username?|¿cuál es la longitud máxima de un nombre de usuario?|how many letters may people call themselves?
old|Feature branches are deleted 12 days after the merge|12 days|when are feature branches deleted?|フィーチャーブランチはいつ削除されますか？|how long does finished work stay around?
old|The payment provider is called Guldvik|Guldvik|what is the payment provider called?|決済プロバイダーの名前は？|through whom do we get the money?
old|Our servers are named after moths|moths|after what are our servers named?|os nossos servidores têm nomes de quê?|how do we christen machines?
`

/** What nothing of it is about. */
export const SEALED_UNRELATED: readonly string[] = `
write a unit test for this function
what is the difference between let and const?
please make the text bold
how do I merge two dictionaries in Python?
why is my CSS grid not responsive?
rename getData to fetchData everywhere
create a simple todo app in React
what does HTTP status 418 mean?
fix the typo in the heading
add a loading spinner to the list
implement quicksort in Rust
who wrote Don Quixote?
how many bytes are in a megabyte?
undo that
no, the other one
run the tests again
convert these tabs to spaces
explain what this error means
generate some sample data for the table
turn this class into a function component
write a haiku about garbage collection
how do I exit vim?
use a map instead of an object here
set up eslint with prettier
what time is it in Tokyo?
make a git alias for status
split this file into two
wie sortiere ich ein Array absteigend?
schreib einen Test dafür
was ist der Unterschied zwischen GET und POST?
mach weiter
explique-moi les promesses en JavaScript
¿cómo borro una rama local en git?
このコードを説明してください
配列を逆順にする方法は？
what is a good name for a variable that counts retries?
draw an ASCII picture of a cat
add type annotations to this module
translate the comments to English
`
	.trim()
	.split('\n')
