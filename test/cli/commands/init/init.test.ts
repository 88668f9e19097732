import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent } from '../../../support/run-agent.ts'

let desk: Desk
let path: string
beforeEach(async () => {
	desk = await makeDesk({ 'package.json': '{"name":"thing","scripts":{"test":"node --test"}}' })
	path = join(desk.cwd, 'AGENTS.md')
})
afterEach(() => desk.remove())

const MADE = '# thing\n\n## Commands\n\n- Install: `npm install`\n- Test: `npm test` (`node --test`)\n'

describe('agent init without a model', () => {
	const init = (...args: string[]) => runAgent(['init', ...args], { desk })

	test('writes what the files say, and says so once more', async () => {
		const first = await init()
		assert.deepEqual([first.code, first.stdout], [0, `wrote ${path} (6 lines)\n`])
		assert.equal(await readFile(path, 'utf8'), MADE)
		const second = await init()
		assert.deepEqual([second.code, second.stdout], [0, `${path} says this already\n`])
	})

	test('shows what would change in one that exists, and changes it only when told to', async () => {
		await writeFile(path, '# mine\n')
		const refused = await init()
		assert.equal(refused.code, 4)
		assert.match(refused.stdout, /^--- a\/AGENTS\.md\n\+\+\+ b\/AGENTS\.md\n[\s\S]*-# mine\n/)
		assert.match(
			refused.stderr,
			/AGENTS\.md exists, and nobody is there to say that it may change: --force changes it/,
		)
		assert.equal(await readFile(path, 'utf8'), '# mine\n')
		const forced = await init('--force')
		assert.equal(forced.code, 0)
		assert.match(forced.stdout, /-# mine\n[\s\S]*changed .*AGENTS\.md \(6 lines\)\n$/)
		assert.equal(await readFile(path, 'utf8'), MADE)
	})

	test('never writes through a link', async () => {
		await writeFile(join(desk.cwd, 'other.md'), 'x')
		await symlink('other.md', path)
		const { code, stderr } = await init('--force')
		assert.equal(code, 2)
		assert.match(stderr, /AGENTS\.md is a link/)
		assert.equal(await readFile(join(desk.cwd, 'other.md'), 'utf8'), 'x')
	})

	test('has nothing to write where nothing is', async () => {
		const empty = await makeDesk()
		try {
			const { code, stderr } = await runAgent(['init'], { desk: empty })
			assert.equal(code, 2)
			assert.match(stderr, /nothing in .* says how to work there/)
			assert.equal(existsSync(join(empty.cwd, 'AGENTS.md')), false)
		} finally {
			await empty.remove()
		}
	})
})

describe('agent init with a model', () => {
	let server: ModelServer
	beforeEach(async () => {
		server = await startModelServer()
	})
	afterEach(() => server.close())
	const init = (...args: string[]) =>
		runAgent(['init', '-m', 'openai/test-model', ...args], { desk, env: server.environment })

	test('lets it look, and writes what it answers', async () => {
		server.script(
			{ calls: [{ name: 'read', arguments: { path: 'package.json' } }] },
			{ text: 'Here it is:\n```markdown\n# Thing\n\nRun `npm test`.\n```' },
		)
		const { code, stdout } = await init()
		assert.deepEqual([code, stdout], [0, `wrote ${path} (3 lines)\n`])
		assert.equal(await readFile(path, 'utf8'), '# Thing\n\nRun `npm test`.\n')
		const [first] = server.requests
		assert.match(JSON.stringify(first?.body), /write an AGENTS\.md/)
		assert.doesNotMatch(JSON.stringify(first?.body), /"name":"(?:write|shell|fetch)"/)
		server.assertFinished()
	})

	test('asks it nothing while one exists and nobody may change it', async () => {
		await writeFile(path, '# mine\n')
		const { code, stderr } = await init()
		assert.equal(code, 4)
		assert.match(stderr, /--force changes it/)
		assert.deepEqual(server.requests, [])
	})

	test('writes nothing when the answer is no such file', async () => {
		server.script({ text: 'I cannot do that.' })
		const { code, stderr } = await init()
		assert.equal(code, 1)
		assert.match(stderr, /did not answer with an AGENTS\.md.*I cannot do that\./)
		assert.equal(existsSync(path), false)
	})

	test('--mechanical asks nobody', async () => {
		const { code } = await init('--mechanical')
		assert.equal(code, 0)
		assert.equal(await readFile(path, 'utf8'), MADE)
		assert.deepEqual(server.requests, [])
	})
})
