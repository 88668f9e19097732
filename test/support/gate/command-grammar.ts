// Shell commands by chance, from the gate's own tables and everything that may be done to a word: what it lets run
// unasked can then be tried out. The same seed gives the same commands.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the shell's dollars, not ours

import { GIT_RULES } from '../../../src/safety/shell-policy/programs/git.ts'
import { PROGRAM_RULES } from '../../../src/safety/shell-policy/programs/known-programs.ts'
import type { ProgramRule } from '../../../src/safety/shell-policy/programs/program-rule.ts'

export function createCommandGenerator(seed: number): () => string {
	return () => scriptBy(random)
	function random(): number {
		seed = (seed + 0x6d2b79f5) | 0
		let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}
}

/** Files of the folder the commands run in, some with names that look like something else. */
export const ODD_NAMES: readonly string[] = [
	'a.txt',
	'b.json',
	'c.csv',
	'a b.txt',
	'-o',
	'-rf',
	'--output=ran',
	'-exec',
	'--pre=.evil',
	"it's",
	'$(touch ran)',
	'`touch ran`',
	';touch ran',
	'*',
	'[a]',
	'{x,y}',
	'~',
	'#x',
	'é',
	'x\ny',
	'sub/c.txt',
	'sub/-i',
	'sub dir/d.txt',
]

type Random = () => number

function one<Item>(random: Random, items: readonly Item[]): Item {
	return items[Math.floor(random() * items.length)]!
}

function chance(random: Random, share: number): boolean {
	return random() < share
}

function several(random: Random, most: number, make: () => string): readonly string[] {
	return Array.from({ length: Math.floor(random() * (most + 1)) }, make)
}

function scriptBy(random: Random): string {
	const count = one(random, [1, 1, 1, 2, 2, 3])
	let text = statement(random, 0)
	for (let index = 1; index < count; index++)
		text += one(random, ['; ', ' && ', ' || ', ' | ', ' |& ', '\n']) + statement(random, 0)
	return chance(random, 0.02) ? text + one(random, [' &', ';', ' # x', '\\', ' )', '\n']) : text
}

/** A simple command, or one of the shell's own constructs around some. */
function statement(random: Random, level: number): string {
	const inner = () => statement(random, level + 1)
	const listed = () => one(random, LIST_WORDS)
	if (level > 2 || chance(random, 0.72)) return simple(random)
	switch (one(random, CONSTRUCTS)) {
		case 'for':
			return `for f in ${several(random, 3, listed).join(' ')}; do ${inner()}; ${loopUse(random)}; done`
		case 'while':
			return `while ${one(random, ['read -r f', 'IFS= read -r f', 'read f', 'read -r f g'])}; do ${loopUse(random)}; done${one(random, ['', ' < a.txt', ' <<< "a b"'])}`
		case 'piped while':
			return `${inner()} | while read -r f; do ${loopUse(random)}; done`
		case 'if':
			return `if ${inner()}; then ${inner()}${chance(random, 0.4) ? `; else ${inner()}` : ''}; fi`
		case 'case':
			return `case ${one(random, WORDS)} in ${one(random, ['a', '*', 'a|b', '*.txt', '"x"'])}) ${inner()} ;; *) ${inner()} ;; esac`
		case 'test':
			return `[[ ${condition(random)}${chance(random, 0.3) ? ` && ${condition(random)}` : ''} ]]`
		case 'here':
			return `${simple(random)} <<${one(random, ["'E'", 'E', '-E', '"E"'])}\n${one(random, HERE_LINES)}\n${one(random, HERE_LINES)}\nE\n${chance(random, 0.3) ? simple(random) : ''}`
		case 'here string':
			return `${simple(random)} <<< ${one(random, WORDS)}`
		case 'xargs':
			return `${one(random, LISTERS)} | xargs ${several(random, 2, () => one(random, XARGS_OPTIONS)).join(' ')} ${simple(random)}`
		case 'group':
			return one(random, [`(${inner()})`, `{ ${inner()}; }`, `! ${inner()}`, `time ${inner()}`])
		case 'wrapped':
			return `${one(random, WRAPPERS)} ${simple(random)}`
		case 'assigned':
			return `${assignments(random)}${one(random, ['; ', '; ', ' && ', '\n', ' '])}${loopUse(random)}`
		case 'cd':
			return `cd ${one(random, ['sub', '"sub dir"', '.', 'bare', '..', '-', '~', '$X', 'sub/..'])} && ${inner()}`
		default:
			return one(random, SUBSTITUTIONS).replaceAll('@', () => simple(random))
	}
}

const CONSTRUCTS =
	'for|for|while|piped while|if|if|case|test|here|here string|xargs|xargs|group|wrapped|cd|cd|assigned|assigned|substitution|substitution'.split(
		'|',
	)

