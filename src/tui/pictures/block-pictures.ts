// The pictures of blocks, drawn before a block is written: whoever writes asks for them and is told when they are there.

import type { ImagePart } from '../../core/messages.ts'
import type { RuntimeQueries } from '../../core/runtime-port.ts'
import { type TerminalEnvironment, takesSequences } from '../outside/terminal-kind.ts'
import type { Block } from '../state/view-block.ts'
import type { DrawnPicture, PictureRoom } from './draw-picture.ts'
import type { TerminalPictures } from './terminal-pictures.ts'

export type BlockPictures = {
	/** @returns whether the block can be written; if not, `onReady` is called once it can */
	isReady(block: Block, onReady: () => void): boolean
	/** Under the block; empty for what cannot be shown, whose name stands in the block. */
	rows(block: Block, columns: number): readonly string[]
	takeReply(reply: string): void
}

export function blockPictures(given: {
	queries: Pick<RuntimeQueries, 'readMedia'>
	environment: TerminalEnvironment
	output: PictureOutput
	/** By the settings, as they are now. */
	isWanted(): boolean
	measure(): number
	/** By the settings: nothing moves. */
	isStill(): boolean
}): BlockPictures {
	const { queries, environment, output } = given
	let terminal: TerminalPictures | undefined
	// Kept for the few that may have to be drawn again; none is there twice.
	const drawn = new Map<Block, readonly DrawnPicture[]>()
	const drawing = new Set<Block>()

	async function wayOf(): Promise<TerminalPictures> {
		const { TerminalPictures, pictureQuestions } = await import('./terminal-pictures.ts')
		terminal ??= new TerminalPictures({
			ask: () => output.control(pictureQuestions(environment)),
			window: () => output,
		})
		return terminal
	}

	async function draw(images: readonly ImagePart[]): Promise<readonly DrawnPicture[]> {
		const { canBeAsked } = await import('./terminal-pictures.ts')
		if (!canBeAsked(environment)) return []
		const pictures = await wayOf()
		const way = await pictures.way()
		if (!way) return []
		const fileWay = pictures.fileWay()
		const { drawFile, drawPicture } = await import('./draw-picture.ts')
		const drawn: DrawnPicture[] = []
		for (const image of images.slice(0, MOST_PICTURES)) {
			const isPng = image.mediaType === 'image/png'
			const most = isPng ? MOST_BYTES : fileWay ? mostFileBytes(environment) : 0
			const bytes = image.sizeBytes > most ? undefined : await queries.readMedia?.(image.uri)
			if (!bytes || bytes.length > most) continue
			const room = roomIn(output, given.measure())
			const picture = isPng
				? await drawPicture(image, bytes, { way, room })
				: fileWay && drawFile(bytes, { way: fileWay, room, mayMove: !given.isStill() })
			if (picture) drawn.push(picture)
		}
		return drawn
	}

	return {
		isReady(block, onReady) {
			const images = imagesOf(block)
			if (images.length === 0 || drawn.has(block)) return true
			if (!queries.readMedia || !given.isWanted() || output.isHeld || !takesSequences(environment))
				return true
			if (drawing.has(block)) return false
			drawing.add(block)
			void draw(images)
				.catch(() => [])
				.then(pictures => {
					drawing.delete(block)
					drawn.set(block, pictures)
					for (const old of [...drawn.keys()].slice(0, -KEPT)) drawn.delete(old)
					onReady()
				})
			return false
		},
		rows: (block, columns) =>
			(drawn.get(block) ?? []).filter(picture => picture.columns < columns).map(({ row }) => row),
		takeReply: reply => terminal?.takeReply(reply),
	}
}

/** Of the terminal. */
export type PictureOutput = {
	readonly columns: number
	readonly rows: number
	/** Another program has it: an answer would be typed into that. */
	readonly isHeld: boolean
	control(sequence: string): void
}

/** Two fifths of the window, the last column left free, as wide as prose. */
function roomIn({ columns, rows }: { columns: number; rows: number }, measure: number): PictureRoom {
	return {
		columns: Math.max(1, Math.min(columns - 1, measure) - INDENT),
		rows: Math.max(1, Math.floor(rows * 0.4)),
		indent: INDENT,
	}
}

export function imagesOf(block: Block): readonly ImagePart[] {
	if (block.kind === 'prompt') return block.pictures ?? []
	return block.kind === 'call' ? (block.call.result?.images ?? []) : []
}

const INDENT = 2
const KEPT = 4
/** Of one block. */
const MOST_PICTURES = 8
/** No more is read into memory for a picture that a part of the window shows. */
const MOST_BYTES = 32_000_000

/** What goes to the terminal as it is takes a third more on the line, and keys wait behind it. */
function mostFileBytes({ SSH_CONNECTION, SSH_TTY }: TerminalEnvironment): number {
	return SSH_CONNECTION || SSH_TTY ? 300_000 : 3_000_000
}
