// `agent hooks list` and `agent hooks test`: what is in force in this folder, and what a hook says to an input that is made
// up for it. Untrusted hooks are named and never run.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { AgentError } from '../../core/errors.ts'
import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { ListedHook } from '../../core/runtime-port.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import type { ExtensionFiles } from '../../extensions/extension-files.ts'
import { claudeCalls, ownInput, ownTools } from '../../extensions/hooks/claude-calls.ts'
import { HOOK_EVENTS, type HookEvent, hookName } from '../../extensions/hooks/hook.ts'
import { meaningOf } from '../../extensions/hooks/hook-meaning.ts'
import type { HookEnd } from '../../extensions/hooks/hook-output.ts'
import { listHooks } from '../../extensions/hooks/list-hooks.ts'
import { readHooks } from '../../extensions/hooks/read-hooks.ts'
import { callInput, hookInput, resultInput } from '../../runtime/extensions/hooks/hook-input.ts'
import { type HookRun, HookRunner, type HookSubject } from '../../runtime/extensions/hooks/hook-runner.ts'
import { loadExtensionFiles } from '../../runtime/extensions/load-extension-files.ts'
import { createScrubber } from '../../safety/redaction/scrub.ts'
import { type Environment, homeFolders } from '../../workspace/places/home-folders.ts'
import { unusedContent, visible } from '../../workspace/trust/unused-content.ts'
import type { Output } from '../io/output.ts'
import { settleTrust } from '../startup/folder-trust.ts'

type HooksPlace = { env: Environment; cwd: string; home: string }
type HooksHere = { files: ExtensionFiles; unused: readonly string[]; root: string; sessions: string }

/** Nobody is asked: what is not trusted already does not count, as in `agent run`. */
async function hooksHere({ env, cwd, home }: HooksPlace): Promise<HooksHere> {
	const folders = homeFolders({ env, home, cwd })
	const folder = await settleTrust({ cwd, folders, ask: undefined })
	const files = await loadExtensionFiles({ home, folders, folder })
	return { files, unused: unusedContent(folder), root: folder.realRoot, sessions: folders.sessions }
}

const here = (): HooksPlace => ({ env: process.env, cwd: process.cwd(), home: homedir() })

export async function listHooksCommand({
	json,
	output,
	place = here(),
}: {
	json: boolean
	output: Pick<Output, 'out' | 'error'>
	place?: HooksPlace
}): Promise<number> {
	const { files, unused } = await hooksHere(place)
	const list = listHooks(files.hooks)
	const problems = [...list.problems, ...unused]
	if (json) {
		output.out(`${JSON.stringify({ hooks: list.hooks, problems }, null, 2)}\n`)
		return 0
	}
	for (const hook of list.hooks) output.out(`${lineOf(hook)}\n`)
	if (list.hooks.length === 0) output.out('no hooks are in force here\n')
	for (const problem of problems) output.error(`warning: ${problem}\n`)
	return 0
}

function lineOf({ event, matcher, does, origin, path, ...hook }: ListedHook): string {
	const how = [
		hook.if === undefined ? '' : `  if ${hook.if}`,
		hook.once ? '  once' : '',
		hook.async ? '  async' : '',
		hook.onFailure === 'block' ? '  blocks when it fails' : '',
	]
	return visible(`${event}  ${matcher === '' ? '*' : matcher}  ${does}${how.join('')}  (${origin}: ${path})`)
}

export type TestArguments = {
	event: string
	tool: string
	/** JSON. */
	input?: string
	prompt: string
	output: Pick<Output, 'out' | 'error'>
	place?: HooksPlace
}

/** @returns the exit code; 1 when no hook is for it or one failed @throws AgentError `usage` */
export async function testHooksCommand(args: TestArguments): Promise<number> {
	const { output, place = here() } = args
	const event = eventNamed(args.event)
	const input = inputOf(args)
	const { files, unused, root, sessions } = await hooksHere(place)
	for (const problem of unused) output.error(`warning: ${problem}\n`)
	const { hooks, problems } = readHooks(files.hooks)
	for (const problem of problems) output.error(`warning: ${problem}\n`)
	const runner = new HookRunner({
		hooks,
		place,
		projectRoot: root,
		env: place.env,
		knownSecrets: () => [],
		scrub: createScrubber(() => []),
	})
	try {
		const subjects = subjectsFor(
			event,
			{ ...args, input },
			{ place, transcriptPath: join(sessions, 'test.jsonl') },
		)
		const runs = await runner.run(event, subjects, { signal: new AbortController().signal })
		if (runs.length === 0) output.error(`no hook is for ${event}${isCall(event) ? ` of ${args.tool}` : ''}\n`)
		for (const run of runs) output.out(`${reportOf(event, run)}\n`)
		return runs.length === 0 || runs.some(({ reply }) => reply.failure !== undefined) ? 1 : 0
	} finally {
		await runner.close()
	}
}

