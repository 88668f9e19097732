import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { ApprovalMode } from '../../src/core/approval.ts'
import type { PermissionDecision } from '../../src/core/permission.ts'
import { decide, type Standing } from '../../src/tools/decide.ts'

const read = assessment({ tier: 'read-only', outcome: 'allow' })
const outsideRead = assessment({ tier: 'read-only', outcome: 'ask' })
const edit = assessment({ outcome: 'ask', isWorkspaceEdit: true, sessionKeys: ['edit:workspace'] })
const command = assessment({ outcome: 'ask', sessionKeys: ['shell:npm test'] })
const hard = assessment({ outcome: 'ask-always', sessionKeys: [] })

const ALL_MODES: readonly ApprovalMode[] = [
	{ kind: 'ask' },
	{ kind: 'all' },
	{ kind: 'none' },
	{ kind: 'until', at: 1_000 },
	{ kind: 'auto-edit' },
	{ kind: 'plan' },
]

describe('what each mode does', () => {
	// In the order of ALL_MODES.
	const table: readonly [string, PermissionDecision, readonly string[]][] = [
		['a read in the workspace', read, ['run', 'run', 'run', 'run', 'run', 'run']],
		['a read outside', outsideRead, ['ask', 'run', 'refuse', 'run', 'ask', 'ask']],
		['an edit in the workspace', edit, ['ask', 'run', 'refuse', 'run', 'run', 'refuse']],
		['a command', command, ['ask', 'run', 'refuse', 'run', 'ask', 'refuse']],
		['a hard case', hard, ['ask', 'ask', 'refuse', 'ask', 'ask', 'refuse']],
	]
	for (const [name, made, verdicts] of table)
		test(name, () => {
			assert.deepEqual(
				ALL_MODES.map(mode => decide(made, standing({ mode })).kind),
				verdicts,
			)
		})
})

test('allowing until a time asks again afterwards', () => {
	assert.equal(decide(command, standing({ mode: { kind: 'until', at: 1_000 }, now: 1_000 })).kind, 'ask')
})

test('what "this session" covers runs unasked, but only when every part of it is covered', () => {
	const both = assessment({ outcome: 'ask', sessionKeys: ['shell:npm test', 'shell:npm run lint'] })
	assert.equal(decide(both, standing({ covered: new Set(['shell:npm test']) })).kind, 'ask')
	assert.equal(decide(both, standing({ covered: new Set(both.sessionKeys) })).kind, 'run')
})

test('a call without keys is never covered', () => {
	const keyless = assessment({ outcome: 'ask', sessionKeys: [] })
	assert.equal(decide(keyless, standing({ covered: new Set(['anything']) })).kind, 'ask')
})

test('only --yolo lets a hard case through, and not even that in plan mode', () => {
	assert.equal(decide(hard, standing({ mode: { kind: 'all' }, yolo: true })).kind, 'run')
	assert.equal(decide(hard, standing({ mode: { kind: 'plan' }, yolo: true })).kind, 'refuse')
})

function standing(with_: Partial<Standing>): Standing {
	return { mode: { kind: 'ask' }, now: 0, covered: new Set(), yolo: false, ...with_ }
}

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

describe('what the user’s rules say', () => {
	const by = { text: 'shell(x)', scope: 'your settings (/f)' }
	const kinds = (
		made: PermissionDecision,
		answer: 'allow' | 'ask' | 'deny' | 'doubt',
		more: Partial<Standing> = {},
	) => ALL_MODES.map(mode => decide(made, standing({ mode, ruling: { answer, by }, ...more })).kind)

	test('a deny rule refuses in every mode, what only reads too, and under --yolo', () => {
		for (const made of [read, edit, command, hard])
			for (const yolo of [false, true])
				assert.deepEqual(new Set(kinds(made, 'deny', { yolo })), new Set(['refuse']))
	})

	test('an ask rule asks in every mode that asks at all, even for what only reads or was covered', () => {
		assert.deepEqual(kinds(command, 'ask'), ['ask', 'ask', 'refuse', 'ask', 'ask', 'refuse'])
		assert.deepEqual(kinds(read, 'ask'), ['ask', 'ask', 'refuse', 'ask', 'ask', 'ask'])
		assert.deepEqual(kinds(command, 'ask', { covered: new Set(command.sessionKeys) })[0], 'ask')
		assert.deepEqual(kinds(command, 'ask', { yolo: true })[1], 'run')
	})

	test('an allow rule needs no question where plan mode allows it, and allows no hard case', () => {
		assert.deepEqual(kinds(command, 'allow'), ['run', 'run', 'run', 'run', 'run', 'refuse'])
		assert.deepEqual(kinds(hard, 'allow'), ['ask', 'ask', 'refuse', 'ask', 'ask', 'refuse'])
	})

	test('what may be denied asks, and is refused where nothing would be asked', () => {
		assert.deepEqual(kinds(command, 'doubt'), ['ask', 'ask', 'refuse', 'ask', 'ask', 'refuse'])
		assert.deepEqual(kinds(read, 'doubt', { yolo: true })[1], 'refuse')
	})
})