const LIST_WORDS =
	'a.txt|*.txt|*|sub/*|-o|{a,b}.txt|{1..3}|"a b"|$X|./*|main|\'x y\'|-delete|/|~|.evil|HEAD|""|[a-c]*|ran'.split(
		'|',
	)

function assignments(random: Random): string {
	const name = () => one(random, ['f', 'f', 'f', 'g', 'X', 'PATH', 'x'])
	const value = () =>
		one(random, [
			...[
				'$f',
				'"$g"',
				'$g/$f',
				'"a.txt b.json"',
				'$(echo -o)',
				'"$(printf %s /etc/passwd)"',
				'~/.ssh/id_rsa',
			],
			...[
				'"-v"',
				"'x[$(.evil)]'",
				'$((1+1))',
				'$((f))',
				'$X/a',
				'$HOME',
				'"$PWD/sub"',
				'sub',
				'*',
				'../outside',
				'',
			],
			one(random, WORDS),
			`$(${simple(random)})`,
		])
	const assigned = () => `${name()}${chance(random, 0.1) ? '+' : ''}=${value()}`
	return [assigned(), ...several(random, 2, assigned)].join(one(random, ['; ', ' ', ' && ']))
}

function loopUse(random: Random): string {
	const use = one(random, [
		'$f',
		'"$f"',
		'"$f"',
		'./"$f"',
		'-- "$f"',
		'"$f".txt',
		'${f}',
		'x$f',
		'"$f/c.txt"',
		'$f/../b.json',
	])
	return one(random, [
		`echo ${use}`,
		`cat ${use}`,
		`wc -l ${use}`,
		`ls -d ${use}`,
		`sort ${use}`,
		`uniq ${use}`,
		`find ${use} -name x`,
		`git log -1 --oneline ${use}`,
		`head -1 < ${use}`,
		`grep x ${use}`,
		`grep ${use} a.txt`,
		`[ ${use} ${use} ]`,
		`[ "$g" "$f" ]`,
		`cat [$f]*`,
		`echo $((f + 1)) "$((g))"`,
		`sed -n "$((f+1))p" a.txt`,
		`test -f ${use}`,
		`${use} x`,
		`xxd ${use} a.txt`,
		`date ${use}`,
		`${simple(random)} ${use}`,
	])
}

function condition(random: Random): string {
	const word = () => one(random, WORDS)
	return one(random, [
		() => `-f ${word()}`,
		() => `-n ${word()}`,
		() => `${word()} == ${word()}`,
		() => `${word()} =~ ${one(random, ['a.*', '^x', '[a-z]+'])}`,
		() => `${word()} -nt ${word()}`,
		() => `! -d ${word()}`,
		() => `-v ${word()}`,
		() => `${word()} -eq 1`,
		() => word(),
	])()
}

const HERE_LINES = [
	'text',
	'$HOME',
	'$(touch ran)',
	'`touch ran`',
	'${x:=1}',
	'touch ran',
	'E ',
	' E',
	'a\\',
	"'",
	'"',
	'a.txt',
	'-o',
]

const LISTERS = [
	'git ls-files',
	'git ls-files -z',
	'find .',
	'find . -type f',
	'find . -type f -print0',
	'find . -type f -name "*.txt" -print0',
	'find . -printf "ran\\n"',
	'ls',
	'ls sub',
	'rg -l one',
	'rg --files -0',
	'grep -rlZ one .',
	'cat a.txt',
	'echo a b',
	'seq 3',
	'git ls-files | sort | head -3',
]
const XARGS_OPTIONS = [
	'-0',
	'-n1',
	'-n 1',
	'-r',
	'-I{}',
	'-I {}',
	'-P2',
	'-t',
	'-L 1',
	'-p',
	'-a a.txt',
	'-d x',
	'-0 -n1',
]
const WRAPPERS = [
	'timeout 5',
	'timeout 2s',
	'nice',
	'env',
	'command',
	'builtin',
	'exec',
	'nohup',
	'nice -n 5',
	'time',
	'stdbuf -oL',
	'bash -c',
]
const SUBSTITUTIONS = [
	'echo $(@)',
	'echo `@`',
	'cat <(@)',
	'echo "$(@)"',
	'wc -l $(@)',
	'ls -d "$(@)"',
	'cat $(@)',
	'diff <(@) <(@)',
	'while read -r f; do echo "$f"; done < <(@)',
	'for f in $(@); do ls -d "$f"; done',
	'case $(@) in a) ls ;; *) @ ;; esac',
	'[ "$(@)" "$(@)" ]',
	'[ "$(@)" = "$(@)" ]',
	'grep "$(@)" a.txt',
	'printf "%s" $(@)',
	'find . -name "$(@)"',
	'git log -1 "$(@)"',
	'sed -n "$((1+1))p" a.txt; @',
	'LC_ALL=C TZ=UTC @',
	'@ <<< "$(@)"',
	'f() { @; }; f',
	'eval "@"',
	'trap "@" EXIT',
	'@ > ran',
	'@ >> a.txt',
	'@ 2> ran',
	'@ > /dev/null 2>&1',
	'X=1 @',
	'@ 2>/dev/null',
	'@ < a.txt',
	'@ &> /dev/null',
	"bash -c '@'",
]

