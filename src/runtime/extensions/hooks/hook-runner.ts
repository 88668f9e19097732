// The hook runner: starts every hook that an event is for, all at once and each command once, and makes one reply of theirs.

import type { JsonObject } from '../../../core/json.ts'
import type { Logger } from '../../../core/logging/logger.ts'
import type { CallPlace, ClaudeCall } from '../../../extensions/hooks/claude-calls.ts'
import {
	HOOK_EVENTS,
	type Hook,
	type HookEvent,
	hookName,
	timeoutOf,
} from '../../../extensions/hooks/hook.ts'
import { fitsMatcher } from '../../../extensions/hooks/hook-matcher.ts'
import { type HookEnd, type HookReply, readReply } from '../../../extensions/hooks/hook-output.ts'
import { type By, type HookReplies, joinReplies, NO_REPLIES } from '../../../extensions/hooks/hook-replies.ts'
import { childEnvironment } from '../../host/child-environment.ts'
import { HookProcesses } from './hook-processes.ts'

/** What an event is about: what matchers are compared with, and what hooks are given besides what all of them are. */
export type HookSubject = { names: readonly string[]; call?: ClaudeCall; input: JsonObject }

export type HookRunnerDeps = {
	hooks: readonly Hook[]
	place: CallPlace
	/** `CLAUDE_PROJECT_DIR`. */
	projectRoot: string
	env: Readonly<Record<string, string | undefined>>
	knownSecrets: () => readonly string[]
	scrub(text: string): string
	/** Left out, nobody wants to know. */
	logger?: Logger | undefined
}

/** `started`: hears of a hook that says what it is doing. */
export type AskedHooks = { signal: AbortSignal; started?: ((status: string) => void) | undefined }

/** One hook that has run. */
export type HookRun = { hook: Hook; end: HookEnd; reply: HookReply }

export class HookRunner {
	private readonly deps: HookRunnerDeps
	private readonly processes = new HookProcesses()
	/** Those that run once and have. */
	private readonly spent = new Set<Hook>()

	constructor(deps: HookRunnerDeps) {
		this.deps = deps
	}

	/** Whether any hook is for it, as far as its matcher says. */
	has(event: HookEvent, names: readonly string[]): boolean {
		return this.deps.hooks.some(hook => hook.event === event && fits(hook, names))
	}

	async replies(event: HookEvent, subjects: readonly HookSubject[], asked: AskedHooks): Promise<HookReplies> {
		const runs = await this.run(event, subjects, asked)
		if (runs.length === 0) return NO_REPLIES
		return joinReplies(
			runs.map(({ hook, reply }): By<{ reply: HookReply }> => ({ hook: hookName(hook), reply })),
		)
	}

	/** In the order in which they stand in their files, whichever ended first. Never rejects. */
	async run(
		event: HookEvent,
		subjects: readonly HookSubject[],
		asked: AskedHooks,
	): Promise<readonly HookRun[]> {
		const chosen = await Promise.all(
			subjects.map(async subject => ({ subject, hooks: await this.fitting(event, subject) })),
		)
		const runs = chosen.flatMap(({ subject, hooks }) => hooks.map(hook => this.runOne(hook, subject, asked)))
		return Promise.all(runs)
	}

	/** Ends whatever still runs. */
	close(): Promise<void> {
		return this.processes.close()
	}

	private async fitting(event: HookEvent, subject: HookSubject): Promise<readonly Hook[]> {
		const found = new Map<string, Hook>()
		for (const hook of this.deps.hooks) {
			if (hook.event !== event || this.spent.has(hook) || !fits(hook, subject.names)) continue
			if (!(await this.isWanted(hook, subject))) continue
			const key = JSON.stringify([hook.handler, hook.origin])
			const same = hook.origin.scope === 'plugin' ? key : JSON.stringify(hook.handler)
			const known = found.get(same)
			// Of two that do the same, the one that must not fail counts.
			if (!known || (known.onFailure === 'continue' && hook.onFailure === 'block')) found.set(same, hook)
		}
		return [...found.values()]
	}

