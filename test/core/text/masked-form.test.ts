import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isMaskedForm } from '../../../src/core/text/masked-form.ts'

test.each([
	['fix it', 'fix it', true],
	['fix it', 'fix that', false],
	['use [REDACTED:token] now', 'use abc now', true],
	['[REDACTED:token]', 'abc', true],
	['a [REDACTED:token] b [REDACTED:private-key] c', 'a 1 b 2 c', true],
	['a [REDACTED:token] b [REDACTED:private-key] c', 'a 1 2 c', false],
	['use [REDACTED:token] now', 'use abc then', false],
	['use [REDACTED:token] now', 'take abc now', false],
	['aba[REDACTED:token]aba', 'aba', false],
	['see [REDACTED:token]', 'see [REDACTED:token]', true],
])('%s of %s: %s', (text, original, expected) => {
	assert.equal(isMaskedForm(text, original), expected)
})
