// Looks after a command in the background: what it has said since the last look, and ending it.

import type { CheckSchema, JsonSchema } from '../../core/json.ts'
import { failedResult, type ToolResult } from '../../core/tool.ts'
import { defineTool } from '../executor/define-tool.ts'
import type { Tool } from '../executor/tool.ts'
import type { BackgroundCommands, BackgroundState } from '../process/background-commands.ts'
import { withoutBinary } from '../process/binary-output.ts'
import { endLine, lossOf } from '../process/command-end.ts'

export type ShellOutputDeps = { background: BackgroundCommands; checkSchema: CheckSchema }

type ShellOutputInput = { id: string; kill?: boolean }

const INPUT_SCHEMA: JsonSchema = {
	type: 'object',
	properties: {
		id: { type: 'string', description: 'As shell gave it' },
		kill: { type: 'boolean', description: 'End it and everything it started' },
	},
	required: ['id'],
	additionalProperties: false,
}

export function createShellOutputTool({ background, checkSchema }: ShellOutputDeps): Tool {
	return defineTool<ShellOutputInput>({
		name: 'shell_output',
		description:
			'Returns what a background command has printed since the last call, and whether it still runs.',
		inputSchema: INPUT_SCHEMA,
		checkSchema,
		subject: ({ id }) => id,
		facts: { access: 'none', phase: 'plan', kind: 'execute', forOthers: true },
		prepare({ id, kill }) {
			const tier = kill ? 'side-effecting' : 'read-only'
			const title = kill ? `end ${id}` : `output of ${id}`
			return {
				tier,
				assess: async () => ({
					// What it may end is only what was started here, which was asked about then.
					permission: { tier, outcome: 'allow', isWorkspaceEdit: false, title, reasons: [], sessionKeys: [] },
					async run() {
						if (kill) await background.kill(id)
						const state = background.poll(id)
						return state ? resultOf(id, state) : failedResult(unknownId(id, background.running()))
					},
				}),
			}
		},
	})
}

function resultOf(id: string, { output, end }: BackgroundState): ToolResult {
	const line = end ? endLine(end) : 'still running'
	const text = withoutBinary(output.text, output.sizeBytes)
	return {
		outcome: 'ok',
		content: [{ type: 'text', text: `${line}\n${text === '' ? '(no new output)' : text}` }],
		detail: {
			type: 'command',
			exitCode: end?.exitCode,
			timedOut: false,
			durationMs: 0,
			backgroundId: id,
			...lossOf(output),
		},
	}
}

function unknownId(id: string, running: readonly string[]): string {
	const others = running.length > 0 ? `running: ${running.join(', ')}` : 'none is running'
	return `there is no background command ${id}; ${others}`
}
