// A shell command in, an assessment out: each simple command judged where it runs, the strictest part decides.

import { posix } from 'node:path'
import type { CommandPart, PermissionDecision, Requirement, Tier } from '../../core/permission.ts'
import { readScript, type Script, type SimpleCommand } from '../shell-parser/bash-syntax.ts'
import { literal, type Piece } from '../shell-parser/bash-words.ts'
import {
	type AnalysisBudget,
	newAnalysisBudget,
	scriptOf,
	spend,
	TooMuchToLookAt,
} from './analysis/analysis-budget.ts'
import { foldersAfter, type Scope } from './analysis/scope.ts'
import {
	asks,
	asksHard,
	type Evaluation,
	harmless,
	serviceOf,
	strictest,
	strictestCall,
} from './analysis/verdict.ts'
import { isDatabaseClient } from './destructive/destructive-queries.ts'
import { OUTSIDE_WRITE } from './destructive/outside-writes.ts'
import { variantsOf } from './expansion/loop-values.ts'
import { judgeCommand, judgeHard } from './judge-command.ts'
import { type AssignedValues, assignedValues, withValues } from './nested/assigned-values.ts'
import { asMeant, type OtherNames, otherNames } from './nested/other-names.ts'
import { wholeScriptCase } from './nested/whole-script.ts'
import { programName, scriptText, withInnerCommands } from './nested/wrappers.ts'
import { writtenScripts } from './nested/written-scripts.ts'
import { interprets, isBeyondRecall, runsWords, takesScript } from './programs/facts.ts'
import { GIT_ENVIRONMENT } from './programs/git.ts'
import { standingAlone } from './standing-alone.ts'

export type CommandContext = {
	cwd: string
	/** Absolute real paths: the working folder and whatever else may be written. */
	roots: readonly string[]
	/** Outside the roots, and still read without asking. */
	readableRoots?: readonly string[]
	home: string
}

export type CommandDecision = {
	assessment: PermissionDecision & { parts: readonly CommandPart[] }
	/** To be set when it runs unasked: what makes the promise of "read-only" true. */
	env: Readonly<Record<string, string>>
	footing: Preconditions
}

/** What the judgement rests on and the text cannot tell; see `checkFiles`. */
export type Preconditions = {
	/** Paths it reads; links in them have not been followed. */
	reads: readonly string[]
	/** Folders besides the current one that it works in. */
	folders: readonly string[]
	/** Folders whose repositories must not name programs for git to run. */
	gitFolders: readonly string[]
	/** The same, for what does not go into the repositories inside: only the one that git finds counts. */
	historyFolders: readonly string[]
	/** Files that must not be there: they would make a program run what they name. */
	absent: readonly string[]
	/** Beginnings of paths of which there must be none: names that a program would take for options. */
	optionNames: readonly string[]
	/** Programs that are taken for what their names say. */
	programs: readonly string[]
}

// Longer than anybody reads before saying yes.
const MAX_CHARACTERS = 10_000

/** @param script - the command as it was read, where that has been done */
export function assessCommand(
	command: string,
	context: CommandContext,
	script = readScript(command),
): CommandDecision {
	const budget = newAnalysisBudget()
	const judged = judgeInOrder(script, context, budget)
	const evaluations = judged.map(({ evaluation }) => evaluation)
	const onlyReads = evaluations.every(({ outcome }) => outcome === 'allow')
	const whole = judgeWhole(command, onlyReads ? { ...script, obstacles: script.barriers } : script, {
		context,
		budget,
	})
	const worst = strictest([...evaluations, ...whole])
	const outcome = worst?.outcome ?? 'allow'
	const hard = [...evaluations, ...whole].filter(each => each.outcome === 'ask-always')
	const onlyWritesOutside = hard.length > 0 && hard.every(({ rule }) => rule === OUTSIDE_WRITE)
	const mayBeCovered = (outcome === 'ask' || onlyWritesOutside) && whole.length === 0
	return {
		assessment: {
			tier: TIERS[outcome],
			outcome,
			isWorkspaceEdit: false,
			...titleOf(command),
			reasons: reasonsOf(worst, [...evaluations, ...whole]),
			parts: [...partsOf(judged, whole), ...whole.map(evaluation => part(command, evaluation))],
			sessionKeys: mayBeCovered ? sessionKeys(judged, context) : [],
			...(onlyWritesOutside && { onlyWritesOutside, foldersOutside: foldersOf(hard) }),
		},
		env: environmentOf(evaluations),
		footing: preconditionsOf(judged, context),
	}
}

