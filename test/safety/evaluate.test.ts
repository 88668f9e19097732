import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { ApprovalMode } from '../../src/core/approval.ts'
import type { PermissionDecision } from '../../src/core/permission.ts'
import { evaluate, type PolicyContext } from '../../src/safety/evaluate.ts'
import type { CallSubject } from '../../src/safety/permissions/call-subject.ts'
import { readScript } from '../../src/safety/shell-parser/bash-syntax.ts'
import { writtenRules } from '../support/tools/written-rules.ts'

/** A hard case is asked about as one. */
const ALWAYS = 'ask-always'

const read = assessment({ tier: 'read-only', outcome: 'allow' })
const outsideRead = assessment({ tier: 'read-only', outcome: 'ask' })
const edit = assessment({ outcome: 'ask', isWorkspaceEdit: true, sessionKeys: ['edit:workspace'] })
const command = assessment({ outcome: 'ask', sessionKeys: ['shell:npm test'] })
const hard = assessment({ outcome: 'ask-always', sessionKeys: [] })

const outsideWrite = assessment({
	outcome: 'ask-always',
	sessionKeys: ['edit:/elsewhere'],
	onlyWritesOutside: true,
})

const ALL_MODES: readonly ApprovalMode[] = [
	{ kind: 'ask' },
	{ kind: 'all' },
	{ kind: 'none' },
	{ kind: 'until', at: 1_000 },
	{ kind: 'auto-edit' },
	{ kind: 'plan' },
]

const SUBJECT = subjectOf('npm test')
const outcome = (made: PermissionDecision, policy: Partial<PolicyContext>) =>
	evaluate(made, SUBJECT, policyOf(policy)).outcome

describe('what each mode does', () => {
	// In the order of ALL_MODES.
	const table: readonly [string, PermissionDecision, readonly string[]][] = [
		['a read in the workspace', read, ['allow', 'allow', 'allow', 'allow', 'allow', 'allow']],
		['a read outside', outsideRead, ['ask', 'allow', 'deny', 'allow', 'ask', 'ask']],
		['an edit in the workspace', edit, ['ask', 'allow', 'deny', 'allow', 'allow', 'deny']],
		['a command', command, ['ask', 'allow', 'deny', 'allow', 'ask', 'deny']],
		['a hard case', hard, [ALWAYS, ALWAYS, 'deny', ALWAYS, ALWAYS, 'deny']],
		['a write outside', outsideWrite, [ALWAYS, ALWAYS, 'deny', ALWAYS, ALWAYS, 'deny']],
	]
	for (const [name, made, outcomes] of table)
		test(name, () => {
			assert.deepEqual(
				ALL_MODES.map(mode => outcome(made, { mode })),
				outcomes,
			)
		})
})

test('allowing until a time asks again afterwards', () => {
	assert.equal(outcome(command, { mode: { kind: 'until', at: 1_000 }, now: 1_000 }), 'ask')
})

test('what "this session" covers runs unasked, but only when every part of it is covered', () => {
	const both = assessment({ outcome: 'ask', sessionKeys: ['shell:npm test', 'shell:npm run lint'] })
	assert.equal(outcome(both, { sessionGrants: new Set(['shell:npm test']) }), 'ask')
	assert.equal(outcome(both, { sessionGrants: new Set(both.sessionKeys) }), 'allow')
})

test('a write outside is let through by what names it: a yes for the session, a rule, --yolo', () => {
	const all = { mode: { kind: 'all' } } as const
	assert.equal(outcome(outsideWrite, { ...all, sessionGrants: new Set(['edit:/elsewhere']) }), 'allow')
	assert.equal(
		outcome(outsideWrite, {
			...all,
			rules: { rules: writtenRules('allow shell(npm test)'), base: { root: '/w', home: '/home/ada' } },
		}),
		'allow',
	)
	assert.equal(outcome(outsideWrite, { ...all, yolo: true }), 'allow')
	assert.equal(outcome(hard, { ...all, sessionGrants: new Set(['edit:/elsewhere']) }), ALWAYS)
})

test('a call without keys is never covered', () => {
	const keyless = assessment({ outcome: 'ask', sessionKeys: [] })
	assert.equal(outcome(keyless, { sessionGrants: new Set(['anything']) }), 'ask')
})

test('only --yolo lets a hard case through, and not even that in plan mode', () => {
	assert.equal(outcome(hard, { mode: { kind: 'all' }, yolo: true }), 'allow')
	assert.equal(outcome(hard, { mode: { kind: 'plan' }, yolo: true }), 'deny')
})

function assessment(with_: Partial<PermissionDecision>): PermissionDecision {
	return {
		tier: 'side-effecting',
		outcome: 'ask',
		isWorkspaceEdit: false,
		title: 'something',
		reasons: ['because'],
		sessionKeys: [],
		...with_,
	}
}

