// What a block is to somebody who jumps from one to the next, and the ticks of the minimap.

import type { Block, CallView } from '../state/view-block.ts'
import type { Tone } from '../text/theme.ts'

export function isPrompt(block: Block): boolean {
	return block.kind === 'prompt'
}

export function isEdit(block: Block): boolean {
	return callsOf(block).some(
		({ result }) => result?.detail?.type === 'files' && result.detail.diff !== undefined,
	)
}

export function isFailure(block: Block): boolean {
	if (block.kind === 'notice') return block.level === 'error'
	if (block.kind === 'output') return block.exitCode !== 0
	return callsOf(block).some(isFailed)
}

export type Tick = { mark: string; tone: Tone }

const FAILURE: Tick = { mark: '✗', tone: 'failure' }
const COMPACTION: Tick = { mark: '≡', tone: 'warning' }
const EDIT: Tick = { mark: '±', tone: 'added' }
const PROMPT: Tick = { mark: '❯', tone: 'accent' }

/** What one would look for, the rarest first. */
export const TICKS: readonly Tick[] = [FAILURE, COMPACTION, EDIT, PROMPT]

export function tickOf(block: Block): Tick | undefined {
	if (isFailure(block)) return FAILURE
	if (isPrompt(block)) return PROMPT
	if (isEdit(block)) return EDIT
	if (block.kind === 'notice' && COMPACTED.test(block.text)) return COMPACTION
	return undefined
}

const COMPACTED = /^history (?:condensed|shortened)/

function callsOf(block: Block): readonly CallView[] {
	if (block.kind === 'call') return [block.call]
	return block.kind === 'group' ? block.calls : []
}

function isFailed({ state, result }: CallView): boolean {
	if (state !== 'ok' && state !== 'running' && state !== 'waiting' && state !== 'asking') return true
	const { detail } = result ?? {}
	return detail?.type === 'command' && detail.exitCode !== 0 && detail.backgroundId === undefined
}
