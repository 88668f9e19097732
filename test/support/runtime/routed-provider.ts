// A provider for several conversations at once: each is told by the words of its first prompt and has a script of its own.

import assert from 'node:assert/strict'
import { textOf } from '../../../src/core/messages.ts'
import type { ModelPart, ModelRequest, Provider } from '../../../src/core/model.ts'
import { createScript, type Script, type Step } from './script.ts'

type Replies = readonly (readonly Step<ModelPart>[])[]

export type RoutedProvider = Provider & {
	/** What was asked in the conversation that was begun with these words. */
	requests(words: string): readonly ModelRequest[]
	assertFinished(): void
}

/** @param routes - by words that stand in a prompt of that conversation and of no other */
export function routedProvider(routes: Readonly<Record<string, Replies>>): RoutedProvider {
	const scripts = new Map<string, Script<ModelRequest, ModelPart>>(
		Object.entries(routes).map(([words, replies]) => [words, createScript<ModelRequest, ModelPart>(replies)]),
	)
	return {
		id: 'test',
		stream(request, signal) {
			const said = request.messages.flatMap(message =>
				message.role === 'user' ? [textOf(message.content)] : [],
			)
			const found = [...scripts].find(([words]) => said.some(text => text.includes(words)))
			assert.ok(found, `nobody expected a conversation about ${JSON.stringify(said.at(-1))}`)
			return found[1].play(request, signal)
		},
		requests: words => scripts.get(words)?.requests ?? [],
		assertFinished: () => {
			for (const script of scripts.values()) script.assertFinished()
		},
	}
}
