// Makes a long session out of a short one: the log of one real run, its events again and again under new numbers.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, type JsonObject, parseJson } from '../src/core/json.ts'

/** @returns the id of the one session under `home`, whose log now is as long as asked for */
export async function growSession(
	home: string,
	size: { messages: number } | { events: number },
): Promise<{ sessionId: string; events: number }> {
	const names = await readdir(join(home, 'sessions'), { recursive: true })
	const name = names.find(candidate => candidate.endsWith('.jsonl'))
	if (name === undefined) throw new Error(`there is no session log in ${home}`)
	const path = join(home, 'sessions', name)
	const lines = (await readFile(path, 'utf8')).split('\n').map(parseJson).filter(isObject)
	const start = lines.findIndex(line => typeOf(line) === 'run-start')
	const end = lines.findIndex(line => typeOf(line) === 'run-end')
	if (start < 0 || end < 0) throw new Error(`${path} holds no whole run`)
	const head = lines.slice(0, start)
	const run = lines.slice(start, end + 1)
	// A run is one prompt and one answer.
	const copies = 'messages' in size ? size.messages / 2 : Math.ceil(size.events / run.length)
	let seq = Number(head.at(-1)?.seq ?? 0)
	const grown = Array.from({ length: copies }, (_, copy) =>
		run.map(line => ({ ...line, seq: ++seq, runId: `${String(line.runId)}-${copy}` })),
	).flat()
	const all = [...head, ...grown]
	await writeFile(path, `${all.map(line => JSON.stringify(line)).join('\n')}\n`)
	return { sessionId: String(head[0]?.sessionId ?? run[0]?.sessionId), events: all.length }
}

function typeOf(line: JsonObject): string {
	return isObject(line.event) ? String(line.event.type) : ''
}
