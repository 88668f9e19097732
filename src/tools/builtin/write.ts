// Writes a whole file.

import type { Tool } from '../executor/tool.ts'
import { defineChangingTool } from '../files/changing-tool.ts'
import type { FileToolDeps } from '../files/reading-tool.ts'
import { encodeText, encodingOf } from '../files/text-file.ts'

export type WriteInput = { path: string; content: string }

export function createWriteTool(deps: FileToolDeps): Tool {
	return defineChangingTool<WriteInput>(
		{
			name: 'write',
			description:
				'Writes a whole file and creates its folders. A file that exists must have been read first. ' +
				'To change part of a file use edit.',
			inputSchema: {
				type: 'object',
				properties: { path: { type: 'string', minLength: 1 }, content: { type: 'string' } },
				required: ['path', 'content'],
				additionalProperties: false,
			},
			subject: ({ path }) => path,
			async plan({ path, content }, open) {
				const file = await open(path)
				return [{ ...file, after: encodeText(content, file.before && encodingOf(file.before)) }]
			},
		},
		deps,
	)
}
