import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { explainCommand } from '../../../src/safety/explain.ts'
import { PLACE } from '../../support/gate/gate-cases.ts'
import { hardCasesIn } from '../../support/gate/hard-cases.ts'

const isHard = (command: string) => explainCommand(command, PLACE).verdict === 'ask-hard'

const LOSSES = {
	'what throws away work asks whatever the mode': 'loss',
	'however it is hidden': 'hidden',
	'what prints credentials asks whatever the mode': 'credentials',
	'what cannot be taken back elsewhere asks whatever the mode': 'elsewhere',
}
for (const [what, file] of Object.entries(LOSSES))
	describe(what, () => {
		for (const [group, commands] of Object.entries(hardCasesIn(file)))
			test(group, () => {
				assert.deepEqual(
					commands.filter(command => !isHard(command)),
					[],
				)
			})
	})

describe('their harmless neighbours are no such case', () => {
	for (const [group, commands] of Object.entries(hardCasesIn('ordinary')))
		test(group, () => {
			assert.deepEqual(commands.filter(isHard), [])
		})
})
