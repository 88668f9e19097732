// Everyday words of developers. Counted in the documentation and the comments of some five hundred packages, in pieces of
// sixty words, where several packages have them; what people ask for besides is listed by hand.

/** Stems, as the index has them: those that stand in at least so many of a thousand pieces, and in fewer than above. */
export const COUNTED: readonly (readonly [perThousand: number, stems: string])[] = [
	[
		100,
		`
call default error file function name node object option return set string type valu
		`,
	],
	[
		50,
		`
allow arrai base case chang charact check client code const contain creat current data end exampl fals first gener
given import includ input instanc instead json kei match messag method need new note number output pars pass path
process properti provid read request requir result run see sourc specifi start support test time true url user valid
version whether
		`,
	],
	[
		25,
		`
accept access actual add addit api appli argument attribut avail bodi boolean both browser buffer build byte cach
callback cannot class command complet configur connect content context convert count custom defin depend differ
directori document don element emit empti enabl encod entri environ escap event execut exist expect export express
fail field follow format handl handler header http identifi ignor imag implement index indic inform initi instal
interfac item keep last length level licens limit line list log make map mean mode modul multipl next non npm null
oper order origin otherwis packag paramet part pattern per perform point posit rang rather receiv refer releas remov
replac repres resolv respons rfc root rule schema second send separ server singl size specif state statu store stream
take termin text throw token two undefin updat usag via window work write
		`,
	],
	[
		12,
		`
abov absolut across action activ address agent app append applic assert associ async attach authent author automat
avoid await back behavior below binari bit block bound break built caller caus chain child chunk close collect color
column combin comment common compar compat compil compon config consid consol construct constructor consum continu
control copi correspond coverag css dai date debug declar decod delet deprec descript detail detect determin direct
directli disabl displai doesn dot download drop els endpoint ensur equal equival etc exactli except exclud experiment
extend extens extract fast featur fetch filenam filter final find fix flag foo form forward found full github global
group help hold hook host html ident insid integ intern invalid invok issu iter itself javascript keyword known later
lead least leav left librari link listen liter local locat long look mark max maximum memori merg metadata metric
middlewar millisecond minor model modifi move nest normal numer oauth offset omit open opt overrid page pair param
parent parser patch plain plugin possibl prefer prefix present preserv prevent previou produc project promis prop
protocol prototyp public push queri raw readabl reason record regexp regist regular reject rel relat remain render
report represent reset resourc rest retriev right rout runtim safe scope sdk section secur select sent sequenc serial
session share side simpl skip space span spec special stack standard step stop strict structur style subject symbol
synchron syntax system target task thrown tool top trace trail transform transport treat tree trigger try turn
typescript under unknown uri utf util variabl wait walk warn web well word wrap written zero
		`,
	],
	[
		6,
		`
abort accord account affect again algorithm alia alloc altern amount ansi answer appear appropri arbitrari arg around
ascii assign assum asynchron attempt attr auto background backslash backward bar bash basic becom begin benchmark best
better bind boundari brace bracket bundl cancel capabl captur carri certain char children claim classic clear cli
clone commit comparison compress comput condit consist constant constraint contribut convers core correct cost cover
cross cursor cwd deep definit delimit dep depth deriv describ dev develop diff digit dispatch doc dom domain doubl due
durat dynam edg edit effect engin entir enum enumer exact exclus exit expand expans explicit explicitli expos extra
failur fall fallback filesystem fill finish fire flow forc frame fulli futur git glob guard hand happen hash hello
helper hex hit hour howev immedi improv inclus increment individu infer info inherit inlin insert inspect instrument
intend interact interv ipv isn job join kept languag larg latest layer legaci live load logic longer loop lower made
main maintain major manag manual mask matcher mcp media member meta mime min minim minimum minut miss mock month mutat
namespac narrow nativ necessari neg network newlin notat notif occur occurr old older opentelemetri optim organ outsid
partial particular payload pend permiss persist person pipe place platform plu png portion post potenti pre preced
predic previous print privat program progress prompt protect proxi publish purpos queue quot random reach react real
recent recommend recurs redirect reduc regardless regex repeat repositori req reserv resolut respect respond restor
retri revers round row runner sampl satisfi save scan script search segment semant sensit serv shape short show sign
signal signatur similar simpli slash slice snapshot socket split src stai stale static stderr stdout str stringifi
strip sub subscript subsequ subset success successfulli suffix suppli sure svg sync tabl tag templat three thu timeout
timestamp todo total track travers trip tupl uint unchang underli unicod union uniqu unit unix unlik usual var verifi
visibl whitespac whole width wildcard wire worker wrapper
		`,
	],
	[
		3,
		`
abl absent accumul adapt adjac advanc aggreg alias align alon along alter ambigu anchor annot apach arraybuff arriv
ask ast audio augment auth backend bad bare batch behav behaviour behind belong big bigint black blob box branch
broken bucket budget bug bypass calcul cap care catch chalk changelog channel charset choic choos chrome circular
clean cleanup codec com comma commun compact complex compos concaten concurr conflict consecut contract conveni
convent cooki coordin copyright cor correctli counter creation credenti cycl databas deal decid decim decis deepli
defer deflat delai deliv delta descend descriptor deseri design desir destin diagnost discard dispos distribut draft
duplic earli earlier elicit email embed encount encrypt enforc enough enter entiti env err eslint esm especi evalu
evict exchang expir extern factori famili far faster fit fixtur flush fold folder fragment free fresh further getter
good grammar grant graph greater guarante half head height hidden hide high higher highlight hint histori horizont
human img impli incom increas indent independ infin inflat init inject insensit instanti integr intention interpret
intersect invers iso jwt label lazi leak letter lifecycl linux logger lookup lot low lowercas maco magic mainten
malform manipul markdown marker math matter measur mechan middl migrat mirror mismatch mix modern mount multi navig
negat negoti newli nodej notic obj observ obtain octet opaqu overflow overhead overlap overload overridden overwrit
owner pad paren password past pathnam paus peer perf period pick pin pipelin placehold plan polici polyfil pool port
posix possibli postgr prepar prepend presenc pretti primit prior probabl problem processor product programmat propag
properli proto pull pure rais rate reader readi readm recogn ref referenc reflect refus region registr registri relev
reli remot renam repo restrict resum retain reus rewrit role router rpc safari scenario schedul scheme screen scroll
secret selector self semver sep servic settl setup sever sha shell shift shorthand shown sibl silent simplifi site
slow small smaller softwar sometim sourcemap spawn speed sse stabl stand standalon stat statement stdin strategi
strictli subclass submit subscrib substitut substr succe suit suitabl sum summari suppress surfac switch symlink tab
taken tempor term themselv therefor third thread tick timer titl togeth tostr translat tri trim truncat trust txt
typeerror typeof typic underlin understand unicorn unnecessari unsupport upgrad upper utc val vari variant variou
verif view visit visual vite void wasm websocket week whatev whenev wide won workflow world writabl wrong year yield
zod zone
		`,
	],
	[
		1.5,
		`
abc abortsign abstract accessor accordingli acknowledg act addition adjust admin adopt advertis afterward ahead almost
alongsid alpha alphabet analysi ancestor anonym anywai anywher apart architectur archiv area aren aris assist atom
attack aud audit awai awar backtrack balanc baz benefit besid beyond blank bold border bottom brand builder bump bun
bundler button candid canon cast caveat certif chanc charg cidr clamp classifi click clock cloudflar cluster cmd coerc
collaps collis colon commonli compliant concern concret conform confus contributor cpu crash credit crypto ctx cut
damag dash decor defaultvalu deleg deliber deliveri deni deno deploy dest destroi detach devic devtool didn dimens
disallow disconnect discov discrimin discuss disk dist distanc distinct drive easi easier easili editor effici effort
elaps emitt enclos enterpris epoch establish estim etag eval eventu exce exceed excess exhaust expens explan factor
falsi faq feel figur fine finit firefox flat flatten flight float focu font foreach foreground forev fork four fourth
fraction framework friendli front fulfil gap gate gmt goal goe gracefulli grow guid gzip handshak hard held herebi
hexadecim histor hoist holder home hostnam huge hyphen ideal idl immut impact implicit imposs incomplet inconsist
incorrect infinit inner instanceof instruct int intent intercept intermedi interrupt intrins introduc invoc isol jsx
kill knowledg lack land larger late latenc launch layout lazili leaf learn liabl lib life lifetim lock loos lose lost
mac machin materi maxag mayb meaning meant membership memoiz merchant microsoft mid million minifi modif moment
monitor mostli msg multipart mutabl nan necessarili newer notabl npx nullabl oct offer offici often onerror ordinari
org outcom overwritten palett parallel parenthesi partit percent permit phase piec pointer poll poor popul popular
power practic precis predefin primari priorit prioriti profil proper punctuat question queu quick quickli quit race
ran rare reachabl readonli realli realm rebuild reconnect red refactor refresh regress reliabl rememb replai repli
reproduc resiz reusabl revis rgb risk safer scale score sec seed seen semicolon seri setter shadow shim ship shortcut
shorter shouldn signific sit situat slightli slot slower solut solv somewhat soon sorhu spell spent spread stamp star
statuscod storag strong stuff subtract subtre suffici suggest super suppos surrog surround swap tail tape teardown
technic think thousand threshold tidelift tini tojson touch toward transfer transit travi truthi tsconfig tty twice
typo unambigu unbound underscor unescap unexpect unfortun unhandl unifi univers unsaf unset untouch untrust unus
upload uppercas usabl usernam uuid variat vendor verbatim verbos vertic visitor vulner wall warranti watch webkit
websit white win wish www xml xxx
		`,
	],
]

