import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import type { LogLevel } from '../../../src/core/services/logging.ts'
import { openLog } from '../../../src/runtime/log/open-log.ts'
import { createScrubber } from '../../../src/safety/redaction/scrub.ts'
import { startLogging } from '../../support/runtime/start-logging.ts'

let folder: string
let path: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-log-'))
	path = join(folder, 'logs', 'agent.log')
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const KEY = 'q"uite-a-secret-value'
const open = (level: LogLevel, more: { limitBytes?: number; keep?: number } = {}) =>
	openLog({ path, level, scrub: createScrubber(() => [KEY]), providers: [], now: () => 0, ...more })
const textOf = (file = path) => readFile(file, 'utf8')

describe('a line of the log', () => {
	test('has no secret in it, also not one that JSON would write in another way', async () => {
		const { logger, close } = open('debug')
		const openai = `sk-proj-${'a1B2'.repeat(10)}`
		logger.log('warn', 'http-failure', { message: `key ${KEY} or ${openai}`, deep: { list: [KEY] } })
		await close()
		const text = await textOf()
		assert.equal(text.includes('secret-value') || text.includes('a1B2'), false, text)
		const { message, deep, level, event, time } = JSON.parse(text)
		assert.deepEqual([level, event, time], ['warn', 'http-failure', '1970-01-01T00:00:00.000Z'])
		assert.match(
			`${message} ${deep.list[0]}`,
			/\[REDACTED:[a-z-]+\].*\[REDACTED:[a-z-]+\].*\[REDACTED:[a-z-]+\]/,
		)
	})

	test('has no character in it that a terminal acts on, and is one line', async () => {
		const { logger, close } = open('info')
		const raw = 'a\u001b[31mb\u009b2Jc\u202ed\u2028e\nf\rg\u007f'
		logger.log('info', 'notice', { message: raw })
		await close()
		const text = await textOf()
		assert.match(text, /^[\x20-\x7e]*\n$/)
		assert.equal(JSON.parse(text).message, raw)
	})

	test('is left out below the level', async () => {
		const { logger, close } = open('warn')
		for (const level of ['debug', 'info', 'warn', 'error'] as const) logger.log(level, level, {})
		await close()
		assert.deepEqual((await textOf()).match(/"event":"\w+"/g), ['"event":"warn"', '"event":"error"'])
		assert.deepEqual([logger.keeps('info'), logger.keeps('error')], [false, true])
	})
})

test('files are only the user’s, also one that was there before', async () => {
	await mkdir(join(folder, 'logs'))
	await writeFile(path, '', { mode: 0o644 })
	const { logger, close } = open('info')
	logger.log('info', 'x', {})
	await close()
	assert.equal((await stat(path)).mode & 0o777, 0o600)
})

test('three processes that write at once lose no line and tear none', async () => {
	const writers = [0, 1, 2].map(() => startLogging(path, { lines: 300, limitBytes: 20_000, keep: 30 }))
	assert.deepEqual(await Promise.all(writers), [0, 0, 0])
	const names = (await readdir(join(folder, 'logs'))).sort()
	const texts = await Promise.all(names.map(name => textOf(join(folder, 'logs', name))))
	const lines = texts.flatMap(text => text.split('\n').filter(line => line !== ''))
	const told = new Set(lines.map(line => JSON.parse(line)).map(({ pid, number }) => `${pid} ${number}`))
	assert.deepEqual([lines.length, told.size], [900, 900])
	for (const name of names) assert.match(name, /^agent\.log(\.\d+)?$/)
}, 30_000)

test('a file that has become too large is put aside, and as many are kept as should be', async () => {
	const { logger, close } = open('info', { limitBytes: 1, keep: 2 })
	for (const word of ['one', 'two', 'three', 'four']) {
		logger.log('info', word, {})
		await close()
	}
	const names = (await readdir(join(folder, 'logs'))).sort()
	const words = await Promise.all(
		names.map(async name => JSON.parse(await textOf(join(folder, 'logs', name))).event),
	)
	assert.deepEqual(
		[names, words],
		[
			['agent.log.1', 'agent.log.2'],
			['four', 'three'],
		],
	)
})

test.each([
	['a folder', (at: string) => mkdir(at, { recursive: true })],
	['a link to somewhere else', (at: string) => symlink('/dev/null', at)],
])('a log that is %s is told of once, and nothing else fails', async (_, put) => {
	await mkdir(join(folder, 'logs'))
	await put(path)
	const log = open('info')
	const told: string[] = []
	log.onFailure(text => told.push(text))
	log.logger.log('info', 'one', {})
	await log.close()
	log.logger.log('info', 'two', {})
	await log.close()
	assert.equal(told.length, 1)
	assert.match(told[0]!, /^The log is not written \(any more\): .*agent\.log.*The run goes on without it\.$/)
})
