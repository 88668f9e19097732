// What a program loads with the library: the runtime, and nothing of what stands in front of it.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { baseEnvironment, makeDesk } from '../../support/run-agent.ts'
import { graphOf } from '../../support/source-graph.ts'

const root = join(import.meta.dirname, '../../..')

/** Found in the built files wherever there is something of it, however small it was made. */
const MARKS = {
	react: 'react.transitional.element',
	commander: 'commander.helpDisplayed',
	screen: '/permissions',
	cli: '--append-system-prompt',
	server: '/v1/health',
}

/** What `runtime.serve()` loads, by an `import()` and nothing else. */
const SERVE = 'library/serve/serve-runtime.ts'

test('nothing that the library can ever load is of the screen or the command line, and of a server only what serve() asks for', async () => {
	const names = (await readdir(join(root, 'src'), { recursive: true })).filter(name => /\.tsx?$/.test(name))
	const texts = await Promise.all(names.map(name => readFile(join(root, 'src', name), 'utf8')))
	const graph = graphOf(new Map(names.map((name, index) => [name, withoutTypes(texts[index]!)])))
	const reach = (from: readonly string[], without: readonly string[]) => {
		const seen = new Set(without)
		const waiting = [...from]
		for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
			if (seen.has(file)) continue
			seen.add(file)
			waiting.push(...(graph.get(file) ?? []))
		}
		return seen
	}
	const seen = reach(['library/keelson.ts', 'library/engine/engine.ts'], [SERVE])
	assert.ok(seen.has('loop/run.ts') && seen.has('tools/executor/ruled-call.ts'), 'the graph leads nowhere')
	const packages =
		'ink|react|commander|pg|pg-boss|@a2a-js|@agentclientprotocol|@modelcontextprotocol\\/server'
	const inFront = new RegExp(`^(?:tui|cli|server)\\/|^package:(?:${packages})`)
	assert.deepEqual(
		[...seen].filter(name => inFront.test(name)),
		[],
	)
	const serving = [...reach([SERVE], [])]
	assert.ok(serving.includes('server/http/task-routes.ts'), 'the graph of serve leads nowhere')
	assert.deepEqual(
		serving.filter(
			name =>
				inFront.test(name) && !/^(?:server\/(?:http|a2a|page|error-table)|package:(?:@a2a-js|pg))/.test(name),
		),
		[],
	)
	const importers = names.filter((_name, index) => texts[index]!.includes('/serve-runtime.ts'))
	assert.deepEqual(importers, ['library/create-runtime.ts'])
	const importing = texts[names.indexOf('library/create-runtime.ts')]!
	assert.match(importing, /await import\('\.\/serve\/serve-runtime\.ts'\)/)
	assert.equal(importing.split('serve-runtime.ts').length, 2)
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
			env: baseEnvironment(desk),
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

test('what it serves has the page, the cards of its agents and the tasks, and loads nothing for what nobody asks for', async () => {
	const desk = await makeDesk()
	const script = `
		import { createRuntime } from ${JSON.stringify(join(root, 'dist/keelson.mjs'))}
		const runtime = await createRuntime({ model: 'demo/demo', stored: false, bare: true })
		runtime.agent('clerk', { description: 'keeps the books' })
		const { url } = await runtime.serve({ name: 'harbour' })
		const at = async path => { const answer = await fetch(url + path); return [answer.status, await answer.text()] }
		const [page, script, card, clerk] = await Promise.all(
			['/', '/page.js', '/.well-known/agent-card.json', '/a2a/clerk/.well-known/agent-card.json'].map(at))
		console.log(JSON.stringify([page[0], page[1].includes('<title>'), script[0], JSON.parse(card[1]).name, JSON.parse(clerk[1]).description]))
		await runtime.close()
		const other = await createRuntime({ model: 'demo/demo', stored: false, bare: true })
		const plain = await other.serve({ page: false })
		console.log((await fetch(plain.url)).status)
		await other.close()`
	const { stdout, stderr } = await promisify(execFile)(
		process.execPath,
		['--input-type=module', '-e', script],
		{ cwd: desk.cwd, env: baseEnvironment(desk) },
	)
	await desk.remove()
	assert.deepEqual([stdout, stderr], ['[200,true,200,"Keelson","keeps the books"]\n401\n', ''])
})
