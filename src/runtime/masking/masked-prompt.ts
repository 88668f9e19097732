// A masked prompt: what is certain to be a secret goes out of it before it is kept or sent, unless the user has said
// that it shall be sent as it is.

import type { UserMessage } from '../../core/messages.ts'
import { createCertainScrubber } from '../../safety/redaction/certain.ts'
import { masksIn } from '../../safety/redaction/scrub.ts'

export type MaskedPrompt = { message: UserMessage; notice: string | undefined }

export function promptMask(knownSecrets: () => readonly string[]): (message: UserMessage) => MaskedPrompt {
	const mask = createCertainScrubber(knownSecrets)
	return message => {
		let count = 0
		const content = message.content.map(part => {
			if (part.type !== 'text') return part
			const text = mask(part.text)
			if (text === part.text) return part
			count += masksIn(text).length - masksIn(part.text).length
			return { ...part, text }
		})
		if (count === 0) return { message, notice: undefined }
		const what = count === 1 ? 'a secret in the prompt was' : `${count} secrets in the prompt were`
		return { message: { ...message, content }, notice: `${what} masked before it was kept and sent` }
	}
}
