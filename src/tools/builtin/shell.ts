// Runs a command. What only reads runs unasked, and then with settings that hold it to that.

import { isAbsolute, posix } from 'node:path'
import type { CommandEnd, Host, RunningCommand } from '../../core/host.ts'
import type { CheckSchema, JsonSchema } from '../../core/json.ts'
import { type Assessment, failed, ok, type Tool, type ToolContext, type ToolResult } from '../../core/tool.ts'
import type { BackgroundCommands } from '../background-commands.ts'
import { createBoundedOutput } from '../bounded-output.ts'
import { assessCommand, type CommandAssessment } from '../command-rules/assess-command.ts'
import { checkFiles } from '../command-rules/check-files.ts'
import { isInside } from '../command-rules/scope.ts'
import { defineTool } from '../define-tool.ts'
import type { Workspace } from '../paths.ts'

export type ShellToolDeps = {
	workspace: Workspace
	background: BackgroundCommands
	checkSchema: CheckSchema
	/** PATH as commands get it; left out, it is this process's. */
	searchPath?: string
}

type ShellInput = { command: string; cwd?: string; timeout_ms?: number; background?: boolean }

const INPUT_SCHEMA: JsonSchema = {
	type: 'object',
	properties: {
		command: { type: 'string', minLength: 1, description: 'Given to bash -c' },
		cwd: { type: 'string', description: 'Folder to run in; default is the working folder' },
		timeout_ms: { type: 'integer', minimum: 1, maximum: 600_000, description: 'Default 120000' },
		background: { type: 'boolean', description: 'Return an id at once; read on with shell_output' },
	},
	required: ['command'],
	additionalProperties: false,
}

const DESCRIPTION =
	'Runs a bash command and returns its output and exit code. Each call is a new shell: cd and variables do not carry over. There is no terminal and no input, so give options that keep programs from asking. Use it for builds, tests, git and the like; use read, grep, glob and edit for files. Use background for servers and watchers.'

const DEFAULT_TIMEOUT_MS = 120_000
// The executor cuts what the model sees and saves the rest; this only bounds the memory.
const OUTPUT_LIMIT = 10_000_000

export function createShellTool(deps: ShellToolDeps): Tool<ShellInput> {
	const { workspace, background } = deps
	const judge = (input: ShellInput) => judgeText(input, workspace)
	return defineTool<ShellInput>({
		name: 'shell',
		description: DESCRIPTION,
		inputSchema: INPUT_SCHEMA,
		checkSchema: deps.checkSchema,
		tierOf: input => judge(input).assessment.tier,
		assess: (input, context) => assess(input, context, deps),
		async run(input, { host, signal, progress }) {
			const cwd = folderOf(input, workspace)
			const judged = judge(input)
			const env = judged.assessment.need === 'none' ? harmlessEnvironment(judged, deps) : {}
			if (input.background) return started(background.start(host.shell, { command: input.command, cwd, env }))
			const output = createBoundedOutput(OUTPUT_LIMIT)
			const startedMs = host.clock.monotonicMs()
			const running = host.shell.start({
				run: { bash: input.command },
				cwd,
				env,
				onOutput: text => {
					output.add(text)
					progress(text)
				},
			})
			const timeoutMs = input.timeout_ms ?? DEFAULT_TIMEOUT_MS
			const wait = await waitFor(running, { host, signal, timeoutMs })
			const durationMs = Math.round(host.clock.monotonicMs() - startedMs)
			return resultOf({ ...wait, output: output.text(), durationMs, timeoutMs })
		},
	})
}

/** How a command ended, first thing in a result: `exit code 1`, `ended by SIGKILL`. */
export function endLine({ exitCode, signal, error }: CommandEnd): string {
	if (error !== undefined) return `could not be started: ${error}`
	return exitCode === undefined ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`
}

function judgeText(input: ShellInput, workspace: Workspace): CommandAssessment {
	return assessCommand(input.command, { ...workspace, cwd: folderOf(input, workspace) })
}

function folderOf({ cwd = '.' }: ShellInput, { root }: Workspace): string {
	return isAbsolute(cwd) ? posix.normalize(cwd) : posix.join(root, cwd)
}

async function assess(
	input: ShellInput,
	{ host, signal }: Pick<ToolContext, 'host' | 'signal'>,
	deps: ShellToolDeps,
): Promise<Assessment> {
	const { workspace } = deps
	const { roots, readableRoots, home } = workspace
	const cwd = await host.files.realPath(folderOf(input, workspace))
	const judged = assessCommand(input.command, { ...workspace, cwd })
	const byText = judged.assessment
	if (!isInside(cwd, roots)) {
		const reasons = [`It runs in ${cwd}, outside the workspace.`, ...byText.reasons]
		const need = byText.need === 'none' ? 'approval' : byText.need
		return { ...byText, need, reasons, sessionKeys: [] }
	}
	if (byText.need !== 'none') return byText
	const scope = { folders: [cwd], roots, readableRoots, home }
	const env = harmlessEnvironment(judged, deps)
	const verdict = await checkFiles(judged.footing, { host, signal, scope, env })
	return verdict ? { ...byText, need: verdict.need, reasons: [verdict.reason], sessionKeys: [] } : byText
}

/** Programs are taken from the system, never from a folder the workspace brings along. */
function harmlessEnvironment(
	{ env }: CommandAssessment,
	{ searchPath = process.env.PATH ?? '', workspace }: ShellToolDeps,
): Record<string, string> {
	const folders = searchPath
		.split(':')
		.filter(folder => isAbsolute(folder) && !isInside(folder, workspace.roots))
	return { ...env, PATH: folders.join(':') || '/usr/bin:/bin' }
}

type Wait = { stoppedBy: 'itself' | 'time' | 'user'; end: CommandEnd }

async function waitFor(
	running: RunningCommand,
	{ host, signal, timeoutMs }: { host: Host; signal: AbortSignal; timeoutMs: number },
): Promise<Wait> {
	const finished = new AbortController()
	const stoppedBy = await Promise.race([
		running.ended.then((): Wait['stoppedBy'] => 'itself'),
		host.clock
			.sleep(timeoutMs, AbortSignal.any([signal, finished.signal]))
			.then((): Wait['stoppedBy'] => (signal.aborted ? 'user' : 'time')),
	])
	finished.abort()
	if (stoppedBy !== 'itself') await running.kill()
	return { stoppedBy, end: await running.ended }
}

function started(id: string): ToolResult {
	return ok(`started in the background as ${id}; read its output with shell_output`, {
		type: 'command',
		exitCode: undefined,
		timedOut: false,
		durationMs: 0,
		backgroundId: id,
	})
}

function resultOf({
	stoppedBy,
	end,
	output,
	durationMs,
	timeoutMs,
}: Wait & { output: string; durationMs: number; timeoutMs: number }): ToolResult {
	if (end.error !== undefined) return failed(endLine(end))
	const timedOut = stoppedBy === 'time'
	const line = timedOut
		? `stopped after ${timeoutMs / 1000} s; give a longer timeout_ms, or background for what does not end`
		: endLine(end)
	const outcome = stoppedBy === 'user' ? 'cancelled' : end.exitCode === 0 && !timedOut ? 'ok' : 'failed'
	return {
		outcome,
		content: [{ type: 'text', text: `${line}\n${output === '' ? '(no output)' : output}` }],
		detail: { type: 'command', exitCode: end.exitCode, timedOut, durationMs },
	}
}
