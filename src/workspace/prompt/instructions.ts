// Instruction files: AGENTS.md of the user and the project, and what they import. Their text reaches the model as a
// user message, never as part of the system prompt: a repository is not its reader's boss.

import { realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { findProject } from '../places/project.ts'
import { readHead } from '../places/read-head.ts'
import { importsIn } from './instruction-imports.ts'

export type InstructionFile = { path: string; text: string }

export type Instructions = {
	/** The user's own first, then from the project's root down to the folder; imports follow their importer. */
	files: readonly InstructionFile[]
	/** Whole sentences for the user: what was cut, left out or not found. */
	problems: readonly string[]
}

export const INSTRUCTION_LIMIT_BYTES = 32 * 1024
const IMPORT_DEPTH = 5

/**
 * AGENTS.md of each folder, CLAUDE.md where there is none; 32 KiB in all. When that is not enough the nearest
 * files are kept and the farthest are cut.
 * @param userFolder - Keelson's settings folder
 * @param home - what `~/` means in the user's own file
 */
export async function readInstructions(place: {
	cwd: string
	userFolder: string
	home: string
}): Promise<Instructions> {
	const { root } = await findProject(place.cwd)
	const reading: InstructionScan = { seen: new Set(), found: [], problems: [] }
	await readFolder(place.userFolder, { root: undefined, home: place.home }, reading)
	const scope = { root: await realpath(root).catch(() => root), home: undefined }
	for (const folder of foldersBetween(root, place.cwd)) await readFolder(folder, scope, reading)
	return withinLimit(reading)
}

/** The message that carries them, or undefined when there are none. The same files always give the same bytes. */
export function instructionsMessage(files: readonly InstructionFile[]): string | undefined {
	if (files.length === 0) return undefined
	const sections = files.map(({ path, text }) => {
		const closed = text.replaceAll('</instructions', '<\\/instructions')
		return `<instructions file="${path}">\n${closed.trim()}\n</instructions>`
	})
	return [
		'Instructions for this session, from files written by the user and by the authors of this folder.',
		'Where they disagree the later file wins; what the user says in the conversation wins over all of them.',
		'',
		...sections,
	].join('\n')
}

type InstructionScan = { seen: Set<string>; found: FoundInstructions[]; problems: string[] }
type FoundInstructions = InstructionFile & { sizeBytes: number }

/** `root`: nothing outside of it may be read, links resolved. `home`: what `~/` stands for, where it may be used. */
type ImportScope = { root: string | undefined; home: string | undefined }

async function readFolder(folder: string, scope: ImportScope, reading: InstructionScan): Promise<void> {
	for (const name of ['AGENTS.md', 'CLAUDE.md']) {
		const path = join(folder, name)
		if (!(await isFile(path))) continue
		await readFileAndImports(path, scope, reading, 0)
		return
	}
}

async function readFileAndImports(
	path: string,
	scope: ImportScope,
	reading: InstructionScan,
	depth: number,
): Promise<void> {
	const real = await realpath(path)
	if (reading.seen.has(real)) return
	reading.seen.add(real)
	if (scope.root !== undefined && !isInside(scope.root, real)) {
		reading.problems.push(`${path} is outside of ${scope.root}, so it is not read as instructions.`)
		return
	}
	const head = await readHead(real, INSTRUCTION_LIMIT_BYTES).catch(() => undefined)
	if (head === undefined) {
		reading.problems.push(`${path} cannot be read.`)
		return
	}
	// As Windows writes what is sent to a file: UTF-16.
	if (head.text.includes('\0')) {
		reading.problems.push(`${path} is no UTF-8 text, so it is not read as instructions.`)
		return
	}
	const text = head.text.replace(HIDDEN, '')
	const hidden = head.text.match(HIDDEN)?.length ?? 0
	if (hidden > 0) reading.problems.push(`${path} held ${hidden} invisible characters, which were taken out.`)
	const hiddenBytes = Buffer.byteLength(head.text) - Buffer.byteLength(text)
	reading.found.push({ path, text, sizeBytes: head.sizeBytes - hiddenBytes })

	for (const name of importsIn(text)) {
		const target = importTarget(name, path, scope)
		if (target === undefined || !(await isFile(target)))
			reading.problems.push(`${path} imports @${name}, which is not a file.`)
		else if (depth === IMPORT_DEPTH)
			reading.problems.push(`${path} imports @${name}, but imports go at most ${IMPORT_DEPTH} deep.`)
		else await readFileAndImports(target, scope, reading, depth + 1)
	}
}

/** Tag characters and text direction marks: they can hide a sentence from the person who reviewed the file. */
const HIDDEN = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069]/gu

function importTarget(name: string, importer: string, { home }: ImportScope): string | undefined {
	if (!name.startsWith('~/')) return resolve(dirname(importer), name)
	return home === undefined ? undefined : join(home, name.slice(2))
}

function withinLimit({ found, problems }: InstructionScan): Instructions {
	const files: InstructionFile[] = []
	const cuts: string[] = []
	let leftBytes = INSTRUCTION_LIMIT_BYTES
	for (const { path, text, sizeBytes } of found.toReversed()) {
		const bytes = Buffer.from(text)
		if (bytes.length <= leftBytes && sizeBytes <= leftBytes) files.unshift({ path, text })
		else {
			const part = bytes.subarray(0, leftBytes).toString()
			// A nearest file without lines would leave nothing of anybody's.
			const kept = wholeLines(part) || (leftBytes === INSTRUCTION_LIMIT_BYTES ? wholeCharacters(part) : '')
			if (kept) files.unshift({ path, text: kept })
			cuts.unshift(
				`${path} is cut to ${Buffer.byteLength(kept)} of ${sizeBytes} bytes: instructions may take ${INSTRUCTION_LIMIT_BYTES} bytes in all.`,
			)
		}
		leftBytes -= Math.min(leftBytes, bytes.length)
	}
	return { files, problems: [...problems, ...cuts] }
}

function wholeCharacters(text: string): string {
	return text.replace(/\uFFFD+$/, '')
}

function wholeLines(text: string): string {
	return text.slice(0, text.lastIndexOf('\n') + 1)
}

function foldersBetween(root: string, cwd: string): readonly string[] {
	const names = relative(root, cwd).split(sep).filter(Boolean)
	return [root, ...names.map((_, index) => join(root, ...names.slice(0, index + 1)))]
}

function isInside(root: string, path: string): boolean {
	return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

async function isFile(path: string): Promise<boolean> {
	return stat(path).then(
		found => found.isFile(),
		() => false,
	)
}
