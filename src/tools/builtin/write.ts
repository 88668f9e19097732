// Writes a whole file.

import { defineChangingTool } from '../changing-tool.ts'
import type { FileToolDeps } from '../reading-tool.ts'
import { encodeText } from '../text-file.ts'
import type { Tool } from '../tool.ts'

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
				return [{ ...(await open(path)), after: encodeText(content) }]
			},
		},
		deps,
	)
}