function policyOf(given: Partial<PolicyContext>): PolicyContext {
	return { mode: { kind: 'ask' }, now: 0, sessionGrants: new Set(), yolo: false, ...given }
}

describe('what the user’s rules say', () => {
	const RULES = {
		allow: 'allow shell(npm test)',
		ask: 'ask shell(npm test)',
		deny: 'deny shell(npm test)',
		// Nobody can tell what a variable holds.
		maybe: 'deny shell(npm test --what)',
	}
	const rulesOf = (which: keyof typeof RULES) => ({
		rules: writtenRules(RULES[which]),
		base: { root: '/w', home: '/home/ada' },
	})
	const outcomes = (
		made: PermissionDecision,
		which: keyof typeof RULES,
		policy: Partial<PolicyContext> = {},
	) => {
		const subject = which === 'maybe' ? subjectOf('npm test $X') : SUBJECT
		return ALL_MODES.map(
			mode => evaluate(made, subject, policyOf({ mode, rules: rulesOf(which), ...policy })).outcome,
		)
	}

	test('a deny rule refuses in every mode, what only reads too, and under --yolo', () => {
		for (const made of [read, edit, command, hard])
			for (const yolo of [false, true])
				assert.deepEqual(new Set(outcomes(made, 'deny', { yolo })), new Set(['deny']))
	})

	test('an ask rule asks in every mode that asks at all, even for what only reads or was covered', () => {
		assert.deepEqual(outcomes(command, 'ask'), ['ask', 'ask', 'deny', 'ask', 'ask', 'deny'])
		assert.deepEqual(outcomes(read, 'ask'), ['ask', 'ask', 'deny', 'ask', 'ask', 'ask'])
		assert.deepEqual(outcomes(command, 'ask', { sessionGrants: new Set(command.sessionKeys) })[0], 'ask')
		assert.deepEqual(outcomes(command, 'ask', { yolo: true })[1], 'allow')
	})

	test('an allow rule needs no question where plan mode allows it, and allows no hard case', () => {
		assert.deepEqual(outcomes(command, 'allow'), ['allow', 'allow', 'allow', 'allow', 'allow', 'deny'])
		assert.deepEqual(outcomes(hard, 'allow'), [ALWAYS, ALWAYS, 'deny', ALWAYS, ALWAYS, 'deny'])
	})

	test('what may be denied asks, and is refused where nothing would be asked', () => {
		assert.deepEqual(outcomes(command, 'maybe'), ['ask', 'ask', 'deny', 'ask', 'ask', 'deny'])
		assert.deepEqual(outcomes(read, 'maybe', { yolo: true })[1], 'deny')
	})

	test('a decision names the rule, says why, and what an answer would keep', () => {
		const decided = (which: keyof typeof RULES, made = command) =>
			evaluate(made, SUBJECT, policyOf({ rules: rulesOf(which) }))
		const by = (which: keyof typeof RULES) => ({
			rule: RULES[which].slice(which.length + 1),
			scope: 'the test',
		})
		const { parts: _parts, ...told } = decided('allow')
		assert.deepEqual(told, {
			tier: 'side-effecting',
			outcome: 'allow',
			isWorkspaceEdit: false,
			title: 'something',
			reasons: ['The rule shell(npm test) in the test allows it.', 'because'],
			sessionKeys: ['shell:npm test'],
			projectRules: ['shell(npm test)'],
			decidedBy: by('allow'),
		})
		const asked = decided('ask')
		assert.deepEqual(
			[asked.reasons, asked.sessionKeys, asked.projectRules, asked.decidedBy],
			[['The rule shell(npm test) in the test says to ask.', 'because'], [], undefined, by('ask')],
		)
		assert.deepEqual(decided('deny', read).decidedBy, by('deny'))
		assert.deepEqual(evaluate(command, SUBJECT, policyOf({ mode: { kind: 'none' } })).reasons, [
			'approvals are switched off, so nothing that needs one may run',
			'because',
		])
	})
})

test('what a tool itself denies is denied', () => {
	const made = assessment({ outcome: 'deny' })
	assert.deepEqual(
		ALL_MODES.map(mode => outcome(made, { mode, yolo: true })),
		ALL_MODES.map(() => 'deny'),
	)
})

function subjectOf(text: string): CallSubject {
	const script = readScript(text)
	const scope = { folders: ['/w'], roots: ['/w'], readableRoots: [], home: '/home/ada' }
	return {
		tool: 'shell',
		access: 'write',
		places: [],
		searched: [],
		host: undefined,
		command: {
			text,
			script,
			parts: [{ command: text, outcome: 'ask', reason: 'because', rule: 'unknown-program' }],
			placed: script.commands.map(each => ({ command: each, scope })),
			uses: [],
			isInside: true,
		},
	}
}
