import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import { baseEnvironment, makeDesk } from '../support/run-agent.ts'
import { typedAgent } from '../support/talk/typed-agent.ts'

const root = join(import.meta.dirname, '../..')

/** What a reader would type, in the order of the page. */
function runnable(page: string): readonly string[] {
	return Array.from(page.matchAll(/^```sh runnable\n(.*?)^```$/gms), ([, script = '']) => script)
}

const names = (await readdir(join(root, 'docs'), { recursive: true })).filter(name => name.endsWith('.md'))
const pages = await Promise.all(
	['README.md', ...names.map(name => join('docs', name))].map(async file => ({
		file,
		scripts: runnable(await readFile(join(root, file), 'utf8')),
	})),
)

/** With the demo in place of a model, and a home and a folder that nobody else uses. */
async function follow(scripts: readonly string[]): Promise<{ code: number | null; said: string }> {
	const desk = await makeDesk({ 'notes.txt': 'something to read\n' })
	const bin = dirname(desk.home)
	const agent = await typedAgent(bin, desk)
	// `npx` finds the program of the checkout it stands in, and ours is none.
	await writeFile(join(bin, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 })
	const child = spawn('bash', ['-euxo', 'pipefail', '-c', scripts.join('\n')], {
		cwd: desk.cwd,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...baseEnvironment(desk), PATH: `${bin}${delimiter}${process.env.PATH}` },
	})
	let said = ''
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			said += text
		})
	const code = await new Promise<number | null>(resolve => child.once('close', resolve))
	agent.close()
	await desk.remove()
	return { code, said }
}

describe('what a page tells its reader to type works', () => {
	for (const { file, scripts } of pages.filter(page => page.scripts.length > 0))
		test(file, { timeout: 120_000 }, async () => {
			const { code, said } = await follow(scripts)
			assert.equal(code, 0, said)
		})
})

test('the chapters have something to type', () => {
	const chapters = [
		'README.md',
		'docs/getting-started.md',
		'docs/models-and-providers.md',
		'docs/permissions-and-sandbox.md',
		'docs/sessions-and-memory.md',
		'docs/settings.md',
		'docs/scripting.md',
		'docs/server.md',
		'docs/extensions.md',
		'docs/hooks.md',
	]
	assert.deepEqual(
		chapters.filter(chapter => !pages.some(({ file, scripts }) => file === chapter && scripts.length > 0)),
		[],
	)
})

test('an example that fails would be noticed', async () => {
	assert.equal((await follow(['agent run --modle x hello\ntrue'])).code, 2)
})

test('every link between the pages leads to a page', async () => {
	const broken: string[] = []
	for (const { file } of pages) {
		const page = await readFile(join(root, file), 'utf8')
		for (const [, target = ''] of page.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
			const path = join(root, dirname(file), target)
			await readFile(path).catch(() => broken.push(`${file} → ${target}`))
		}
	}
	assert.deepEqual(broken, [])
})
