import assert from 'node:assert/strict'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import type { SessionId } from '../../../../src/core/ids.ts'
import { createJsonlStore } from '../../../../src/sessions/store/jsonl-store.ts'
import { type Desk, type Ended, jsonLines, makeDesk, runAgent } from '../../../support/run-agent.ts'
import { startAppending } from '../../../support/sessions/start-appending.ts'
import { message, next, runEnd, runStart, sessionStart, story } from '../../../support/sessions/story.ts'

const FIRST = '261121-071203-abcd' as SessionId
const SECOND = '261121-081500-efgh' as SessionId
const ELSEWHERE = '261122-000000-jkmn' as SessionId

let desk: Desk
beforeEach(async () => {
	desk = await makeDesk()
	await fill(FIRST, 'fix the \u001b[31mbug\u001b[0m', desk.cwd)
	await fill(SECOND, 'write docs', desk.cwd)
	await fill(ELSEWHERE, 'something else', '/other/project')
})
afterEach(() => desk.remove())

const sessions = (...args: string[]): Promise<Ended> => runAgent(['sessions', ...args], { desk })

describe('agent sessions list', () => {
	test('has the sessions of this folder, the one used last first, and says how many others there are', async () => {
		assert.deepEqual(await sessions(), {
			code: 0,
			signal: null,
			stdout: `${SECOND}  2026-11-21 08:15  write docs  test/m\n${FIRST}  2026-11-21 07:12  fix the bug  test/m\n`,
			stderr: '1 more in other folders (--all)\n',
		})
	})

	test('with --all has those of every folder, and says which', async () => {
		const { stdout, stderr } = await sessions('list', '--all')
		assert.equal(stderr, '')
		assert.deepEqual(stdout.split('\n'), [
			`${ELSEWHERE}  2026-11-22 00:00  something else  test/m  /other/project`,
			`${SECOND}  2026-11-21 08:15  write docs  test/m  ${desk.cwd}`,
			`${FIRST}  2026-11-21 07:12  fix the bug  test/m  ${desk.cwd}`,
			'',
		])
	})

	test('with --json is one object a line, and nothing else', async () => {
		const { stdout, stderr } = await sessions('list', '--json', '--all')
		const listed = jsonLines(stdout).map(({ sessionId, title, messages, cwd }) => [
			sessionId,
			title,
			messages,
			cwd,
		])
		assert.deepEqual(
			[listed, stderr],
			[
				[
					[ELSEWHERE, 'something else', 2, '/other/project'],
					[SECOND, 'write docs', 2, desk.cwd],
					[FIRST, 'fix the \u001b[31mbug\u001b[0m', 2, desk.cwd],
				],
				'',
			],
		)
	})

	test('in a new home says how a session begins', async () => {
		const empty = await makeDesk()
		const ended = await runAgent(['sessions'], { desk: empty })
		await empty.remove()
		assert.deepEqual(ended, {
			code: 0,
			signal: null,
			stdout: '',
			stderr: 'no sessions yet; one begins with its first prompt\n',
		})
	})
})