function foldersOf(evaluations: readonly Evaluation[]): readonly string[] {
	return unique(evaluations.flatMap(({ foldersOutside = [] }) => foldersOutside))
}

/** In one line, and of several lines as they stand, too. */
function titleOf(command: string): { title: string; script?: string } {
	const script = command.trim()
	if (!script.includes('\n')) return { title: script }
	const lines = script.split('\n').map(line => line.trim())
	return { title: lines.filter(line => line !== '').join(' ⏎ '), script }
}

function environmentOf(evaluations: readonly Evaluation[]): Readonly<Record<string, string>> {
	const own = evaluations.flatMap(({ env }) => (env ? [env] : []))
	return own.length === 0 ? HARMLESS_ENVIRONMENT : Object.assign({}, HARMLESS_ENVIRONMENT, ...own)
}

function preconditionsOf(judged: readonly Judged[], { cwd }: CommandContext): Preconditions {
	const evaluations = judged.map(({ evaluation }) => evaluation)
	const gitFolders = evaluations.flatMap(evaluation => evaluation.gitFolders ?? [])
	const historyFolders = evaluations.flatMap(evaluation => evaluation.historyFolders ?? [])
	const folders = [...judged.flatMap(each => each.folders), ...gitFolders, ...historyFolders]
	return {
		reads: unique(evaluations.flatMap(({ reads }) => reads)),
		folders: unique(folders).filter(folder => folder !== cwd),
		gitFolders: unique(gitFolders),
		historyFolders: unique(historyFolders).filter(folder => !gitFolders.includes(folder)),
		absent: unique(judged.flatMap(absentPaths)),
		optionNames: unique(evaluations.flatMap(({ optionNames = [] }) => optionNames)),
		programs: unique(evaluations.flatMap(({ programs = [] }) => programs)),
	}
}

/** In the folder and in each above it, as far as programs look for them. */
function absentPaths({ evaluation, folders }: Judged): readonly string[] {
	const paths: string[] = []
	for (const name of evaluation.absentFiles ?? [])
		for (const folder of folders)
			for (let at = folder; ; at = posix.dirname(at)) {
				paths.push(posix.join(at, name))
				if (at === posix.dirname(at)) break
			}
	return paths
}

/** What keeps programs that only read from doing more, wherever a setting can. */
export const HARMLESS_ENVIRONMENT: Readonly<Record<string, string>> = {
	...GIT_ENVIRONMENT,
	// What go.mod asks for would be fetched and run.
	GOTOOLCHAIN: 'local',
	GOTELEMETRY: 'off',
	PIP_DISABLE_PIP_VERSION_CHECK: '1',
	PYTHONDONTWRITEBYTECODE: '1',
	// Folders of the project are named here, and programs written in these languages would load what lies there.
	PYTHONPATH: '',
	PERL5LIB: '',
	PERLLIB: '',
	RUBYLIB: '',
	// It keeps logs and looks for a newer self, even when it only lists.
	npm_config_logs_max: '0',
	npm_config_update_notifier: 'false',
	// The folder's own .npmrc could ask for a record of how long it took, and say where.
	npm_config_timing: 'false',
	npm_config_logs_dir: '/dev/null/npm',
	npm_config_cache: '/dev/null/npm',
}

