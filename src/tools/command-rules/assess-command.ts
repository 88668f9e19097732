// A shell command in, an assessment out: each simple command judged where it runs, the strictest part decides.

import type { Assessment, CommandPart, Need, Tier } from '../../core/tool.ts'
import { literal, readScript, type Script, type SimpleCommand } from '../bash-syntax.ts'
import { GIT_ENVIRONMENT } from './git.ts'
import { judgeCommand } from './judge-command.ts'
import { foldersAfter, type Scope } from './scope.ts'
import { asks, strictest, type Verdict } from './verdict.ts'
import { wholeScriptCase } from './whole-script.ts'
import { INTERPRETERS, programName, runsWords } from './wrappers.ts'

export type CommandContext = {
	cwd: string
	/** Absolute real paths: the working folder and whatever else may be written. */
	roots: readonly string[]
	/** Outside the roots, and still read without asking. */
	readableRoots?: readonly string[]
	home: string
}

export type CommandAssessment = {
	assessment: Assessment & { parts: readonly CommandPart[] }
	/** To be set when it runs unasked: what makes the promise of "read-only" true. */
	env: Readonly<Record<string, string>>
	footing: Footing
}

/** What the judgement rests on and the text cannot tell; see `checkFiles`. */
export type Footing = {
	/** Paths it reads; links in them have not been followed. */
	reads: readonly string[]
	/** Folders besides the current one that it works in. */
	folders: readonly string[]
	/** Folders whose repositories must not name programs for git to run. */
	gitFolders: readonly string[]
}

// Longer than anybody reads before saying yes.
const MAX_CHARACTERS = 10_000

export function assessCommand(command: string, context: CommandContext): CommandAssessment {
	const script = readScript(command)
	const judged = judgeInOrder(script, context)
	const verdicts = judged.map(({ verdict }) => verdict)
	const whole = judgeWhole(command, script)
	const worst = strictest([...verdicts, ...whole])
	const need = worst?.need ?? 'none'
	return {
		assessment: {
			tier: TIERS[need],
			need,
			isWorkspaceEdit: false,
			title: command.trim().replaceAll(/\s*\n\s*/g, ' ⏎ '),
			reasons: reasonsOf(worst, [...verdicts, ...whole]),
			parts: [
				...judged.map(({ command: { text }, verdict }) => part(text, verdict)),
				...whole.map(verdict => part(command, verdict)),
			],
			sessionKeys: need === 'approval' && whole.length === 0 ? sessionKeys(judged, context) : [],
		},
		env: GIT_ENVIRONMENT,
		footing: footingOf(judged, context),
	}
}

function footingOf(judged: readonly Judged[], { cwd }: CommandContext): Footing {
	const verdicts = judged.map(({ verdict }) => verdict)
	const gitFolders = verdicts.flatMap(verdict => verdict.gitFolders ?? [])
	const folders = [...judged.flatMap(each => each.folders), ...gitFolders]
	return {
		reads: unique(verdicts.flatMap(({ reads }) => reads)),
		folders: unique(folders).filter(folder => folder !== cwd),
		gitFolders: unique(gitFolders),
	}
}

const TIERS: Readonly<Record<Need, Tier>> = {
	none: 'read-only',
	approval: 'side-effecting',
	'hard-approval': 'privileged',
}

type Judged = { command: SimpleCommand; verdict: Verdict; folders: readonly string[] }

function judgeInOrder(
	{ commands }: Script,
	{ cwd, roots, readableRoots = [], home }: CommandContext,
): readonly Judged[] {
	let folders: readonly string[] = [cwd]
	return commands.map(command => {
		const scope: Scope = { folders, roots, readableRoots, home }
		const verdict = judgeCommand(command, scope)
		folders = foldersAfter(command, scope)
		const isFollowed =
			verdict.rule !== 'read-only/cd' || verdict.reads.every(folder => folders.includes(folder))
		const lost = asks('too-many-folders', 'It changes folders too often to follow.')
		return { command, verdict: isFollowed ? verdict : lost, folders: scope.folders }
	})
}

function judgeWhole(command: string, script: Script): readonly Verdict[] {
	const hard = wholeScriptCase(command, script)
	const [obstacle] = script.obstacles
	return [
		...(hard ? [hard] : []),
		...(command.length > MAX_CHARACTERS
			? [asks('too-long', `It is longer than ${MAX_CHARACTERS} characters.`)]
			: []),
		...(obstacle === undefined ? [] : [asks('not-plain', `It contains ${script.obstacles.join(', ')}.`)]),
	]
}

function reasonsOf(worst: Verdict | undefined, verdicts: readonly Verdict[]): readonly string[] {
	if (!worst) return ['It does nothing.']
	if (worst.need === 'none') return ['Every part of it only reads.']
	const others = verdicts.filter(({ need }) => need !== 'none').map(({ reason }) => reason)
	return unique([worst.reason, ...others])
}

function part(command: string, { need, reason, rule }: Verdict): CommandPart {
	return { command, need, reason, rule }
}

// A yes to one use of these would be a yes to too much: they run whatever they are given, or what they do is gone.
const NEVER_COVERED: ReadonlySet<string> = new Set(
	'rm rmdir unlink shred find dd mv chmod chown kill pkill killall truncate curl wget nc ssh scp rsync'.split(
		' ',
	),
)

/** One key for each part that asks, of exactly its words; none at all when one of them cannot be covered. */
function sessionKeys(judged: readonly Judged[], { cwd }: CommandContext): readonly string[] {
	const keys: string[] = []
	for (const { command, verdict, folders } of judged) {
		if (verdict.need === 'none') continue
		const program = programName(command)
		const words = command.words.map(literal)
		const isPlain = command.redirections.length === 0 && command.assignments.length === 0
		const isCoverable =
			program !== undefined &&
			!runsWords(program) &&
			!INTERPRETERS.has(program) &&
			!NEVER_COVERED.has(program)
		if (!isPlain || !isCoverable || words.includes(undefined)) return []
		const place = folders.length === 1 && folders[0] === cwd ? '' : ` in ${folders.join(' or ')}`
		keys.push(`shell:${words.map(word => quoted(word ?? '')).join(' ')}${place}`)
	}
	return unique(keys)
}

function quoted(word: string): string {
	return /^[\w./:@%+=,-]+$/.test(word) ? word : JSON.stringify(word)
}

function unique(values: readonly string[]): readonly string[] {
	return [...new Set(values)]
}
