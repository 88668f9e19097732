// Facts of other trades than the other sets are of (shops, robots, games, forms of clinics, pipelines of data), written before
// the ranking was looked at, to be looked at: the same rows.

import { type BlindFact, factsOf } from './blind.ts'

export function tradeFacts(): readonly BlindFact[] {
	return factsOf(ROWS)
}

const ROWS = `
paste|Vouchers can be combined with sale prices only below 30 euros|below 30 euros|when can vouchers be combined with sale prices?|wann lassen sich Gutscheine mit Aktionspreisen kombinieren?|is a coupon allowed on something already reduced?
paste|Returned shoes go to shelf R-19 and are checked by Bogdana|R-19|to which shelf do returned shoes go?|in welches Regal kommen zurückgeschickte Schuhe?|where do we put footwear that customers sent back?
paste|The gripper of robot arm Kestrel closes with 14 newtons at most|14 newtons|with how many newtons does the gripper of Kestrel close?|mit wie viel Newton schließt der Greifer von Kestrel?|how hard may the hand of the machine squeeze?
paste|Level 12 of the dungeon needs the brass lantern to be lit|brass lantern|what does level 12 of the dungeon need?|que faut-il pour le niveau 12 du donjon ?|which item must the player carry deep underground?
paste|Consent form CF-88 must be signed before any anaesthesia|CF-88|which consent form must be signed before anaesthesia?|welches Einwilligungsformular muss vor der Narkose unterschrieben sein?|what paper does a patient fill in before being put to sleep?
paste|The warehouse export drops rows whose tenant_key is null|tenant_key is null|which rows does the warehouse export drop?|¿qué filas descarta la exportación del almacén?|what data never arrives in the lake?
paste|Gift wrapping costs 4.50 and is free for members of the club|4.50|how much does gift wrapping cost?|combien coûte l'emballage cadeau ?|what do we charge for pretty paper and a ribbon?
paste|The lidar of the mower is blind below 22 centimetres|22 centimetres|below how many centimetres is the lidar of the mower blind?|unter wie vielen Zentimetern ist das Lidar des Mähers blind?|what small obstacles does the garden machine not see?
file|const SHIELD_REGEN_PER_SECOND = 3.25|3.25|what is SHIELD_REGEN_PER_SECOND?|wie hoch ist SHIELD_REGEN_PER_SECOND?|how quickly does the protection of a player come back?
file|def dose_limit(weight_kg): return min(weight_kg * 0.8, 55)|, 55)|what does dose_limit return at most?|was gibt dose_limit höchstens zurück?|what amount of medicine may nobody exceed?
file|spark.sql.shuffle.partitions 288 # tuned by Odalys|288|how many shuffle partitions does spark have?|combien de partitions de shuffle pour spark ?|into how many parts is a join cut in the cluster?
file|<field name="allergies" maxlength="640" required="true"/>|640|what is the maxlength of the field allergies?|¿cuál es la longitud máxima del campo allergies?|how much can patients write about what they cannot tolerate?
file|max_joint_velocity: [1.2, 1.2, 0.9, 2.4] # elbow is the third|0.9|what is the max_joint_velocity of the elbow?|wie hoch ist max_joint_velocity beim Ellbogen?|how quick may the middle part of the arm turn?
file|export const CART_TTL_HOURS = 52|52|what is CART_TTL_HOURS?|wie lang ist CART_TTL_HOURS?|when is a basket thrown away that nobody paid for?
file|spawn_table.wolves = { night = 7, day = 1 }|night = 7|how many wolves are in the spawn_table at night?|wie viele Wölfe stehen nachts in der spawn_table?|how dangerous are the woods after sunset?
file|dag_id="refund_rollup", schedule="17 4 * * *"|17 4|what is the schedule of the dag refund_rollup?|quel est l'horaire du dag refund_rollup ?|when is money we gave back added up?
output|ros2 node /wheel_odometry died with exit code 134|134|with which exit code did /wheel_odometry die?|mit welchem Exit-Code ist /wheel_odometry gestorben?|why does the rover no longer know how far it went?
output|dbt: 3 of 61 tests failed, first not_null_orders_coupon|not_null_orders_coupon|which dbt test failed first?|welcher dbt-Test schlug zuerst fehl?|what check of the models is red?
output|Frame time p99 27.4 ms on scene harbour_dawn|harbour_dawn|on which scene was the frame time 27.4 ms?|in welcher Szene lag die Frame-Zeit bei 27,4 ms?|where does the picture stutter?
output|HL7 message rejected: segment PID-13 too long|PID-13|which HL7 segment is too long?|welches HL7-Segment ist zu lang?|what part of the hospital message did the other side refuse?
output|stock sync: 1184 articles updated, 9 without barcode|9 without|how many articles are without barcode?|wie viele Artikel haben keinen Barcode?|what goods cannot be scanned at the till?
output|Consumer lag on clickstream-raw reached 4.2 million|4.2 million|what did the consumer lag on clickstream-raw reach?|worauf stieg der Consumer-Lag bei clickstream-raw?|how far are the readers of visitor events behind?
written|The checkout page shows the delivery slot before the address|before the address|what does the checkout page show before the address?|was zeigt die Checkout-Seite vor der Adresse?|in what order do buyers fill in the last step?
written|The path planner now prefers arcs over point turns on gravel|arcs over point|what does the path planner prefer on gravel?|was bevorzugt der Pfadplaner auf Kies?|how does the vehicle go round a corner on small stones?
written|Save games are compressed with zstd level 6|zstd level 6|how are save games compressed?|wie werden Spielstände komprimiert?|what makes stored progress small?
thought|The triage colours are probably mixed up in legacy exports: amber means urgent|amber means|what does amber mean in legacy exports?|was bedeutet amber in den alten Exporten?|which shade marks people who cannot wait?
thought|Late events could be fixed with a watermark of 95 minutes|95 minutes|with what watermark could late events be fixed?|mit welchem Watermark ließen sich verspätete Events beheben?|how long must we wait for stragglers in the stream?
error|CalibrationError: camera 3 is off by 6.1 pixels|6.1 pixels|by how many pixels is camera 3 off?|um wie viele Pixel weicht Kamera 3 ab?|which eye of the robot looks askew?
error|InsufficientStock: sku TEAPOT-BLUE has 2 left|TEAPOT-BLUE|which sku has 2 left?|welche SKU hat nur noch 2?|what article could not be ordered because too few are there?
error|SchemaDrift: column birth_dt became text in feed clinic_b|birth_dt|which column became text in feed clinic_b?|quelle colonne est devenue du texte dans le flux clinic_b ?|what changed its type in the data of the second hospital?
german|Die Retourenfrist beträgt im Weihnachtsgeschäft 45 Tage|45 Tage|wie lang ist die Retourenfrist im Weihnachtsgeschäft?|how long is the return period in the Christmas season?|bis wann kann man Geschenke zurückgeben?
german|Der Ladestand, ab dem der Roboter zur Station fährt, ist 18 Prozent|18 Prozent|ab welchem Ladestand fährt der Roboter zur Station?|at what battery level does the robot drive to its station?|wann sucht die Maschine Strom?
german|Bosskämpfe dürfen nicht pausiert werden, sagt Ruprecht|Ruprecht|wer sagt, dass Bosskämpfe nicht pausiert werden dürfen?|who says that boss fights must not be paused?|warum kann man beim Endgegner nicht anhalten?
german|Befunde werden nach 11 Jahren aus dem Archiv gelöscht|11 Jahren|wann werden Befunde aus dem Archiv gelöscht?|when are findings deleted from the archive?|wie lange heben wir Untersuchungen auf?
german|Der Nachtlauf der Datenpipeline startet auf Rechner tulpe-5|tulpe-5|auf welchem Rechner startet der Nachtlauf der Datenpipeline?|on which machine does the nightly run of the data pipeline start?|wo werden die Zahlen über Nacht verarbeitet?
german|Mengenrabatt gibt es erst ab 24 Stück je Farbe|24 Stück|ab wie viel Stück gibt es Mengenrabatt?|from how many pieces on is there a quantity discount?|wann wird es für große Bestellungen billiger?
japanese|返品の送料は店が負担し、上限は900円です|900円|返品の送料の上限はいくらですか？|what is the limit of the shipping cost for returns?|お客さんが商品を送り返すと、いくらまで払いますか？
japanese|ロボットの最高速度は秒速1.7メートルに制限します|1.7メートル|ロボットの最高速度はいくつですか？|what is the maximum speed of the robot?|機械はどれくらい速く動けますか？
japanese|ゲームのセーブデータは3か所まで保存できます|3か所|セーブデータは何か所まで保存できますか？|how many save data slots can be stored in the game?|途中経過はいくつ残せますか？
japanese|問診票の締め切りは予約の2日前です|2日前|問診票の締め切りはいつですか？|when is the deadline for the medical questionnaire?|質問用紙はいつまでに書きますか？
romance|Les remboursements sont versés sous 8 jours ouvrés|8 jours|sous combien de jours les remboursements sont-ils versés ?|within how many days are refunds paid?|quand le client revoit-il son argent ?
romance|Le robot de tri refuse les colis de plus de 31 kilos|31 kilos|quels colis le robot de tri refuse-t-il ?|which parcels does the sorting robot refuse?|qu'est-ce qui est trop lourd pour la machine ?
romance|El inventario se cierra cada viernes a las 21:40|21:40|¿a qué hora se cierra el inventario los viernes?|at what time is the inventory closed on Fridays?|¿cuándo dejamos de contar la mercancía?
romance|La historia clínica se guarda en el servidor nogal|nogal|¿en qué servidor se guarda la historia clínica?|on which server is the medical record kept?|¿dónde están los datos de los enfermos?
romance|Los enemigos del bosque reaparecen a los 6 minutos|6 minutos|¿a los cuántos minutos reaparecen los enemigos del bosque?|after how many minutes do the enemies of the forest reappear?|¿cuándo vuelven los malos entre los árboles?
corrected|The loyalty programme gives 2 points per euro => The loyalty programme gives 3 points per euro since spring|3 points|how many points per euro does the loyalty programme give?|wie viele Punkte pro Euro gibt das Treueprogramm?|what does a regular buyer collect?
corrected|The docking station beeps twice when charging starts => The docking station blinks green instead of beeping when charging starts|blinks green|what does the docking station do when charging starts?|was macht die Dockingstation, wenn das Laden beginnt?|how does one notice that the battery fills?
corrected|Matchmaking waits 40 seconds for players => Matchmaking waits 65 seconds for players, 40 gave empty lobbies|65 seconds|how long does matchmaking wait for players?|wie lange wartet das Matchmaking auf Spieler?|after what time does a round begin with whoever is there?
corrected|The referral form has five pages => The referral form has three pages now|three pages|how many pages does the referral form have?|wie viele Seiten hat das Überweisungsformular?|how long is the paper that sends somebody to a specialist?
corrected|The ingest bucket is called rawberry => The ingest bucket is called mulberry, rawberry was emptied|mulberry|what is the ingest bucket called?|wie heißt der Ingest-Bucket?|where do incoming files land?
elliptic|The coupon for the fair is SPRING-41 => no, SPRING-47|SPRING-47|what is the coupon for the fair?|wie lautet der Gutschein für die Messe?|with which code do visitors save money?
elliptic|Let the arm pause 300 ms between picks => make it 450|450|how long should the arm pause between picks?|wie lange soll der Arm zwischen den Griffen pausieren?|what rest does the machine take after each part?
elliptic|Name the new boss Gorvald => rather Hesmund|Hesmund|what is the new boss named?|wie heißt der neue Boss?|who waits at the end of the castle?
takenback|The appointment reminder goes out by fax to clinics => /rewind|by fax|how does the appointment reminder go out to clinics?|wie geht die Terminerinnerung an die Kliniken?|in what way do doctors hear of visits?
takenback|Deduplicate orders by phone number => /rewind|phone number|by what are orders deduplicated?|wonach werden Bestellungen dedupliziert?|how do we find purchases that came twice?
forked|Prices for schools are rounded down to whole euros|whole euros|to what are prices for schools rounded?|worauf werden Preise für Schulen gerundet?|what happens to cents for teachers?
forked|The drone lands when wind exceeds 38 km/h|38 km/h|at what wind does the drone land?|bei welchem Wind landet die Drohne?|in which weather does the flyer come down?
old|Quest texts are proofread by Valerija every Tuesday|Valerija|who proofreads quest texts?|wer liest Quest-Texte Korrektur?|which person looks for errors in the stories of missions?
old|X-ray images are anonymised by the tool veilcast|veilcast|which tool anonymises X-ray images?|welches Werkzeug anonymisiert Röntgenbilder?|what removes names from pictures of bones?
old|Delivery days for the islands are Monday and Thursday|Monday and Thursday|what are the delivery days for the islands?|quels sont les jours de livraison pour les îles ?|when does the boat bring parcels?
number|Never send more than 260 labels per minute to the printer|260 labels|how many labels per minute may be sent to the printer?|wie viele Etiketten pro Minute darf man an den Drucker schicken?|how quickly may stickers come out?
number|We decided that a surgery slot is 75 minutes by default|75 minutes|how long is a surgery slot by default?|wie lang ist ein OP-Slot standardmäßig?|what time is set aside for an operation?
table|warehouse Osterby holds 8300 pallets|8300|how many pallets does warehouse Osterby hold?|wie viele Paletten fasst das Lager Osterby?|what fits into our northern depot?
table|sensor bumper_left triggers at 12 kPa|12 kPa|at how many kPa does bumper_left trigger?|bei wie viel kPa löst bumper_left aus?|what pressure on the side stops the robot?
subagent|The payment terminal needs firmware 7.14 for refunds|7.14|which firmware does the payment terminal need for refunds?|welche Firmware braucht das Zahlungsterminal für Rückzahlungen?|what must the card reader have to give money back?
subagent|Training data for the pallet detector has 5120 pictures|5120|how many pictures does the training data for the pallet detector have?|wie viele Bilder haben die Trainingsdaten für den Palettendetektor?|with what amount of photos did the recogniser learn?
`

/** What nothing of it is about. */
export const TRADE_UNRELATED: readonly string[] = `
add a dark mode to the admin page
write a unit test for the price formatter
how do quaternions work?
draw an ASCII dragon
please fix the failing build
refactor this class into two
what is the difference between a list and a tuple?
erstelle eine neue Seite mit einem Kontaktformular
explique-moi les fermetures en JavaScript
escribe una función que invierta una cadena
replace tabs by spaces in all files
make the sidebar collapsible
which HTTP status means not found?
テストを書いてください
generate a gitignore for a Python project
add a health check endpoint
`
	.trim()
	.split('\n')