describe('agent sessions show', () => {
	test('prints what was said and done, for a reader and not for the terminal', async () => {
		const { code, stdout } = await sessions('show', FIRST.slice(0, 12))
		assert.equal(code, 0)
		assert.ok(stdout.includes('> fix the bug\n') && stdout.includes('Done.\n'), stdout)
		assert.ok(!stdout.includes('\u001b'))
	})

	test('looks at a session that another process has open', async () => {
		const child = startAppending({
			folder: join(desk.home, 'sessions'),
			sessionId: FIRST,
			count: 1,
			thenWait: true,
		})
		await child.says('ready')
		await child.line()
		const shown = await sessions('show', FIRST)
		assert.deepEqual([shown.code, shown.stderr], [0, ''])
		const removed = await sessions('delete', FIRST)
		assert.equal(removed.code, 1)
		assert.match(removed.stderr, new RegExp(`session ${FIRST} is open in process ${child.pid}`))
		const renamed = await sessions('rename', FIRST, 'bug hunt')
		assert.equal(renamed.code, 1)
		assert.match(
			renamed.stderr,
			/ is open in process \d+; end that one first, or rename it there with \/rename\n/,
		)
		child.kill('SIGKILL')
		await child.ended
		assert.equal((await sessions('delete', FIRST)).code, 0)
	})

	test('says what there is when nothing is called that', async () => {
		const { code, stdout, stderr } = await sessions('show', 'nothing')
		assert.deepEqual([code, stdout], [2, ''])
		for (const words of ['"nothing"', FIRST, SECOND, 'write docs']) assert.ok(stderr.includes(words), stderr)
		assert.ok(!stderr.includes('    at '), stderr)
	})

	test('says which ones are meant when several are', async () => {
		const { code, stderr } = await sessions('show', '261121')
		assert.equal(code, 2)
		assert.ok(stderr.includes(FIRST) && stderr.includes(SECOND) && !stderr.includes(ELSEWHERE), stderr)
	})

	test('says how many lines could not be read, and shows the others', async () => {
		const path = await logPath(FIRST)
		await appendFile(path, 'what is this\n')
		const one = await sessions('show', FIRST)
		assert.deepEqual([one.code, one.stderr], [0, `line 5 of ${path} cannot be read and was passed over\n`])
		assert.ok(one.stdout.includes('Done.\n'), one.stdout)
		await appendFile(path, '{"seq":\n{"seq":9,"event":{"type":"brain-transfer"}}\n')
		const more = await sessions('show', FIRST)
		assert.equal(
			more.stderr,
			`2 lines of ${path} cannot be read and were passed over; the first is line 5\n` +
				`passed over in ${path}, as this version does not know them: brain-transfer\n`,
		)
		assert.equal((await sessions('export', FIRST)).stderr, more.stderr)
	})

	test('names the file that cannot be read', async () => {
		const path = await logPath(FIRST)
		await writeFile(path, '')
		const { code, stderr } = await sessions('show', FIRST)
		assert.equal(code, 1)
		assert.ok(stderr.includes(path), stderr)
	})
})

describe('agent sessions rename', () => {
	test('gives a name by which the session is found and listed', async () => {
		const named = await sessions('rename', FIRST, '  bug hunt ')
		assert.deepEqual([named.code, named.stdout], [0, `${FIRST} is called bug hunt\n`])
		assert.match((await sessions()).stdout, new RegExp(`${FIRST}  .*  bug hunt  test/m`))
		assert.match((await sessions('show', 'bug hunt')).stdout, /Named bug hunt/)
		assert.equal((await sessions('rename', 'bug hunt', 'second name')).code, 0)
		assert.equal((await sessions('show', 'bug hunt')).code, 2)
	})

	test('takes any text, and lists it as one line that is not longer than a title', async () => {
		await sessions('rename', FIRST, `bug\n\thunt ${'x'.repeat(500)}`)
		const [line = ''] = (await sessions()).stdout.split('\n').filter(each => each.startsWith(FIRST))
		assert.match(line, / {2}bug hunt x{70}… {2}test/)
		const { stderr } = await sessions('show', 'nope')
		assert.match(stderr, new RegExp(`  ${FIRST}  bug hunt x{70}…\n`))
	})

	test('takes no empty name', async () => {
		const { code, stderr } = await sessions('rename', FIRST, ' ')
		assert.equal(code, 2)
		assert.match(stderr, /a session name cannot be empty/)
	})

	test('refuses a name that another session has, and names that one', async () => {
		await sessions('rename', FIRST, 'bug hunt')
		const { code, stderr } = await sessions('rename', SECOND, ' bug hunt')
		assert.equal(code, 1)
		assert.match(stderr, new RegExp(`"bug hunt" is the name of ${FIRST}; choose another`))
		assert.equal((await sessions('rename', FIRST, 'bug hunt')).code, 0)
	})

	test('mends a torn log first, and says so', async () => {
		await appendFile(await logPath(FIRST), '{"seq":4,"at"')
		const { code, stderr } = await sessions('rename', FIRST, 'bug hunt')
		assert.equal(code, 0)
		assert.match(stderr, /the last line of the session was torn: 13 bytes moved to .*\.torn\n/)
		const lines = (await readFile(await logPath(FIRST), 'utf8')).trimEnd().split('\n')
		assert.deepEqual(lines.map(line => JSON.parse(line).event.type).slice(-2), ['run-end', 'session-rename'])
	})
})

