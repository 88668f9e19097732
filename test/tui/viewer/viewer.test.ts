import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cursorRow, opened, withOwnKey } from '../../support/screen/opened-viewer.ts'

test('it opens at the newest, goes to the first and back, and closes', async () => {
	const { until, type, frame, isClosed } = await opened()
	assert.match(cursorRow(frame().join('\n')), /^▌ ✓ /)
	assert.match(frame().at(-1) ?? '', /Transcript · end/)
	type('g')
	assert.match(cursorRow(await until(text => text.includes('find the Needle'))), /❯ find the Needle/)
	assert.match(frame().at(-1) ?? '', /Transcript · top/)
	type('<page-down><page-down>')
	await until(text => /Transcript · [1-9]\d?%/.test(text))
	type('G')
	await until(text => text.includes('The end.') && text.includes('· end ·'))
	type('<page-up><page-up><page-up>')
	assert.doesNotMatch(frame().join('\n'), /The end\./)
	assert.equal(isClosed(), false)
	type('<escape>')
	assert.equal(isClosed(), true)
})

test('a search finds all of it: folded, in what was cut, in any case until one is written, and counts', async () => {
	const { until, type, frame } = await opened()
	type('/needle<enter>')
	await until(text => /needle \d+\/3 /.test(text))
	type('?needle<enter>')
	await until(text => /needle 3\/3 /.test(text))
	const second = frame().join('\n')
	assert.match(cursorRow(second), /the second needle/, 'the fold it is in is open')
	type('n')
	assert.match(await until(text => text.includes('needle 2/3')), /Enter opens the whole/)
	type('N')
	await until(text => text.includes('needle 3/3'))
	type('nn')
	await until(text => /needle 1\/3/.test(text))
	type('/Needle<enter>')
	assert.match(cursorRow(await until(text => text.includes('Needle 1/1 '))), /find the Needle/)
	type('/no such thing<enter>')
	await until(text => text.includes('Nothing is like no such thing'))
	type('/^line 5001$<enter>')
	await until(text => text.includes('1/1 '))
	type('/[broken<enter>')
	await until(text => text.includes('Nothing is like [broken'))
	type('/prompt 39[89]<enter>')
	await until(text => /2\/2 /.test(text) || /1\/2 /.test(text))
})

test('keys that come in one read are played one after the other, and a number says how often', async () => {
	const { viewer, until, type, frame } = await opened()
	type('/Done<enter>')
	await until(text => cursorRow(text).includes('Done:'))
	const at = (text: string) => text.split('\n').findIndex(row => row.startsWith('▌'))
	type('g')
	await until(text => /Transcript · top/.test(text) && at(text) === 0)
	type('jjjj')
	const fourth = frame().join('\n')
	type('gjjjj')
	assert.equal(frame().join('\n'), fourth)
	type('g4j')
	assert.equal(frame().join('\n'), fourth)
	type('10k')
	assert.equal(at(frame().join('\n')), 0)
	type('3<escape>2j')
	assert.equal(at(frame().join('\n')), 2)
	// A digit that is a key of the user's own is that.
	viewer.press({ kind: 'text', text: '1', at: 0, bindings: withOwnKey('1', 'last') })
	await until(text => /Transcript · end/.test(text))
})

test('Esc gives up what was begun, and nothing else', async () => {
	const { type, isClosed } = await opened()
	for (const begun of ['z', 'm', "'", '5']) {
		type(`${begun}<escape>`)
		assert.equal(isClosed(), false, begun)
	}
	type('<escape>')
	assert.equal(isClosed(), true)
})

test('an empty search goes on with the last one, and Ctrl+W takes a word of what is typed', async () => {
	const { until, type, frame } = await opened()
	type('?needle<enter>')
	await until(text => /needle 3\/3 /.test(text))
	type('?<enter>')
	await until(text => /needle 2\/3/.test(text))
	type('/<enter>')
	await until(text => /needle 3\/3/.test(text))
	type('/two words<ctrl+w>')
	assert.match(frame().at(-1) ?? '', /^\s*\/two ▏/)
	type('<escape>')
	await until(text => /needle 3\/3/.test(text))
})

test('what was cut is opened whole where it was found', async () => {
	const { until, type } = await opened()
	type('/in the middle<enter>')
	await until(text => text.includes('1/1 '))
	type('<enter>')
	const whole = await until(text => text.includes('a needle in the middle') && text.includes('line 5001'))
	assert.match(cursorRow(whole), /a needle in the middle/)
	type('<escape>')
	await until(text => text.includes('Transcript'))
})

test('jumps go to prompts, edits and failures, however far away', async () => {
	const { until, type, frame } = await opened()
	type('(')
	assert.match(cursorRow(frame().join('\n')), /✗ .*exit 2/)
	type('[[')
	assert.match(cursorRow(frame().join('\n')), /❯ prompt 399/)
	type('{')
	assert.match(cursorRow(await until(text => cursorRow(text).includes('+1'))), /✓ shell/)
	type('[')
	await until(text => cursorRow(text).includes('find the Needle'))
	type('{')
	await until(text => text.includes('There is none before this.'))
	type(')')
	await until(text => cursorRow(text).includes('exit 2'))
	type("''")
	await until(text => cursorRow(text).includes('find the Needle'))
})

