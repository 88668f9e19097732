// What people ask a coding agent for: of screens, of the day's work, of the world, in English, German and Japanese.

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
