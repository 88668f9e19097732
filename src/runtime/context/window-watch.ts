// The window check for local servers: whether one has less room than its model is believed to have. Some of them drop
// the beginning of a prompt that does not fit, instructions first, and say nothing: an agent that forgets for no
// visible reason.

import type { Clock } from '../../core/host.ts'
import type { Message } from '../../core/messages.ts'
import type { ModelInfo, ProviderConfig } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import { type LocalServer, localServerOf } from '../../providers/http/local-servers.ts'
import { estimateText } from './tokens/context-estimate.ts'

/** @returns nothing where there is nothing to find out */
export type WindowWatch = (reply: WatchedReply) => Promise<string | undefined> | undefined

export type WatchedReply = {
	model: ModelRef
	/** What was sent, and how many tokens of system prompt and tools went before it. */
	messages: readonly Message[]
	fixedTokens: number
	/** What the server says it has read. */
	inputTokens: number
}

export type WatchSetup = {
	clock: Clock
	providers: readonly ProviderConfig[]
	info(ref: ModelRef): ModelInfo
	learn(ref: ModelRef, windowTokens: number): void
}

/** @returns a function that answers with what the user should hear, once for each model; servers elsewhere are let be */
export function createWindowWatch({ clock, providers, info, learn }: WatchSetup): WindowWatch {
	const asked = new Set<string>()
	const warned = new Set<string>()
	const servers = new Map<string, LocalServer | undefined>()
	/** Found out once: it is asked after each reply. */
	const serverOf = (config: ProviderConfig) => {
		if (!servers.has(config.id)) servers.set(config.id, localServerOf(config))
		return servers.get(config.id)
	}

	return reply => {
		const config = providers.find(({ id }) => id === reply.model.provider)
		const server = config && serverOf(config)
		if (!config || !server || warned.has(modelName(reply.model))) return undefined
		return look(reply, config, server)
	}

	async function look(reply: WatchedReply, config: ProviderConfig, server: LocalServer) {
		const name = modelName(reply.model)
		const isFirst = !asked.has(name)
		asked.add(name)
		const problem = (isFirst && (await smallWindow(reply.model, config, server))) || lostTokens(reply)
		if (!problem) return undefined
		warned.add(name)
		return `${name} ${problem} Give it more room (${server.widen}), or choose another model.`
	}

	async function smallWindow(ref: ModelRef, config: ProviderConfig, server: LocalServer) {
		const { loadedWindow } = await import('../../providers/discovery/loaded-window.ts')
		const windowTokens = await loadedWindow(
			{ server, config, model: ref.model },
			{ clock, timeoutMs: PATIENCE_MS },
		)
		if (windowTokens === undefined || windowTokens >= info(ref).windowTokens) return undefined
		learn(ref, windowTokens)
		if (!server.cutsSilently || windowTokens >= ENOUGH_TOKENS) return undefined
		return `runs with a window of ${windowTokens} tokens, and ${server.name} silently drops the beginning of a longer prompt.`
	}
}

/** The model is loaded by now, and the server on this machine: it answers at once or never. */
const PATIENCE_MS = 300

/** Below this the window is full after a few files. */
const ENOUGH_TOKENS = 32_000

/**
 * The estimate is a quarter too high or too low, never twice the truth. Reasoning does not count, because templates
 * leave it out, nor do images, whose price nobody knows.
 */
function lostTokens({ messages, fixedTokens, inputTokens }: WatchedReply): string | undefined {
	const words = messages.flatMap(({ content }) => content.map(wordsOf))
	const sentTokens = fixedTokens + estimateText(words.join(''))
	if (inputTokens === 0 || sentTokens < MEASURABLE_TOKENS || inputTokens * 2 >= sentTokens) return undefined
	return `has read only ${inputTokens} of about ${sentTokens} tokens: its server has silently dropped the rest.`
}

const MEASURABLE_TOKENS = 2_000

function wordsOf(part: Message['content'][number]): string {
	switch (part.type) {
		case 'text':
			return part.text
		case 'tool-call':
			return part.tool + part.arguments
		case 'reasoning':
		case 'image':
			return ''
	}
}
