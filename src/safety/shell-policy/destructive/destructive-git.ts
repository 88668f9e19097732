// What git can do that cannot be undone, or that makes it run something later.

import { protectedFromWriting } from '../../paths/protected-paths.ts'

/** @param texts - the arguments of git @returns the reason, a whole sentence, or undefined */
export function destructiveGitEffect(texts: readonly string[], level = 0): string | undefined {
	const { command, rest, settings } = afterGlobalOptions(texts)
	const alias = settings.get(`alias.${command.toLowerCase()}`)
	// `git -c alias.x='checkout -f' x`
	if (alias !== undefined && level < MAX_ALIASES)
		return destructiveGitEffect([...alias.split(/\s+/), ...rest], level + 1)
	const call = callOf(rest)
	if (command === 'clean' && /^(?:false|no|off|0|)$/i.test(settings.get('clean.requireforce') ?? 'true'))
		return call.has('n', 'dry-run') ? undefined : REMOVES_FILES
	if (call.has('', 'help')) return undefined
	return EFFECTS.get(command)?.(call)
}

// An alias may name another one.
const MAX_ALIASES = 3

type GitCall = {
	texts: readonly string[]
	operands: readonly string[]
	/** Whether a letter of joined ones or the beginning of a long option is given; git takes any unambiguous beginning. */
	has: (letters: string, ...long: readonly string[]) => boolean
}

type GitEffect = (call: GitCall) => string | undefined

const THROWS_AWAY = 'It throws away changes that are in no commit.'
const REMOVES_FILES = 'It removes files that are in no commit.'
const OTHER_SIDE = 'It overwrites or removes history on the other side.'
const REWRITES = 'It rewrites history.'
const LOSES_WAY_BACK = 'It removes the way back to lost commits.'
const REMOVES_REFERENCES = 'It removes references.'
const REMOVES_OBJECTS = 'It removes objects for good.'
const REMOVES_BRANCH = 'It removes a branch whose commits may be nowhere else.'

const GIT_SETTING_THAT_RUNS =
	/^(?:alias\..*|core\.(?:fsmonitor|pager|editor|sshcommand|hookspath|askpass|gitproxy|attributesfile|worktree)|(?:sequence\.)?editor|pager\..*|diff\.external|.*\.(?:textconv|command|clean|smudge|process|driver|cmd|program|helper|path)|credential.*|include(?:if)?\..*|url\..*|http\..*proxy.*|protocol\..*|safe\..*|remote\..*\.(?:uploadpack|receivepack|vcs))$/i

