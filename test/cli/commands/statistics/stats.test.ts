import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { statisticsPage } from '../../../../src/cli/commands/statistics/statistics-page.ts'
import { statisticsDays } from '../../../../src/cli/commands/statistics/stats.ts'
import type { SessionId } from '../../../../src/core/ids.ts'
import { lastDays, NO_USE } from '../../../../src/core/statistics/use-statistics.ts'
import { createJsonlStore } from '../../../../src/sessions/store/jsonl-store.ts'
import { htmlTokens } from '../../../support/html-tokens.ts'
import { makeDesk, runAgent } from '../../../support/run-agent.ts'
import { shortSession, story } from '../../../support/sessions/story.ts'

const ID = '261121-071203-abcd' as SessionId

test('agent stats prints bars, writes a page for the user alone, and says what is wrong with what it was given', async () => {
	const desk = await makeDesk()
	try {
		const log = createJsonlStore({ folder: join(desk.home, 'sessions') }).create(ID, desk.cwd)
		const events = story(shortSession(), ID).map((envelope, index) => ({
			...envelope,
			at: Date.now() + index,
		}))
		await log.append(events, { durable: false })
		await log.close()
		const run = (...args: string[]) => runAgent(['stats', ...args], { desk })

		const shown = await run()
		assert.deepEqual([shown.code, shown.stderr], [0, ''])
		assert.match(shown.stdout, /^Use from .*\n {2}1 run in 1 session · /)
		assert.match(shown.stdout, /^ {2}shell {2}█+ {2}1 call · /m)
		assert.ok(!shown.stdout.includes('\u001b'))

		const inAscii = await runAgent(['stats', '--', 'päth …'], { desk, env: { LC_ALL: 'C' } })
		assert.deepEqual(
			[inAscii.code, inAscii.stderr.includes('päth'), inAscii.stderr.includes('…')],
			[2, true, false],
		)
		const drawn = await runAgent(['stats'], { desk, env: { LC_ALL: 'C' } })
		assert.match(drawn.stdout, /^ {2}shell {2}#+ {2}1 call . /m)
		assert.doesNotMatch(drawn.stdout, /[^\x00-\x7f]/)

		const page = join(desk.cwd, 'stats.html')
		const written = await run('--days', '7', '--html', page)
		assert.deepEqual([written.code, written.stdout, written.stderr], [0, '', `written to ${page}\n`])
		assert.equal((await stat(page)).mode & 0o777, 0o600)
		assert.match(await readFile(page, 'utf8'), /^<!doctype html>[\s\S]*<\/html>\n$/)

		for (const [args, code, says] of [
			[['--days', '0'], 2, /--days 0: expected a whole number of at least 1/],
			[['--html', page], 2, /stats\.html is there already; --force writes over it/],
			[['--html', join(desk.cwd, 'no', 'page.html')], 2, /no\/page\.html cannot be written: .*ENOENT/],
		] as const) {
			const ended = await run(...args)
			assert.equal(ended.code, code, ended.stderr)
			assert.match(ended.stderr, says)
		}
	} finally {
		await desk.remove()
	}
})

test('days are a whole number up to ten years', () => {
	assert.deepEqual([undefined, '1', '3660'].map(statisticsDays), [30, 1, 3_660])
	for (const wrong of ['0', '-1', '1.5', 'week', '', '3661', '9'.repeat(30)])
		assert.throws(() => statisticsDays(wrong), new RegExp(`--days ${wrong}: expected`))
})

test('the page has its plots in it, asks for nothing, runs nothing, and takes no name for markup', () => {
	const evil = '</title><script>alert(1)</script><img src=x onerror=alert(1)> "\'&\u001b[31m'
	const use = {
		...NO_USE,
		sessions: 1,
		runs: 2,
		requests: 3,
		inputTokens: 50,
		outputTokens: 7,
		calls: 2,
		edits: 1,
	}
	const days = lastDays(3, Date.now()).map(day => ({ ...use, day }))
	const named = {
		folders: [{ ...use, folder: evil }],
		models: [{ ...use, model: evil }],
		tools: [{ ...use, tool: evil }],
	}
	const page = statisticsPage({ days, total: use, ...named }, { home: '/home/me', madeAt: new Date(0) })
	const starts = htmlTokens(page).flatMap(token => (token.kind === 'start' ? [token] : []))
	const names = new Set(starts.map(({ name }) => name))
	for (const name of ['script', 'img', 'link', 'iframe', 'object', 'a', 'image', 'use', 'foreignobject'])
		assert.ok(!names.has(name), name)
	for (const name of ['svg', 'rect', 'table', 'style']) assert.ok(names.has(name), name)
	const attributes = starts.flatMap(token => token.attributes.map(([name]) => name.toLowerCase()))
	assert.deepEqual(
		attributes.filter(name => name === 'style' || name === 'src' || name === 'href' || name.startsWith('on')),
		[],
	)
	assert.ok(!/https?:|url\(|@import/.test(page) && !page.includes('\u001b'))
	assert.match(page, /default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/)
	assert.match(page, /prefers-color-scheme:dark/)
	const text = htmlTokens(page)
		.map(token => (token.kind === 'text' ? token.text : ''))
		.join('')
	assert.ok(text.includes('<script>alert(1)</script>'), 'names are there as text')
})
