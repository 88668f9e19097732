import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { typedFile } from '../../../../src/cli/commands/sessions/export-session.ts'
import type { SessionId } from '../../../../src/core/ids.ts'
import { createJsonlStore } from '../../../../src/sessions/store/jsonl-store.ts'
import { htmlTokens } from '../../../support/html-tokens.ts'
import { type Desk, makeDesk, runAgent } from '../../../support/run-agent.ts'
import { message, next, runEnd, runStart, sessionStart, story } from '../../../support/sessions/story.ts'

const ID = '261121-071203-abcd' as SessionId
const KEY = 'correct-horse-battery-staple'

let desk: Desk
beforeEach(async () => {
	desk = await makeDesk()
	const start = story([sessionStart(desk.cwd)], ID)
	const prompt = `look \u001b[31mhere\u001b[0m <img src=x onerror=alert(1)> ${KEY}`
	const log = createJsonlStore({ folder: join(desk.home, 'sessions') }).create(ID, desk.cwd)
	await log.append([...start, ...next(start, runStart(prompt), message('**Done.**'), runEnd())], {
		durable: false,
	})
	await log.close()
})
afterEach(() => desk.remove())

const run = (...args: string[]) =>
	runAgent(['sessions', 'export', ID, ...args], { desk, env: { SOME_API_KEY: KEY } })

describe('agent sessions export', () => {
	test('writes Markdown to stdout when nothing else is said', async () => {
		const { code, stdout, stderr } = await run()
		assert.deepEqual([code, stderr], [0, ''])
		assert.ok(stdout.includes('> look here &lt;img src=x onerror=alert(1)&gt; \\[REDACTED:'), stdout)
		assert.ok(stdout.includes('**Done.**') && !stdout.includes('\u001b') && !stdout.includes(KEY), stdout)
	})

	test('writes what the ending of the file says, for the user alone, and never over something', async () => {
		const page = join(desk.cwd, 'page.html')
		assert.equal((await run('-o', page)).code, 0)
		assert.equal((await stat(page)).mode & 0o777, 0o600)
		const html = await readFile(page, 'utf8')
		assert.ok(htmlTokens(html).every(token => token.kind !== 'start' || token.name !== 'img'))
		assert.ok(html.includes('<strong>Done.</strong>') && !html.includes(KEY))
		const again = await run('-o', page)
		assert.equal(again.code, 2)
		assert.match(again.stderr, /page\.html is there already; --force writes over it/)
		assert.equal((await run('-o', page, '--format', 'jsonl', '--force')).code, 0)
		const [first = ''] = (await readFile(page, 'utf8')).split('\n')
		assert.equal(JSON.parse(first).event.type, 'session-start')
		assert.equal((await stat(page)).mode & 0o777, 0o600)
	})

	test('says of a folder that it is one, and what to write', async () => {
		await mkdir(join(desk.cwd, 'kept'))
		for (const args of [
			['-o', 'kept'],
			['-o', 'kept/'],
			['-o', 'kept', '--force'],
		]) {
			const { code, stderr } = await run(...args)
			assert.equal(code, 2)
			assert.equal(stderr, `error: kept is a folder; name a file in it: kept/session-${ID}.md\n`)
		}
		assert.match((await run('-o', 'kept', '--format', 'html')).stderr, /: kept\/session-.*\.html\n$/)
		assert.deepEqual(await readdir(desk.cwd), ['kept'])
		assert.deepEqual(await readdir(join(desk.cwd, 'kept')), [])
	})

	test('takes an ending that it does not know only with --format', async () => {
		const { code, stderr } = await run('-o', 'out.xyz')
		assert.equal(code, 2)
		assert.equal(
			stderr,
			'error: out.xyz: .xyz is none of the endings .jsonl, .md and .html; --format takes any name\n',
		)
		await assert.rejects(stat(join(desk.cwd, 'out.xyz')))
		assert.equal((await run('-o', 'out.xyz', '--format', 'md')).code, 0)
		assert.equal((await run('-o', 'no-ending')).code, 0)
	})

	test('with --force puts a file in the place of a link, and leaves alone what the link leads to', async () => {
		const target = join(desk.cwd, 'precious')
		await writeFile(target, 'keep me')
		await symlink(target, join(desk.cwd, 'out.md'))
		assert.equal((await run('-o', 'out.md')).code, 2)
		assert.equal((await run('-o', 'out.md', '--force')).code, 0)
		assert.equal(await readFile(target, 'utf8'), 'keep me')
	})

	test('takes no format that it does not know, and names a folder that is not there', async () => {
		assert.equal((await run('--format', 'pdf')).code, 2)
		const { code, stderr } = await run('-o', 'missing/out.md')
		assert.equal(code, 2)
		assert.match(stderr, /missing\/out\.md cannot be written/)
	})
})

test('/export takes a file as a shell would: in quotes, below ~, and with --force', () => {
	const taken = (typed: string) => typedFile(typed, '/home/me')
	assert.deepEqual(['', '"my notes.md"', "'a b.md'", '~/a.md', '"half.md', '--forced.md'].map(taken), [
		{ file: '', force: false },
		{ file: 'my notes.md', force: false },
		{ file: 'a b.md', force: false },
		{ file: '/home/me/a.md', force: false },
		{ file: '"half.md', force: false },
		{ file: '--forced.md', force: false },
	])
	assert.deepEqual(['--force a b.md', 'a.md --force', '--force'].map(taken), [
		{ file: 'a b.md', force: true },
		{ file: 'a.md', force: true },
		{ file: '', force: true },
	])
})
