// What a shell call needs and what it does. Fetched with the first call: the gate behind it is the largest part of us.

import { isAbsolute, posix } from 'node:path'
import type { CommandEnd, Host, RunningCommand, ShellCommand } from '../../core/host.ts'
import type { CheckSchema } from '../../core/json.ts'
import { isCoverable, type PermissionDecision } from '../../core/permission.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import type { SandboxPolicy } from '../../core/sandbox.ts'
import { type TimeLimit, timeIsUp } from '../../core/time/time-limit.ts'
import {
	failedResult,
	okResult,
	type Problem,
	problemWithin,
	type RunPolicy,
	type ToolContext,
	type ToolResult,
} from '../../core/tool.ts'
import type { Workspace } from '../../safety/paths/paths.ts'
import { ON_DISK } from '../../safety/permissions/ruling.ts'
import type { RepositoryMemory } from '../../safety/repositories/remembered-files.ts'
import { type CommandSandbox, policyFor } from '../../safety/sandbox/command-sandbox.ts'
import { isLonely } from '../../safety/sandbox/denial.ts'
import {
	askWhetherUnasked,
	HELD,
	neededOutside,
	notHeld,
	outsideQuestion,
} from '../../safety/sandbox/held.ts'
import { createHostQuestions, type HostQuestions } from '../../safety/sandbox/host-questions.ts'
import { readScript, type Script } from '../../safety/shell-parser/bash-syntax.ts'
import { isInside } from '../../safety/shell-policy/analysis/scope.ts'
import { assessCommand, type CommandDecision } from '../../safety/shell-policy/assess-command.ts'
import { checkFiles } from '../../safety/shell-policy/check-files.ts'
import { trustedFolders } from '../../safety/shell-policy/check-programs.ts'
import type { CallPlan } from '../executor/define-tool.ts'
import type { AssessContext, AssessedCall } from '../executor/tool.ts'
import type { BackgroundCommands } from '../process/background-commands.ts'
import { binaryFilter, withoutBinary } from '../process/binary-output.ts'
import { createBoundedOutput, type KeptOutput } from '../process/bounded-output.ts'
import { endLine, lossOf } from '../process/command-end.ts'
import { stopOf, wayOn } from './stopped-command.ts'

export type ShellToolDeps = {
	workspace: Workspace
	background: BackgroundCommands
	checkSchema: CheckSchema
	/** PATH as commands get it; left out, it is this process's. */
	searchPath?: string
	/** Reads the text of a command; left out, it is `readScript`. */
	parse?: typeof readScript
	/** Left out, commands run as the user's own. */
	sandbox?: CommandSandbox
}

/** With what one session's calls remember. */
export type ShellCallDeps = ShellToolDeps & { repositories: RepositoryMemory }

export type ShellInput = { command: string; cwd?: string; timeout_ms?: number; background?: boolean }

const DEFAULT_TIMEOUT_MS = 120_000
// The executor cuts what the model sees and saves the rest; this only bounds the memory.
const OUTPUT_LIMIT = 10_000_000

/** The text is read once, and judged once unless the folder it names turns out to lie elsewhere. */
export function prepareShellCall(input: ShellInput, deps: ShellCallDeps): CallPlan {
	const { workspace, parse = readScript } = deps
	const script = parse(input.command)
	const folder = folderOf(input, workspace)
	const judge = (cwd: string) => assessCommand(input.command, { ...workspace, cwd }, script)
	const byText = judge(folder)
	const needed = neededOutside(script)
	let searched: readonly string[] = []
	return {
		tier: byText.assessment.tier,
		async assess(context) {
			const cwd = await context.host.files.realPath(folder)
			const judged = cwd === folder ? byText : judge(cwd)
			searched = await searchedFolders(deps, context.host)
			const permission = await decide(judged, cwd, { deps, ...context })
			return {
				...(await unaskedWhenSandboxed(permission, { script, folder: cwd, needed }, { deps, ...context })),
				touches: { command: { text: input.command, script, folder: cwd } },
				run: started => run(input, judged, { deps, context: started, searched, needed }),
			}
		},
	}
}