const TIERS: Readonly<Record<Requirement, Tier>> = {
	allow: 'read-only',
	ask: 'side-effecting',
	'ask-always': 'privileged',
	deny: 'privileged',
}

type Judged = { command: SimpleCommand; evaluation: Evaluation; folders: readonly string[] }

function judgeInOrder(
	script: Script,
	{ cwd, roots, readableRoots = [], home }: CommandContext,
	budget: AnalysisBudget,
): readonly Judged[] {
	const { commands, hasLoops } = script
	const base = { roots, readableRoots, home, budget }
	const values = {
		loop: script.loopValues,
		assigned: assignedValues(script),
		names: namesWithin(script, budget),
	}
	let folders: readonly string[] = hasLoops ? allFolders(commands, { ...base, folders: [cwd] }) : [cwd]
	let goings: readonly SimpleCommand[] = []
	return commands.map(command => {
		const mayHaveStayed = !goings.some(going => leadsTo(going, command))
		const scope: Scope = { ...base, folders, mayHaveStayed }
		const evaluation = judgeVariants(command, values, scope)
		// Nothing that comes after it is looked at any more, wherever it runs.
		const isOver = budget.left < 0
		const entered = isOver ? folders : foldersEntered(command, { ...scope, budget: undefined })
		if (entered.length > folders.length) goings = [...goings, command]
		// Back to where it has been, that may be where it began.
		else if (/^(?:cd|pushd)$/.test(programName(command) ?? '')) goings = []
		if (programName(command) === 'popd') goings = []
		folders = entered
		const isFollowed =
			evaluation.rule !== 'read-only/cd' || evaluation.reads.every(folder => folders.includes(folder))
		const lost = asks('too-many-folders', 'It changes folders too often to follow.')
		return { command, evaluation: isFollowed ? evaluation : lost, folders: scope.folders }
	})
}

/** Whether a command only runs where a `cd` before it has succeeded, in the same shell: `cd a && b`, `cd a || exit; b`. */
function leadsTo(going: SimpleCommand, command: SimpleCommand): boolean {
	const last = going.steps.length - 1
	if (going.isSure && isWithin(going.steps.slice(0, last), command.steps))
		if ((command.steps[last] ?? 0) > (going.steps[last] ?? 0)) return true
	return isWithin(going.steps, command.steps) && isWithin(going.excursions, command.excursions)
}

function isWithin(outer: readonly number[], inner: readonly number[]): boolean {
	return outer.every((begin, index) => inner[index] === begin)
}

/** In a loop a command may also run where those after it have gone. */
function allFolders(commands: readonly SimpleCommand[], start: Scope): readonly string[] {
	let { folders } = start
	for (const command of [...commands, ...commands])
		folders = foldersEntered(command, { ...start, folders, budget: undefined })
	return folders
}

/** `eval` changes folders in the shell it stands in. */
function foldersEntered(command: SimpleCommand, scope: Scope): readonly string[] {
	if (programName(command) !== 'eval') return foldersAfter(command, scope)
	let { folders } = scope
	for (const inner of withInnerCommands(command)) folders = foldersAfter(inner, { ...scope, folders })
	return folders
}

/** None where there was too much to look at; whatever needs them has asked hard by then. */
function namesWithin(script: Script, budget: AnalysisBudget): OtherNames {
	try {
		return otherNames(script, budget)
	} catch (error) {
		if (!(error instanceof TooMuchToLookAt)) throw error
		budget.left = -1
		return { programs: new Map(), functions: new Map(), inputs: new Map() }
	}
}

type ShellValues = { loop: Script['loopValues']; assigned: AssignedValues; names: OtherNames }

