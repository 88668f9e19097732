import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ScreenStore } from '../../../src/tui/screen/screen-store.ts'
import { TranscriptWriter } from '../../../src/tui/transcript/transcript-writer.ts'
import { stopClock } from '../../support/for-one-test.ts'
import { FakePort, opened, runEnd, runStart } from '../../support/screen/fake-port.ts'
import { PLAIN } from '../../support/screen/plain-theme.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

stopClock(NOW)

test.each([
	['set back by an hour since the session began', NOW + HOUR, HOUR],
	['as it should be', NOW - 40, 0],
])('with a clock that is %s, what runs is counted from what happened', async (_, at, ahead) => {
	const port = new FakePort({}, () => at)
	const store = new ScreenStore(
		{ version: '1', home: undefined },
		onReady => new TranscriptWriter({ target: { columns: 80, insertAbove() {} }, theme: PLAIN, onReady }),
	)
	port.emit(opened, runStart('go'), runEnd())
	port.close()
	await store.follow(port, new AbortController().signal)
	assert.equal(store.aheadMs, ahead)
})
