// Reads a file by lines, or shows an image.

import { basename, dirname } from 'node:path'
import { assertNever } from '../../core/exhaustive.ts'
import type { Files, LoadedFile, Media } from '../../core/host.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { failedResult, okResult, type Problem, type ToolResult } from '../../core/tool.ts'
import type { ResolvedPath } from '../../safety/paths/paths.ts'
import { hiddenPlaces } from '../../safety/permissions/hidden-places.ts'
import type { Tool } from '../executor/tool.ts'
import { binaryKind, imageKind, MAX_IMAGE_BYTES } from '../files/file-kind.ts'
import { createLineWindow, type WindowLine } from '../files/line-window.ts'
import { defineReadingTool, type FileToolDeps } from '../files/reading-tool.ts'
import { sha256Of } from '../files/seen-files.ts'
import { BYTE_ORDER_MARK, decodeText, encodingOf, linesFrom } from '../files/text-file.ts'

export type ReadInput = { path: string; offset?: number; limit?: number }

export function createReadTool(deps: FileToolDeps): Tool {
	return defineReadingTool<ReadInput>(
		{
			name: 'read',
			hidesDenied: true,
			readsChecked: true,
			description:
				'Reads a file. Gives numbered lines (`12<tab>text`), by default the first 2000; go on with offset. ' +
				'Images are shown, other binary files described. Read several files at once by several calls.',
			inputSchema: {
				type: 'object',
				properties: {
					path: { type: 'string', minLength: 1 },
					offset: { type: 'integer', minimum: 1, description: 'First line, from 1' },
					limit: { type: 'integer', minimum: 1, description: 'Number of lines' },
				},
				required: ['path'],
				additionalProperties: false,
			},
			async run(input, place, { host, signal }) {
				const loaded = await host.files.checked.load(place.real, MAX_FILE_BYTES)
				if (loaded.kind === 'too-large')
					return showPart(loaded.sizeBytes, { input, place, files: host.files, signal })
				if (loaded.kind !== 'file') return failedResult(await whyNot(loaded, place, deps, host.files))
				const { bytes } = loaded
				const result = await show(bytes, { input, place, media: host.media })
				if (result.outcome !== 'ok') return result
				const file = { path: place.real, sha256: sha256Of(bytes) }
				deps.seen.mark(file.path, file.sha256)
				return { ...result, detail: { type: 'files', seen: [file] } }
			},
		},
		deps,
	)
}

/** What is larger is not read as a whole, but as far as the lines that are wanted. */
const MAX_FILE_BYTES = 50 * 1024 * 1024
const MAX_LINES = 2_000
const MAX_LINE_CHARACTERS = 2_000
/** Under the limit for results, so that what is shown ends at a line and the rest is asked for by its number. */
const MAX_SHOWN_BYTES = 38_000

async function whyNot(
	loaded: Exclude<LoadedFile, { kind: 'file' | 'too-large' }>,
	place: ResolvedPath,
	deps: FileToolDeps,
	files: Files,
): Promise<string | Problem> {
	switch (loaded.kind) {
		case 'missing':
			return missing(place, deps, files)
		case 'folder':
			return problem`${place.shown} is a folder${advice('; use list')}`
		case 'other':
			return `${place.shown} is no regular file and cannot be read`
		default:
			return assertNever(loaded.kind)
	}
}

async function missing(place: ResolvedPath, deps: FileToolDeps, files: Files): Promise<string> {
	const folder = { path: dirname(place.path), real: dirname(place.real), shown: dirname(place.shown) }
	const all = (await files.list(folder.real).catch(() => undefined)) ?? []
	const hidden = await hiddenPlaces(folder, deps, files)
	const beside = hidden ? await hidden.keep(folder.real, all) : all
	const nearest = nearestNames(
		basename(place.real),
		beside.map(({ name }) => name),
		{ orPart: true },
	)
	const hint = nearest.length > 0 ? `; there is ${nearest.join(', ')}` : ''
	return `there is no file ${place.shown}${hint}`
}

async function show(
	bytes: Uint8Array,
	{ input, place, media }: { input: ReadInput; place: ResolvedPath; media: Media },
): Promise<ToolResult> {
	const image = imageKind(bytes)
	if (image) return showImage(bytes, { ...image, place, media })
	const text = decodeText(bytes)
	if (text === undefined && (bytes.includes(0) || encodingOf(bytes) !== 'utf-8'))
		return okResult(`${place.shown} is ${binaryKind(bytes)}, ${bytes.length} bytes; its content is not shown`)
	return showLines(text ?? replacingText(bytes), input)
}

