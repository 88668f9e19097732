import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { hasBrowser, openUrl } from '../../../src/cli/io/open-url.ts'

let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-open-'))
	const script = '#!/bin/sh\nprintf "%s\\n" "$@" > "$0.got.new"\nmv "$0.got.new" "$0.got"\n'
	await writeFile(join(folder, 'browser'), script, { mode: 0o755 })
})
afterEach(() => rm(folder, { recursive: true }))

/** What the browser was started with. */
async function got(): Promise<readonly string[]> {
	const path = join(folder, 'browser.got')
	while (!existsSync(path)) await pause(10)
	return (await readFile(path, 'utf8')).trimEnd().split('\n')
}

describe('BROWSER', () => {
	const url = new URL("https://login.test/?a=$(touch%20x)&b='c';d")

	for (const [browser, expected] of [
		['', [url.href]],
		[' --new-window', ['--new-window', url.href]],
		[' --app=%s -x', [`--app=${url.href}`, '-x']],
		[':/usr/bin/other', [url.href]],
	] as const)
		test(`opens the page as one argument: "browser${browser}"`, async () => {
			openUrl(url, { PATH: process.env.PATH, BROWSER: `${join(folder, 'browser')}${browser}` })
			assert.deepEqual(await got(), expected)
		})

	test('counts as a browser, also where there is no screen', () => {
		assert.ok(hasBrowser({ BROWSER: 'w3m', SSH_CONNECTION: '1 2 3 4' }))
		assert.ok(!hasBrowser({ DISPLAY: ':0', SSH_CONNECTION: '1 2 3 4' }))
	})
})
