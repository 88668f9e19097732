// What a program loads with the library: the runtime, and nothing of what stands in front of it.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { makeDesk } from '../../support/run-agent.ts'
import { graphOf } from '../../support/source-graph.ts'

const root = join(import.meta.dirname, '../../..')

/** Found in the built files wherever there is something of it, however small it was made. */
const MARKS = {
	react: 'react.transitional.element',
	commander: 'commander.helpDisplayed',
	screen: '/permissions',
	cli: '--append-system-prompt',
}

test('nothing that the library can ever load is of the screen, the command line or a server', async () => {
	const names = (await readdir(join(root, 'src'), { recursive: true })).filter(name => /\.tsx?$/.test(name))
	const texts = await Promise.all(names.map(name => readFile(join(root, 'src', name), 'utf8')))
	const graph = graphOf(new Map(names.map((name, index) => [name, withoutTypes(texts[index]!)])))
	const seen = new Set<string>()
	const waiting = ['library/keelson.ts', 'library/engine/engine.ts']
	for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
		if (seen.has(file)) continue
		seen.add(file)
		waiting.push(...(graph.get(file) ?? []))
	}
	assert.ok(seen.has('loop/run.ts') && seen.has('tools/executor/ruled-call.ts'), 'the graph leads nowhere')
	const inFront =
		/^(?:tui|cli|server)\/|^package:(?:ink|react|commander|pg|pg-boss|@a2a-js|@agentclientprotocol|@modelcontextprotocol\/server)/
	assert.deepEqual(
		[...seen].filter(name => inFront.test(name)),
		[],
	)
})

test('what the built library loads up to its first answer holds none of them either', async () => {
	const dist = join(root, 'dist')
	const built = (await readdir(dist, { recursive: true })).filter(name => name.endsWith('.mjs'))
	const whole = (await Promise.all(built.map(name => readFile(join(dist, name), 'utf8')))).join('')
	const script = `
		import { readFileSync } from 'node:fs'
		import { registerHooks } from 'node:module'
		const codes = []
		registerHooks({ load(url, context, next) {
			if (url.includes('/dist/')) codes.push(readFileSync(new URL(url), 'utf8'))
			return next(url, context)
		} })
		const found = () => Object.entries(${JSON.stringify(MARKS)}).flatMap(([name, mark]) => codes.some(code => code.includes(mark)) ? [name] : [])
		const { createRuntime } = await import(${JSON.stringify(join(dist, 'keelson.mjs'))})
		const imported = { files: codes.length, found: found() }
		const runtime = await createRuntime({ stored: false, model: 'own/m', providers: [{ id: 'own', async *stream() {
			yield { type: 'text-delta', text: 'hello' }
			yield { type: 'finish', reason: 'stop', usage: undefined }
		} }] })
		const { text } = await runtime.run('hi')
		await runtime.close()
		console.log(JSON.stringify({ text, imported, answered: { files: codes.length, found: found() } }))`
	for (const [name, mark] of Object.entries(MARKS))
		assert.ok(whole.includes(mark), `nothing built is told by its mark: ${name}`)
	const desk = await makeDesk()
	try {
		const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
			cwd: desk.cwd,
			env: { PATH: process.env.PATH, HOME: desk.home, KEELSON_HOME: desk.home },
		})
		const { text, imported, answered } = JSON.parse(stdout)
		assert.equal(text, 'hello')
		assert.deepEqual([imported.found, answered.found], [[], []])
		assert.ok(imported.files > 1 && answered.files <= 30, stdout)
	} finally {
		await desk.remove()
	}
})

/** What is imported as a type is not there when it runs. */
function withoutTypes(text: string): string {
	return text
		.replaceAll(/^(?:import|export) type [^'"]*['"][^'"]*['"]$/gm, '')
		.replaceAll(/\btypeof import\([^)]*\)/g, '')
}
