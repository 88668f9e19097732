// Logs of sessions that were: in 20 projects people prompt, models think, read and change files of this repository and run
// commands, all of it made from a seed.

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredEvent } from '../src/core/events.ts'
import type { CallId, SessionId } from '../src/core/ids.ts'
import type { AssistantPart } from '../src/core/messages.ts'
import { createJsonlStore } from '../src/sessions/store/jsonl-store.ts'
import { noise } from '../test/support/memory/recall-noise.ts'
import { MODEL, runEnd, runStart, sessionStart, story, toolEnd } from '../test/support/sessions/story.ts'

const ROOT = new URL('..', import.meta.url).pathname
const PROJECTS = 20
const RUNS_A_SESSION = 12

export async function writeSessionLogs(folder: string, count: number): Promise<void> {
	const files = await sources()
	await mkdir(folder, { recursive: true })
	const store = createJsonlStore({ folder })
	for (let session = 0; session < count; session++) {
		const cwd = `/work/p${session % PROJECTS}`
		const log = store.create(sessionIdOf(session), cwd)
		const said = noise(RUNS_A_SESSION * 5, session)
		const events = Array.from({ length: RUNS_A_SESSION }, (_, run) =>
			runOf(said.slice(run * 5, run * 5 + 5), session, run, files),
		).flat()
		await log.append(story([sessionStart(cwd), ...events], sessionIdOf(session)), { durable: false })
		await log.close()
	}
}

async function sources(): Promise<readonly { path: string; text: string }[]> {
	const names = await readdir(join(ROOT, 'src'), { recursive: true })
	const files = names.filter(name => name.endsWith('.ts')).map(name => join('src', name))
	return Promise.all(files.map(async path => ({ path, text: await readFile(join(ROOT, path), 'utf8') })))
}

/** A file read, which others have read, too; one written, which is new; and what a command printed. */
function runOf(
	said: readonly { text: string }[],
	session: number,
	run: number,
	files: readonly { path: string; text: string }[],
): readonly StoredEvent[] {
	const file = files[(session * 31 + run * 17) % files.length]!
	const [prompt, thought, answer, ...printed] = said.map(({ text }) => text)
	const lines = file.text.split('\n').slice(0, 400)
	const id = (name: string) => `${name}${run}` as CallId
	const written = lines
		.slice(0, 60)
		.map((line, at) => (at % 4 === 0 ? `${line} // ${session}-${run}-${at}` : line))
	const parts: readonly AssistantPart[] = [
		{ type: 'reasoning', text: thought! },
		{ type: 'text', text: answer! },
		call(id('r'), 'read', { path: file.path }),
		call(id('w'), 'write', { path: `out/${run}.ts`, content: written.join('\n') }),
		call(id('s'), 'shell', { command: 'npm test' }),
	]
	const path = `/work/p${session % PROJECTS}/${file.path}`
	const sha256 = createHash('sha256').update(file.text).digest('hex')
	const read = lines.map((line, at) => `${at + 1}\t${line}`).join('\n')
	return [
		runStart(prompt!),
		{ type: 'message-end', message: { role: 'assistant', model: MODEL, content: parts, stop: 'tool-calls' } },
		{
			type: 'tool-end',
			callId: id('r'),
			tool: 'read',
			result: {
				outcome: 'ok',
				content: [{ type: 'text', text: read }],
				detail: { type: 'files', seen: [{ path, sha256 }] },
			},
		},
		toolEnd(id('s'), `${printed.join('\n')}\nsession ${session}, run ${run}: ${session * run} tests passed`),
		runEnd(),
	]
}

function call(callId: CallId, tool: string, input: Record<string, string>): AssistantPart {
	return { type: 'tool-call', callId, tool, arguments: JSON.stringify(input) }
}

export function sessionIdOf(session: number): SessionId {
	return `261121-${String(session).padStart(6, '0')}-aaaa` as SessionId
}