async function showImage(
	bytes: Uint8Array,
	{ mediaType, name, place, media }: { mediaType: string; name: string; place: ResolvedPath; media: Media },
): Promise<ToolResult> {
	if (bytes.length > MAX_IMAGE_BYTES)
		return failedResult(
			`${place.shown} is a ${name} of ${bytes.length} bytes; models take at most ${MAX_IMAGE_BYTES}`,
		)
	const uri = await media.put(bytes)
	const text = `${place.shown}: ${name}, ${bytes.length} bytes`
	return {
		outcome: 'ok',
		content: [
			{ type: 'text', text },
			{ type: 'image', mediaType, uri, sizeBytes: bytes.length },
		],
	}
}

/** With a sign for each byte that is none of UTF-8. */
function replacingText(bytes: Uint8Array): string {
	return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function showLines(text: string, { path, offset = 1, limit = MAX_LINES }: ReadInput): ToolResult {
	const unmarked = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
	const { lines, count } = linesFrom(unmarked, offset - 1, limit)
	if (count === 0) return okResult('[the file is empty]')
	if (offset > count) return failedResult(`${path} has ${count} lines, so none at offset ${offset}`)
	const shown = numberLines(
		lines.map(line => ({ text: line.text, characters: line.text.length })),
		offset,
	)
	const next = offset + shown.length
	if (next <= count) shown.push(`[lines ${offset}–${next - 1} of ${count}; go on with offset ${next}]`)
	if (text.includes('\uFFFD')) shown.push(NOT_UTF8)
	return okResult(shown.join('\n'))
}

const NOT_UTF8 = '[� stands for bytes that are not UTF-8]'

/** As many as fit into a result, and at least one. */
function numberLines(lines: readonly WindowLine[], offset: number): string[] {
	const shown: string[] = []
	let bytesShown = 0
	for (const [index, line] of lines.entries()) {
		const numbered = `${offset + index}\t${shortenLine(line)}`
		bytesShown += Buffer.byteLength(numbered) + 1
		if (bytesShown > MAX_SHOWN_BYTES && shown.length > 0) break
		shown.push(numbered)
	}
	return shown
}

function shortenLine({ text, characters }: WindowLine): string {
	if (characters <= MAX_LINE_CHARACTERS) return text
	return `${text.slice(0, MAX_LINE_CHARACTERS)}[… ${characters - MAX_LINE_CHARACTERS} more characters in this line]`
}

type LargeFile = { input: ReadInput; place: ResolvedPath; files: Files; signal: AbortSignal }

/** Of a file that is too large to be read as a whole: it is read up to the last line that is wanted, and nothing of it kept. */
async function showPart(sizeBytes: number, { input, place, files, signal }: LargeFile): Promise<ToolResult> {
	const { path, offset = 1, limit = MAX_LINES } = input
	const window = createLineWindow(offset - 1, limit, MAX_LINE_CHARACTERS)
	let decoder: TextDecoder | undefined
	let binary: string | undefined
	const scanned = await files.checked.scan(place.real, bytes => {
		if (!decoder) {
			const encoding = encodingOf(bytes)
			decoder = new TextDecoder(encoding)
			if (imageKind(bytes) || (encoding === 'utf-8' && bytes.includes(0))) binary = binaryOf(bytes)
		}
		return binary === undefined && !signal.aborted && window.take(decoder.decode(bytes, { stream: true }))
	})
	signal.throwIfAborted()
	if (scanned.kind !== 'file')
		return failedResult(problem`${place.shown} was replaced while it was read${advice('; try again')}`)
	if (binary !== undefined)
		return okResult(`${place.shown} is ${binary}, ${sizeBytes} bytes; its content is not shown`)
	const { lines, count, hasMore } = window.soFar()
	if (lines.length === 0) return failedResult(`${path} has ${count} lines, so none at offset ${offset}`)
	const shown = numberLines(lines, offset)
	const next = offset + shown.length
	const isCut = hasMore || shown.length < lines.length
	if (shown.some(line => line.includes('\uFFFD'))) shown.push(NOT_UTF8)
	if (isCut)
		shown.push(
			`[lines ${offset}–${next - 1} of a file of ${sizeBytes} bytes; go on with offset ${next}, or find a line's number with grep -n in the shell]`,
		)
	return okResult(shown.join('\n'))
}

function binaryOf(bytes: Uint8Array): string {
	const image = imageKind(bytes)
	return image ? `a ${image.name}` : binaryKind(bytes)
}