export const ASKED_FOR_PER_THOUSAND = 6

/** Of screens, of the day's work, of the world, in English, German and Japanese. */
export const ASKED_FOR = `
sidebar navbar navigation menu button form login logout signup page header footer modal dialog popup spinner icon favicon logo
theme dark light toggle checkbox dropdown textbox field input slider carousel card banner tab panel grid layout margin padding
border shadow font color colour red green blue yellow black white responsive mobile desktop screen dashboard widget landing
website app homepage collapsible scroll click hover placeholder pagination search filter sort upload download
todo calculator game chat blog shop cart counter timer clock calendar weather
refactor cleanup rename rewrite simplify comment commit squash rebase merge push pull branch stash tag revert reset bump release
deploy deployment pipeline lint linter format formatter typecheck compile crash bug fix broken failing slow faster speed
explain describe summarize summary overview review compare translate continue finish start stop undo redo retry
algorithm recursion palindrome fibonacci factorial prime sort search tree stack queue heap graph linked
pop push peek enqueue dequeue insert delete traverse loop iterate comprehension dictionary tuple
class function method variable constant constructor inheritance polymorphism interface abstract closure decorator
monad generator iterator regex pattern singleton observer mediator factory
thread process mutex semaphore deadlock latency throughput concurrency parallel
python javascript typescript java kotlin rust ruby php swift scala golang react vue angular svelte django flask spring rails
express nextjs upgrade downgrade install setup minute response request answer
node npm yarn pip maven gradle docker dockerfile kubernetes terraform ansible jenkins makefile readme gitignore
postgres mysql sqlite mongodb redis sql nosql table column row join index query select migration schema database
html css json yaml xml csv markdown pdf api rest graphql endpoint http https tcp udp url email password username
linux windows macos ubuntu debian bash shell vim emacs vscode terminal
repository repo project folder directory file files line lines code script module package dependency dependencies version
hello morning evening thanks perfect great nice good sorry welcome weekend today tomorrow yesterday tonight
day week month year hour minute second time date leap birthday name person people city country capital world earth moon sun sky
joke poem haiku limerick story song cat dog tree book number color word sentence letter
guten morgen abend hallo danke bitte weiter fertig super genau nein heute morgen gestern woche monat jahr tag stunde uhr
datei dateien ordner zeile zeilen code funktion klasse methode variable schleife liste tabelle spalte knopf formular seite
schaltfläche feld farbe schrift test tests fehler fehlermeldung build projekt version skript befehl
erkläre erklären schreibe schreib zeige zeig baue erstelle lösche entferne ändere benenne sortiere prüfe teste füge ersetze
verschiebe aktualisiere übersetze korrigiere räum unterschied beispiel objekt kopieren größten kleinste lokal lokale server aufrufe einfach schneller langsam
mache mach weitermachen nochmal zurücksetzen umbenennen hinzufügen kommentar kommentiere
実行 修正 確認 原因 調査 調べて 関数 変数 追加 削除 変更 更新 作成 実装 説明 教えて 翻訳 続けて 次 今日 明日 昨日 何 誰 方法
ファイル フォルダ テスト エラー コード バグ プロジェクト データ ページ ボタン ありがとう ございます お願いします ください おはよう こんにちは
リファクタリング コミット デプロイ ビルド インストール バージョン してください しました ですか ますか
`
