import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { KnownFile } from '../../../../src/core/events.ts'
import type { CallId } from '../../../../src/core/ids.ts'
import { type Message, userText } from '../../../../src/core/messages.ts'
import { knownFiles } from '../../../../src/loop/context/files/known-files.ts'
import { knownText } from '../../../../src/loop/context/files/known-text.ts'
import { MODEL } from '../../../support/runtime/scripted-model.ts'

const count = (text: string) => Math.ceil(text.length / 4)
const SOURCE = [
	'export function openGate(key: string) {',
	'\treturn key.length > 3',
	'}',
	'',
	'export function closeGate() {',
	'\treturn false',
	'}',
]
const numbered = (lines: readonly string[], first = 1) =>
	lines.map((line, index) => `${first + index}\t${line}`).join('\n')

let calls = 0
function call(tool: string, input: unknown, output: string): readonly Message[] {
	calls += 1
	const callId = `call-${calls}` as CallId
	return [
		{
			role: 'assistant',
			model: MODEL,
			stop: 'tool-calls',
			content: [{ type: 'tool-call', callId, tool, arguments: JSON.stringify(input) }],
		},
		{ role: 'tool', callId, tool, outcome: 'ok', content: [{ type: 'text', text: output }] },
	]
}

const read = () => call('read', { path: './src/gate.ts' }, numbered(SOURCE))
const files = (sha256: string) => [{ path: '/work/src/gate.ts', sha256, changed: false }]
const known = (leaving: readonly Message[], before: readonly KnownFile[] = [], sha256 = 'aaaaaaaa1') =>
	knownFiles({ before, leaving, files: files(sha256) })

test('of a file that was read its outline stays, and the text of what was named', () => {
	const text = knownText(known([...read(), userText('Make openGate stricter.')]), 1_000, count)
	assert.equal(
		text,
		`### src/gate.ts (sha256 aaaaaaaa)\n1-3: export function openGate(key: string)\n5-7: export function closeGate()\n${numbered(SOURCE.slice(0, 3))}`,
	)
})

test('after an edit it is the edited text, on the lines where it is now', () => {
	const edit = call(
		'edit',
		{ path: 'src/gate.ts', old_text: SOURCE[1], new_text: '\tconst least = 8\n\treturn key.length > least' },
		'done',
	)
	const text = knownText(
		known([...read(), ...edit, userText('and closeGate?')], [], 'bbbbbbbb2'),
		1_000,
		count,
	)
	assert.match(text, /^1-4: export function openGate/m)
	assert.match(text, /^3\t\treturn key\.length > least$/m)
	assert.match(text, /^6\texport function closeGate\(\) \{$/m)
	assert.doesNotMatch(text, /> 3/)
})

test('what was changed by something that cannot be followed is not told any more', () => {
	const before = known([...read(), userText('openGate')])
	assert.equal(before[0]!.parts.length, 1)
	assert.equal(knownText(known([], before, 'cccccccc3'), 1_000, count), '')
	const patch = call('apply_patch', { patch: '*** Update File: src/gate.ts' }, 'done')
	assert.equal(knownText(known([...read(), ...patch]), 1_000, count), '')
})

test('lines that were asked for are kept from the third time on, across compactions', () => {
	const page = () => call('read', { path: 'src/gate.ts', offset: 5, limit: 3 }, numbered(SOURCE.slice(4), 5))
	const once = known(page())
	const twice = known(page(), once)
	const hasText = (all: readonly KnownFile[]) => knownText(all, 1_000, count).includes('6\t\treturn false')
	assert.deepEqual([hasText(once), hasText(twice), hasText(known(page(), twice))], [false, false, true])
	assert.equal(known(page(), twice)[0]!.reads, 3)
})

test('where there is little room what was used last is there, and nothing takes more than it may', () => {
	const many = Array.from({ length: 30 }, (_, index) => ({
		path: `src/f${index}.ts`,
		sha256: '12345678',
		reads: 1,
		outline: [`1-9: function f${index}()`],
		parts: [{ first: 1, text: `function f${index}() {\n}`, uses: 1, why: 'used' as const }],
	}))
	for (const limit of [0, 10, 50, 200, 500])
		assert.ok(count(knownText(many, limit, count)) <= limit + 1, `${limit}`)
	assert.match(knownText(many, 60, count), /f29/)
})