test('folds are opened and closed one by one and all at once', async () => {
	const { until, type, frame } = await opened({ rows: 40 })
	type('g')
	await until(text => text.includes('find the Needle'))
	type('/second<enter>')
	await until(text => text.includes('1/1 '))
	assert.match(frame().join('\n'), /row 20\n/)
	type('zc')
	assert.doesNotMatch(frame().join('\n'), /row 20\n/)
	assert.match(frame().join('\n'), /more lines/)
	type('za')
	assert.match(frame().join('\n'), /row 20\n/)
	type('zM')
	assert.doesNotMatch(frame().join('\n'), /row \d/)
	type('zR')
	assert.match(frame().join('\n'), /row 20\n/)
})

test('a block is copied as it was written, and of an answer a piece of code', async () => {
	const { until, type, copied } = await opened()
	type('/Done<enter>')
	await until(text => cursorRow(text).includes('Done:'))
	type('y')
	type('Y')
	await until(text => text.includes('Which of 2?'))
	type('2')
	assert.deepEqual(copied, [
		'Done:\n\n```ts\nconst one = 1\n```\n\nand\n\n```sh\nnpm test\n```\n',
		'npm test\n',
	])
	type('t')
	await until(text => text.includes('```ts'))
})

test('an agent is opened on its own transcript, an edit on its diff', async () => {
	const { until, type } = await opened()
	type('(k[')
	await until(text => cursorRow(text).includes('ask somebody'))
	type('/It looked<enter>')
	await until(text => /1\/1 /.test(text))
	type('<enter>')
	await until(text => text.includes('The agent says hello.'))
	type('r')
	await until(text => text.includes('only in the session that is open'))
	type('<escape>{')
	await until(text => cursorRow(text).includes('+1'))
	type('<enter>')
	assert.match(await until(text => text.includes('new word')), /old word/)
})

test('back to a prompt and a copy from it are asked for with the number of its run, and marks are kept', async () => {
	const asked: [string, number][] = []
	const { until, type, frame } = await opened({
		reach: {
			rewind: async seq => void asked.push(['rewind', seq]),
			fork: async seq => void asked.push(['fork', seq]),
		},
	})
	type('ma')
	type('g')
	await until(text => text.includes('find the Needle'))
	type('rf')
	await until(() => asked.length === 2)
	assert.deepEqual(asked, [
		['rewind', 2],
		['fork', 2],
	])
	type("'a")
	await until(text => text.includes('The end.'))
	type("'x")
	assert.match(frame().join('\n'), /There is no mark x/)
})

test('a small window and a large one are filled to the last row and not beyond', async () => {
	for (const [columns, rows] of [
		[40, 12],
		[200, 50],
	] as const) {
		const { frame, type, until } = await opened({ columns, rows })
		for (const keys of ['<page-up>', '<page-up>', 'k', 'g', 'zR', 'G']) {
			type(keys)
			const shown = frame()
			assert.equal(shown.length, rows)
			for (const row of shown) assert.ok(row.length <= columns, `${row.length}: ${row}`)
		}
		await until(text => text.includes('· end'))
	}
})

test('the minimap is of all of the session, also of what is not at hand', async () => {
	const { frame, until } = await opened({ columns: 130, rows: 41 })
	const column = () => frame().map(row => row.padEnd(130).at(129) ?? '')
	await until(() => column()[0] !== ' ' && column().slice(0, 3).includes('±'))
	const map = column().slice(0, -1)
	assert.match(map[0] ?? '', /[±❯]/)
	assert.ok(map.slice(0, 3).includes('±'), 'the edit of the first run')
	assert.equal(map.at(-1), '✗', 'the failure of the last one')
	assert.equal(map.filter(mark => mark === '❯').length > 30, true, 'and a prompt in each row between')
})

test('a click puts the cursor on a block, opens what is folded, and folds what it was on and is open', async () => {
	const { viewer, until, type, frame } = await opened({ rows: 40 })
	const click = (row: number, column = 6) => {
		viewer.mouse({ kind: 'press', row, column })
		viewer.mouse({ kind: 'release', row, column })
	}
	const rowOf = (text: string) => frame().findIndex(row => row.includes(text))
	type('g')
	await until(text => text.includes('find the Needle'))
	click(rowOf('I look.'))
	assert.match(cursorRow(frame().join('\n')), /I look\./)
	assert.equal(rowOf('the second needle'), -1)
	const folded = rowOf('row 29')
	click(folded)
	assert.ok(rowOf('the second needle') > 0)
	// What begins elsewhere is no click.
	viewer.mouse({ kind: 'press', row: rowOf('I look.'), column: 6 })
	viewer.mouse({ kind: 'release', row: rowOf('row 5'), column: 6 })
	assert.ok(rowOf('the second needle') > 0)
	click(rowOf('row 5'))
	assert.equal(rowOf('the second needle'), -1)
	type('zc')
	assert.equal(rowOf('row 29'), -1)
})

