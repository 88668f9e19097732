import assert from 'node:assert/strict'
import { test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { requireNode } from '../../../src/services/postgres/needed-node.ts'

test.each(['22.12.0', '22.13.1', '23.0.0', '24.21.0'])('a database is shared under Node %s', version => {
	requireNode(version)
})

test.each(['20.19.0', '20.20.2', '22.11.9', '21.7.0'])('under Node %s it is said what is needed', version => {
	assert.throws(
		() => requireNode(version),
		(error: unknown) =>
			error instanceof AgentError &&
			error.code === 'config-invalid' &&
			/needs Node 22\.12 or newer/.test(error.message) &&
			error.message.includes(version),
	)
})
