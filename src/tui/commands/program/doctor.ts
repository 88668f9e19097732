// `/doctor`: is everything here that is needed, as `agent doctor` finds out.

import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

export const doctor: SlashCommand = {
	name: 'doctor',
	description: 'is everything here that is needed, and what is missing',
	async run(_argument, { options, view, show, notify }) {
		const findings = await options.doctor?.(view().model)
		if (!findings) return notify('warning', 'Run “agent doctor” in another terminal.')
		const failed = findings.filter(({ state }) => state === 'failed').length
		show({
			kind: 'table',
			title: failed === 0 ? 'Doctor' : `Doctor: ${failed} to be put right`,
			rows: findings.map(({ state, text }) => [state === 'failed' ? 'FAILED' : state, sanitizeLine(text)]),
		})
	},
}
