// The sub-commands of git that only read, with the options they may be given, and the settings under which no
// repository can make them run a program.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { leadsOutside, type Scope, targetOf } from '../analysis/scope.ts'
import { asks, type Evaluation } from '../analysis/verdict.ts'
import { GETOPT_LONG } from './arguments.ts'
import { judgeProgram, type ProgramRule } from './program-rule.ts'
import { inWords } from './words/in-words.ts'

/** @param words - the arguments of git */
export function judgeGit(words: readonly Word[], scope: Scope): Evaluation {
	const start = skipGlobalOptions(words, scope)
	if ('evaluation' in start) return start.evaluation
	const { rest, folders } = start
	const [first = '', second = ''] = rest.slice(0, 2).map(word => literal(word) ?? '')
	const pair = GIT_RULES.get(`${first} ${second}`)
	const rule = pair ?? GIT_RULES.get(first)
	const name = pair ? `${first} ${second}` : first
	if (!rule)
		return asks(
			'unknown-program',
			inWords('git', rest) ?? `git ${name || '(no sub-command)'} is not known to only read.`,
		)
	const evaluation = judgeProgram(
		rest.slice(pair ? 2 : 1),
		{ syntax: GETOPT_LONG, ...rule },
		{
			name: `git ${name}`,
			scope: { ...scope, folders },
		},
	)
	if (evaluation.outcome !== 'allow') return evaluation
	return STAYS_OUT.has(name)
		? { ...evaluation, historyFolders: folders }
		: { ...evaluation, gitFolders: folders }
}

/** They look at commits and names of them, never at the work tree, and so not into the repositories in it. */
const STAYS_OUT: ReadonlySet<string> = new Set([
	...['log', 'show', 'rev-list', 'rev-parse', 'merge-base', 'shortlog', 'cat-file', 'ls-tree'],
	...['branch', 'tag', 'tag -l', 'remote', 'remote get-url', 'for-each-ref', 'show-ref', 'symbolic-ref'],
])

/**
 * Set for every command that runs unasked. What a repository's own settings could start is switched off; the rest
 * (filters, text converters, external diffs under names of their own) is what `actsRegardless` looks for.
 */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
	GIT_OPTIONAL_LOCKS: '0',
	GIT_PAGER: 'cat',
	GIT_TERMINAL_PROMPT: '0',
	// A partial clone would fetch what is missing, through whatever its settings name.
	GIT_NO_LAZY_FETCH: '1',
	GIT_ALLOW_PROTOCOL: 'none',
	...configEntries({
		'core.fsmonitor': 'false',
		'core.hooksPath': '/dev/null',
		'core.pager': 'cat',
		'core.askPass': 'false',
		'diff.autoRefreshIndex': 'false',
		// Looking into a submodule's files would run what that repository names.
		'diff.ignoreSubmodules': 'dirty',
		'diff.submodule': 'short',
		'status.submoduleSummary': 'false',
		'log.showSignature': 'false',
		// Merges that are shown would be done again, with the merge drivers that the repository names.
		'log.diffMerges': 'separate',
		'gpg.program': 'false',
		'gpg.openpgp.program': 'false',
		'gpg.x509.program': 'false',
		'gpg.ssh.program': 'false',
		'safe.bareRepository': 'explicit',
	}),
}

/**
 * Whether hashes, and nothing that could be an option or a path of somebody's making, come out: `git merge-base main HEAD`.
 * What `rev-parse` does not find it prints as it stands.
 */
export function printsHashes({ words, redirections }: SimpleCommand): boolean {
	const [program, verb = '', ...rest] = words.map(word => literal(word) ?? ' ')
	const options = PRINTS_HASHES.get(verb)
	if (
		program !== 'git' ||
		options === undefined ||
		redirections.some(({ operator }) => operator.startsWith('<'))
	)
		return false
	return rest.every(text => (text.startsWith('-') ? options.test(text) : /^[\w./@{}~^:-]+$/.test(text)))
}

const PRINTS_HASHES: ReadonlyMap<string, RegExp> = new Map([
	['merge-base', /^(?:-a|--all|--octopus|--fork-point)$/],
	['rev-parse', /^(?:-q|--quiet|--verify|--short(?:=\d+)?)$/],
	['rev-list', /^(?:-\d+|--max-(?:count|parents)=\d+|--first-parent|--no-merges|--reverse|--all)$/],
])

const NO_SIGNATURES: ProgramRule['check'] = ({ options }) =>
	options.some(
		({ name, value }) => /^(?:format|pretty|sort)$/.test(name) && /%[-+ ]?G|signature/.test(value ?? ''),
	)
		? 'the format checks signatures, which runs a program'
		: undefined

