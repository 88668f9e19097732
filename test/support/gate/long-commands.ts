// Texts of 12 000 characters that are as much work as we know how to make: every small piece of the grammar, repeated,
// behind beginnings that have it judged by different rules, and families of texts that such pieces do not make: what
// nests, what names something new each time, and what is one long word.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the shell's dollars, not ours

export const LONG = 12_000

export function* longTexts(): Iterable<string> {
	for (const piece of PIECES)
		for (const start of STARTS) yield (start + piece.repeat(LONG / piece.length)).slice(0, LONG)
	for (const text of FAMILIES) yield text.slice(0, LONG)
}

const STARTS = [
	'',
	'cat ',
	"awk '",
	"sed '",
	'bash -c "',
	'git log ',
	'rm ',
	'rm -rf ',
	'find . ',
	'for f in ',
	'cat <<E\n',
	'ls | xargs ',
	'alias x="',
	'python3 -c "',
]

const PIECES: readonly string[] = [
	...'ls_| ls_a a_ a.txt_ src/a.ts_ ls;_ ls_|_grep_b_&&_ cd_a;_ cd_a$x;_ cd_../a;_ cat_../a;cd_b; rm_a_ rm_-rf_a_b_'.split(
		' ',
	),
	...'sudo_-a_ sudo_ env_ env_sudo_xargs_ xargs_ timeout_1_ nice_ find_-exec_ busybox_ command_ exec_ watch_ ssh_a_'.split(
		' ',
	),
	..."bash_-c_\" bash_-c_' eval_\" eval_a_ trap_a_ echo_a|sh| bash_-c_'sudo_a_b_c_d_e_f'_ sh_-c_'rm_-rf_/a';_ bash<<<a;".split(
		' ',
	),
	...'$( `_ `\\ "$( <( >( ( { (( $(( $[ [[ [[_( ${ ${x:- ${a[ a[ ((a[ {a, {a,b} {1..9} {a,b}_ @( !( [a- * ? ~ ~/x_ \\ $ # !'.split(
		' ',
	),
	...'\' " $\' $" "$x" "a_b"_ $x_ $x/id_rsa_ ${x}_ a\\_ x=1_ a=b_ a=( x=~_ dd_of=~/a_ a:b=c@d, cat_a:b:c:d_ a/../ .*/ / . .. //'.split(
		' ',
	),
	...'if_true;then_ for_i_in_a_b_c;do_ for_i_in_a;do_ls_$i;done; while_read_x;do_ while_ case_x_in_ f(){ coproc_ time_ !_ select_x_in_'.split(
		' ',
	),
	..."a|base64_-d|sh_ foo_sh_-c_x_ foo_rm_a_ rmtree('a')_ open('a', git_-c_a=b_ echo_a>x;sh_x;".split(' '),
	...'<<E_ <<E\n <<<a_ >_x_ >x;_ 2>&1_ <a_ >&2_ {x}>a_ ; & | |& || && ;;'.split(' '),
	...'git_log_ git_-C_a_ git_push_ git_push_-f_ push_ git;push_ curl_x_|_ curl_ -f_ --x_ -xyz_ grep_[a-z]*x_ cat_[[[[ cat_a*b*c*d*_'.split(
		' ',
	),
	...'s/[a/; s/a/b/; sed_s/a/b/;_ awk_" {print_$1} print_ /a/, printf_%s_ /proc/ .ssh/ >>>> .git/ /dev/ .env_ id_rsa_ $TOKEN_'.split(
		' ',
	),
	'\u200b',
	'\0',
	'\n',
	'a\\\n',
	'é',
].map(piece => piece.replaceAll('_', ' '))

/** Pieces with a number in each, so that nothing that was found out about one is of use for the next. */
function counted(piece: string, { start = '', end = '' } = {}): string {
	const pieces: string[] = []
	let left = LONG - start.length - end.length
	for (let index = 0; ; index++) {
		const next = piece.replaceAll('#', `${index}`)
		left -= next.length
		if (left < 0) return start + pieces.join('') + end
		pieces.push(next)
	}
}

function nested(open: string, close: string, inside = 'ls'): string {
	const levels = Math.floor((LONG - inside.length) / (open.length + close.length))
	return open.repeat(levels) + inside + close.repeat(levels)
}

const BASE64 = Buffer.from('rm a; '.repeat(1_480)).toString('base64')

