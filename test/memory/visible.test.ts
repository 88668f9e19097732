import assert from 'node:assert/strict'
import { test } from 'vitest'
import { userText } from '../../src/core/messages.ts'
import { createVisible } from '../../src/memory/visible.ts'

test('a passage that secrets were taken out of is seen to stand in the conversation that still has them', () => {
	const isVisible = createVisible([userText('the token is plum-17,\nkeep it, and the port is 8443')])
	assert.ok(isVisible('the token is [REDACTED:token], keep it'))
	assert.ok(!isVisible('the token is [REDACTED:token], lose it'))
})
