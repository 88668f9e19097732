// A model that does one small job with any agent: reads two files side by side, edits one, runs a command, reports.

import { objects } from './check/check.ts'
import type { RecordedRequest } from './model-server.ts'
import type { ScriptedReply } from './reply/reply.ts'

export type Task = {
	/** Read both; the first one is edited. */
	files: readonly [string, string]
	edit: { oldText: string; newText: string }
	command: string
}

/** Which step is next is read from the request itself, so that the job can be done again with every prompt. */
export function taskReply(task: Task, request: RecordedRequest): ScriptedReply {
	const [first, second] = task.files
	switch (resultsSincePrompt(request)) {
		case 0:
			return {
				reasoning: ['I need both files ', 'before I change anything.'],
				text: ['I will read ', `\`${first}\` and \`${second}\` first.`],
				calls: [first, second].map(path => ({ name: 'read', arguments: { path } })),
			}
		case 2: {
			const { oldText, newText } = task.edit
			const input = { path: first, old_text: oldText, new_text: newText }
			return { text: 'Now the change.', calls: [{ name: 'edit', arguments: input }] }
		}
		case 3: {
			const input = { command: task.command }
			return { text: 'And a check that it holds.', calls: [{ name: 'shell', arguments: input }] }
		}
		default:
			return { text: report(task).match(/\S+\s*/g) ?? [] }
	}
}

function report({ files, edit, command }: Task): string {
	return [
		'## Done',
		'',
		`- Read \`${files[0]}\` and \`${files[1]}\`.`,
		`- Replaced \`${edit.oldText}\` by \`${edit.newText}\` in \`${files[0]}\`.`,
		`- Ran \`${command}\`.`,
		'',
		'```ts',
		"export const answer: number = 42 // it's in the details",
		'```',
		'',
	].join('\n')
}

function resultsSincePrompt({ wire, body }: RecordedRequest): number {
	const kinds = objects(wire === 'responses' ? body.input : body.messages).flatMap(message => {
		if (message.type === 'function_call_output' || message.role === 'tool') return ['result']
		if (message.role !== 'user') return ['other']
		const results = objects(message.content).filter(block => block.type === 'tool_result')
		return results.length > 0 ? results.map(() => 'result') : ['prompt']
	})
	return kinds.slice(kinds.lastIndexOf('prompt') + 1).filter(kind => kind === 'result').length
}
