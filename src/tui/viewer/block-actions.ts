// What is done with the block at the cursor: folded, copied, edited, opened elsewhere, gone back to.

import { type BlockPlace, placeName, placesOf } from '../blocks/block-places.ts'
import { blockSource, codeBlocks } from '../blocks/block-text.ts'
import { hasMore } from '../blocks/folded-rows.ts'
import { wholeOf, wholeText } from '../blocks/whole-block.ts'
import type { NumberedBlock } from '../state/block-ids.ts'
import type { Block } from '../state/view-block.ts'
import { groupTitle } from '../transcript/run-rows.ts'
import type { ViewerHost } from './host.ts'
import type { Pane } from './pane.ts'
import type { PaneSearch } from './pane-search.ts'
import { pieceReader } from './pieces.ts'
import type { ViewerReach } from './reach.ts'
import { LogTranscript, wholeTranscript } from './transcript.ts'

export function foldCurrent(pane: Pane, action: 'open-fold' | 'close-fold' | 'toggle-fold'): void {
	const block = pane.current()
	if (!block) return
	const fold = pane.foldOf(block)
	if (action === 'open-fold') pane.fold(block, fold === 'line' ? 'shown' : 'open')
	else if (action === 'close-fold') pane.fold(block, fold === 'open' ? 'shown' : 'line')
	else if (fold === 'shown') pane.fold(block, hasMore(block.block) ? 'open' : 'line')
	else pane.fold(block, 'shown')
}

/** The rows that are selected, or else the block. @returns what to say of it */
export async function copyCurrent(pane: Pane, { copy }: Pick<ViewerReach, 'copy'>): Promise<string> {
	if (pane.isSelecting) {
		const text = pane.selectedSource()
		pane.toggleSelection()
		return copy(text)
	}
	const current = pane.current()
	return current ? copy(blockSource(current.block)) : ''
}

/** The pieces of code in the answer at the cursor, or in the one before it. */
export function codesOfAnswer(pane: Pane): readonly string[] {
	const isAnswer = ({ block }: NumberedBlock) => block.kind === 'answer'
	const current = pane.current()
	const answer = current && isAnswer(current) ? current : pane.next(-1, isAnswer)
	return answer?.block.kind === 'answer' ? codeBlocks(answer.block.text) : []
}

/** @returns what to say of it */
export async function editCurrent(pane: Pane, { edit, readArtefact }: ViewerReach): Promise<string> {
	const current = pane.current()
	if (!edit) return 'There is no editor here.'
	if (current) await edit(await wholeText(current.block, readArtefact))
	return ''
}

/** @returns the number of the event with the prompt that stands at the cursor or before it */
export async function promptSeq(pane: Pane): Promise<number | undefined> {
	const isStart = ({ block }: NumberedBlock) => block.kind === 'prompt' && !block.isSteer
	const current = pane.current()
	const prompt = current && isStart(current) ? current : pane.next(-1, isStart)
	if (prompt) return prompt.id.seq
	for await (const { blocks } of pane.transcript.stretches('back', 'window')) {
		const found = blocks.findLast(isStart)
		if (found) return found.id.seq
	}
	return undefined
}

/**
 * What `o` can open of the block at the cursor.
 * @returns `open` resolves with what to say of it
 */
export async function opensOfCurrent(
	pane: Pane,
	reach: Pick<ViewerReach, 'files' | 'editFile' | 'openPage'>,
): Promise<readonly { label: string; open(): Promise<string> }[]> {
	const current = pane.current()
	if (!current) return []
	const files = new Set(await reach.files?.())
	const isFile = (path: string) => /^(?:\/|~\/|\.{1,2}\/)/.test(path) || files.has(path)
	const all = placesOf(current.block, isFile)
	// A call names its file as it was given and as it is on the disk.
	const isSame = (place: BlockPlace, other: BlockPlace) =>
		place.kind === 'file' && other.kind === 'file' && other.path.endsWith(`/${place.path}`)
	const places = all.filter(place => {
		const named = all.find(other => other !== place && isSame(other, place))
		return !named || (place.kind === 'file' && named.kind === 'file' && place.line > named.line)
	})
	return places.map(place => ({ label: placeName(place), open: () => openPlace(place, reach) }))
}

async function openPlace(
	place: BlockPlace,
	{ editFile, openPage }: Pick<ViewerReach, 'editFile' | 'openPage'>,
): Promise<string> {
	if (place.kind === 'page') return openPage ? openPage(place.url) : 'Pages cannot be opened here.'
	if (!editFile) return 'There is no editor here.'
	await editFile(place.path, place.line)
	return ''
}

/** @returns the rows that are selected, or else the whole of the block at the cursor */
export async function pipedText(pane: Pane, { readArtefact }: ViewerReach): Promise<string> {
	if (pane.isSelecting) return `${pane.selectedSource()}\n`
	const current = pane.current()
	return current ? `${(await wholeText(current.block, readArtefact)).trimEnd()}\n` : ''
}

/** All there is of the block that the cursor is on, in a pane of its own: its calls, the agent's own transcript, or what was cut. */
export function openCurrent(
	{ pane, search }: { pane: Pane; search: PaneSearch },
	host: ViewerHost,
	reach: ViewerReach,
): void {
	const current = pane.current()
	if (!current) return
	const { block } = current
	if (block.kind === 'group') {
		const calls = block.calls.map((call, index) => ({
			id: { seq: 1, index },
			block: { kind: 'call', call } as const,
		}))
		return void host.push(wholeTranscript(calls), groupTitle(block.calls), 'end')
	}
	const { readLog } = reach
	if (block.kind === 'call' && block.call.agent && readLog) {
		const { agentId, agent, task } = block.call.agent
		return host.load(async () => {
			const transcript = new LogTranscript(pieceReader(readLog, agentId), undefined)
			await transcript.toEnd()
			host.push(transcript, `${agent} ${task}`, 'end')
		})
	}
	const title = block.kind === 'call' ? `${block.call.tool} ${block.call.subject}` : TITLES[block.kind]
	host.load(async () => {
		const whole = await wholeOf(block, reach.readArtefact)
		if (!whole) return foldCurrent(pane, 'toggle-fold')
		const within = host.push(wholeTranscript(whole), title ?? '')
		// What was found in it is looked for in it.
		if (search.query !== undefined && search.hasPlace) within.start(search.query, 1)
	})
}

const TITLES: Partial<Record<Block['kind'], string>> = {
	reasoning: 'Reasoning',
	output: 'Output',
	prompt: 'Prompt',
	answer: 'Answer',
}
