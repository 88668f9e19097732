// A table of shell commands and the one thing the gate says of all of them.

import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { PermissionDecision, Requirement } from '../../../src/core/permission.ts'

/** Each that is judged otherwise is shown with the reason. */
export function sayingOf(
	assess: (command: string) => PermissionDecision,
): (outcome: Requirement, commands: readonly string[]) => void {
	return (outcome, commands) =>
		test(`${outcome}: ${commands.length} commands like ${commands[0]}`, () => {
			const wrong = commands.flatMap(command => {
				const given = assess(command)
				return given.outcome === outcome ? [] : [`${given.outcome}: ${command} (${given.reasons.join(' ')})`]
			})
			assert.deepEqual(wrong, [])
		})
}
