// All there is of a block: what was cut of it, its diff, or its text, in parts that are laid out one by one.

import type { NumberedBlock } from '../state/block-ids.ts'
import type { Block } from '../state/view-block.ts'
import { sanitize } from '../text/sanitize.ts'
import { expandedBlock } from '../transcript/block-rows.ts'
import { shownText } from '../transcript/command-output.ts'
import { blockSource, cutFilesOf } from './block-text.ts'

type ReadArtefact = ((path: string) => Promise<string | undefined>) | undefined

/** @returns undefined where there is nothing */
export async function wholeOf(
	block: Block,
	readArtefact: ReadArtefact,
): Promise<readonly NumberedBlock[] | undefined> {
	const diff = block.kind === 'call' ? expandedBlock(block) : undefined
	if (diff?.isDiff) return [{ id: { seq: 1, index: 0 }, block: diff }]
	const text = await wholeText(block, readArtefact)
	return text.trim() === '' ? undefined : partsOf(text)
}

export async function wholeText(block: Block, readArtefact: ReadArtefact): Promise<string> {
	const texts: string[] = []
	for (const path of cutFilesOf(block)) {
		const text = await readArtefact?.(path)
		if (text !== undefined) texts.push(sanitize(text))
	}
	if (texts.length > 0) return texts.join('\n')
	const expanded = expandedBlock(block)
	if (expanded?.isDiff) return sanitize(expanded.text)
	if (block.kind === 'call') return shownText(block.call)
	return expanded?.text ?? blockSource(block)
}

/** Long texts in parts, so that only those that are seen are laid out. */
export function partsOf(text: string): readonly NumberedBlock[] {
	const lines = text.split('\n')
	return Array.from({ length: Math.ceil(lines.length / PART_LINES) }, (_, index) => {
		const part = lines.slice(index * PART_LINES, (index + 1) * PART_LINES).join('\n')
		return {
			id: { seq: 1, index },
			block: { kind: 'expanded', title: '', text: part, isDiff: false } as const,
		}
	})
}

const PART_LINES = 100
