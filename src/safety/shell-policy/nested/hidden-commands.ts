// Nested commands inside what is no shell: the words behind an unknown program, what a line of Python or awk hands to
// the shell, what git is told to run. Found only to say how hard to ask, for whatever holds them asks already.

import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { DEVELOPER_PROGRAMS } from '../programs/developer.ts'
import { factsOf, isKind, programsWhere, readsCode } from '../programs/facts.ts'
import { programRule } from '../programs/known-programs.ts'
import { specialJudge } from '../programs/special-programs.ts'
import { VERB_ROWS, verbRowsOf } from '../programs/verbs/program-verbs.ts'
import { scriptsOfAwk } from './awk-scripts.ts'
import { evaluatedScripts, evaluatesWords, runsOptions, scriptsInOptions } from './run-by-option.ts'

/** Where one of the words behind an unknown program may be a command of its own: `fakeroot rm -rf /`. */
export function hiddenStarts(program: string, words: readonly Word[]): readonly number[] {
	if (program === 'git') return startsBehind(words, /^(?:run|foreach)$/)
	if (/^(?:fd|fdfind|bfs)$/.test(program))
		return startsBehind(words, /^(?:-[xX]|--exec(?:-batch)?|-exec(?:dir)?)$/)
	const handedOn = startsBehindRunner(program, words)
	if (handedOn.length > 0) return handedOn
	// `bash -c '"$@"' _ rm -rf ~`
	if (isKind(program, 'shell'))
		return words
			.flatMap((word, index) => (index > 2 && isHuntedWord(literal(word) ?? '') ? [index] : []))
			.slice(0, 1)
	if (!mayRunItsWords(program)) return []
	const starts = words.flatMap((word, index) => {
		const name = index > 0 && index < words.length - 1 ? baseName(literal(word) ?? '') : ''
		const next = literal(words[index + 1] ?? NOTHING) ?? ''
		return isHuntedWord(name) ||
			verbRowsOf(name) !== undefined ||
			(isKind(name, 'shell') && /^-[a-z]*c$/.test(next))
			? [index]
			: []
	})
	// What begins later is among the words of these.
	return starts.slice(0, MAX_STARTS)
}

const MAX_STARTS = 4

/** What runs a tool of the project: where its name stands behind one of these words. */
const RUNNERS: ReadonlyMap<string, RegExp> = new Map([
	...[
		'uv',
		'poetry',
		'pipenv',
		'pdm',
		'hatch',
		'rye',
		'conda',
		'mamba',
		'micromamba',
		'pixi',
		'pipx',
		'nix',
		'dotenv',
		'infisical',
		'doppler',
		'op',
		'chamber',
		'mise',
		'asdf',
		'devbox',
		'flox',
		'volta',
		'fnm',
		'nvm',
		'rbenv',
		'pyenv',
		'direnv',
		'aws-vault',
	].map(name => [name, /^(?:run|exec|--|tool|x)$/] as const),
	...['npm', 'pnpm', 'yarn', 'bun', 'bundle', 'corepack', 'lerna', 'deno'].map(
		name => [name, /^(?:exec|x|dlx|--|run)$/] as const,
	),
	...['heroku', 'fly', 'flyctl', 'railway', 'eb', 'dokku', 'ddev', 'lando', 'sail', 'vagrant'].map(
		name => [name, /^(?:run|exec|ssh|-C|-c|--command)$/] as const,
	),
])

function startsBehindRunner(program: string, words: readonly Word[]): readonly number[] {
	const pattern = RUNNERS.get(program)
	if (pattern) {
		const starts = startsBehind(words, pattern)
		// What follows may begin with options of the runner: `uv run --with x python -c …`.
		return starts.flatMap(start => {
			const later = words.findIndex((word, index) => index >= start && !word.text.startsWith('-'))
			const code = words.findIndex((word, index) => index > start && readsCode(baseName(literal(word) ?? '')))
			return [...new Set([start, later, code])].filter(index => index > 0)
		})
	}
	if (!isKind(program, 'language')) return []
	// `python -m twine upload`, `python manage.py flush`, `php artisan migrate:fresh`
	const at = words.findIndex(
		(word, index) =>
			index > 0 && (index === 1 || words[index - 1]?.text === '-m') && !word.text.startsWith('-'),
	)
	return at > 0 && verbRowsOf(baseName(literal(words[at]!) ?? '')) ? [at] : []
}

