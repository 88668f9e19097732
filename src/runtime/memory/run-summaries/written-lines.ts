// Lines that a model wrote about runs, a file of them for each session, in the folder that goes with the session.

import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseJson } from '../../../core/json.ts'

/** By run. What is not there, or cannot be read, nobody has written. */
export async function writtenLines(
	artefactsFolder: string,
	sessionId: string,
): Promise<ReadonlyMap<string, string>> {
	const text = await readFile(join(artefactsFolder, sessionId, FILE), 'utf8').catch(() => '')
	const lines = new Map<string, string>()
	for (const each of text.split('\n')) {
		const entry = parseJson(each)
		if (isObject(entry) && typeof entry.runId === 'string' && typeof entry.line === 'string')
			lines.set(entry.runId, entry.line)
	}
	return lines
}

export async function writeLine(
	artefactsFolder: string,
	sessionId: string,
	written: { runId: string; line: string; model: string },
): Promise<void> {
	const folder = join(artefactsFolder, sessionId)
	await mkdir(folder, { recursive: true, mode: 0o700 })
	await appendFile(join(folder, FILE), `${JSON.stringify(written)}\n`, { mode: 0o600 })
}

const FILE = 'run-summaries.jsonl'
