// Transcript blocks: finished pieces, in order, already sanitized. How they look is decided elsewhere.

import type { CallId, UnixMs } from '../../core/ids.ts'
import type { ImagePart } from '../../core/messages.ts'
import type { Tier } from '../../core/permission.ts'
import type { ResultDetail, TodoItem } from '../../core/tool.ts'
import type { CostMicroUsd } from '../../core/usage.ts'
import type { AgentView } from './view-agents.ts'

export type Block =
	| { kind: 'welcome'; version: string; cwd: string; model: string | undefined }
	/** `found`: what memory put in front of it, in so many passages; left out, nothing. */
	| {
			kind: 'prompt'
			text: string
			images: number
			/** What each of them is, where there are any: `image png 34 kB`. */
			imageNames?: readonly string[]
			pictures?: readonly ImagePart[]
			isSteer: boolean
			/** Left out where nobody knows it. */
			at?: UnixMs
			found?: { count: number; text: string }
	  }
	| { kind: 'reasoning'; text: string }
	/** Markdown. Begins with what has been streamed of it, if anything has. */
	| { kind: 'answer'; text: string }
	| { kind: 'call'; call: CallView }
	/** Two or more that followed each other and only looked at something, or all of them agents. */
	| { kind: 'group'; calls: readonly CallView[] }
	/** What an agent asked the user. */
	| ({ kind: 'question' } & AskedQuestion)
	/** `more`: what there is to be had of it. */
	| { kind: 'notice'; level: NoticeLevel; text: string; more?: { title: string; text: string } }
	/** A list the user asked for: `/help`, `/status`. */
	| { kind: 'table'; title: string; rows: readonly (readonly [left: string, right: string])[] }
	/** What `!command` printed. */
	| { kind: 'output'; command: string; text: string; exitCode: number | undefined }
	/** How a run went that has done more than answer. `tokens`: of all its requests. */
	| {
			kind: 'run-end'
			at: UnixMs
			tookMs: number
			calls: number
			/** As far as it has come. Left out, it had none. */
			plan?: readonly TodoItem[]
			edits: { added: number; removed: number; files: number }
			tokens: number
			costMicroUsd: CostMicroUsd
	  }
	/** Something that was cut before, whole. */
	| { kind: 'expanded'; title: string; text: string; isDiff: boolean }

export type NoticeBlock = Extract<Block, { kind: 'notice' }>

export type NoticeLevel = 'info' | 'warning' | 'error'

export type CallView = {
	callId: CallId
	tool: string
	/** The one argument that says most, on one line. */
	subject: string
	/** Of a command of several lines: these, sanitized. */
	script?: readonly string[]
	/** As the model wrote them, not sanitized; emptied when the call has ended. */
	arguments: string
	state: CallState
	/** Once it has started. */
	tier: Tier | undefined
	startedAt: UnixMs | undefined
	endedAt: UnixMs | undefined
	/** The end of what the running call has printed. */
	progress: string
	result: CallResult | undefined
	/** What the user has answered when it was asked about, in a word: `allowed`. */
	answered?: string
	/** What it asked the user, once that is over. */
	question?: AskedQuestion
	/** The one it has started. */
	agent?: AgentView
}

/** `answer`: undefined is none. */
export type AskedQuestion = { text: string; answer: string | undefined }

/** `waiting`: its turn has not come. `asking`: for approval. The rest are the outcomes. */
export type CallState =
	| 'waiting'
	| 'asking'
	| 'running'
	| 'ok'
	| 'failed'
	| 'refused'
	| 'cancelled'
	| 'interrupted'

export type CallResult = {
	/** As the model has it. */
	text: string
	/** What people read, where that is less. */
	shown?: string
	detail: ResultDetail | undefined
	/** Left out, there are none. Their names stand in the text. */
	images?: readonly ImagePart[]
}

/**
 * The newest blocks, and how many there have been. Whoever draws them knows how many it has drawn. `opening`: the prompt
 * before the first of them, which says what they are about.
 */
export type Blocks = { total: number; recent: readonly Block[]; opening?: PromptBlock | undefined }

export type PromptBlock = Extract<Block, { kind: 'prompt' }>

export const NO_BLOCKS: Blocks = { total: 0, recent: [] }

export function withBlocks(blocks: Blocks, added: readonly Block[]): Blocks {
	if (added.length === 0) return blocks
	const all = [...blocks.recent, ...added]
	// Cut rarely, so that adding one is not copying all.
	const total = blocks.total + added.length
	if (all.length <= 2 * RECENT_LIMIT) return { ...blocks, total, recent: all }
	return { total, recent: all.slice(-RECENT_LIMIT), opening: openingOf(blocks, all.slice(0, -RECENT_LIMIT)) }
}

function openingOf({ opening }: Blocks, left: readonly Block[]): PromptBlock | undefined {
	const isOpening = (block: Block): block is PromptBlock => block.kind === 'prompt' && !block.isSteer
	return left.findLast(isOpening) ?? opening
}

/**
 * @returns the blocks after the first `drawn`, how many of them are no longer here, and where that is in the middle of
 *   a run, its prompt
 */
export function blocksAfter(
	blocks: Blocks,
	drawn: number,
): { missing: number; blocks: readonly Block[]; opening?: PromptBlock } {
	const wanted = blocks.total - drawn
	if (wanted <= 0) return { missing: 0, blocks: [] }
	const present = blocks.recent.slice(-Math.min(wanted, RECENT_LIMIT))
	const missing = wanted - present.length
	const opening = openingOf(blocks, blocks.recent.slice(0, -present.length))
	if (missing === 0 || present[0]?.kind === 'prompt' || !opening) return { missing, blocks: present }
	return { missing: missing - 1, blocks: present, opening }
}

/** A resumed session shows this many of its last blocks; a screen or two is what anyone reads. */
const RECENT_LIMIT = 200