type ShellRun = {
	deps: ShellToolDeps
	context: ToolContext
	searched: readonly string[]
	/** Why it can only do its work without a sandbox. */
	needed: string | undefined
}

async function run(
	input: ShellInput,
	judged: CommandDecision,
	{ deps, context, searched, needed }: ShellRun,
): Promise<ToolResult> {
	const { workspace, background } = deps
	const cwd = folderOf(input, workspace)
	const onlyReads = judged.assessment.outcome === 'allow'
	const { traceparent } = context
	const env = {
		...(onlyReads && harmlessEnvironment(judged, searched)),
		...(traceparent !== undefined && { TRACEPARENT: traceparent }),
	}
	const { sessionGrants } = context.policy()
	const isOutside = !onlyReads && needed !== undefined && isSomebodysYes(context.policy())
	const policy = isOutside ? undefined : await policyFor(deps.sandbox, { onlyReads, sessionGrants })
	const asking = policy?.network === 'ask' ? deps.sandbox : undefined
	const about = { command: input.command, inBackground: input.background === true }
	const hosts = asking && createHostQuestions(asking, about, context)
	const held = policy && { sandbox: policy, mayConnect: hosts?.mayConnect }
	if (input.background) {
		const inBackground = deps.sandbox && { told: deps.sandbox.told }
		const about = { command: input.command, cwd, env, inBackground, ...held }
		return startedResult(background.start(context.host.shell, about))
	}
	const timeoutMs = input.timeout_ms ?? DEFAULT_TIMEOUT_MS
	const bash = { bash: input.command }
	const first = await runOnce({ run: bash, cwd, env, ...held }, timeoutMs, context, hosts)
	// The system only says that something was not there, as a rule the program.
	if (first.end.error !== undefined && (await context.host.files.stat(cwd))?.kind !== 'folder')
		return resultOf({ ...first, end: { ...first.end, error: `there is no folder ${input.cwd ?? cwd}` } })
	// Who was refused a host is not asked whether it may go without any wall.
	const stop =
		policy && first.stoppedBy === 'itself' && !hosts?.hasRefused()
			? await stopOf(policy, { ...first, exitCode: first.end.exitCode }, { judged, host: context.host, cwd })
			: undefined
	if (!deps.sandbox || !policy || !stop) return resultOf(policy ? withHint(first, policy) : first)
	const way = await wayOn(stop, { command: input.command, judged, policy, sandbox: deps.sandbox, context })
	if (!way.isOpen) return resultOf(withRemark(first, problem`${stop.why} ${way.why}`))
	const { remark } = way
	context.progress(`\n[${remark}]\n`)
	const again = way.policy && asking && createHostQuestions(asking, about, context)
	const heldAgain = way.policy && { sandbox: way.policy, mayConnect: again?.mayConnect }
	const second = await runOnce({ run: bash, cwd, env, ...heldAgain }, timeoutMs, context, again)
	return resultOf({
		...second,
		output: `${withRemark(first, problem`${stop.why} So: ${remark}`).output}${second.output}`,
		sizeBytes: first.sizeBytes + second.sizeBytes,
		lostCharacters: first.lostCharacters + second.lostCharacters,
	})
}

function folderOf({ cwd = '.' }: ShellInput, { root }: Workspace): string {
	return isAbsolute(cwd) ? posix.normalize(cwd) : posix.join(root, cwd)
}