describe('what was typed', () => {
	test('is repeated in an error without acting on the terminal that reads it, also out of a log', async () => {
		for (const args of [
			['list', '--x\u001b[31m'],
			['show', '\u001b]0;title\u0007'],
		]) {
			const { code, stderr } = await sessions(...args)
			assert.equal(code, 2)
			assert.match(stderr, /⟨U\+001B⟩/)
			assert.doesNotMatch(stderr, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
		}
	})
})

describe('agent sessions star, tag, archive and fork', () => {
	test('mark sessions, which the list shows and chooses by, and forget what is not there', async () => {
		assert.equal((await sessions('star', FIRST)).stdout, `starred ${FIRST}\n`)
		assert.equal((await sessions('tag', FIRST, '#release', 'v2')).stdout, `${FIRST} #release #v2\n`)
		assert.match((await sessions('list', '--tag', 'release')).stdout, /★ fix the bug {2}#release {2}#v2/)
		assert.equal((await sessions('archive', SECOND)).code, 0)
		const { stdout, stderr } = await sessions()
		assert.ok(!stdout.includes(SECOND) && stdout.includes(FIRST))
		assert.match(stderr, /^1 archived \(--archived\)$/m)
		assert.ok((await sessions('list', '--archived')).stdout.includes(SECOND))
		const wrong = await sessions('tag', FIRST, 'two words')
		assert.deepEqual(
			[wrong.code, wrong.stderr],
			[2, 'error: "two words": a tag is one word without a comma, such as release\n'],
		)
		const copy = (await sessions('fork', FIRST)).stdout.trim()
		assert.ok((await sessions('show', copy)).stdout.includes('fix the'))
		assert.equal((await sessions('delete', FIRST)).code, 0)
		const marks = await readFile(join(desk.home, 'sessions', 'marks.json'), 'utf8')
		assert.deepEqual(Object.keys(JSON.parse(marks).sessions), [SECOND])
	})
})

describe('agent sessions delete', () => {
	test('takes -y from those who have it in their fingers', async () => {
		assert.equal((await sessions('delete', '-y', FIRST)).code, 0)
		assert.equal((await sessions('show', FIRST)).code, 2)
	})

	test('removes the ones that are named, each once, and says which', async () => {
		const { code, stdout } = await sessions('delete', FIRST, SECOND, FIRST.slice(0, -1))
		assert.deepEqual([code, stdout], [0, `removed ${FIRST}\nremoved ${SECOND}\n`])
		assert.deepEqual(jsonLines((await sessions('list', '--json', '--all')).stdout).length, 1)
	})

	test('removes none when one of the names is wrong', async () => {
		const { code } = await sessions('delete', FIRST, 'nothing')
		assert.equal(code, 2)
		assert.equal(jsonLines((await sessions('list', '--json')).stdout).length, 2)
	})
})

async function fill(sessionId: SessionId, prompt: string, cwd: string): Promise<void> {
	const [year, month, day, hour, minute] = sessionId.match(/\d\d/g)!.map(Number)
	const at = Date.UTC(2000 + year!, month! - 1, day!, hour!, minute!)
	const start = story([sessionStart(cwd)], sessionId).map(envelope => ({ ...envelope, at }))
	const log = createJsonlStore({ folder: join(desk.home, 'sessions') }).create(sessionId, cwd)
	await log.append([...start, ...next(start, runStart(prompt), message('Done.'), runEnd())], {
		durable: false,
	})
	await log.close()
}

async function logPath(sessionId: SessionId): Promise<string> {
	const folder = join(desk.home, 'sessions')
	const [path = ''] = (await readdir(folder, { recursive: true })).filter(name =>
		name.endsWith(`${sessionId}.jsonl`),
	)
	return join(folder, path)
}
