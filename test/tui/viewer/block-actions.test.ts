import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cursorRow, opened } from '../../support/screen/opened-viewer.ts'

test('rows are selected over blocks, copied as they were written, and no longer selected', async () => {
	const { until, type, frame, copied, isClosed } = await opened()
	// All in one read, as a fast hand or a slow line sends it.
	type('/Done')
	type('<enter>')
	await until(text => cursorRow(text).includes('Done:'))
	type('vjjjj')
	assert.match(frame().at(-1) ?? '', /y copies the rows/)
	type('y')
	assert.match(copied[0] ?? '', /^Done:\n\n```ts\nconst one = 1\n/)
	assert.doesNotMatch(copied[0] ?? '', /npm test/)
	type('v<escape>')
	assert.equal(isClosed(), false)
	type('<escape>')
	assert.equal(isClosed(), true)
})

test('what a block names is opened: one at once, of several the one that is chosen', async () => {
	const openedPlaces: string[] = []
	const { until, type, frame } = await opened({
		reach: {
			files: async () => ['a.ts', 'src/b.ts'],
			editFile: async (path, line) => void openedPlaces.push(`${path}:${line}`),
			openPage: async url => `Opened ${url}`,
		},
	})
	type('/end')
	type('<enter>')
	await until(text => cursorRow(text).includes('The end.'))
	type('o')
	await until(text => text.includes('It names no file and no page'))
	type('{')
	await until(text => cursorRow(text).includes('+1'))
	type('o')
	await until(() => openedPlaces.length === 1)
	assert.deepEqual(openedPlaces, ['a.ts:1'])
	assert.equal(frame().length, 24)
})

test('a block is piped into a command of the user, and its end is told', async () => {
	const piped: [string, string][] = []
	const { until, type } = await opened({
		reach: {
			runShell: async (command, _, stdin) => {
				piped.push([command, stdin])
				return { text: '9000\n', exitCode: 3 }
			},
		},
	})
	type('/in the middle')
	type('<enter>')
	await until(text => text.includes('1/1 '))
	type('|wc -l')
	type('<enter>')
	const page = await until(text => text.includes('| wc -l · exit 3'))
	assert.match(page, /9000/)
	assert.equal(piped[0]?.[0], 'wc -l')
	assert.equal(piped[0]?.[1].split('\n').length, 9001, 'the whole of what was cut')
	type('<escape>|')
	type('<escape>')
	await until(text => text.includes('Transcript'))
	assert.equal(piped.length, 1)
})

test('the session is written in the form that is chosen', async () => {
	const { until, type } = await opened({ reach: { exportSession: async ending => `/out/session.${ending}` } })
	type('E')
	await until(text => /2 {2}HTML[\s\S]*Export · 1–3/.test(text))
	type('9')
	type('<down><enter>')
	await until(text => text.includes('Written to /out/session.html'))
	type('E3')
	await until(text => text.includes('Written to /out/session.jsonl'))
})
