// `/export`: writes this session to a file.

import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { sanitize } from '../../text/sanitize.ts'

export const exportSession: SlashCommand = {
	name: 'export',
	argument: '[--force] [file.md|.html|.jsonl]',
	description: 'write this session to a file',
	values: () => [
		{ value: 'session.md', description: 'to read' },
		{ value: 'session.html', description: 'one page, to look at in a browser' },
		{ value: 'session.jsonl', description: 'every event, for programs' },
	],
	async run(file, { options, view, notify, show }) {
		const { sessionId, hasMessages } = view()
		if (!options.exportSession) return notify('error', 'Sessions cannot be exported here.')
		if (!sessionId || !hasMessages)
			return show({ kind: 'notice', level: 'info', text: 'There is nothing to export yet.' })
		notify('info', `Written to ${sanitize(await options.exportSession(sessionId, file))}`)
	},
}
