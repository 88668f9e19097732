// A table of shell commands and the one thing the gate says of all of them.

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type ExplainedOutcome, explainCommand } from '../../../src/safety/explain.ts'
import { PLACE } from './gate-cases.ts'

/** Each that is judged otherwise is shown with the reason. */
export function saysOf(verdict: ExplainedOutcome, commands: readonly string[]): void {
	test(`${verdict}: ${commands.length} commands like ${commands[0]}`, () => {
		const wrong = commands.flatMap(command => {
			const given = explainCommand(command, PLACE)
			return given.verdict === verdict ? [] : [`${given.verdict}: ${command} (${given.reasons.join(' ')})`]
		})
		assert.deepEqual(wrong, [])
	})
}