/**
 * Texts in its words that may be handed to a shell, each to be read as one.
 * @param texts - its arguments, or what it reads as its program, with variables left in
 */
export function hiddenScripts(program: string, texts: readonly string[]): readonly string[] {
	const evaluated = [...evaluatedScripts(program, texts), ...scriptsInOptions(program, texts)]
	return evaluated.length > 0 ? [...evaluated, ...otherScripts(program, texts)] : otherScripts(program, texts)
}

function otherScripts(program: string, texts: readonly string[]): readonly string[] {
	if (program === 'git') return texts.flatMap(gitScript)
	if (program === 'm4') return scriptsOfM4(texts)
	if (/^[gmn]?awk$/.test(program)) return [...texts.flatMap(scriptsInCode), ...scriptsOfAwk(texts)]
	if (readsCode(program)) return texts.flatMap(scriptsInCode)
	if (isMake(program)) return texts.flatMap(recipesIn)
	if (program === 'tar')
		return texts.map(text => text.replace(/^--[\w-]+=(?:exec=)?/, '')).filter(beginsDestroying)
	if (RUNNERS.has(program) && texts.some(handsScript))
		return texts.flatMap((text, index) => (handsScript(texts[index - 1] ?? '') ? [text] : []))
	return mayRunItsWords(program) ? texts.flatMap(handedOver) : []
}

