// `/approve` and `/plan`: what may run without a question.

import { userText } from '../../../core/messages.ts'
import { APPROVAL_WORDS, approvalModeOf } from '../../../core/text/approval-words.ts'
import type { SlashCommand, SlashContext } from '../../slash-command/slash-command.ts'
import { modeName } from '../../text/format.ts'
import { quoted } from '../../text/quoted.ts'

export const approve: SlashCommand = {
	name: 'approve',
	aliases: ['approvals'],
	argument: '[ask|auto-edit|plan|all|none|10m]',
	description: 'what may run without a question',
	values: () => MODES,
	run(argument, { view, notify, send, surface }) {
		if (argument === '')
			return surface()?.open({
				title: `Mode: ${modeName(view().approvals, Date.now())}`,
				items: MODES.map(({ value, description }) => ({
					label: value,
					cells: [],
					detail: description,
					isCurrent: value === view().approvals.kind,
					value: () => choose(value, { notify, send }),
				})),
			})
		choose(argument, { notify, send })
	},
}

const MODES = [
	{ value: 'ask', description: 'ask each time' },
	{ value: 'auto-edit', description: 'edits inside the folder need no question' },
	{ value: 'plan', description: 'read-only tools only' },
	{ value: 'all', description: 'allow, but for the dangerous calls' },
	{ value: 'none', description: 'refuse without asking' },
	{ value: '10m', description: 'allow for ten minutes; also 1h, 23:59' },
]

function choose(words: string, { notify, send }: Pick<SlashContext, 'notify' | 'send'>): void {
	const mode = approvalModeOf(words, Date.now())
	if (mode) return send({ type: 'set-approvals', mode })
	notify('warning', `${quoted(words)} is no approval mode. There are ${APPROVAL_WORDS}.`)
}

export const plan: SlashCommand = {
	name: 'plan',
	argument: '[what to plan]',
	description: 'read-only tools only, and what is to be planned with them',
	run(argument, { send }) {
		send({ type: 'set-approvals', mode: { kind: 'plan' } })
		if (argument !== '') send({ type: 'prompt', message: userText(argument), whenBusy: 'steer' })
	},
}