/** Words as they may stand anywhere, well or badly meant. */
const WORDS = [
	...'a.txt b.json c.csv sub sub/c.txt . ./a.txt ./-o -- - * *.txt ./* su? [a-c].txt {a,b}.txt {a,sub}'.split(
		' ',
	),
	...'"a b.txt" "sub dir" "$HOME" $X "$X" $HOME ~ $PWD HEAD HEAD~1 main v1 x=1 0 1 2 5 1,2 ] ! ( , : % + @ ^ =~'.split(
		' ',
	),
	..."\"it's\" '$(touch ran)' '-o' \"-o\" \\-o $'-o' -'o' a\\ b.txt \\* \"*\" '' \"\" é x\\y".split(' '),
	...'-o -o\\ ran -oran -i -w -r -R -n -c -C -d -D -f -s -t -T -v -p -a -l -m -M -e -x -z -u -b -k2 -5 -rn -la -0 -1'.split(
		' ',
	),
	...'--output=ran --output --outp=ran --files0-from=a.txt --pre=.evil --compress-program=.evil --ext-diff --textconv --list --all --get --contains --stat --oneline --format=%h --format=%G? --version --help --show-signature'.split(
		' ',
	),
	'-n 2',
	'-o ran',
	'> ran',
	'>> ran',
	'>| ran',
	'<> ran',
	'&> ran',
	'2> ran',
	'2>/dev/null',
	'>/dev/null',
	'2>&1',
	'< a.txt',
	'$(.evil)',
	'`.evil`',
	'<(.evil)',
	'>(.evil)',
	'${x:=ran}',
	'${x@P}',
	'$((1+1))',
	'$1',
	'$_',
	'!!',
	"'+%F'",
	"'%s\\n'",
	"'%n'",
	"'a[$(.evil)]'",
	'\\\n',
]

function simple(random: Random): string {
	const kind = random()
	const spice = () => (chance(random, 0.12) ? one(random, WORDS) : '')
	if (kind < 0.22) {
		const [name, rule] = one(random, [...GIT_RULES])
		return `git ${chance(random, 0.05) ? '-C sub ' : ''}${name} ${argumentsFor(random, rule)} ${spice()}`.trimEnd()
	}
	if (kind < 0.42) {
		const [program, words] = one(random, LANGUAGES)
		return [program, ...several(random, 3, () => one(random, words)), spice()].join(' ').trimEnd()
	}
	const [name, rule] = one(random, PROGRAMS)
	return `${name} ${argumentsFor(random, rule)} ${spice()}`.trimEnd()
}

// Slow to start, traps of the folder themselves, or they only ever answer with their version.
const SLOW =
	/^(?:ssh|rsync|npm|pip3?|docker|go|java|javac|dotnet|uv|R|meson|cargo|rustc|rustup|rustfmt|helm|tsc|top|vmstat|sleep)$/
const PROGRAMS = [...PROGRAM_RULES].filter(([name]) => !SLOW.test(name))

function argumentsFor(random: Random, rule: ProgramRule): string {
	const options = several(random, 3, () => option(random, rule))
	const operands = several(random, rule.operands === 'none' ? 0 : Math.min(rule.maxOperands ?? 3, 3), () =>
		one(random, OPERANDS),
	)
	const words = [...options, ...operands]
	return (chance(random, 0.1) ? words.reverse() : words).join(' ')
}

const OPERANDS = [...WORDS.slice(0, 48), ...ODD_NAMES.map(name => `'${name.replaceAll("'", "'\\''")}'`)]

