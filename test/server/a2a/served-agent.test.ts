import assert from 'node:assert/strict'
import { test } from 'vitest'
import { agentNamed, CODING_AGENT, servedAgent } from '../../../src/server/a2a/served-agent.ts'

test('an agent of a file has a card under its name, where an address can have that name', () => {
	const named = ['reviewer', 'tools:reviewer', 'Über', 'a b', 'keelson', '../x', '-x'].flatMap(name =>
		servedAgent({ name, description: `what ${name} does` }),
	)
	assert.deepEqual(
		named.map(({ name, description, skills }) => [name, description, skills.map(({ id }) => id)]),
		[['reviewer', 'what reviewer does', ['reviewer']]],
	)
	assert.equal(agentNamed([CODING_AGENT, ...named], 'reviewer'), named[0])
	assert.equal(agentNamed([CODING_AGENT, ...named], undefined), CODING_AGENT)
	const [long] = servedAgent({ name: 'long', description: 'x'.repeat(5_000) })
	assert.equal(long?.description.length, 1_000)
})
