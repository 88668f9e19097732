// Known files as text: parts word for word first, for what they hold cannot be guessed, then what each file declares.

import type { KnownFile } from '../../../core/events.ts'
import { type Count, fittingLines } from '../../../core/text/cut-text.ts'

/** @returns nothing where there is no room for any of it */
export function knownText(files: readonly KnownFile[], limitTokens: number, count: Count): string {
	let left = limitTokens
	const shown = new Map<KnownFile, { parts: KnownFile['parts'][number][]; outline: string[] }>()
	const open = (file: KnownFile) => {
		const before = shown.get(file)
		if (before) return before
		left -= count(`${headOf(file)}\n`)
		const entry = { parts: [], outline: [] }
		shown.set(file, entry)
		return entry
	}
	const parts = files
		.flatMap((file, age) => file.parts.filter(isWorthIt).map(part => ({ file, part, age })))
		// What is asked for again and again first, else what was used last.
		.toSorted((a, b) => Number(b.part.uses >= OFTEN) - Number(a.part.uses >= OFTEN) || b.age - a.age)
	for (const { file, part } of parts) {
		const needed = count(`${partText(part)}\n`) + (shown.has(file) ? 0 : count(`${headOf(file)}\n`))
		if (needed > left) continue
		open(file).parts.push(part)
		left -= count(`${partText(part)}\n`)
	}
	for (const file of files.toReversed()) {
		if (file.outline.length === 0) continue
		const room = left - (shown.has(file) ? 0 : count(`${headOf(file)}\n`))
		const { lines } = fittingLines(file.outline, room, count)
		if (lines.length === 0) continue
		open(file).outline.push(...lines)
		left -= lines.reduce((sum, line) => sum + count(`${line}\n`), 0)
	}
	return [...shown]
		.map(([file, { parts, outline }]) => [headOf(file), ...outline, ...parts.map(partText)].join('\n'))
		.join('\n')
}

/** A part that was read so often is worth more than one that was read just now. */
const OFTEN = 3

function isWorthIt({ why, uses }: KnownFile['parts'][number]): boolean {
	return why === 'used' || uses >= OFTEN
}

function headOf({ path, sha256 }: KnownFile): string {
	return `### ${/[\n\r]/.test(path) ? JSON.stringify(path) : path} (sha256 ${sha256.slice(0, 8)})`
}

/** As `read` shows it. */
function partText({ first, text }: KnownFile['parts'][number]): string {
	return text
		.split('\n')
		.map((line, index) => `${first + index}\t${line}`)
		.join('\n')
}
