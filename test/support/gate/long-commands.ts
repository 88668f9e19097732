// Texts of 12 000 characters that are as much work as we know how to make: every small piece of the grammar, repeated,
// behind beginnings that have it judged by different rules.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the shell's dollars, not ours

export const LONG = 12_000

export function* longTexts(): Iterable<string> {
	for (const piece of PIECES)
		for (const start of STARTS) yield (start + piece.repeat(LONG / piece.length)).slice(0, LONG)
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
