// The patch grammar of apply_patch: text to operations.
//
//   *** Begin Patch
//   *** Add File: path            then lines that begin with +
//   *** Delete File: path
//   *** Update File: path         then, if it moves, *** Move to: path, and hunks:
//   @@ a line above the change    any number of them, each further down; plain @@ starts a hunk without one
//    a line that stays
//   -a line that goes
//   +a line that comes
//   *** End of File               the hunk reaches to the end
//   *** End Patch

import { advice, ProblemError, problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'

export type Patch = readonly PatchOperation[]

export type PatchOperation =
	| { kind: 'add'; path: string; content: string }
	| { kind: 'delete'; path: string }
	| { kind: 'update'; path: string; moveTo: string | undefined; hunks: readonly Hunk[] }

export type Hunk = {
	/** Of the patch, from 1: for messages. */
	patchLine: number
	/** Lines to go to first, in order, before the hunk's own lines are looked for. */
	anchors: readonly string[]
	lines: readonly HunkLine[]
	isAtEnd: boolean
}

export type HunkLine = { kind: 'keep' | 'remove' | 'add'; text: string }

/** @returns the operations in the order of the patch, or the first thing that is wrong, with its line */
export function parsePatch(text: string): Patch | { problem: Problem } {
	try {
		return readPatch(createReader(text))
	} catch (error) {
		if (error instanceof ProblemError) return { problem: error.problem }
		throw error
	}
}

type Reader = {
	/** The line to be read next, or undefined after the last. */
	peek(): string | undefined
	take(): string
	number(): number
	fail(wrong: string | Problem): never
}

function createReader(text: string): Reader {
	const lines = text.split(/\r?\n/)
	while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
	let at = 0
	while (at < lines.length && lines[at]?.trim() === '') at++
	return {
		peek: () => lines[at],
		take: () => lines[at++] ?? '',
		number: () => at + 1,
		fail(wrong) {
			const line = lines[at]
			const found = line === undefined ? 'the patch ends' : `found ${JSON.stringify(line.slice(0, 120))}`
			throw new ProblemError(problem`line ${at + 1} of the patch: ${wrong}; ${found}`)
		},
	}
}

function readPatch(reader: Reader): PatchOperation[] {
	if (reader.peek()?.trim() !== BEGIN) reader.fail(`expected ${BEGIN}`)
	reader.take()
	const operations: PatchOperation[] = []
	while (reader.peek()?.trim() !== END) operations.push(readOperation(reader))
	if (operations.length === 0) reader.fail('a patch needs at least one *** Add, Delete or Update File')
	reader.take()
	if (reader.peek() !== undefined) reader.fail(`nothing may follow ${END}`)
	return operations
}

const BEGIN = '*** Begin Patch'
const END = '*** End Patch'

function readOperation(reader: Reader): PatchOperation {
	const header = /^\*\*\* (Add|Delete|Update) File: *(.*?)\s*$/.exec(reader.peek() ?? '')
	if (!header) return reader.fail(`expected *** Add File:, *** Delete File:, *** Update File: or ${END}`)
	const path = header[2] ?? ''
	if (path === '') return reader.fail('the path is missing')
	reader.take()
	switch (header[1]) {
		case 'Add':
			return { kind: 'add', path, content: readAdded(reader) }
		case 'Delete':
			return { kind: 'delete', path }
		default:
			return readUpdate(reader, path)
	}
}

function readAdded(reader: Reader): string {
	let content = ''
	while (isInside(reader)) {
		if (!reader.peek()?.startsWith('+')) reader.fail('each line of an added file begins with +')
		content += `${reader.take().slice(1)}\n`
	}
	return content
}

function readUpdate(reader: Reader, path: string): PatchOperation {
	const move = /^\*\*\* Move to: *(.*?)\s*$/.exec(reader.peek() ?? '')
	if (move?.[1] === '') return reader.fail('the path to move to is missing')
	if (move) reader.take()
	const hunks: Hunk[] = []
	while (isInside(reader)) hunks.push(readHunk(reader))
	if (hunks.length === 0 && !move) return reader.fail(`the update of ${path} has no hunks`)
	return { kind: 'update', path, moveTo: move?.[1], hunks }
}

function readHunk(reader: Reader): Hunk {
	const patchLine = reader.number()
	const anchors = readAnchors(reader)
	const lines: HunkLine[] = []
	while (isInside(reader) && !isAnchor(reader.peek())) lines.push(readHunkLine(reader))
	const isAtEnd = reader.peek()?.trimEnd() === END_OF_FILE
	if (isAtEnd) reader.take()
	if (lines.every(({ kind }) => kind === 'keep')) reader.fail(`the hunk at line ${patchLine} changes nothing`)
	return { patchLine, anchors, lines, isAtEnd }
}

const END_OF_FILE = '*** End of File'

function readAnchors(reader: Reader): string[] {
	const anchors: string[] = []
	while (isAnchor(reader.peek())) {
		if (/^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/.test(reader.peek() ?? ''))
			reader.fail(
				problem`line numbers are not part of this grammar${advice('; write @@ alone, or @@ and a line of the file')}`,
			)
		const anchor = reader.take().slice(2).trim()
		if (anchor !== '') anchors.push(anchor)
	}
	return anchors
}

function isAnchor(line: string | undefined): boolean {
	return line !== undefined && /^@@(?: |$)/.test(line)
}

function readHunkLine(reader: Reader): HunkLine {
	const line = reader.peek() ?? ''
	const kind = KINDS.get(line.slice(0, 1))
	if (kind === undefined) return reader.fail('a line of a hunk begins with a blank, - or +')
	reader.take()
	return { kind, text: line.slice(1) }
}

/** An empty line stands for an empty line that stays: its blank gets lost easily. */
const KINDS: ReadonlyMap<string, HunkLine['kind']> = new Map([
	['', 'keep'],
	[' ', 'keep'],
	['-', 'remove'],
	['+', 'add'],
])

function isInside(reader: Reader): boolean {
	const line = reader.peek()
	return line !== undefined && !line.startsWith('*** ')
}