const DIFF_SHORT = 'abBcDmMpRrsuwWz'
const DIFF_SHORT_WITH_VALUE = 'GSUln'
/** They take `--` for their value as well, and what follows it is options then. */
const DIFF_LONG_WITH_VALUE = 'diff-algorithm diff-filter src-prefix dst-prefix inter-hunk-context'
const DIFF_LONG =
	'patch no-patch raw patch-with-stat stat numstat shortstat summary dirstat compact-summary name-only name-status unified cached staged merge-base color no-color color-words word-diff minimal patience histogram ignore-space-change ignore-all-space ignore-space-at-eol ignore-blank-lines ignore-cr-at-eol find-renames find-copies find-copies-harder no-renames full-index abbrev no-ext-diff no-textconv check text relative no-relative exit-code quiet function-context pickaxe-regex pickaxe-all no-prefix no-color-moved color-moved binary'
const LOG_LONG = `${DIFF_LONG} oneline graph all branches tags remotes decorate no-decorate no-merges merges first-parent follow reverse pretty format abbrev-commit no-abbrev-commit topo-order date-order author-date-order all-match invert-grep regexp-ignore-case extended-regexp fixed-strings perl-regexp left-right cherry-pick cherry-mark left-only right-only ancestry-path full-history simplify-by-decoration simplify-merges sparse parents children walk-reflogs relative-date show-notes no-notes notes source clear-decorations use-mailmap log-size no-walk boundary count cc no-expand-tabs min-parents max-parents root no-mailmap`

const LOG: ProgramRule = {
	why: 'prints the history',
	operands: 'paths',
	// Not `-m`: what it does with merges is said by a setting, which may have them done again by programs the repository names.
	short: `${DIFF_SHORT.replace('m', '')}cigEFPtq`,
	shortWithValue: `${DIFF_SHORT_WITH_VALUE}L`,
	valueMayBeOperand: 'U',
	long: LOG_LONG,
	longWithValue: `${DIFF_LONG_WITH_VALUE} max-count skip since after until before author committer grep date encoding decorate-refs`,
	hasCountOption: true,
	check: NO_SIGNATURES,
}

const DIFF: ProgramRule = {
	why: 'prints changes',
	operands: 'paths',
	short: `${DIFF_SHORT}C`,
	shortWithValue: DIFF_SHORT_WITH_VALUE,
	valueMayBeOperand: 'U',
	long: DIFF_LONG,
	longWithValue: DIFF_LONG_WITH_VALUE,
}

/** Branches and tags are made by an operand alone, so operands are only fine where listing was asked for. */
const ONLY_LISTS: ProgramRule['check'] = given => {
	const signatures = NO_SIGNATURES(given)
	if (signatures !== undefined) return signatures
	const lists = given.options.some(({ name }) =>
		/^(?:list|contains|no-contains|merged|no-merged|points-at)$/.test(name),
	)
	return lists || given.operands.length === 0 ? undefined : 'a name without --list would be created'
}

