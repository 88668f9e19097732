import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { ERROR_CODES } from '../../src/core/errors.ts'
import { wireCodes } from '../../src/server/error-table.ts'

describe('every error code', () => {
	for (const code of ERROR_CODES)
		test(`${code} is an error on every wire`, () => {
			const { http, acp, a2a } = wireCodes(code)
			assert.ok(http >= 400 && http < 600, `${http}`)
			// JSON-RPC reserves this range; protocols put their own codes at its upper end.
			for (const rpc of [acp, a2a]) assert.ok((rpc >= -32768 && rpc <= -32000) || rpc === -32800, `${rpc}`)
		})
})

describe('a caller can tell', () => {
	test('its own mistake from ours', () => {
		assert.deepEqual(wireCodes('usage'), { http: 400, acp: -32602, a2a: -32602 })
		assert.deepEqual(wireCodes('internal'), { http: 500, acp: -32603, a2a: -32603 })
	})

	test('what is not there', () => {
		assert.deepEqual(wireCodes('session-not-found'), { http: 404, acp: -32002, a2a: -32001 })
	})

	test('that a login would help, and that it is not its own token that was refused', () => {
		const { http, acp } = wireCodes('auth-failed')
		assert.deepEqual([http, acp], [502, -32000])
	})

	test('that it may come again later', () => {
		assert.deepEqual([wireCodes('rate-limited').http, wireCodes('overloaded').http], [429, 503])
	})
})
