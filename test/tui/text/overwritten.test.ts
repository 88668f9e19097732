import assert from 'node:assert/strict'
import { test } from 'vitest'
import { overwritten } from '../../../src/tui/text/overwritten.ts'

const CASES: readonly (readonly [about: string, printed: string, shown: string])[] = [
	['a progress bar is its last state', '\r 5%\r50%\r100%\ndone\n', '100%\ndone\n'],
	['one that is still going, too', 'start\n5%\r50%\r', 'start\n50%'],
	['a spinner that clears its line', '⠋ build\x1b[2K\x1b[1G⠙ build\x1b[2K\x1b[1Gbuilt\n', 'built\n'],
	['lines as Windows ends them stay', 'one\r\ntwo\r\r\n\r\nthree\r\n', 'one\ntwo\n\nthree\n'],
	['bold letters of a manual are letters', 'N\bNA\bAM\bM_\bE', 'NAME'],
	['more steps back than there are letters end at the beginning', 'a\b\b\bb\n\bc', 'b\nc'],
	['anything else is as it was', 'é 日本 \x1b[31mred\x1b[0m\ttab\n\n', 'é 日本 \x1b[31mred\x1b[0m\ttab\n\n'],
]

for (const [about, printed, shown] of CASES)
	test(about, () => {
		assert.equal(overwritten(printed), shown)
	})