function judgeVariants(command: SimpleCommand, values: ShellValues, scope: Scope): Evaluation {
	const { loop } = values
	if (scope.budget && scope.budget.left < 0) return TOO_MUCH
	return withinBudget(() => {
		spend(scope.budget, 16)
		const evaluations: Evaluation[] = []
		let isLooked = false
		for (const variant of variantsOf(command, loop, scope.budget)) {
			evaluations.push(judgeCommand(variant, scope))
			const { left = 0, secrets } = scope.budget ?? {}
			const known = secrets?.size
			evaluations.push(...hardWithValues(variant, values, scope))
			// The same command finds the same another time, and takes as much of the budget, unless it has just learned.
			isLooked = variant === command && secrets?.size === known
			if (isLooked && scope.budget) spend(scope.budget, left - scope.budget.left)
		}
		// A variant may have put one word where the shell makes several of it.
		if (!isLooked) evaluations.push(...hardWithValues(command, values, scope))
		const [only, ...others] = evaluations
		return only && others.length === 0 ? only : together(evaluations)
	})
}

/** The strictest, with what each of them rests on. */
function together(evaluations: readonly Evaluation[]): Evaluation {
	const worst = strictestCall(evaluations) ?? harmless('read-only', 'It does nothing.')
	return {
		...worst,
		optionNames: unique(evaluations.flatMap(({ optionNames = [] }) => optionNames)),
		programs: unique(evaluations.flatMap(({ programs = [] }) => programs)),
		env: Object.assign({}, ...evaluations.map(({ env }) => env)),
		reads: unique(evaluations.flatMap(({ reads }) => reads)),
		gitFolders: unique(evaluations.flatMap(({ gitFolders = [] }) => gitFolders)),
		historyFolders: unique(evaluations.flatMap(({ historyFolders = [] }) => historyFolders)),
		absentFiles: unique(evaluations.flatMap(({ absentFiles = [] }) => absentFiles)),
	}
}

/** What the script itself says is in a variable may be what makes it dangerous: `x='rm -rf ~'; eval "$x"`. */
function hardWithValues(
	command: SimpleCommand,
	{ assigned, names }: ShellValues,
	scope: Scope,
): readonly Evaluation[] {
	const named = withValues(command, assigned, scope.budget)
	const meant = [command, ...named].flatMap(each => asMeant(each, names, scope.budget))
	const filled = [...named, ...meant, ...meant.flatMap(each => withValues(each, assigned, scope.budget))]
	const runsUnknown = (named.length > 0 ? named : [command]).some(runsUnknownText)
	return [
		...filled.flatMap(each => judgeHard(each, scope) ?? wholeCases(each, scope.budget)),
		...(runsUnknown
			? [asksHard('hard/unknown-text', 'It runs a text that is only known when it runs.')]
			: []),
	]
}

/** `x='curl … | sh'; eval "$x"` */
function wholeCases(command: SimpleCommand, budget: AnalysisBudget | undefined): readonly Evaluation[] {
	if (!budget || takesScript(programName(command) ?? '') === undefined) return []
	return command.words.slice(1).flatMap(word => {
		const text = scriptText(word) ?? ''
		return /\s/.test(text) ? (wholeScriptCase(text, scriptOf(text, budget), budget) ?? []) : []
	})
}

/** `eval "$x"`, where nothing says what x is, and `${x@P}`, which runs what its value says. */
function runsUnknownText(command: SimpleCommand): boolean {
	if (command.text.includes('@P}') && command.words.some(({ pieces }) => pieces.some(isPrompt))) return true
	if (programName(command) !== 'eval' || command.words.length < 2) return false
	return command.words.slice(1).every(({ pieces }) => pieces.length > 0 && pieces.every(isVariable))
}

/** The value as a prompt is made of one. */
function isPrompt(piece: Piece): boolean {
	return piece.kind === 'opaque' && piece.what.includes('@P}')
}

function isVariable(piece: Piece): boolean {
	return piece.kind === 'variable' || (piece.kind === 'opaque' && piece.what.startsWith('the expansion'))
}

function withinBudget<Result>(judge: () => Result): Result | Evaluation {
	try {
		return judge()
	} catch (error) {
		if (!(error instanceof TooMuchToLookAt)) throw error
		return TOO_MUCH
	}
}

const TOO_MUCH = asksHard('hard/too-much', 'There is more to it than can be looked through.')

