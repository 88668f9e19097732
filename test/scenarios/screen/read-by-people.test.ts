import assert from 'node:assert/strict'
import { test } from 'vitest'
import { foldDenials, NO_DENIALS } from '../../../src/cli/commands/run/stream/denials.ts'
import type { EventOf, StoredEvent } from '../../../src/core/events.ts'
import type { CallId, RunId } from '../../../src/core/ids.ts'
import { textOf } from '../../../src/core/messages.ts'
import { advice, problem } from '../../../src/core/problems/problem.ts'
import { problemWithin, resultWithout } from '../../../src/core/tool.ts'
import { CallUpdates, type CallUpdatesDeps } from '../../../src/server/acp/call-updates.ts'
import { EMPTY_TRANSCRIPT, foldEnvelope } from '../../../src/server/page/browser/state/transcript.ts'
import { decode, encode } from '../../../src/sessions/codec.ts'
import { toExportedSession } from '../../../src/sessions/export/entries.ts'
import { asHtml } from '../../../src/sessions/export/html.ts'
import { asMarkdown } from '../../../src/sessions/export/markdown.ts'
import { historyOf } from '../../../src/sessions/folds/history.ts'
import { showSession } from '../../../src/sessions/folds/show.ts'
import { blockSource, searchText } from '../../../src/tui/blocks/block-text.ts'
import { spokenBlock } from '../../../src/tui/reader/spoken-blocks.ts'
import { EMPTY_VIEW } from '../../../src/tui/state/view.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'
import { message, runEnd, runStart, sessionStart, story, toolStart } from '../../support/sessions/story.ts'

const UNREAD = problem`a.ts was not read.${advice(' Read it first.')} Nothing was written.`
const LATE = problem`stopped after 5 s${advice('; give a longer timeout_ms')}`

test('of a failed call each front end shows people the cause, and the model gets the advice', async () => {
	const failed: EventOf<'tool-end'> = {
		type: 'tool-end',
		callId: 'a' as CallId,
		tool: 'write',
		result: resultWithout('failed', UNREAD),
	}
	const late: EventOf<'tool-end'> = {
		type: 'tool-end',
		callId: 'b' as CallId,
		tool: 'shell',
		result: {
			...resultWithout('failed', `${LATE.told}\nhello\n`),
			...problemWithin(LATE),
			detail: { type: 'command', exitCode: 137, timedOut: true, durationMs: 5_000 },
		},
	}
	const refused: EventOf<'tool-end'> = { ...failed, result: resultWithout('refused', UNREAD) }
	const events: readonly StoredEvent[] = [
		sessionStart(),
		runStart('do it'),
		message('', ['a', 'b']),
		toolStart('a'),
		failed,
		toolStart('b'),
		late,
		runEnd(),
	]
	const log = story(events)
	const runId = 'r' as RunId
	const view = log.reduce((before, each) => foldView(before, { ...each, runId }), EMPTY_VIEW)
	const page = log.reduce((before, each) => foldEnvelope(before, { ...each, runId }, true), EMPTY_TRANSCRIPT)
	const exported = toExportedSession(log, text => text)
	const editor = new CallUpdates({ nowMs: () => 0, factsOf: () => undefined } as unknown as CallUpdatesDeps)
	const calls = view.blocks.recent.filter(block => block.kind === 'call')
	assert.equal(calls.length, 2)
	const shown = {
		screen: calls.map(blockSource).join('\n'),
		voice: calls.flatMap(spokenBlock).join('\n'),
		page: JSON.stringify(page.blocks),
		list: showSession(log),
		markdown: asMarkdown(exported),
		html: await asHtml(exported, async () => undefined),
		editor: JSON.stringify([await editor.ended(failed), await editor.ended(late)]),
	}
	for (const [where, text] of Object.entries(shown)) {
		assert.match(text, /a\.ts was not read\. Nothing was written\./, where)
		assert.doesNotMatch(text, /Read it first|timeout_ms/, where)
	}
	assert.match(shown.markdown, /stopped after 5 s\nhello/)
	assert.deepEqual(
		[refused].reduce(foldDenials, NO_DENIALS).list.map(({ reason }) => reason),
		[UNREAD.cause],
	)

	const results = historyOf(log).flatMap(each => (each.role === 'tool' ? [each] : []))
	assert.deepEqual(
		results.map(each => [Object.keys(each).sort(), textOf(each.content)]),
		[UNREAD.told, `${LATE.told}\nhello\n`].map(text => [
			['callId', 'content', 'outcome', 'role', 'tool'],
			text,
		]),
	)
	assert.ok(calls.every((block, index) => searchText(block).includes([UNREAD, LATE][index]!.told)))
	assert.deepEqual(
		log.map(each => decode(encode(each))),
		log,
	)
})
