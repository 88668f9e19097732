import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { builtPage, routesOf } from '../../support/server/in-chromium.ts'
import { startServing } from '../../support/server/serving.ts'

const SOURCES = join(import.meta.dirname, '../../../src/server/page')

describe('the files of the page', () => {
	test('are there for everybody, and may load, run and call nothing but what is of this server', async () => {
		const files = await builtPage()
		const serving = await startServing({ more: () => ({ routes: routesOf(files) }) })
		for (const [path, file, type] of [
			['/', 'page.html', 'text/html'],
			['/page.css', 'page.css', 'text/css'],
			['/page.js', 'page.js', 'text/javascript'],
		] as const) {
			const { status, headers, text } = await serving.ask('GET', path, { token: '' })
			assert.deepEqual([status, text], [200, files[file]])
			assert.equal(headers['content-type'], `${type}; charset=utf-8`)
			const policy = String(headers['content-security-policy'])
			for (const part of [
				"default-src 'none'",
				"script-src 'self'",
				"connect-src 'self'",
				"style-src 'self'",
				"frame-ancestors 'none'",
			])
				assert.ok(policy.split('; ').includes(part), policy)
			assert.doesNotMatch(policy, /unsafe|\*|data:|https?:/)
			assert.deepEqual(
				[headers['x-content-type-options'], headers['referrer-policy'], headers['x-frame-options']],
				['nosniff', 'no-referrer', 'DENY'],
			)
			assert.equal((await serving.ask('POST', path, { body: {} })).status, 405)
			assert.equal((await serving.ask('GET', path, { headers: { Host: 'evil.example' } })).status, 421)
			assert.equal((await serving.ask('GET', path, { headers: { Origin: 'null' } })).status, 403)
		}
		const without = await startServing()
		assert.equal((await without.ask('GET', '/')).status, 404)
	})

	test('hold nothing inline, make no markup of text, and stay small', async () => {
		const files = await builtPage()
		const html = files['page.html']
		assert.doesNotMatch(html, /<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|javascript:/i)
		assert.ok(Buffer.byteLength(files['page.js']) <= 40_000, `${Buffer.byteLength(files['page.js'])} bytes`)
		const names = (await readdir(SOURCES, { recursive: true })).filter(name => name.endsWith('.ts'))
		assert.ok(names.length > 15)
		const sources = await Promise.all(names.map(name => readFile(join(SOURCES, name), 'utf8')))
		const makers =
			/innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|setHTML|\beval\b|new Function|localStorage|document\.cookie/
		for (const [index, source] of [...sources, files['page.js']].entries())
			assert.equal(makers.exec(source)?.[0], undefined, names[index])
	})
})