async function decide(
	judged: CommandDecision,
	cwd: string,
	{ host, deps }: AssessContext & { deps: ShellCallDeps },
): Promise<PermissionDecision> {
	const { roots, readableRoots, home } = deps.workspace
	const byText = judged.assessment
	if (!isInside(cwd, roots)) {
		const reasons = [`It runs in ${cwd}, outside the workspace.`, ...byText.reasons]
		const outcome = byText.outcome === 'allow' ? 'ask' : byText.outcome
		return { ...byText, outcome, reasons, sessionKeys: [] }
	}
	// A yes for the session, or a rule, covers what asks by its text, and what reads beside it has to be harmless as well.
	if (byText.outcome !== 'allow' && byText.outcome !== 'ask') return byText
	const scope = { folders: [cwd], roots, readableRoots, home }
	const { repositories, searchPath = process.env.PATH ?? '' } = deps
	const verdict = await checkFiles(judged.footing, { host, scope, repositories, searchPath })
	if (!verdict) return byText
	const reasons = byText.outcome === 'allow' ? [verdict.reason] : [verdict.reason, ...byText.reasons]
	const { outcome, reason, sessionKey } = verdict
	const onDisk = { command: byText.title, rule: ON_DISK, outcome, reason }
	const sessionKeys = sessionKey === undefined ? [] : coveredWith(byText, sessionKey)
	// Which of them it is about is not known here, so that each is to be read.
	const parts = byText.parts.map(({ standsAlone: _, ...part }) => part)
	return { ...byText, outcome, reasons, sessionKeys, parts: [...parts, onDisk] }
}

function coveredWith({ outcome, sessionKeys }: PermissionDecision, key: string): readonly string[] {
	if (outcome === 'allow') return [key]
	return sessionKeys.length === 0 ? [] : [...sessionKeys, key]
}

/** A mode that allows everything has not been told that there is to be no wall. */
function isSomebodysYes({ mode, yolo }: RunPolicy): boolean {
	return !yolo && (mode.kind === 'ask' || mode.kind === 'auto-edit')
}

/** Of the hard cases many would do harm inside the workspace, which no sandbox keeps them from. */
async function unaskedWhenSandboxed(
	given: PermissionDecision,
	{ needed, ...command }: { script: Script; folder: string; needed: string | undefined },
	{ deps: { sandbox, workspace }, host }: AssessContext & { deps: ShellToolDeps },
): Promise<Pick<AssessedCall, 'permission' | 'chooseUnasked'>> {
	const choice = sandbox?.choice
	const lacksTrust = choice?.current() === 'ask' && choice.lacksTrust
	const mayRun = sandbox?.runsUnasked || choice?.current() === 'choose' || lacksTrust
	if (given.outcome === 'allow' || !(await policyFor(sandbox, { onlyReads: false })))
		return { permission: given }
	if (needed !== undefined) return { permission: outsideQuestion(given, needed) }
	if (!isCoverable(given)) return { permission: given }
	// What is written outside is stopped there, and asked about by its folder.
	const { onlyWritesOutside: _, ...permission } = { ...given, outcome: 'ask' as const }
	if (!mayRun) return { permission }
	const why = await notHeld(permission, command, { workspace, files: host.files })
	if (why !== undefined)
		return { permission: { ...permission, reasons: [...new Set([why, ...permission.reasons])] } }
	if (lacksTrust) return { permission: { ...permission, trustAllows: true } }
	const unasked: PermissionDecision = {
		...permission,
		outcome: 'allow',
		reasons: [HELD, ...permission.reasons],
	}
	if (sandbox?.runsUnasked || !choice) return { permission: unasked }
	const chooseUnasked = async (ask: ToolContext['ask']) =>
		(await choice.choose(() => askWhetherUnasked(permission, ask))) ? unasked : permission
	return { permission, chooseUnasked }
}

/** Programs are taken from the system, never from a folder the workspace brings along, be it by a link. */
function searchedFolders(
	{ searchPath = process.env.PATH ?? '', workspace }: ShellToolDeps,
	{ files }: Pick<Host, 'files'>,
): Promise<readonly string[]> {
	const { root, roots, readableRoots, home } = workspace
	return trustedFolders({ files, searchPath, scope: { folders: [root], roots, readableRoots, home } })
}

