// Replaces an exact passage of a file.

import { advice, problem } from '../../core/problems/problem.ts'
import type { Tool } from '../executor/tool.ts'
import { defineChangingTool } from '../files/changing-tool.ts'
import type { FileToolDeps } from '../files/reading-tool.ts'
import { OLD_TEXT, replacePassage } from '../files/replace-passage.ts'
import { decodeText, encodeText, encodingOf } from '../files/text-file.ts'

export type EditInput = { path: string; old_text: string; new_text: string; replace_all?: boolean }

export function createEditTool(deps: FileToolDeps): Tool {
	return defineChangingTool<EditInput>(
		{
			name: 'edit',
			description:
				'Replaces old_text by new_text in a file that was read before. old_text must be exactly in the file, ' +
				'without line numbers, and only once unless replace_all is true: give enough lines around it. ' +
				'Empty old_text creates a file that does not exist.',
			inputSchema: {
				type: 'object',
				properties: {
					path: { type: 'string', minLength: 1 },
					old_text: { type: 'string' },
					new_text: { type: 'string' },
					replace_all: { type: 'boolean' },
				},
				required: ['path', 'old_text', 'new_text'],
				additionalProperties: false,
			},
			subject: ({ path }) => path,
			async plan({ path, old_text: oldText, new_text: newText, replace_all: replaceAll = false }, open) {
				const { place, before, unread } = await open(path)
				if (oldText === newText)
					return { problem: problem`${OLD_TEXT} and ${NEW_TEXT} are the same, so there is nothing to change` }
				if (oldText === '') {
					if (!before) return [{ place, before, after: encodeText(newText) }]
					return {
						problem: problem`${place.shown} exists, ${UNSAID}`,
					}
				}
				if (!before)
					return { problem: problem`there is no file ${place.shown}${advice('; empty old_text creates it')}` }
				if (unread) return { problem: unread }
				const text = decodeText(before)
				if (text === undefined)
					return { problem: problem`${place.shown} is no UTF-8 text, so it cannot be edited` }
				const replaced = replacePassage(text, { oldText, newText, replaceAll })
				if ('problem' in replaced) return { problem: problem`${place.shown}: ${replaced.problem}` }
				return [{ place, before, after: encodeText(replaced.text, encodingOf(before)) }]
			},
		},
		deps,
	)
}

const NEW_TEXT = { told: 'new_text', cause: 'the new text' }
const UNSAID = {
	told: 'so old_text must say what to replace; use write to replace it all',
	cause: 'and what to replace in it was not said',
}
