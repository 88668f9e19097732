// `/diff`: a review of what has changed, file by file and hunk by hunk.

import { CHANGE_SCOPES, type ChangeScope } from '../../core/review/changes.ts'
import type { SlashCommand } from '../slash-command/slash-command.ts'
import { quoted } from '../text/quoted.ts'

const SCOPES: Record<ChangeScope, string> = {
	run: 'since the last prompt',
	session: 'since the session began',
	uncommitted: 'since the last commit, staged or not, new files included',
	branch: 'since the branch left the default one',
}

export const diff: SlashCommand = {
	name: 'diff',
	argument: '[run|session|uncommitted|branch] [file]',
	description: 'review what has changed: put hunks back, comment on lines',
	values: () => CHANGE_SCOPES.map(value => ({ value, description: SCOPES[value] })),
	expect: ({ changes }) => Promise.all([import('../review/open-review.tsx'), changes?.seen()]),
	async run(argument, context) {
		const [, word = '', file] = /^(\S*)(?:\s+(.+))?$/.exec(argument) ?? []
		const scope = CHANGE_SCOPES.find(each => each === word)
		if (argument !== '' && scope === undefined)
			return context.notify(
				'warning',
				`/diff takes one of ${CHANGE_SCOPES.join(', ')}, not ${quoted(argument)}.`,
			)
		const { openReview } = await import('../review/open-review.tsx')
		openReview(context, scope, file)
	},
}