function harmlessEnvironment({ env }: CommandDecision, searched: readonly string[]): Record<string, string> {
	return { ...env, PATH: searched.join(':') || '/usr/bin:/bin' }
}

type Wait = { stoppedBy: 'itself' | 'time' | 'user'; end: CommandEnd }
type Once = Wait &
	Omit<KeptOutput, 'text'> & {
		output: string
		/** Why it could not do all it was for, as its output says at the end. */
		remark?: Problem
		durationMs: number
		timeoutMs: number
	}

async function runOnce(
	command: Omit<ShellCommand, 'onOutput'>,
	timeoutMs: number,
	{ host, signal, progress }: ToolContext,
	hosts?: HostQuestions,
): Promise<Once> {
	const output = createBoundedOutput(OUTPUT_LIMIT)
	const show = binaryFilter(progress)
	const startedMs = host.clock.monotonicMs()
	const running = host.shell.start({
		...command,
		onOutput: (text, sizeBytes) => {
			output.add(text, sizeBytes)
			show(text)
		},
	})
	const waitedMs = hosts?.waitedMs ?? (() => 0)
	const wait = await waitFor(running, { clock: host.clock, signal, timeoutMs, waitedMs })
	hosts?.end()
	const durationMs = Math.round(host.clock.monotonicMs() - startedMs)
	const { text, ...sizes } = output.kept()
	return { ...wait, ...sizes, output: text, durationMs, timeoutMs }
}

function withHint(once: Once, policy: SandboxPolicy): Once {
	if (once.stoppedBy !== 'itself' || !isLonely(policy, { exitCode: once.end.exitCode, output: once.output }))
		return once
	return withRemark(
		once,
		problem`each command has a localhost of its own in the sandbox${advice(': start a server and use it in one command')}`,
	)
}

function withRemark(once: Once, remark: Problem): Once {
	const gap = once.output === '' || once.output.endsWith('\n') ? '' : '\n'
	return { ...once, output: `${once.output}${gap}[${remark.told}]\n`, remark }
}

async function waitFor(
	running: RunningCommand,
	{ signal, ...limit }: TimeLimit & { signal: AbortSignal },
): Promise<Wait> {
	const finished = new AbortController()
	const stoppedBy = await Promise.race([
		running.ended.then((): Wait['stoppedBy'] => 'itself'),
		timeIsUp(limit, AbortSignal.any([signal, finished.signal])).then((): Wait['stoppedBy'] =>
			signal.aborted ? 'user' : 'time',
		),
	])
	finished.abort()
	if (stoppedBy !== 'itself') await running.kill()
	return { stoppedBy, end: await running.ended }
}

function startedResult(id: string): ToolResult {
	return okResult(`started in the background as ${id}; read its output with shell_output`, {
		type: 'command',
		exitCode: undefined,
		timedOut: false,
		durationMs: 0,
		backgroundId: id,
	})
}

function resultOf({ stoppedBy, end, output, remark, durationMs, timeoutMs, ...sizes }: Once): ToolResult {
	if (end.error !== undefined) return failedResult(endLine(end))
	const shown = withoutBinary(output, sizes.sizeBytes)
	const timedOut = stoppedBy === 'time'
	const found = timedOut
		? problem`stopped after ${timeoutMs / 1000} s${advice('; give a longer timeout_ms, or background for what does not end')}`
		: remark
	const line = timedOut && found ? found.told : endLine(end)
	const outcome = stoppedBy === 'user' ? 'cancelled' : end.exitCode === 0 && !timedOut ? 'ok' : 'failed'
	return {
		outcome,
		content: [{ type: 'text', text: `${line}\n${shown === '' ? '(no output)' : shown}` }],
		...(found && problemWithin(found)),
		detail: { type: 'command', exitCode: end.exitCode, timedOut, durationMs, ...lossOf(sizes) },
	}
}
