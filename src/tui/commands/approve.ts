// `/approve` and `/plan`: what may run without a question.

import type { ApprovalMode } from '../../core/approval.ts'
import type { UnixMs } from '../../core/ids.ts'
import type { SlashCommand } from '../slash-command/slash-command.ts'
import { modeName } from '../text/format.ts'

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
		{ value: '10m', description: 'allow for ten minutes; also 30s, 1h' },
	],
	run(argument, { view, notify, send }) {
		if (argument === '')
			return notify(
				'info',
				`Mode: ${modeName(view().approvals, Date.now())}. Change it with /approve ask|auto-edit|plan|all|none|10m.`,
			)
		const mode = modeOf(argument.toLowerCase(), Date.now())
		if (mode) return send({ type: 'set-approvals', mode })
		notify(
			'warning',
			`“${argument}” is no approval mode. There are ask, auto-edit, plan, all, none, and a time such as 10m or 1h.`,
		)
	},
}

export const plan: SlashCommand = {
	name: 'plan',
	description: 'read-only tools only',
	run: (_argument, { send }) => send({ type: 'set-approvals', mode: { kind: 'plan' } }),
}

function modeOf(word: string, now: UnixMs): ApprovalMode | undefined {
	const time = /^(\d{1,4})\s*(s|m|min|h)$/.exec(word)
	if (time) {
		const unitMs = { s: 1000, m: 60_000, h: 3_600_000 }[time[2]?.slice(0, 1) ?? 'm'] ?? 60_000
		return { kind: 'until', at: now + Number(time[1]) * unitMs }
	}
	switch (word) {
		case 'ask':
		case 'all':
		case 'none':
		case 'auto-edit':
		case 'plan':
			return { kind: word }
		default:
			return undefined
	}
}