/** Whether there is anything in its words to look for. @param text - of the command */
export function mayHideCommands(program: string, text: string): boolean {
	return (
		program === 'git' ||
		program === 'tar' ||
		isMake(program) ||
		readsCode(program) ||
		runsOptions(program) ||
		(evaluatesWords(program) && /\$\(|`/.test(text)) ||
		mayRunItsWords(program)
	)
}

/** `syscmd(rm -rf ~)`, and what is in a macro of the command line when anything is run at all. */
function scriptsOfM4(texts: readonly string[]): readonly string[] {
	const looked = texts.map(text => text.slice(0, MAX_CODE))
	if (!looked.some(text => /\bsyscmd\b|\besyscmd\b/.test(text))) return []
	const called = looked.flatMap(text => [...text.matchAll(/\be?syscmd\(([^)]{1,300})/g)])
	const defined = looked.flatMap(text => [...text.matchAll(/\bdefine\([^,()]{1,60},([^)]{1,300})/g)])
	const given = looked.flatMap(text => /^(?:-D|--define=)?\w{1,60}=(.+)$/s.exec(text)?.[1] ?? [])
	return [...[...called, ...defined].map(([, text = '']) => text), ...given].map(text =>
		text.replaceAll(/^[\s`'"]+|[\s`'"]+$/g, ''),
	)
}

/** GNU make and its other names: what it is given as a makefile, on its command line or as its input, is run. */
export function isMake(program: string): boolean {
	return program === 'make' || program === 'gmake' || program === 'remake'
}

/** Recipes of a makefile, what it calls a shell for, and what a variable is set to: any of them may be run. */
function recipesIn(text: string): readonly string[] {
	const code = text.slice(0, MAX_CODE).replace(/^--eval=|^-E(?=.)/, '')
	const called = [...code.matchAll(/\$[({]shell\s+([^)}]{1,300})/g)].map(([, script = '']) => script)
	const lines = code
		.split('\n')
		.flatMap(line => [
			line,
			line.replace(/^[^;]{0,300}:[^;]{0,300};/, ''),
			line.replace(/^\s*\w{1,60}\s{0,9}[:+?!]{0,3}=/, ''),
		])
	return [...called, ...lines.map(line => line.replace(/^(?:[\s@+-]|\\t){1,20}/, ''))]
}

/** What is in quotes in a text of almost any language. */
export function quotedIn(code: string): readonly string[] {
	return code.slice(0, MAX_CODE).split('\n').flatMap(quotedInLine)
}

function quotedInLine(line: string): readonly string[] {
	const found: string[] = []
	// A mark that nothing closes is not looked for a second time: that would take the square of the length.
	const open = new Set<string>()
	for (let at = 0; at < line.length; at++) {
		if (!isQuoteMark(line.charCodeAt(at))) continue
		const mark = line[at]!
		if (open.has(mark)) continue
		const end = closingOf(mark, line, at)
		if (end === undefined) open.add(mark)
		else {
			found.push(line.slice(at + 1, end).replaceAll(/\\(['"`])/g, '$1'))
			at = end
		}
	}
	return found
}

/** `"`, `'` or a backtick. */
function isQuoteMark(code: number): boolean {
	return code === 34 || code === 39 || code === 96
}

function closingOf(mark: string, line: string, from: number): number | undefined {
	for (let at = from + 1; at < line.length; at++)
		if (line[at] === '\\') at++
		else if (line[at] === mark) return at
	return undefined
}

// More than anybody writes on a command line.
const MAX_CODE = 20_000

function isHuntedWord(name: string): boolean {
	return factsOf(name).hunted === 'word'
}

const HUNTED = [
	...programsWhere(({ hunted, kind }) => hunted !== undefined || kind === 'shell'),
	...[...VERB_ROWS.keys()].map(name => name.replaceAll('.', '\\.')),
]
const BEGINS_DESTROYING = new RegExp(
	String.raw`^\s{0,20}(?:(?:\/usr)?(?:\/s?bin\/)?(?:${HUNTED.join('|')}|mkfs[.\w]+))\s`,
)

const NOTHING: Word = { text: '', pieces: [] }

function mayRunItsWords(program: string): boolean {
	const isKnown = programRule(program) !== undefined || specialJudge(program) !== undefined
	if (isKnown && !Object.hasOwn(DEVELOPER_PROGRAMS, program)) return false
	const { takesNoCommand } = factsOf(program)
	return !takesNoCommand && !readsCode(program) && !isHuntedWord(program) && !isKind(program, 'shell')
}

/** `\\! rm …` of psql, `.shell rm …` of sqlite3, `shell rm …` of gdb. */
function handedOver(given: string): readonly string[] {
	// `--wrapper='rm -rf ~'`
	const text = given.startsWith('-') ? given.replace(/^--?[\w:.-]{1,40}=(?=\S)/, '') : given
	// `call system("rm -rf ~")` of gdb.
	const called = /\bsystem\s{0,9}\(/.test(text) ? quotedIn(text) : []
	const script = text.replace(/^\s{0,9}(?:\.(?:shell|system)|\\?!|shell|system|exec)\s{0,9}(?=\S)/, '')
	const isHanded = script !== text || beginsDestroying(text) || factsOf(text).stopsMachine === 'always'
	return isHanded ? [...called, script] : called
}

/** `npm exec -c '…'` */
function handsScript(text: string): boolean {
	return /^(?:-c|--call|--command)$/.test(text)
}

function beginsDestroying(text: string): boolean {
	return BEGINS_DESTROYING.test(text)
}

function startsBehind(words: readonly Word[], pattern: RegExp): readonly number[] {
	const at = words.findIndex(word => pattern.test(literal(word) ?? ''))
	return at > 0 && at < words.length - 1 ? [at + 1] : []
}

/** `-c alias.x='!…'`, `rebase --exec …`, `submodule foreach '…'`. A message is handed over as it is and meant for nobody. */
function gitScript(text: string, index: number, all: readonly string[]): readonly string[] {
	const before = all[index - 1] ?? ''
	if (/^(?:-c|--config-env)$/.test(before)) {
		const value = text.replace(/^[^=]*=\s*/, '')
		const isRun = value.startsWith('!') || RUN_BY_SETTING.test(text.slice(0, text.length - value.length))
		return isRun || beginsDestroying(value) ? [value.replace(/^!/, '')] : []
	}
	// `git grep -O'rm -rf ~'`
	if (/^(?:-O|--open-files-in-pager=)./.test(text))
		return [text.replace(/^(?:-O|--open-files-in-pager=)/, '')]
	if (/^--exec=/.test(text)) return [text.slice('--exec='.length)]
	return /^(?:-x|--exec|foreach|run)$/.test(before) ? [text] : []
}

/** `core.pager=…`, `filter.x.clean=…`: what git hands to a shell without a mark in front. */
const RUN_BY_SETTING =
	/(?:pager|editor|sshcommand|fsmonitor|askpass|external|textconv|command|cmd|driver|clean|smudge|process|helper)=/i

/** All of it, what is in quotes, that one after the other as in `run(['rm', '-rf', '/'])`, and what vi and sed run bare. */
function scriptsInCode(code: string): readonly string[] {
	const looked = code.slice(0, MAX_CODE)
	const quoted = quotedIn(code)
	const from = quoted.findIndex(text => isHuntedWord(baseName(text)))
	const list = from === -1 ? [] : [quoted.slice(from, from + MAX_LIST).join(' ')]
	const bare = /(?:!|(?:^|[\d;}$/])e\s|\b(?:spawn|exec)\s|\$\()\s{0,9}([^'"`]+)/.exec(looked)?.[1]
	const marked = [...looked.matchAll(MARKED)].map(
		([, text, other, replaced = '']) => text ?? other ?? replaced,
	)
	const guessed = [
		code,
		...quoted,
		...list,
		...marked.slice(0, MAX_LIST),
		...(bare === undefined ? [] : [bare]),
	]
	return [...guessed.filter(beginsDestroying), ...scriptsCalled(looked, quoted)]
}

const MAX_LIST = 6

/**
 * What code hands to a shell beyond doubt: the quoted texts of several words where it calls one at all, single words
 * that are all of a call, and a line of vi that begins with `!`.
 */
function scriptsCalled(code: string, quoted: readonly string[]): readonly string[] {
	const line = /^\+?:?!\s{0,9}(\S.*)/s.exec(code)?.[1]
	if (line !== undefined) return [line]
	if (!CALLS_SHELL.test(code)) return []
	const single = [...code.matchAll(CALLED_WORD)].map(([, , word = '']) => word)
	return [...quoted.filter(text => /\S\s+\S/.test(text)).slice(0, MAX_TEXTS), ...single.slice(0, MAX_LIST)]
}

const MAX_TEXTS = 20
const SHELL_CALL = String.raw`(?:system|popen[23]?|open3|exec\w{0,12}|spawn\w{0,12}|run|call|check_output|check_call|getoutput|getstatusoutput|shell_exec|passthru|proc_open|start_process|execute)`
const CALLS_SHELL = new RegExp(
	String.raw`\b${SHELL_CALL}\s{0,9}\(|\b(?:system|exec|subprocess|child_process)\b|\x60|%x|\bqx\b|\|\s{0,9}["']|["']\s{0,9}\|`,
)
const CALLED_WORD = new RegExp(
	String.raw`\b${SHELL_CALL}[\s(]{1,9}(['"\x60])([\w./-]{2,60})\1\s{0,9}[),;}\]]?`,
	'g',
)

/** `qx(…)` and `qw(…)` of Perl, `%x(…)` of Ruby, `exec …` of Tcl, and what sed runs: `s/x/…/e`. */
const MARKED =
	/(?:\b(?:qx|qw)|%[xw])\s?(?:[({[]([^)}\]\n]{1,300})|[/|!]([^/|!\n]{1,300}))|(?:^|[\s;])s\/[^/\n]{0,200}\/([^/\n]{1,300})\/[gip\d]{0,4}e/g

function baseName(text: string): string {
	return text.slice(text.lastIndexOf('/') + 1)
}