const EFFECTS: ReadonlyMap<string, GitEffect> = new Map<string, GitEffect>([
	['checkout', call => (isForced(call) || checksOutFiles(call) ? THROWS_AWAY : putsBackProtected(call))],
	['switch', call => (isForced(call) || call.has('', 'discard-changes') ? THROWS_AWAY : undefined)],
	[
		'restore',
		call => {
			const isStaged = call.has('S', 'staged', 'cached')
			const isWorkTree = call.has('W', 'worktree')
			// Without the one that was staged there is no second copy of it.
			if ((isStaged && isWorkTree) || (!isStaged && namesAll(call))) return THROWS_AWAY
			return isStaged ? undefined : putsBackProtected(call)
		},
	],
	['checkout-index', call => (isForced(call) ? THROWS_AWAY : undefined)],
	['read-tree', call => (call.has('', 'reset') ? THROWS_AWAY : undefined)],
	[
		'stash',
		({ operands: [verb] }) =>
			verb === 'drop' || verb === 'clear' ? 'It throws away changes that were put aside.' : undefined,
	],
	['reset', call => (call.has('', 'hard', 'merge') ? THROWS_AWAY : undefined)],
	[
		'clean',
		call =>
			!call.has('fdxX', 'force') || call.has('n', 'dry-run') || call.has('i', 'interactive')
				? undefined
				: REMOVES_FILES,
	],
	['rm', call => (isForced(call) && !call.has('n', 'dry-run', 'cached') ? THROWS_AWAY : undefined)],
	[
		'worktree',
		call =>
			call.operands[0] === 'remove' && isForced(call) ? 'It removes a work tree with changes.' : undefined,
	],
	[
		'submodule',
		call => (/^(?:deinit|update)$/.test(call.operands[0] ?? '') && isForced(call) ? THROWS_AWAY : undefined),
	],
	[
		'branch',
		call => (call.has('D') || (call.has('d', 'delete') && isForced(call)) ? REMOVES_BRANCH : undefined),
	],
	[
		'clone',
		call =>
			startsElse(call, true) ?? (call.has('', 'template') || setsWhatRuns(call) ? MAKES_IT_RUN : undefined),
	],
	['init', call => (call.has('', 'template') ? MAKES_IT_RUN : undefined)],
	['fetch', call => startsElse(call)],
	['pull', call => startsElse(call)],
	['ls-remote', call => startsElse(call)],
	['archive', call => startsElse(call)],
	[
		'maintenance',
		({ operands: [verb] }) =>
			/^(?:start|register)$/.test(verb ?? '') ? 'It has git run by itself from now on.' : undefined,
	],
	['send-email', call => (call.has('', 'dry-run') ? undefined : 'It sends mail that cannot be called back.')],
	['push', call => startsElse(call) ?? pushEffect(call)],
	['send-pack', pushEffect],
	['filter-branch', () => REWRITES],
	['filter-repo', call => (call.has('', 'analyze', 'dry-run') ? undefined : REWRITES)],
	['replace', call => (call.has('df', 'delete', 'force') ? REWRITES : undefined)],
	[
		'reflog',
		call =>
			/^(?:expire|delete)$/.test(call.operands[0] ?? '') && !call.has('n', 'dry-run')
				? LOSES_WAY_BACK
				: undefined,
	],
	['update-ref', call => (call.has('d', 'delete', 'stdin') ? REMOVES_REFERENCES : undefined)],
	['symbolic-ref', call => (call.has('d', 'delete') ? REMOVES_REFERENCES : undefined)],
	[
		'gc',
		({ texts }) =>
			texts.some((text, index) =>
				/^--prune=(?:now|all)$|^--expire/.test(text === '--prune' ? `--prune=${texts[index + 1]}` : text),
			)
				? REMOVES_OBJECTS
				: undefined,
	],
	['prune', call => (call.has('n', 'dry-run') ? undefined : REMOVES_OBJECTS)],
	['lfs', call => (call.operands[0] === 'prune' && isForced(call) ? REMOVES_OBJECTS : undefined)],
	['annex', call => (call.operands[0] === 'drop' && isForced(call) ? REMOVES_OBJECTS : undefined)],
	[
		'config',
		({ texts, operands }) => {
			const [verb, name = ''] = operands
			const isGet = verb === 'get' || texts.some(text => /^--get/.test(text))
			const asked = verb === 'get' ? name : (verb ?? '')
			if ((isGet || operands.length === 1) && mayHoldCredentials(asked, texts))
				return 'It prints credentials.'
			// With what stands in addresses and headers, and where helpers keep the rest.
			const isList = texts.some(text => /^(?:-[a-z]*l|--list)$/.test(text)) || verb === 'list'
			if (isList && !texts.includes('--name-only')) return 'It prints every setting, credentials among them.'
			const reads = isGet || texts.some(text => /^--(?:list|unset)/.test(text)) || operands.length < 2
			if (reads) return undefined
			if (texts.some(text => GIT_SETTING_THAT_RUNS.test(text))) return 'This setting makes git run something.'
			return texts.some(text => /^(?:-f|--(?:file|global|system|worktree)(?:=|$))/.test(text))
				? 'It changes settings of git beyond those of the repository.'
				: undefined
		},
	],
	[
		'credential',
		({ operands: [verb] }) =>
			/^(?:approve|reject)$/.test(verb ?? '') ? undefined : 'It reads stored credentials.',
	],
	...['store', 'cache', 'osxkeychain', 'manager', 'manager-core', 'libsecret', 'wincred'].map(
		(helper): [string, GitEffect] => [
			`credential-${helper}`,
			({ operands }) => (operands.includes('get') ? 'It reads stored credentials.' : undefined),
		],
	),
])

const MAKES_IT_RUN = 'It brings along what git will run.'

/** `git fetch --upload-pack=./x`: a program of the other side's choice, which may be this side. */
function startsElse({ texts }: GitCall, isClone = false): string | undefined {
	const names = texts.some((text, index) => {
		const value = /^--(?:upload-pack|receive-pack|exec)(?:=(.*))?$/.exec(text)
		const program = value
			? (value[1] ?? texts[index + 1] ?? '')
			: text === '-u' && isClone
				? (texts[index + 1] ?? '')
				: ''
		return /[./\s]/.test(program) && !/^(?:\/usr(?:\/local)?)?\/(?:bin|lib\S*)\/git[\w./-]*$/.test(program)
	})
	return names ? 'It starts a program that is none of git.' : undefined
}

/** `git clone -c core.fsmonitor=./x` */
function setsWhatRuns({ texts }: GitCall): boolean {
	return texts.some((text, index) => {
		const value =
			/^--config=(.*)$/s.exec(text)?.[1] ?? (/^(?:-c|--config)$/.test(texts[index - 1] ?? '') ? text : '')
		return GIT_SETTING_THAT_RUNS.test(value.replace(/=.*$/s, ''))
	})
}

