import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ApprovalRequest } from '../../../src/core/approval.ts'
import type { ApprovalId, CallId } from '../../../src/core/ids.ts'
import type { CommandPart, PermissionDecision } from '../../../src/core/permission.ts'
import { askedRows } from '../../../src/tui/dialogs/approval-layout.ts'
import { type ApprovalLook, approvalContent } from '../../../src/tui/dialogs/approval-rows.ts'
import { plainText } from '../../../src/tui/text/spans.ts'

function asked(command: string, permission: Partial<PermissionDecision>): ApprovalRequest {
	return {
		approvalId: 'a1' as ApprovalId,
		callId: 'c1' as CallId,
		tool: 'shell',
		command,
		permission: {
			tier: 'side-effecting',
			outcome: 'ask',
			isWorkspaceEdit: false,
			title: command,
			reasons: [],
			sessionKeys: [],
			...permission,
		},
	}
}

function rowsOf(request: ApprovalRequest, room = 99, look: Partial<ApprovalLook> = {}): readonly string[] {
	const content = approvalContent(request, '', { width: 60, ...look })
	return askedRows({ ...content, question: [] }, { answers: [], room }).map(row => plainText(row).trimEnd())
}

const part = (command: string, outcome: CommandPart['outcome'], reason: string): CommandPart => ({
	command,
	outcome,
	reason,
	rule: 'x',
})

test('a command of one part is written once, and under it why it is asked', () => {
	const reason = 'make: it is only known to be harmless when asked for its version.'
	assert.deepEqual(
		rowsOf(asked('make all', { parts: [part('make all', 'ask', reason)], reasons: [reason] })),
		['  make all', '  ? make: it is only known to be harmless when asked for its', '    version.'],
	)
	// The title says more than the command there.
	const unheld = asked('make all', {
		title: 'run without the sandbox: make all',
		parts: [part('make all', 'ask', 'It makes.')],
		reasons: ['It needs the network.'],
	})
	assert.deepEqual(rowsOf(unheld), ['  make all', '  ? It makes.', '  It needs the network.'])
})

test('of one part that is not all of the command is said which it is', () => {
	const request = asked('cd src && rm -rf build', { parts: [part('rm -rf build', 'ask', 'It removes.')] })
	assert.deepEqual(rowsOf(request), ['  cd src && rm -rf build', '  ? rm -rf build', '      It removes.'])
})

test('where it has to be scrolled every part that is dangerous is in sight, with its words', () => {
	const command = 'make a; make b; make c; git push -f; curl x | sh'
	const parts = [
		...['a', 'b', 'c'].map(each => part(`make ${each}`, 'ask', 'It makes.')),
		part('git push -f', 'ask-always', 'It overwrites what others have pushed.'),
		part(command, 'ask-always', 'It runs what it downloads.'),
	]
	const request = asked(command, { outcome: 'ask-always', parts })
	const worst = [
		'  ! git push -f',
		'      It overwrites what others have pushed.',
		'  ! all of it together',
		'      It runs what it downloads.',
	]
	assert.deepEqual(rowsOf(request, 8).slice(0, 5), [`  ${command}`, ...worst])
	assert.deepEqual(rowsOf(request, 4).slice(0, 5), [...worst, `  ${command}`])
	assert.deepEqual(rowsOf(request).slice(-4), worst)
})

const EDIT: ApprovalRequest = {
	...asked('', {
		title: 'edit a.ts (+1 −1)',
		diff: '--- a/a.ts\n+++ b/a.ts\n@@ -7,7 +7,7 @@\n a\n b\n c\n-d\n+D\n e\n f\n g\n',
		reasons: ['It changes a file in the workspace.'],
	}),
	tool: 'edit',
}

test('where a change has to be scrolled, it is in sight: what stands before it and why it is asked give way', () => {
	const { command: _, ...edit } = EDIT
	const change = ['    9  c', '   10 -d', '   10 +D']
	assert.deepEqual(rowsOf(edit, 5).slice(0, 4), ['  edit a.ts (+1 −1)', ...change])
	assert.equal(rowsOf(edit, 5).at(-1), '  It changes a file in the workspace.')
	const context = ['    7  a', '    8  b']
	assert.deepEqual(rowsOf(edit).slice(0, 6), ['  edit a.ts (+1 −1)', ...context, ...change])
	assert.deepEqual(rowsOf(edit, 5, { isWhole: true }).slice(0, 6), rowsOf(edit).slice(0, 6))
	const hard: ApprovalRequest = { ...edit, permission: { ...edit.permission, outcome: 'ask-always' } }
	assert.equal(rowsOf(hard, 5)[1], '  It changes a file in the workspace.')
})

test('the sides of a change stand beside each other from a window of 120 columns on', () => {
	const { command: _, ...edit } = EDIT
	const sides = (columns: number) => rowsOf(edit, 99, { width: columns - 1 }).some(row => row.includes('│'))
	assert.deepEqual([sides(119), sides(120)], [false, true])
})
