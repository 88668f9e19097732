// `/as-is`: sends a prompt with the secrets in it, which are masked otherwise.

import { userText } from '../../core/messages.ts'
import { keyHint } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import type { SlashCommand } from '../slash-command/slash-command.ts'

export const asIs: SlashCommand = {
	name: 'as-is',
	argument: '<prompt>',
	description: 'send a prompt with the secrets in it unmasked',
	run(prompt, { send, notify }) {
		if (prompt.trim() === '') return notify('warning', 'Say what is to be sent as it is: /as-is <prompt>')
		return send({ type: 'prompt', message: userText(prompt), whenBusy: 'steer', secrets: 'as-is' })
	},
}

/** @param masked - the prompt as it would be sent */
export function secretsQuestion(masked: string, bindings: Bindings): string {
	const sends = keyHint(bindings, 'composer', 'submit', 'sends')
	const at = Math.max(0, masked.indexOf('[REDACTED:') - 30)
	const part = masked.slice(at, at + 90).replaceAll(/\s+/g, ' ')
	return `The prompt has a secret in it. ${sends === '' ? 'It is sent' : `${sends} it`} masked: “${at > 0 ? '…' : ''}${part}${at + 90 < masked.length ? '…' : ''}”. Put /as-is in front to send it as it is, or edit it.`
}
