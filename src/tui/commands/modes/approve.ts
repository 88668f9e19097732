// `/approve` and `/plan`: what may run without a question.

import { APPROVAL_WORDS, approvalModeOf } from '../../../core/text/approval-words.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { modeName } from '../../text/format.ts'

export const approve: SlashCommand = {
	name: 'approve',
	argument: '[ask|auto-edit|plan|all|none|10m]',
	description: 'what may run without a question',
	values: () => [
		{ value: 'ask', description: 'ask each time' },
		{ value: 'auto-edit', description: 'edits inside the folder need no question' },
		{ value: 'plan', description: 'read-only tools only' },
		{ value: 'all', description: 'allow, but for the dangerous calls' },
		{ value: 'none', description: 'refuse without asking' },
		{ value: '10m', description: 'allow for ten minutes; also 1h, 23:59' },
	],
	run(argument, { view, notify, send }) {
		if (argument === '')
			return notify(
				'info',
				`Mode: ${modeName(view().approvals, Date.now())}. Change it with /approve ask|auto-edit|plan|all|none|10m.`,
			)
		const mode = approvalModeOf(argument, Date.now())
		if (mode) return send({ type: 'set-approvals', mode })
		notify('warning', `“${argument}” is no approval mode. There are ${APPROVAL_WORDS}.`)
	},
}

export const plan: SlashCommand = {
	name: 'plan',
	description: 'read-only tools only',
	run: (_argument, { send }) => send({ type: 'set-approvals', mode: { kind: 'plan' } }),
}
