import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { summaryText } from '../../../src/core/condensed.ts'
import type { AgentEvent, Compaction, StoredEvent } from '../../../src/core/events.ts'
import { userText } from '../../../src/core/messages.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { EMPTY_VIEW, type View } from '../../../src/tui/state/view.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'
import { plainText } from '../../../src/tui/text/spans.ts'
import { blockRows, expandedBlock } from '../../../src/tui/transcript/block-rows.ts'
import { envelope, MODEL, progress, RUN, runEnd, runStart, said } from '../../support/screen/fake-port.ts'

function folded(...events: readonly AgentEvent[]): View {
	return events.reduce((view, event, index) => foldView(view, envelope(event, index)), EMPTY_VIEW)
}

function compaction(summary: 'written' | 'dropped'): StoredEvent {
	return {
		type: 'compaction',
		cause: 'window',
		message: userText('What was.'),
		keeps: 2,
		cut: [],
		summary,
		tokensBefore: 104_000,
		tokensAfter: 21_000,
		carried: { usage: NO_USAGE, costMicroUsd: 7, isCostPartial: false, todo: [], files: [], chain: [MODEL] },
	}
}

describe('condensing history', () => {
	test('within a run is its title, and what came of it stands in the transcript', () => {
		const during = folded(runStart('go'), said('Looking.'), { type: 'compaction-start', cause: 'window' })
		assert.deepEqual([during.run?.progress, during.run?.runId], ['Condensing history', RUN])
		const after = [compaction('written'), { type: 'compaction-end' } as const].reduce(
			(view, event) => foldView(view, envelope(event, 9)),
			during,
		)
		assert.equal(after.run?.runId, RUN)
		assert.deepEqual(after.blocks.recent.at(-1), {
			kind: 'notice',
			level: 'info',
			text: 'history condensed: 104k → 21k tokens',
		})
	})

	test('between two runs is shown as one that can be interrupted, and is over when it ends', () => {
		const during = folded(runStart('go'), said('Done.'), runEnd('finished'), {
			type: 'compaction-start',
			cause: 'user',
		})
		assert.deepEqual([during.run?.progress, during.run?.runId], ['Condensing history', RUN])
		assert.equal(foldView(during, envelope({ type: 'compaction-end' }, 9)).run, undefined)
	})

	test('shows with Ctrl+O what the model was left with', () => {
		const event = {
			...(compaction('written') as Compaction),
			message: userText(summaryText('Go on\x1b[2J with plums.')),
		}
		const block = folded(runStart('go'), { type: 'compaction', ...event }).blocks.recent.at(-1)!
		assert.ok(block.kind === 'notice')
		assert.match(blockRows(block, 80).rows.map(plainText).join('\n'), /21k tokens \(Ctrl\+O: summary\)$/)
		assert.deepEqual(expandedBlock(block), {
			kind: 'expanded',
			title: 'Summary',
			text: 'Go on with plums.',
			isDiff: false,
		})
	})

	test('has what was asked above it where the log is read from there on, and nowhere else', () => {
		const event = compaction('written')
		assert.ok(event.type === 'compaction')
		const carried = { ...event.carried, pinned: { said: ['first', 'the goal'], failed: [] } }
		const kinds = (...events: readonly AgentEvent[]) =>
			folded(...events).blocks.recent.map(block => block.kind)
		assert.deepEqual(kinds({ ...event, carried }, said('On.')), ['prompt', 'notice', 'answer'])
		assert.deepEqual(kinds(runStart('go'), { ...event, carried }, said('On.')), [
			'prompt',
			'notice',
			'answer',
		])
		const [prompt] = folded({ ...event, carried }).blocks.recent
		assert.ok(prompt?.kind === 'prompt' && prompt.text === 'the goal')
	})

	test('without a summary is a warning', () => {
		const { blocks } = folded(runStart('go'), compaction('dropped'), progress('c1', ''))
		assert.deepEqual(blocks.recent.at(-1), {
			kind: 'notice',
			level: 'warning',
			text: 'history shortened without a summary: 104k → 21k tokens',
		})
	})
})
