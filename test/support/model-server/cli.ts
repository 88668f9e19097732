// The scripted model server for a person at a terminal:
//   node test/support/model-server/cli.ts [--port N] [--script file.json] [--task --files a,b] [--delay-ms N] [--deltas N]

import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type RecordedRequest, startModelServer } from './model-server.ts'
import type { ScriptedReply } from './reply/reply.ts'
import { taskReply } from './task.ts'

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '0' },
		/** A JSON list of replies, sent in turn before anything else. */
		script: { type: 'string' },
		task: { type: 'boolean', default: false },
		files: { type: 'string', default: 'README.md,package.json' },
		'old-text': { type: 'string', default: 'old' },
		'new-text': { type: 'string', default: 'new' },
		command: { type: 'string', default: 'git status --short' },
		'delay-ms': { type: 'string', default: '0' },
		deltas: { type: 'string', default: '40' },
	},
})

const server = await startModelServer({ port: Number(values.port) })
if (values.script !== undefined) {
	const replies: ScriptedReply[] = JSON.parse(await readFile(values.script, 'utf8'))
	server.script(...replies)
}
server.onRequest((request, index) => {
	process.stderr.write(`${index + 1}: ${request.wire}, ${request.bytes.length} bytes\n`)
	return { ...replyTo(request), deltaDelayMs: Number(values['delay-ms']) }
})

process.stdout.write(`${server.url}\n`)
process.stderr.write(
	`export OPENAI_BASE_URL=${server.url} ANTHROPIC_BASE_URL=${server.anthropicUrl} OPENAI_API_KEY=test ANTHROPIC_API_KEY=test\n`,
)

function replyTo(request: RecordedRequest): ScriptedReply {
	if (!values.task) return { text: words(Number(values.deltas)) }
	const [first = 'README.md', second = first] = values.files.split(',')
	const edit = { oldText: values['old-text'], newText: values['new-text'] }
	return taskReply({ files: [first, second], edit, command: values.command }, request)
}

/** Markdown with something of everything a screen has to lay out. */
function words(count: number): string[] {
	const sample =
		'## A heading\n\nSome *plain* words and `code` in a line that is long enough to wrap on most screens.\n\n' +
		'- one item\n- another item\n\n```ts\nconst answer: number = 42\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'
	const deltas = sample.match(/\S+\s*/g) ?? []
	return Array.from({ length: count }, (_, index) => deltas[index % deltas.length] ?? '')
}
