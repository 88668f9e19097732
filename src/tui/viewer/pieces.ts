// Pieces of a transcript: pages of the log cut where a turn begins, and folded into blocks.

import type { StoredEvent } from '../../core/events.ts'
import type { SessionId } from '../../core/ids.ts'
import type { LogPage, LogPosition, RuntimeQueries } from '../../core/runtime-port.ts'
import { type BlockId, BlockIds, compareIds, type NumberedBlock } from '../state/block-ids.ts'
import { EMPTY_VIEW, type View } from '../state/view.ts'
import type { Block } from '../state/view-block.ts'
import { foldView } from '../state/view-state.ts'

export type TranscriptPiece = {
	blocks: readonly NumberedBlock[]
	start: LogPosition
	end: LogPosition
	isFirst: boolean
	isLast: boolean
}

type PieceEntries = LogPage['entries']

/** @param sessionId - left out, the session that is open */
export type PieceReader = {
	before(place: LogPosition | undefined): Promise<TranscriptPiece>
	after(place: LogPosition): Promise<TranscriptPiece>
	/** What stands before a block that is at hand. */
	beforeBlock(id: BlockId): Promise<TranscriptPiece>
}

export function pieceReader(
	readLog: NonNullable<RuntimeQueries['readLog']>,
	sessionId: SessionId | undefined,
): PieceReader {
	const read = (end: { before?: LogPosition } | { after: LogPosition }) =>
		readLog(sessionId === undefined ? end : { ...end, sessionId })

	/** Back to where a turn begins, over as many pages as that takes. */
	async function backwards(page: LogPage): Promise<TranscriptPiece> {
		let { entries, start, isFirst } = page
		for (let pages = 1; !isFirst && !entries.some(isTurn) && pages < MOST_PAGES; pages++) {
			const earlier = await read({ before: start })
			entries = [...earlier.entries, ...entries]
			;({ start, isFirst } = earlier)
		}
		const from = isFirst ? 0 : Math.max(0, entries.findIndex(isTurn))
		const kept = entries.slice(from)
		const begins = isFirst ? start : (kept[0]?.place ?? start)
		return { blocks: foldPiece(kept), start: begins, end: page.end, isFirst, isLast: page.isLast }
	}

	return {
		before: async place => backwards(await read(place === undefined ? {} : { before: place })),
		async beforeBlock(id) {
			let page = await read({})
			while (!page.isFirst && (page.entries[0]?.envelope.seq ?? 0) > id.seq)
				page = await read({ before: page.start })
			const entries = page.entries.filter(({ envelope }) => envelope.seq <= id.seq)
			const piece = await backwards({ ...page, entries, isLast: true })
			return { ...piece, blocks: piece.blocks.filter(block => compareIds(block.id, id) < 0) }
		},
		async after(place) {
			let { entries, end, isLast, isFirst } = await read({ after: place })
			const lastTurn = () => entries.findLastIndex((entry, index) => index > 0 && isTurn(entry))
			for (let pages = 1; !isLast && lastTurn() < 0 && pages < MOST_PAGES; pages++) {
				const later = await read({ after: end })
				entries = [...entries, ...later.entries]
				;({ end, isLast } = later)
			}
			const to = isLast || lastTurn() < 0 ? entries.length : lastTurn()
			const next = entries[to]
			return {
				blocks: foldPiece(entries.slice(0, to)),
				start: place,
				end: next?.place ?? end,
				isFirst,
				isLast,
			}
		},
	}
}

/** A turn of this many pages is cut somewhere. */
const MOST_PAGES = 8

function isTurn({ envelope }: PieceEntries[number]): boolean {
	return TURNS.has(envelope.event.type)
}

/** What stands before them has ended, so that nothing of it is missing in what is made of the rest. */
const TURNS: ReadonlySet<StoredEvent['type']> = new Set([
	'session-start',
	'run-start',
	'turn-start',
	'rewind',
])

function foldPiece(entries: PieceEntries): readonly NumberedBlock[] {
	const ids = new BlockIds()
	let view: View = EMPTY_VIEW
	const blocks: NumberedBlock[] = []
	for (const { envelope } of entries) {
		const before = view
		view = withRunEnd(before, foldView(before, envelope), envelope.event, envelope.at)
		blocks.push(...ids.added(before.blocks, view.blocks, envelope.seq))
	}
	const open: readonly Block[] = [
		...(view.gathered.length > 1 ? [{ kind: 'group' as const, calls: view.gathered }] : []),
		...[...(view.gathered.length === 1 ? view.gathered : []), ...view.calls].map(
			call => ({ kind: 'call', call }) as const,
		),
	]
	const last = entries.at(-1)?.envelope.seq ?? 0
	const from = blocks.at(-1)?.id.seq === last ? (blocks.at(-1)?.id.index ?? -1) + 1 : 0
	return [...blocks, ...open.map((block, index) => ({ id: { seq: last, index: from + index }, block }))]
}

/** Where the beginning of a run is in an earlier piece, its end says what the event itself knows. */
function withRunEnd(before: View, after: View, event: StoredEvent, at: number): View {
	if (event.type !== 'run-end' || before.run || event.reason !== 'finished') return after
	const { usage, phases } = event
	const tookMs = phases ? Object.values(phases).reduce((sum, ms) => sum + ms, 0) : 0
	const block: Block = {
		kind: 'run-end',
		at,
		tookMs,
		calls: 0,
		edits: { added: 0, removed: 0, files: 0 },
		tokens: usage.inputTokens + usage.outputTokens,
		costMicroUsd: event.costMicroUsd,
	}
	return {
		...after,
		blocks: { ...after.blocks, total: after.blocks.total + 1, recent: [...after.blocks.recent, block] },
	}
}