const FAMILIES: readonly string[] = [
	// Nested substitutions and groups, to the bottom and thirty deep again and again.
	...['echo $(|)', 'echo "$(|)"', 'cat <(|)', 'tee >(|)', '(|)', '{ |; }'].map(pair => nestedPair(pair)),
	...['if true; then |; fi', 'for a in b; do |; done', 'case x in a) |;; esac', 'f(){ |; }', '${a:-|}'].map(
		pair => nestedPair(pair),
	),
	counted(`echo ${'$(echo '.repeat(30)}#${')'.repeat(30)}; `),
	// Here-documents.
	counted('line # $x\n', { start: 'cat <<E\n', end: 'E\n' }),
	counted('ls a#\n', { start: "bash <<'E'\n", end: 'E\n' }),
	counted('os.system("ls a#")\n', { start: "python3 - <<'E'\n", end: 'E\n' }),
	counted('DELETE FROM t# WHERE a=1;\n', { start: "psql <<'E'\n", end: 'E\n' }),
	counted('ls a#\n', { start: "cat > x.sh <<'E'\n", end: 'E\nbash x.sh' }),
	counted('bash <<E#\nls a\nE#\n'),
	// Thousands of words.
	...['ls ', 'rm -rf ', 'docker run ', 'git log -- ', 'touch /opt/'].map(start =>
		counted('a#/b ', { start }),
	),
	// Thousands of `;`, each command another one.
	...[
		'ls a#;',
		'cd a#;',
		'sh -c "ls a#";',
		"awk '{print $#}' a;",
		"sed -n '#,9p' a;",
		'kubectl get pod #;',
	].map(piece => counted(piece)),
	...['curl -o a# x/#;sh b#;', 'npm run a#;', 'python a#.py;', 'git log a#;', "psql -c 'select #';"].map(
		piece => counted(piece),
	),
	// Braces.
	...['{a,b}{c,d}{e,f}{g,h} ', '{1..6#} ', '{a#,b}/c '].map(piece => counted(piece, { start: 'rm -rf ' })),
	counted('a#,', { start: 'echo {', end: 'b}' }),
	// Arithmetic.
	counted('#+', { start: 'echo $((', end: '1))' }),
	counted('a#+', { start: 'echo $((', end: '1))' }),
	...['x=$((x+#)); echo $x; ', '((a#++));'].map(piece => counted(piece)),
	// JSON in quotes.
	counted('"k#":"v#",', { start: "curl -d '{", end: '"z":1}\' http://x' }),
	counted('\\"k#\\":\\"v#\\",', { start: 'curl -d "{', end: '\\"z\\":1}" http://x' }),
	counted('"k#":"v#/a",', { start: "node -e 'x={", end: "}'" }),
	// Patterns.
	...['a#*/b? ', '@(a|b#) ', '[a-z]x# '].map(piece => counted(piece, { start: 'ls ' })),
	counted('*/', { start: 'rm -rf ' }),
	// `case`.
	counted('a#) ls #;; ', { start: 'case x in ', end: 'esac' }),
	counted('case $x in a#) ls;; *) rm b;; esac; '),
	// Functions.
	...['f#(){ rm -rf $1; }; f# a; ', 'f#(){ f#|f#& }; '].map(piece => counted(piece)),
	// Pipes.
	counted(' | grep #', { start: 'cat a' }),
	counted(' | cat', { start: 'echo a', end: ' | sh' }),
	...[' | sh', ' | { cat; }', ' | xargs rm'].map(piece => counted(piece, { start: 'ls' })),
	...['{ echo a; echo b; } | { sh; }; ', 'echo a | tr a b | sh; '].map(piece => counted(piece)),
	// Redirections and descriptors.
	...['> a# ', '< a# ', '3>&1 ', '<<< "ls #" ', '> /opt/a# '].map(piece =>
		counted(piece, { start: 'bash ' }),
	),
	...['exec 3<a#; ', 'exec {v#}<a; cat <&$v#; ', 'tee >(cat) >(cat) < a#; '].map(piece => counted(piece)),
	// Arrays and variables.
	`a=(${counted('x# ').slice(0, 6_000)}); ${'"${a[@]}" '.repeat(590)}`,
	...['a#=(x y); ', 'a+=(x#); ', 'a#=$a#; ', 'a=x#; ls $a; ', 'a=$a$a; '].map(piece => counted(piece)),
	counted('cat $f/$g/#; ', { start: 'for f in a b c d; do for g in a b c; do ', end: 'done; done' }),
	// What is coded.
	`echo ${BASE64} | base64 -d | sh`,
	`python3 -c "import base64; exec(base64.b64decode('${BASE64}'))"`,
	counted('a=@:,', { start: 'cat ' }),
	// Chains of `find … -exec` and of xargs.
	...['-exec ls a# {} \\; ', "-exec sh -c 'ls a#' \\; ", '-exec find . ', "-o -name 'a#*' "].map(piece =>
		counted(piece, { start: 'find . ' }),
	),
	...['find . -name a# -exec rm {} +; ', 'xargs env nice timeout 5 ', 'ls | xargs -I{} sh -c "rm {}"; '].map(
		piece => counted(piece),
	),
	// Programs in other languages.
	counted('s/a#/b/;', { start: "sed '", end: "' f" }),
	counted('print $# > "f#";', { start: "awk '{", end: "}' f" }),
	counted("shutil.rmtree('a#');", { start: 'python3 -c "', end: '"' }),
	counted("GIT_PAGER='ls #; rm a' git log; "),
]

function nestedPair(pair: string): string {
	const [open = '', close = ''] = pair.split('|')
	return nested(open, close)
}