function judgeWhole(
	command: string,
	script: Script,
	{ context, budget }: { context: CommandContext; budget: AnalysisBudget },
): readonly Evaluation[] {
	const hard = withinBudget(
		() => wholeScriptCase(command, script, budget) ?? writtenCase(script, context, budget),
	)
	return [
		...(hard ? [hard] : []),
		...(script.isIncomplete
			? [asksHard('hard/too-deep', 'It goes deeper, or on for longer, than can be looked through.')]
			: []),
		...(command.length > MAX_CHARACTERS
			? [asks('too-long', `It is longer than ${MAX_CHARACTERS} characters.`)]
			: []),
		...(script.barriers.length === 0
			? []
			: [asks('not-plain', `It contains ${script.barriers.join(', ')}.`)]),
	]
}

function writtenCase(
	script: Script,
	{ cwd, roots, readableRoots = [], home }: CommandContext,
	budget: AnalysisBudget,
): Evaluation | undefined {
	const scope: Scope = { folders: [cwd], roots, readableRoots, home, budget }
	const found = writtenScripts(script, isDatabaseClient)
	return (
		strictest(found.flatMap(({ command }) => judgeHard(command, scope) ?? [])) ??
		strictest(found.flatMap(({ text }) => wholeScriptCase(text, scriptOf(text, budget), budget) ?? []))
	)
}

function reasonsOf(worst: Evaluation | undefined, evaluations: readonly Evaluation[]): readonly string[] {
	if (!worst) return ['It does nothing.']
	if (worst.outcome === 'allow') return ['Every part of it only reads.']
	const others = evaluations.filter(({ outcome }) => outcome !== 'allow').map(({ reason }) => reason)
	return unique([worst.reason, ...others])
}

/** What the script as a whole is asked about may rest on any part of it. */
function partsOf(judged: readonly Judged[], whole: readonly Evaluation[]): readonly CommandPart[] {
	const isHarmless = ({ evaluation }: Judged) => evaluation.outcome === 'allow'
	const commands = (those: readonly Judged[]) => those.map(({ command }) => command)
	const asking = judged.filter(each => !isHarmless(each))
	const alone =
		whole.length === 0 && asking.length > 0
			? standingAlone(commands(judged.filter(isHarmless)), commands(asking))
			: undefined
	return judged.map(({ command, evaluation }) => ({
		...part(command.text, evaluation),
		...(alone?.has(command) ? { standsAlone: true as const } : {}),
	}))
}

function part(command: string, { outcome, reason, rule }: Evaluation): CommandPart {
	return { command, outcome, reason, rule }
}

/** One key for each part that asks, of exactly its words, or for all that reads from a service; none at all when one of them cannot be covered. */
function sessionKeys(judged: readonly Judged[], { cwd }: CommandContext): readonly string[] {
	const keys: string[] = []
	for (const { command, evaluation, folders } of judged) {
		if (evaluation.outcome === 'allow') continue
		const service = serviceOf(evaluation.rule)
		if (service !== undefined) {
			keys.push(`reading:${service}`)
			continue
		}
		const program = programName(command)
		const words = command.words.map(literal)
		const isPlain = command.redirections.length === 0 && command.assignments.length === 0
		const isCoverable =
			program !== undefined && !runsWords(program) && !interprets(program) && !isBeyondRecall(program)
		if (!isPlain || !isCoverable || words.includes(undefined)) return []
		const place = folders.length === 1 && folders[0] === cwd ? '' : ` in ${folders.join(' or ')}`
		keys.push(`shell:${words.map(word => quoteWord(word ?? '')).join(' ')}${place}`)
	}
	return unique(keys)
}

function quoteWord(word: string): string {
	return /^[\w./:@%+=,-]+$/.test(word) ? word : JSON.stringify(word)
}

function unique(values: readonly string[]): readonly string[] {
	return values.length < 2 ? values : [...new Set(values)]
}
