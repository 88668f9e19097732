// `agent sessions export` and `/export`: one session as a file to keep, to read or to hand to somebody else.

import { homedir } from 'node:os'
import { extname, resolve } from 'node:path'
import { AgentError } from '../../../core/errors.ts'
import type { MediaUri } from '../../../core/messages.ts'
import { createScrubber } from '../../../safety/redaction/scrub.ts'
import { createMedia } from '../../../services/embedded/media.ts'
import { toExportedSession } from '../../../sessions/export/entries.ts'
import type { StoredEnvelope } from '../../../sessions/session-store.ts'
import { sanitize } from '../../../tui/text/sanitize.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import type { Output } from '../../io/output.ts'
import { type Progress, startProgress } from '../../io/progress.ts'
import { keysIn } from '../../startup/keys-in.ts'
import { currentFolders } from '../../startup/start.ts'
import { agentLogs } from './agent-logs.ts'
import { openStore } from './session-store.ts'
import { writeExport } from './write-export.ts'

export type ExportFormat = 'jsonl' | 'md' | 'html'

export async function exportSession(options: {
	session: string
	format: string | undefined
	file: string | undefined
	force: boolean
	output: Output
}): Promise<number> {
	const { file, output } = options
	const format = exportFormat(options.format, file, '; --format takes any name')
	const folders = currentFolders()
	const store = openStore(folders)
	const sessionId = await store.find(options.session)
	const progress = startProgress(output, { what: 'exporting', unit: 'items' })
	const text = await store
		.read(sessionId, text => output.error(`${text}\n`))
		.then(envelopes => exportText(envelopes, format, folders, progress))
		.finally(() => progress.end())
	if (file === undefined || file === '-') {
		output.out(text)
		return 0
	}
	await writeExport(file, text, { force: options.force, name: fileName(sessionId, format) })
	output.error(`written to ${file}\n`)
	return 0
}

/** For `/export` on the screen. @returns where it is now */
export async function exportToFile(sessionId: string, given: string, cwd: string): Promise<string> {
	const folders = currentFolders()
	const store = openStore(folders)
	const envelopes = await store.read(await store.find(sessionId))
	const { file, force } = typedFile(given, homedir())
	const path = resolve(cwd, file === '' ? fileName(sessionId, 'md') : file)
	const format = exportFormat(undefined, path)
	const text = await exportText(envelopes, format, folders)
	await writeExport(path, text, { force, name: fileName(sessionId, format) })
	return path
}

/** What a shell would make of it: `/export --force "my notes.md"`, `/export ~/notes.md`. */
export function typedFile(given: string, home: string): { file: string; force: boolean } {
	const named = given.replace(/^--force(?=\s|$)|(?<=^|\s)--force$/, '').trim()
	const [, , unquoted = named] = /^(["'])(.*)\1$/.exec(named) ?? []
	return { file: unquoted.replace(/^~(?=\/)/, home), force: named !== given }
}

/** @param remark - to what is said about an ending. @throws AgentError `usage` */
export function exportFormat(
	format: string | undefined,
	file: string | undefined,
	remark = '',
): ExportFormat {
	const ending = extname(file ?? '').slice(1)
	const named = FORMATS.get(format ?? ending.toLowerCase())
	if (named) return named
	if (format !== undefined) throw new AgentError('usage', `--format ${format}: expected jsonl, md or html`)
	if (ending === '') return 'md'
	throw new AgentError('usage', `${file}: .${ending} is none of the endings .jsonl, .md and .html${remark}`)
}

function fileName(sessionId: string, format: ExportFormat): string {
	return `session-${sessionId}.${format}`
}

const FORMATS: ReadonlyMap<string, ExportFormat> = new Map([
	['jsonl', 'jsonl'],
	['json', 'jsonl'],
	['md', 'md'],
	['markdown', 'md'],
	['html', 'html'],
	['htm', 'html'],
])

async function exportText(
	envelopes: readonly StoredEnvelope[],
	format: ExportFormat,
	folders: HomeFolders,
	progress?: Pick<Progress, 'at'>,
): Promise<string> {
	const scrub = createScrubber(() => keysIn(process.env))
	const agents = await agentLogs(envelopes, openStore(folders), progress)
	if (format === 'jsonl') {
		const { asJsonLines } = await import('../../../sessions/export/jsonl.ts')
		return [envelopes, ...agents.values()].map(log => asJsonLines(log, scrub)).join('')
	}
	const session = toExportedSession(envelopes, text => sanitize(scrub(text)), agents)
	if (format === 'md') return (await import('../../../sessions/export/markdown.ts')).asMarkdown(session)
	const media = createMedia(folders.media)
	// A URI out of a log is looked up as a hash, and what is no hash is no image.
	return (await import('../../../sessions/export/html.ts')).asHtml(session, uri => media.get(uri as MediaUri))
}