function eventNamed(typed: string): HookEvent {
	const names = Object.keys(HOOK_EVENTS)
	const isEvent = (name: string): name is HookEvent => names.includes(name)
	const found = names.find(name => name.toLowerCase() === typed.toLowerCase()) ?? typed
	if (isEvent(found)) return found
	const [near] = nearestNames(typed, names)
	const advice = near === undefined ? `there are ${names.join(', ')}` : `did you mean ${near}?`
	throw new AgentError('usage', `agent hooks test: there is no event ${typed}; ${advice}`)
}

function inputOf({ input }: TestArguments): JsonObject {
	if (input === undefined) return { command: 'ls' }
	const value = parseJson(input)
	if (isObject(value)) return value
	throw new AgentError('usage', `agent hooks test: --input must be a JSON object, not ${input}`)
}

function isCall(event: HookEvent): boolean {
	return HOOK_EVENTS[event] === 'tool'
}

function subjectsFor(
	event: HookEvent,
	{ tool: named, input, prompt }: { tool: string; input: JsonObject; prompt: string },
	{ place, transcriptPath }: { place: HooksPlace; transcriptPath: string },
): readonly HookSubject[] {
	const { cwd } = place
	const scene = { sessionId: 'test', transcriptPath, cwd, mode: { kind: 'ask' as const }, yolo: false }
	if (!isCall(event)) {
		const { name, more } = MADE_UP[event]?.(prompt) ?? { name: 'general', more: {} }
		return [{ names: name === undefined ? [] : [name], input: hookInput(event, scene, more) }]
	}
	const tool = ownTools(named)[0] ?? named
	const call = { callId: 'test-1', tool, input: ownInput(tool, input) }
	const isError = event === 'PostToolUseFailure'
	return claudeCalls(tool, call.input, place).map(each => {
		const result = event.startsWith('PostToolUse') ? resultInput(each, { text: 'made up', isError }) : {}
		return {
			names: each.names,
			call: each,
			input: hookInput(event, scene, { ...callInput(each, call), ...result }),
		}
	})
}

type MadeUp = (prompt: string) => { name: string | undefined; more: JsonObject }

/** For the events that are no calls: what a matcher is compared with, and what there is besides. */
const MADE_UP: Partial<Record<HookEvent, MadeUp>> = {
	UserPromptSubmit: prompt => ({ name: undefined, more: { prompt } }),
	Stop: () => ({ name: undefined, more: { stop_hook_active: false, last_assistant_message: 'made up' } }),
	SubagentStop: () => ({
		name: 'general',
		more: { stop_hook_active: false, last_assistant_message: 'made up' },
	}),
	PostToolBatch: () => ({ name: undefined, more: { tool_calls: [] } }),
	SessionStart: () => ({ name: 'startup', more: { source: 'startup' } }),
	SessionEnd: () => ({ name: 'other', more: { reason: 'other' } }),
	PreCompact: () => ({ name: 'manual', more: { trigger: 'manual', custom_instructions: '' } }),
	PostCompact: () => ({ name: 'manual', more: { trigger: 'manual', compact_summary: 'made up' } }),
	Notification: prompt => ({
		name: 'permission_prompt',
		more: { message: prompt, title: 'Keelson', notification_type: 'permission_prompt' },
	}),
}

function reportOf(event: HookEvent, { hook, end, reply }: HookRun): string {
	const lines = [`${hookName(hook)}  (${visible(hook.path)})`, ...endLines(end)]
	return [...lines, ...meaningOf(event, reply)]
		.map((line, index) => (index === 0 ? line : `  ${line}`))
		.join('\n')
}

function endLines(end: HookEnd): readonly string[] {
	if (end.kind === 'detached') return ['It goes on by itself; nobody waits for it.']
	if (end.kind === 'failed') return [`It did not come to an end: ${end.why}`]
	const said = (name: string, { text, isCut }: { text: string; isCut: boolean }) =>
		text.trim() === ''
			? []
			: [`${name}: ${text.trim().slice(0, SHOWN)}${isCut || text.trim().length > SHOWN ? ' …' : ''}`]
	return [`exit code ${end.exitCode}`, ...said('stdout', end.stdout), ...said('stderr', end.stderr)]
}

const SHOWN = 2_000
