// Masked replies: what a model says loses what is certain to be a secret before anybody sees it, keeps it or sends it
// again. A call runs with what the model wrote; everything else has it masked.

import type { ToolCall } from '../../core/messages.ts'
import type { ReplyPart, StreamModel } from '../../core/model.ts'
import { createCertainMasks } from '../../safety/redaction/certain.ts'
import type { Stage } from '../../safety/redaction/secrets/stage.ts'

export type MaskedReplies = {
	streamModel: StreamModel
	/** @returns the call as the model wrote it; asked once for each */
	asWritten(call: ToolCall): ToolCall
}

export function maskedReplies(
	streamModel: StreamModel,
	knownSecrets: () => readonly string[],
): MaskedReplies {
	const { mask, stream } = createCertainMasks(knownSecrets)
	// Two calls may differ only in what is masked. They are asked for in the order they came.
	const originals = new Map<string, string[]>()

	function masked(part: Extract<ReplyPart, { type: 'tool-call' }>): ReplyPart {
		const args = mask(part.arguments)
		if (args === part.arguments) return part
		const key = `${part.tool} ${args}`
		originals.set(key, [...(originals.get(key) ?? []), part.arguments])
		return { ...part, arguments: args }
	}

	return {
		async *streamModel(request, signal) {
			let text: Stage | undefined
			let thought: Stage | undefined
			for await (const part of streamModel(request, signal)) {
				switch (part.type) {
					case 'text-delta': {
						text ??= stream()
						const clean = text.push(part.text)
						if (clean !== '') yield { ...part, text: clean }
						continue
					}
					case 'reasoning-delta': {
						thought ??= stream()
						const clean = thought.push(part.text)
						if (clean !== '') yield { ...part, text: clean }
						continue
					}
					case 'restart':
						text = thought = undefined
						originals.clear()
						yield part
						continue
					case 'still-waiting':
					case 'retry-wait':
					case 'attempt-start':
						yield part
						continue
					default:
				}
				const rest = text?.end() ?? ''
				if (rest !== '') yield { type: 'text-delta', text: rest }
				text = undefined
				if (part.type === 'tool-call') yield masked(part)
				else if (part.type === 'reasoning-end') {
					const clean = thought?.end() ?? ''
					if (clean !== '') yield { type: 'reasoning-delta', text: clean }
					thought = undefined
					// What the service has signed it takes back only as it was.
					yield part.opaque === undefined ? { ...part, text: mask(part.text) } : part
				} else yield part
			}
		},
		asWritten(call) {
			const written = originals.get(`${call.tool} ${call.arguments}`)?.shift()
			return written === undefined ? call : { ...call, arguments: written }
		},
	}
}