export const GIT_RULES: ReadonlyMap<string, ProgramRule> = new Map(
	Object.entries<ProgramRule>({
		'--version': { why: 'prints its version', operands: 'none' },
		version: { why: 'prints its version', operands: 'none' },
		status: {
			why: 'prints the state of the work tree',
			operands: 'paths',
			short: 'sbz',
			exact: '-u -uno -uall -unormal',
			long: 'short branch porcelain long show-stash ignored untracked-files ahead-behind no-ahead-behind renames no-renames null',
		},
		log: LOG,
		show: { ...LOG, why: 'prints commits and files of the history' },
		whatchanged: LOG,
		reflog: { ...LOG, why: 'prints where branches have been', operands: 'none' },
		'reflog show': { ...LOG, why: 'prints where branches have been' },
		'stash list': { ...LOG, why: 'lists stashes', operands: 'none' },
		'stash show': { ...DIFF, why: 'prints a stash' },
		diff: DIFF,
		'diff-tree': {
			...DIFF,
			short: `${DIFF_SHORT}Ct`,
			long: `${DIFF_LONG} root no-commit-id pretty format`,
			check: NO_SIGNATURES,
		},
		'diff-index': DIFF,
		'diff-files': DIFF,
		blame: {
			why: 'prints who changed each line',
			operands: 'paths',
			short: 'befltwspcMC',
			shortWithValue: 'L',
			long: 'root show-stats porcelain line-porcelain incremental show-name show-number show-email abbrev reverse color-lines color-by-age first-parent',
			longWithValue: 'date since',
		},
		shortlog: {
			why: 'sums the history up',
			operands: 'paths',
			short: 'nsec',
			long: 'numbered summary email all no-merges',
			longWithValue: 'since until after before author',
			hasCountOption: true,
		},
		'rev-list': { ...LOG, long: `${LOG_LONG} objects header timestamp no-commit-header` },
		'rev-parse': {
			why: 'resolves names of commits and folders',
			operands: 'paths',
			short: 'q',
			long: 'show-toplevel abbrev-ref short verify quiet is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository git-dir absolute-git-dir git-common-dir show-prefix show-cdup show-superproject-working-tree symbolic-full-name symbolic branches tags remotes all revs-only no-revs',
		},
		'merge-base': {
			why: 'finds a common commit',
			operands: 'text',
			short: 'a',
			long: 'all octopus independent is-ancestor fork-point',
		},
		cherry: { why: 'lists commits the other side lacks', operands: 'text', short: 'v', long: 'abbrev' },
		'show-branch': {
			why: 'lists branches',
			operands: 'text',
			short: 'ar',
			long: 'all remotes list current topo-order',
		},
		'bisect log': { why: 'prints the steps of a search', operands: 'none' },
		'notes show': { why: 'prints a note', operands: 'text', maxOperands: 1 },
		'notes list': { why: 'lists notes', operands: 'text', maxOperands: 1 },
		'name-rev': {
			why: 'names a commit',
			operands: 'text',
			long: 'tags name-only always all',
			longWithValue: 'refs',
		},
		describe: {
			why: 'names a commit by its tag',
			operands: 'text',
			long: 'tags all always long abbrev exact-match first-parent contains',
			longWithValue: 'match exclude candidates',
		},
		'ls-files': {
			why: 'lists tracked files',
			operands: 'paths',
			short: 'cdmoiskutvz',
			shortWithValue: 'x',
			long: 'cached deleted modified others ignored stage unmerged killed directory no-empty-directory eol exclude-standard full-name error-unmatch abbrev deduplicate exclude',
			longWithValue: 'exclude',
		},
		'ls-tree': {
			why: 'lists files of a commit',
			operands: 'paths',
			short: 'drtlz',
			long: 'long name-only name-status full-name full-tree abbrev object-only',
		},
		'cat-file': { why: 'prints an object', operands: 'paths', short: 'tspe' },
		'for-each-ref': {
			why: 'lists references',
			operands: 'text',
			long: 'merged no-merged contains no-contains ignore-case',
			longWithValue: 'count sort format points-at',
			check: NO_SIGNATURES,
		},
		'show-ref': {
			why: 'lists references',
			operands: 'text',
			short: 'dsq',
			long: 'head heads tags branches dereference hash verify quiet abbrev',
		},
		// A second operand sets the reference.
		'symbolic-ref': {
			why: 'prints a reference',
			operands: 'text',
			maxOperands: 1,
			short: 'q',
			long: 'quiet short',
		},
		branch: {
			why: 'lists branches',
			operands: 'text',
			short: 'arvqi',
			long: 'all remotes list show-current verbose color no-color ignore-case contains no-contains merged no-merged sort format column no-column abbrev',
			longWithValue: 'points-at sort format',
			check: ONLY_LISTS,
		},
		tag: {
			why: 'lists tags',
			operands: 'text',
			short: 'in',
			long: 'list contains no-contains merged no-merged sort format column no-column ignore-case',
			longWithValue: 'points-at sort format',
			check: ONLY_LISTS,
		},
		'tag -l': {
			why: 'lists tags',
			operands: 'text',
			short: 'n',
			long: 'sort',
			longWithValue: 'sort',
			check: NO_SIGNATURES,
		},
		remote: { why: 'lists remotes', operands: 'none', short: 'v', long: 'verbose' },
		'remote get-url': {
			why: 'prints the address of a remote',
			operands: 'text',
			maxOperands: 1,
			long: 'all push',
		},
		'worktree list': { why: 'lists work trees', operands: 'none', short: 'vz', long: 'porcelain verbose' },
		'count-objects': { why: 'counts objects', operands: 'none', short: 'vH', long: 'verbose human-readable' },
		'check-ignore': {
			why: 'says why a file is ignored',
			operands: 'paths',
			short: 'vnqz',
			long: 'verbose non-matching quiet no-index',
		},
		'check-attr': { why: 'prints attributes', operands: 'text', short: 'az', long: 'all cached' },
		// `-O` opens a pager of the repository's choice, `--textconv` runs what it names.
		grep: {
			why: 'prints the lines that match',
			operands: 'pattern-then-paths',
			patternOptions: ['e'],
			short: 'aiIwvhHEGFPnlLzocpWqr',
			shortWithValue: 'ABCem',
			long: 'cached untracked text ignore-case word-regexp invert-match full-name extended-regexp basic-regexp perl-regexp fixed-strings line-number column files-with-matches name-only files-without-match null only-matching count color no-color break heading show-function function-context and or not all-match quiet max-count max-depth after-context before-context context',
			longWithValue: 'after-context before-context context max-count max-depth',
			hasCountOption: true,
		},
		'range-diff': {
			...DIFF,
			why: 'compares two rows of commits',
			long: `${DIFF_LONG} dual-color no-dual-color left-only right-only notes no-notes`,
			longWithValue: `${DIFF_LONG_WITH_VALUE} creation-factor`,
		},
		submodule: { why: 'prints where submodules are', operands: 'none' },
		'submodule status': {
			why: 'prints where submodules are',
			operands: 'paths',
			long: 'cached recursive',
		},
		archive: {
			why: 'lists formats',
			operands: 'none',
			short: 'l',
			long: 'list',
			check: ({ options }) => (options.length === 0 ? 'without --list it writes' : undefined),
		},
		// `-l` prints every setting, too.
		var: {
			why: 'prints a variable of git',
			operands: 'text',
			maxOperands: 1,
			check: ({ operands }) =>
				/^GIT_\w+$/.test((operands[0] && literal(operands[0])) ?? '')
					? undefined
					: 'it names no variable of git',
		},
		// Names that hold no credentials but those in addresses, which are masked. `--list` would print others, too.
		config: {
			why: 'prints a setting',
			operands: 'text',
			maxOperands: 1,
			short: 'z',
			long: 'get get-all get-regexp local global system worktree show-origin show-scope null name-only bool int type',
			longWithValue: 'type default',
			check: ({ options, operands }) => {
				const gets = options.some(({ name }) => /^get(?:-all|-regexp)?$/.test(name))
				// One name alone is asked for; two set it.
				if (!gets && (options.length > 0 || operands.length !== 1)) return 'without --get it may write'
				const isPattern = options.some(({ name }) => name === 'get-regexp')
				return showsNoSecret(operands[0], isPattern)
			},
		},
		'config get': {
			why: 'prints a setting',
			operands: 'text',
			maxOperands: 1,
			short: 'z',
			long: 'all local global system worktree show-origin show-scope null show-names bool int type',
			longWithValue: 'type default',
			check: ({ operands }) => showsNoSecret(operands[0], false),
		},
	}),
)

