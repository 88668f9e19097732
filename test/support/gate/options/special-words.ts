// Calls of programs whose arguments are a language of their own, put together by chance from its words.

import { one, type Random } from './option-words.ts'

export const SPECIAL_CALLS: Readonly<Record<string, (random: Random) => string>> = {
	find: words(
		6,
		". sub a.txt -name '*.txt' -type f d -maxdepth 1 2 -size +1k -mtime -1 -print -print0 -ls ! -not -o -a ( ) '(' ')' -path ./sub -prune -delete -exec -execdir -ok .evil ; ';' + -fprint ran -fls -printf %p '%h %f' -fprintf -empty -newer -newermt -quit -perm -u+x -regex '.*' -L -H -P -D -O1 -O3 -follow -xdev -depth -d -files0-from names -samefile link.txt -lname '*' -type,f -X -s -x -f -E -printx -na -- , -iname -anewer -cnewer -true -false -user root -links -inum -used 1 linkdir -readable -warn -nowarn --help -help -version -ls -regextype posix-egrep",
	),
	sed: words(
		4,
		"-n -E -e -s -i -f a.txt b.txt sub/a.txt 1,2p $p /a/p /^$/d s/o/x/ s/o/x/g 's/o/x/w ran' s/o/.evil/e '1e .evil' 'w ran' 'r ../outside/secret.txt' 1!d 's|a|b|;p' /a/,/b/p 5q s/[/]/x/ y/abc/xyz/ 's/a/b/;w ran' = '/[/]w ran/p' 1~2p --in-place --expression=p --expression -ni -nE -ne -nf -nep -i.bak -E -r -u -z --quiet --sandbox --posix -l 5 --line-length=5 -s link.txt 's/a/b/w' 's/a/b/we' '1{p}' '/a/I,+1p' 'p;p' '1,~4p' 's,a,b,p' 's:a:b:I' '2{p;q}' '1!G;h;$!d' '$!N;P;D' 'x;p;x' '1{w ran' '1{p;w ran}' '/a/{n;p}' '1{e .evil' --debug -ner 'R names' F z --follow-symlinks",
	),
	awk: awk(),
	gawk: awk(),
	mawk: awk(),
	export: words(
		3,
		"LC_ALL=C LANG=C TERM=x COLUMNS=80 PAGER=cat PAGER=.evil PATH=. -p -n -f X=1 'LC_ALL=C x' LANG=$X",
	),
	tar: tar(),
	bsdtar: tar(),
	printf: words(
		4,
		"%s '%s\\n' %d %n -v x %q a \"$X\" '%(%F)T' %b '\\x41' PATH -- -vx %*d 5 '' -1 '%.3f' '%c' '%%' '%s%n' '%-5s'",
	),
	test: words(
		4,
		"-f a.txt -d sub = != -v 'a[$(.evil)]' \"$X\" $X -eq 1 ! -a -nt -R * -t -o ( ) -e -x x '' a",
	),
	'[': words(4, '-f a.txt ] -n "$HOME" -v x -eq 1 ! -d sub -a -o = \'\' ]'),
	echo: words(4, "-e -n a.txt * '\\c' -E -nee '' $X \"$X\" -- -o > 2 '\\0101'"),
	expr: words(
		5,
		"1 + 2 - '*' / % length a substr abc index match a.txt : '.*' '(' ')' -- '|' '&' = '<' --help --version '' -1 99999999999999999999",
	),
	command: words(3, '-v -V -p -pv ls cat sort -- xxd a.txt -vp'),
	nice: words(4, 'ls cat a.txt -n 5 -5 -- --adjustment=5 sort xxd -p -l b.txt sub head nice timeout 1'),
	timeout: words(
		4,
		'1 1s 2.5 5m ls cat a.txt -k -s KILL -- --signal=9 sort xxd head nice -n sub --preserve-status',
	),
}

function awk(): (random: Random) => string {
	return words(
		4,
		`-F, -F: -F , -Ft '-F\\t' -F'x y' a.txt list.csv '{print $1}' '{print $NF}' NR==1 '{print > "ran"}' '{print $1 > $2}' '{system(".evil")}' '{print | ".evil"}' 'BEGIN{".evil"|getline x}' '!s[$0]++' '{s+=$1} END {print s}' /a/,/b/ '$1 > "m"' 'length($0)>2' '{printf("%s ",$1)}' '{if($1>2)print $2}' '{print ($1>2)}' '{print($1)>"ran"}' '{gsub(/o/,"x");print}' 'BEGIN{ARGV[1]="link.txt"}1' '{print ENVIRON["HOME"]}' '{a[$1]=$2} END {for(k in a)print k,a[k]}' '$2~/x/{print;next}' -v -f names -W exec=names -Wexec -We --exec -E -i -l -o -d -p x=1 x=/../outside/secret.txt FS=, '{print x}' -- - 1 0 'BEGIN{print 1}' --version -version -V '{print -1 " " $1}' '{print a b}' 'x=1' '{print $(1)}' '{print $1,$2}' '{s+=$3} END{print s/NR}' '{print $2/2 > "ran"}' '{print a/b; system(".evil")}' '{x=1/2}/a/{print}' '/a/{print 1/x}' 'NR/2==1' '{print s/2/3}' '{print (1)/2}' '{n=$1/"/ > ""ran"}' '{print /a/ > "ran"}' '{print NF/ > "ran" /}' '{y=NR / ".evil" | getline}' '{print length/2}' '{a[1]/=2}' -vn=5 'n=5' -v FS=, ENVIRON=x 'n=a b' -vf=ran -v x=ran -v c=.evil '{system(c)}' '{print > x}' -v OFS=: 'NR==n' link.txt -Fi -Fx=1 -vx=1 -h -D @opts`,
	)
}

function tar(): (random: Random) => string {
	return words(
		4,
		'-tf tf -tvf tvf tzf -tzf -tjf -tJf -t -f pack.tar pack.tgz ./pack.tar --list --file=pack.tar xf -xf cf a.txt sub --to-command=.evil -I .evil -tIf --use-compress-program=.evil --checkpoint=1 --checkpoint-action=exec=.evil host:pack.tar -C --index-file=ran -O -ft -zt @opts -T names -tzvf -tv -- -F .evil link.txt --exclude=x *.tar',
	)
}

/** As many of the words as there may be, in any order. */
function words(most: number, list: string): (random: Random) => string {
	const all = list.match(/'(?:[^']|'\\'')*'|[^\s']+(?:'[^']*')?/g) ?? []
	return random => Array.from({ length: 1 + Math.floor(random() * most) }, () => one(random, all)).join(' ')
}
