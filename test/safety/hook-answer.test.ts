import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { PermissionDecision, Requirement } from '../../src/core/permission.ts'
import { withHookAnswer } from '../../src/safety/hook-answer.ts'

function decision(outcome: Requirement, more: Partial<PermissionDecision> = {}): PermissionDecision {
	return {
		tier: 'side-effecting',
		outcome,
		isWorkspaceEdit: false,
		title: 'rm a',
		reasons: ['It removes a.'],
		sessionKeys: ['rm'],
		projectRules: ['shell(rm a)'],
		...more,
	}
}

describe('the answer of a hook', () => {
	test('makes any decision stricter and lifts a question, but neither a hard one nor a denial', () => {
		const outcomes = (['allow', 'ask', 'ask-always', 'deny'] as const).map(before =>
			(['allow', 'ask', 'deny'] as const).map(
				outcome => withHookAnswer(decision(before), { outcome, reason: 'why', hook: 'h' }).outcome,
			),
		)
		assert.deepEqual(outcomes, [
			['allow', 'ask', 'deny'],
			['allow', 'ask', 'deny'],
			['ask-always', 'ask-always', 'deny'],
			['deny', 'deny', 'deny'],
		])
	})

	test('does not lift what a rule of the user asks about', () => {
		const asked = decision('ask', { decidedBy: { rule: 'shell(rm)', scope: 'your settings' } })
		assert.equal(withHookAnswer(asked, { outcome: 'allow', reason: '', hook: 'h' }), asked)
	})

	test('names the hook, and no answer of the user covers the next time', () => {
		const asked = withHookAnswer(decision('allow'), { outcome: 'ask', reason: 'be careful', hook: 'care.sh' })
		assert.deepEqual(asked.reasons, ['The hook care.sh says to ask: be careful', 'It removes a.'])
		assert.deepEqual(asked.sessionKeys, [])
		assert.equal(asked.projectRules, undefined)
	})

	test('no answer changes nothing', () => {
		const before = decision('ask')
		assert.equal(withHookAnswer(before, undefined), before)
	})
})
