// Asks the hooks of an event and tells the user what is for the user: what a hook has to say, and what failed without any
// effect, which is told once.

import type { JsonObject } from '../../../core/json.ts'
import type { HookEvent } from '../../../extensions/hooks/hook.ts'
import { type HookReplies, NO_REPLIES } from '../../../extensions/hooks/hook-replies.ts'
import { type HookScene, hookInput } from './hook-input.ts'
import type { HookRunner, HookSubject } from './hook-runner.ts'

export type HookAsker = {
	/** Whether any hook is for it, as far as its matcher says. */
	has(event: HookEvent, names: readonly string[]): boolean
	ask(event: HookEvent, subjects: readonly HookSubject[], signal: AbortSignal): Promise<HookReplies>
	/** For an event that is about nothing but itself. */
	askOnce(
		event: HookEvent,
		name: string | undefined,
		more: JsonObject,
		signal: AbortSignal,
	): Promise<HookReplies>
	/** What is the same for all hooks just now. */
	input(event: HookEvent, more: JsonObject): JsonObject
}

/** Who hears what hooks have for the user. `status`: what one of them is doing just now. */
export type HookListener = {
	say(text: string): void
	warn(text: string): void
	status?: ((text: string) => void) | undefined
}

export function createHookAsker(
	runner: HookRunner,
	{ scene, say, warn, status }: { scene(): HookScene } & HookListener,
): HookAsker {
	const told = new Set<string>()
	const input = (event: HookEvent, more: JsonObject) => hookInput(event, scene(), more)
	const ask: HookAsker['ask'] = async (event, subjects, signal) => {
		if (!subjects.some(({ names }) => runner.has(event, names))) return NO_REPLIES
		const replies = await runner.replies(event, subjects, { signal, started: status })
		for (const { hook, text } of replies.messages) say(`${hook}: ${text}`)
		if (signal.aborted) return replies
		for (const { hook, text } of replies.failures) {
			const name = `${event} ${hook}`
			if (!told.has(name)) warn(`the hook ${hook} (${event}) failed, and nothing came of it: ${text}`)
			told.add(name)
		}
		return replies
	}
	return {
		has: (event, names) => runner.has(event, names),
		ask,
		askOnce: (event, name, more, signal) =>
			ask(event, [{ names: name === undefined ? [] : [name], input: input(event, more) }], signal),
		input,
	}
}

/** What hooks have for the model, as one text; undefined when that is nothing. */
export function contextOf(event: HookEvent, { contexts }: HookReplies): string | undefined {
	if (contexts.length === 0) return undefined
	return contexts
		.map(({ hook, text }) => `<hook event="${event}" name="${hook}">\n${text}\n</hook>`)
		.join('\n')
}