/** Where `actions/checkout` and others keep a token, and what is named like one; a pattern may stand for it. */
function mayHoldCredentials(asked: string, texts: readonly string[]): boolean {
	if (/extraheader|token|passw|secret|oauth|cookie/i.test(asked)) return true
	if (texts.includes('--get-urlmatch') || texts.some(text => /^--url/.test(text)))
		return /^http$/i.test(asked)
	const isPattern = texts.some(text => /^--(?:get-)?regexp$/.test(text))
	return isPattern && /^\^?(?:http|url)\b|^\.[*+]?$|^$/i.test(asked)
}

function isForced(call: GitCall): boolean {
	return call.has('f', 'force')
}

/** Files are put back, and not a branch taken: what the paths stand for is the whole tree, or nobody can tell. */
function checksOutFiles(call: GitCall): boolean {
	const makesBranch = call.has('bBt', 'orphan', 'track', 'detach')
	return !makesBranch && namesAll(call)
}

/** Another version of a protected file is written like any other text. */
function putsBackProtected({ texts, operands }: GitCall): string | undefined {
	const end = texts.indexOf('--')
	const named = end === -1 ? operands : texts.slice(end + 1)
	for (const path of named) {
		const reason = protectedFromWriting(path.replace(PATH_MAGIC, ''))
		if (reason !== undefined) return `It touches ${path}. ${reason}`
	}
	return undefined
}

/** `:/a`, `:(top)a`, `./a`. */
const PATH_MAGIC = /^(?::\([^)]*\)|:[/!^]*)?(?:\.\/)*/

const ALL_FILES =
	/^(?:\.{1,2}(?:\/\.{1,2})*\/?|(?:\.{0,2}\/)*\*{1,2}(?:\/?\*{1,2})*|:\/?(?:\*{1,2})?|:\(top[^)]*\).?\*{0,2}|:!.*|:\(exclude\).*)$/

/** `.`, `:/`, `*`, `src/`, the whole of the folder by its path, or a list that nobody has seen. */
function namesAll({ texts, operands, has }: GitCall): boolean {
	if (has('', 'pathspec-from-file')) return true
	const behind = texts.indexOf('--')
	const paths = behind === -1 ? operands : [...operands, ...texts.slice(behind + 1)]
	return paths.some(path => ALL_FILES.test(path) || NAMES_MANY.test(path))
}

/** A folder, which ends in a slash, and whatever a pattern finds. */
const NAMES_MANY = /[^/]\/$|[*?]/

function pushEffect({ texts, operands, has }: GitCall): string | undefined {
	if (has('n', 'dry-run')) return undefined
	// `--force-with-lease` and `--force-if-includes` begin with `--force`.
	const isForced =
		has('fd', 'force', 'mirror', 'delete', 'prune') || texts.some(text => /^--force-/.test(text))
	return isForced || operands.some(text => /^\+|^:./.test(text)) ? OTHER_SIDE : undefined
}

function callOf(texts: readonly string[]): GitCall {
	const end = texts.indexOf('--')
	const before = end === -1 ? texts : texts.slice(0, end)
	const options = before.filter(text => /^-./.test(text))
	return {
		texts,
		operands: before.filter(text => !/^-./.test(text)),
		has: (letters, ...long) =>
			options.some(text =>
				text.startsWith('--')
					? isBeginningOf(text.slice(2), long)
					: text !== '-' && [...text.slice(1)].some(letter => letters.includes(letter)),
			),
	}
}

/** `--har` for `--hard`; `--forc=x` too. One letter could be too many of them, but `--f` of a push is. */
function isBeginningOf(given: string, names: readonly string[]): boolean {
	const [name = ''] = given.split('=')
	return name !== '' && names.some(each => each.startsWith(name) && (name.length > 1 || each === 'force'))
}

const WITH_VALUE =
	/^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env|--super-prefix|--attr-source|--list-cmds)$/

function afterGlobalOptions(texts: readonly string[]): {
	command: string
	rest: readonly string[]
	settings: ReadonlyMap<string, string>
} {
	const settings = new Map<string, string>()
	let index = 0
	while (texts[index]?.startsWith('-')) {
		const text = texts[index]!
		const given = text === '-c' ? texts[index + 1] : /^-c./.test(text) ? text.slice(2) : undefined
		if (given !== undefined) {
			const at = given.indexOf('=')
			settings.set(
				given.slice(0, at === -1 ? undefined : at).toLowerCase(),
				at === -1 ? 'true' : given.slice(at + 1),
			)
		}
		index += WITH_VALUE.test(text) ? 2 : 1
	}
	return { command: texts[index] ?? '', rest: texts.slice(index + 1), settings }
}