	private async isWanted({ condition }: Hook, { call }: HookSubject): Promise<boolean> {
		if (condition === undefined || !call) return true
		const { fitsCondition } = await import('../../../extensions/hooks/hook-condition.ts')
		return fitsCondition(condition, call, this.deps.place)
	}

	private async runOne(
		hook: Hook,
		{ input }: HookSubject,
		{ signal, started }: AskedHooks,
	): Promise<HookRun> {
		if (hook.once) this.spent.add(hook)
		if (hook.statusMessage !== undefined) started?.(hook.statusMessage)
		const startedMs = performance.now()
		const end = await this.ask(hook, JSON.stringify(input), signal)
		this.deps.logger?.log(end.kind === 'failed' ? 'warn' : 'info', 'hook-end', {
			hook: hookName(hook),
			hook_event: hook.event,
			ms: Math.round(performance.now() - startedMs),
			end: end.kind,
			...(end.kind === 'exit' && { exit_code: end.exitCode }),
			...(end.kind === 'failed' && { why: end.why }),
		})
		return { hook, end, reply: scrubbed(readReply(hook, end), this.deps.scrub) }
	}

	private async ask(hook: Hook, input: string, signal: AbortSignal): Promise<HookEnd> {
		const { env, knownSecrets, place } = this.deps
		const { handler } = hook
		const timeoutMs = timeoutOf(hook)
		if (handler.type === 'http') {
			const { askHttpHook } = await import('./http-hook.ts')
			const answer = askHttpHook(
				{ handler, body: input, timeoutMs, env, knownSecrets: knownSecrets() },
				signal,
			)
			return hook.isAsync ? { kind: 'detached' } : answer
		}
		const folders = this.foldersFor(hook)
		return this.processes.run(
			{
				...programOf(handler, folders),
				cwd: place.cwd,
				env: { ...childEnvironment(env, knownSecrets()), ...folders },
				stdin: `${input}\n`,
				timeoutMs,
				isAsync: hook.isAsync,
			},
			signal,
		)
	}

	private foldersFor({ origin }: Hook): Readonly<Record<string, string>> {
		const { projectRoot } = this.deps
		return {
			CLAUDE_PROJECT_DIR: projectRoot,
			...(origin.scope === 'plugin' && { CLAUDE_PLUGIN_ROOT: origin.root }),
		}
	}
}

function fits({ event, matcher }: Hook, names: readonly string[]): boolean {
	return HOOK_EVENTS[event] === 'nothing' || fitsMatcher(matcher, names)
}

function programOf(
	{ command, args, shell }: Extract<Hook['handler'], { type: 'command' }>,
	folders: Readonly<Record<string, string>>,
): { file: string; args: readonly string[] } {
	const filled = (text: string) =>
		text.replaceAll(/\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT)\}/g, (whole, name) => folders[name] ?? whole)
	if (args) return { file: filled(command), args: args.map(filled) }
	if (shell === 'powershell') return { file: 'pwsh', args: ['-NoProfile', '-Command', command] }
	// Also between single quotes, where the shell would not; what the shell would read as its own is left to it.
	const isPlain = Object.values(folders).every(folder => /^[\w./@+-]+$/.test(folder))
	return { file: 'bash', args: ['--noprofile', '--norc', '-c', isPlain ? filled(command) : command] }
}

/** What is said is shown, stored and sent; a changed input is what the tool gets, so it stays as it is. */
function scrubbed(reply: HookReply, scrub: (text: string) => string): HookReply {
	const { permission, input } = reply
	const texts = Object.fromEntries(
		Object.entries(reply).map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value]),
	)
	return {
		...texts,
		...(permission && { permission: { ...permission, reason: scrub(permission.reason) } }),
		...(input && { input }),
	}
}