function option(random: Random, rule: ProgramRule): string {
	const value = () => one(random, VALUES)
	// A following file never ends.
	const letters = [...(rule.short ?? '')].filter(
		letter => !/[fF]/.test(letter) || rule.why !== 'prints the last lines',
	)
	const makers = [
		...(letters.length > 0
			? [() => `-${one(random, letters)}`, () => `-${one(random, letters)}${one(random, letters)}`]
			: []),
		...(rule.shortWithValue
			? [() => `-${one(random, [...rule.shortWithValue!])}${one(random, ['', ' '])}${value()}`]
			: []),
		...(rule.long
			? [() => `--${one(random, rule.long!.split(' '))}${chance(random, 0.25) ? `=${value()}` : ''}`]
			: []),
		...(rule.longWithValue
			? [() => `--${one(random, rule.longWithValue!.split(' '))}${one(random, ['=', ' '])}${value()}`]
			: []),
		...(rule.exact ? [() => one(random, rule.exact!.split(' '))] : []),
		...(chance(random, 0.06) ? [() => one(random, WORDS)] : []),
	]
	return makers.length > 0 ? one(random, makers)() : ''
}

const VALUES =
	'1|2|3|10|a|x|,|.|a.txt|ran|sub|1,2|1-2|"%s"|%h|"%h %s"|always|never|auto|size|name|"a b"|*.txt|"*.txt"|HEAD|main|utf-8|8|f|d|=|:|"+%F"|yesterday|.evil|./ran|"$(touch ran)"'.split(
		'|',
	)

const SCRIPTS = {
	find: [
		...'. sub . sub -name "*.txt" -type f -type d -maxdepth 1 -size +1k -mtime -1 -print -print0 -ls ! -not -o -a ( \\( \\) -path ./sub -prune -delete -exec .evil {} + -execdir .evil ; -ok .evil -fprint ran -fls ran -printf %p -fprintf ran -empty -newer a.txt -quit -perm -u+x -regex .*'.split(
			' ',
		),
	],
	sed: [
		...`-n -E -e -s -i -f a.txt a.txt sub/c.txt '1,2p' '$p' '/one/p' '/^$/d' 's/o/x/' 's/o/x/g' 's/o/x/w_ran' 's/o/.evil/e' '1e_.evil' 'w_ran' 'r_a.txt' '1!d' 's|a|b|;p' '/a/,/b/p' '5q' 's/[/]/x/' 'y/abc/xyz/' 's/a/b/;w_ran' '=' '/[/]w_ran/p' '1~2p' --in-place --expression=p`
			.split(' ')
			.map(word => word.replaceAll('_', ' ')),
	],
	awk: [
		...`-F, -F: a.txt c.csv '{print_$1}' '{print_$NF}' 'NR==1' '{print_>_"ran"}' '{print_$1_>_$2}' '{system(".evil")}' '{print_|_".evil"}' 'BEGIN{".evil"|getline_x}' '!s[$0]++' '{s+=$1}_END_{print_s}' '/a/,/b/' '$1_>_"m"' 'length($0)>2' '{printf("%s_",$1)}' '{if($1>2)print_$2}' '{print_($1>2)}' '{print($1)>"ran"}' 'BEGIN{print_1/2>"ran"/1}' '{gsub(/o/,"x");print}' '{print_/one/}' 'BEGIN{ARGV[1]="b.json"}1' '{print_ENVIRON["HOME"]}' '{a[$1]=$2}_END_{for(k_in_a)print_k,a[k]}' '$2~/x/{print;next}' -v -f`
			.split(' ')
			.map(word => word.replaceAll('_', ' ')),
	],
	printf: [
		"'%s\\n'",
		"'%d\\n'",
		"'%n'",
		'-v',
		'x',
		"'%q'",
		'a',
		'"$X"',
		"'%(%F)T'",
		"'%b'",
		"'\\x41'",
		'PATH',
	],
	test: [
		'-f',
		'a.txt',
		'-d',
		'sub',
		'=',
		'!=',
		'-v',
		"'a[$(.evil)]'",
		'"$X"',
		'$X',
		'-eq',
		'1',
		'!',
		'-a',
		'-nt',
		'-R',
		'*',
	],
	'[': ['-f', 'a.txt', ']', '-n', '"$HOME"', ']', '-v', 'x', '-eq', '1'],
	echo: [...WORDS, '-e', '-n', "'\\c'"],
	tar: [
		'-tf',
		'tf',
		'a.tar',
		'-t',
		'-f',
		'-xf',
		'xf',
		'tzf',
		'--to-command=.evil',
		'-I',
		'.evil',
		'host:a.tar',
		'x',
		'--list',
		'-cf',
		'ran',
	],
	cd: ['sub', '.', '..', 'bare', '-'],
	command: ['-v', '-V', 'ls', '.evil', 'cat', 'a.txt', '-p'],
	expr: ['1', '+', '2', 'a', ':', "'.*'", 'length', '$X', '"$X"', '*'],
	read: ['-r', 'x', '-a', 'y', 'PATH', "'a[$(.evil)]'"],
	frobnicate: ['x', '--version'],
}
const LANGUAGES = Object.entries(SCRIPTS)