function showsNoSecret(asked: Word | undefined, isPattern: boolean): string | undefined {
	const name = (asked && literal(asked)) ?? ''
	return (isPattern ? HARMLESS_PATTERN : HARMLESS_NAME).test(name)
		? undefined
		: 'the setting may hold a secret'
}

const SECTIONS = 'core|init|pull|push|branch|color|diff|merge'
const HARMLESS_NAME = new RegExp(
	String.raw`^(?:user\.(?:name|email)|(?:${SECTIONS})\.[\w./-]+|remote\.[\w./-]+\.(?:url|pushurl|fetch|push))$`,
	'i',
)
/** `^branch\.`: whatever follows, it is of that section. */
const HARMLESS_PATTERN = new RegExp(
	String.raw`^\^(?:user\\\.(?:name|email)\$|(?:${SECTIONS})\\?\.[\w.*+\\$-]*|remote\\?\.[\w.*+\\-]*\\?\.(?:url|fetch)\$)$`,
	'i',
)

type GitGlobals = { rest: readonly Word[]; folders: readonly string[] } | { evaluation: Evaluation }

/** Options before the sub-command: only those that switch something off, and `-C` to a folder of the workspace. */
function skipGlobalOptions(words: readonly Word[], scope: Scope): GitGlobals {
	let folders = scope.folders
	for (let index = 0; index < words.length; index++) {
		const text = literal(words[index]!)
		if (text === '-C') {
			const folder = words[++index]
			const target = folder && literal(folder) !== undefined && targetOf(folder, { ...scope, folders })
			if (!target || leadsOutside(target, scope))
				return { evaluation: asks('options/git', 'git -C leads outside the workspace.') }
			folders = target.paths
		} else if (text !== '--no-pager' && text !== '-P' && text !== '--no-optional-locks') {
			if (text?.startsWith('-') && text !== '--version')
				return { evaluation: asks('options/git', `git ${text} can change what git runs or where.`) }
			return { rest: words.slice(index), folders }
		}
	}
	return { rest: [], folders }
}

/** Settings in the one scope that wins over every file, as git reads them. */
function configEntries(settings: Readonly<Record<string, string>>): Record<string, string> {
	const entries = Object.entries(settings)
	return Object.fromEntries([
		['GIT_CONFIG_COUNT', String(entries.length)],
		...entries.flatMap(([key, value], index) => [
			[`GIT_CONFIG_KEY_${index}`, key],
			[`GIT_CONFIG_VALUE_${index}`, value],
		]),
	])
}
