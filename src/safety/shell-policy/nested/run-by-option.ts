// Texts that a program hands to a shell although it is none: values of its options, and words in which bash itself works
// out a subscript. Found only to say how hard to ask, for whatever holds them asks already.

/** Programs that are known to read, or to take prose, and the options of theirs whose value is run. */
const RUN_BY_OPTION: ReadonlyMap<string, RegExp> = new Map([
	['sort', /^--compress-prog[a-z]*$/],
	['rg', /^--(?:pre|hostname-bin)$/],
	...['ssh', 'scp', 'sftp', 'slogin', 'autossh', 'sshfs', 'rsync'].map(
		name => [name, /^(?:-[oSe]|--rsh|--rsync-path)$/] as const,
	),
	['man', /^(?:-[PH]|--pager|--html)$/],
	['zip', /^(?:-TT|--unzip-command)$/],
	...['apt', 'apt-get', 'aptitude'].map(name => [name, /^(?:-o|--option)$/] as const),
])

/** `less` and others like it take a line of their own behind a plus. */
const TAKES_LINES: ReadonlySet<string> = new Set([
	...['less', 'more', 'most', 'view', 'bind'],
	...['fd', 'fdfind', 'bfs'],
])

export function runsOptions(program: string): boolean {
	return RUN_BY_OPTION.has(program) || TAKES_LINES.has(program)
}

/** @param texts - its arguments @returns what may be a script, to be looked at as one */
export function scriptsInOptions(program: string, texts: readonly string[]): readonly string[] {
	const option = RUN_BY_OPTION.get(program)
	const named = option ? texts.flatMap((text, index) => valuesOf(text, texts[index - 1] ?? '', option)) : []
	// `fd --exec-batch=rm -rf ~`: what follows belongs to it.
	const from = /^(?:fd|fdfind|bfs)$/.test(program) ? texts.findIndex(text => JOINED_EXEC.test(text)) : -1
	const joined = from === -1 ? [] : [texts.slice(from).join(' ').replace(JOINED_EXEC, '')]
	// `less '+!rm -rf ~'`, `bind -x '"\C-a": rm -rf ~'`
	const marked = texts.flatMap(text => /^\+!\s{0,9}(\S.*)/s.exec(text)?.[1] ?? [])
	const bound =
		program === 'bind' ? texts.flatMap(text => /^"[^"]{1,40}":\s{0,9}"?(\S.*)/s.exec(text)?.[1] ?? []) : []
	return [...named, ...joined, ...marked, ...bound.map(text => text.replace(/(?:\\n|\\C-m)?"$/, ''))]
}

const JOINED_EXEC = /^--exec(?:-batch)?=/

function valuesOf(text: string, before: string, option: RegExp): readonly string[] {
	const [, name = '', joined] = /^(--[\w-]+)=(.*)$/s.exec(text) ?? /^(-[a-zA-Z]{1,2}?)(.+)$/s.exec(text) ?? []
	const value = option.test(before) ? text : option.test(name) ? joined : undefined
	// `-o ProxyCommand=…`, `-o DPkg::Pre-Invoke::=…`
	return value === undefined ? [] : [value.replace(/^[\w:-]{1,40}\s{0,9}[=\s]\s{0,9}(?=\S)/, ''), value]
}

/** Built-ins of bash that work out the subscript of a name they are given, and with it whatever it runs. */
const WORKS_OUT_SUBSCRIPTS: ReadonlySet<string> = new Set(
	'test [ printf read unset let declare typeset local export readonly mapfile readarray getopts wait'.split(
		' ',
	),
)

/** They work out substitutions in any word. */
const WORKS_OUT_WORDS: ReadonlySet<string> = new Set(['let', 'complete', 'compgen'])

export function evaluatesWords(program: string): boolean {
	return WORKS_OUT_SUBSCRIPTS.has(program) || WORKS_OUT_WORDS.has(program)
}

/** `test -v 'a[$(rm -rf ~)]'` */
export function evaluatedScripts(program: string, texts: readonly string[]): readonly string[] {
	if (!evaluatesWords(program)) return []
	const isAny = WORKS_OUT_WORDS.has(program)
	// What `printf` prints is only a text.
	const names = program === 'printf' ? texts.filter((_, index) => texts[index - 1] === '-v') : texts
	return names
		.filter(text => isAny || /^\w{1,60}\[/.test(text))
		.flatMap(text =>
			[...text.slice(0, MAX_TEXT).matchAll(SUBSTITUTION)].map(([, plain, ticks]) => plain ?? ticks ?? ''),
		)
}

const MAX_TEXT = 2_000
const SUBSTITUTION = /\$\(([^()]{1,300})\)|`([^`]{1,300})`/g