test('the wheel scrolls, and what is asked below is chosen with two clicks', async () => {
	const { viewer, until, type, frame, copied } = await opened()
	const top = frame()[0]
	viewer.mouse({ kind: 'wheel', rows: -3, row: 3, column: 3 })
	assert.equal(frame()[3], top)
	type('g')
	await until(text => text.includes('find the Needle'))
	type('/const one<enter>')
	await until(text => text.includes('1/1 '))
	type('Y')
	const row = () => frame().findIndex(text => text.includes('2  npm test'))
	for (const _ of [1, 2]) {
		assert.deepEqual(copied, [])
		viewer.mouse({ kind: 'press', row: row(), column: 4 })
		assert.match(frame()[row()] ?? '', /^› 2 /)
		viewer.mouse({ kind: 'release', row: row(), column: 4 })
	}
	assert.deepEqual(copied, ['npm test\n'])
	await until(text => text.endsWith('Copied') || text.includes(' · Copied'))
})

test('a click on the minimap goes there, however far away that is', async () => {
	const { viewer, until, type, frame } = await opened({ columns: 130 })
	const click = (row: number) => viewer.mouse({ kind: 'press', row, column: 129 })
	viewer.loadNear()
	// Of 23 rows over some 1 640 events, the first row has the beginning.
	await until(text => text.split('\n')[0]?.endsWith('±') === true)
	for (const [row, from, to] of [
		[4, 55, 85],
		[18, 300, 330],
		[6, 90, 120],
		[12, 190, 220],
		[11, 175, 205],
	] as const) {
		click(row)
		await until(text => {
			const at = Number(/(?:prompt|answer) (\d+)/.exec(cursorRow(text))?.[1])
			return at >= from && at <= to
		})
	}
	click(0)
	await until(text => cursorRow(text).includes('find the Needle'))
	click(22)
	await until(text => text.includes('The end.') && text.includes('· end'))
	type("''")
	await until(text => cursorRow(text).includes('find the Needle'))
	assert.ok(frame().length === 24)
})

test('a selection stays where it began when it is dragged beyond what is seen', async () => {
	const { viewer, until, type, frame, copied } = await opened()
	type('/prompt 200<enter>')
	await until(text => cursorRow(text).includes('prompt 200'))
	const rowOf = (text: string) => frame().findIndex(row => row.includes(text))
	const drag = async (from: string, edge: number, seen: string) => {
		viewer.mouse({ kind: 'press', row: rowOf(from), column: 4 })
		for (let left = 40; left > 0 && rowOf(seen) < 0; left--) {
			viewer.mouse({ kind: 'drag', row: edge, column: 6 })
			viewer.loadNear()
			frame()
		}
		assert.ok(rowOf(seen) >= 0, seen)
		assert.ok(rowOf(from) < 0, 'where it began is out of sight')
		viewer.mouse({ kind: 'release', row: rowOf(seen), column: 6 })
	}
	await drag('❯ prompt 200', 0, 'answer 193')
	await drag('answer 193', 22, 'answer 200')
	const answers = copied.map(text => text.match(/(?:prompt|answer) \d+/g) ?? [])
	assert.deepEqual(
		answers.map(found => [found[0], found.at(-1)]),
		[
			['answer 193', 'prompt 200'],
			['answer 193', 'answer 200'],
		],
	)
})

test('what is dragged over is copied as it was written, with a double click a word', async () => {
	const { viewer, until, type, frame, copied } = await opened({ rows: 40 })
	type('g')
	await until(text => text.includes('find the Needle'))
	const rowOf = (text: string) => frame().findIndex(row => row.includes(text))
	const at = (kind: 'press' | 'drag' | 'release', row: number, column: number) => {
		viewer.mouse({ kind, row, column })
		frame()
	}
	const look = rowOf('I look.')
	const start = frame()[look]?.indexOf('look') ?? 0
	at('press', look, start)
	at('drag', look, start + 1)
	at('drag', look, start + 3)
	assert.match(viewer.frame(80, 40)[look] ?? '', /\x1b\[7mlook\x1b\[27m/)
	at('release', look, start + 3)
	await until(text => text.includes('Copied'))
	assert.doesNotMatch(viewer.frame(80, 40)[look] ?? '', /\x1b\[7m/)
	// Over several rows, what they were made of: the fence is not drawn.
	const code = rowOf('const one')
	at('press', code, 4)
	at('drag', rowOf('npm test'), 6)
	at('release', rowOf('npm test'), 6)
	for (const _ of [1, 2]) {
		at('press', code, 4)
		at('release', code, 4)
	}
	assert.deepEqual(copied, ['look', 'const one = 1\n```\n\nand\n\n```sh\nnpm test\n```', 'const'])
})
