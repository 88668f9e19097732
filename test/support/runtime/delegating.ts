// Runtimes whose model delegates, and what became of it.

import assert from 'node:assert/strict'
import { onTestFinished } from 'vitest'
import type { AgentEvent } from '../../../src/core/events.ts'
import { textOf } from '../../../src/core/messages.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from './start-runtime.ts'

export function delegate(
	callId: string,
	agent: string,
	prompt: string,
	more: object = {},
): [callId: string, tool: string, input: unknown] {
	return [callId, 'delegate', { agent, prompt, ...more }]
}

export async function startDelegating(options: StartOptions): Promise<StartedRuntime> {
	const runtime = await startRuntime(options)
	onTestFinished(() => runtime.stop())
	return runtime
}

type Of<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>

export function eventsOf<Type extends AgentEvent['type']>(
	runtime: StartedRuntime,
	type: Type,
): readonly Of<Type>[] {
	return runtime.envelopes.flatMap(({ event }) => (event.type === type ? [event as Of<Type>] : []))
}

export function resultOf(runtime: StartedRuntime, callId: string) {
	const end = eventsOf(runtime, 'tool-end').find(event => event.callId === callId)
	assert.ok(end, `${callId} has a result`)
	return { outcome: end.result.outcome, text: textOf(end.result.content) }
}
