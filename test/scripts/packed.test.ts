// What `npm i -g keelson` brings: packed from a copy of this repository, installed without a network into a folder of
// its own, and started from yet another one.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type RecordedRequest, startModelServer } from '../support/model-server/model-server.ts'
import type { ScriptedReply } from '../support/model-server/reply/reply.ts'
import { baseEnvironment, makeDesk, runAgent } from '../support/run-agent.ts'
import { SOAK_TIMES } from '../support/soak.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const MEBIBYTE = 1024 * 1024
/** All the nodes there are: ours, and where the system's is older that one as well. */
const NODES = await nodesOnPath()

let folder: string
let launcher: string
const npm = async (args: readonly string[], cwd: string) => {
	const { stdout, stderr } = await promisify(execFile)('npm', args, {
		cwd,
		env: { PATH: process.env.PATH, HOME: folder, npm_config_update_notifier: 'false' },
	})
	return { stdout, stderr }
}

beforeAll(async () => {
	folder = await realpath(await mkdtemp(join(tmpdir(), 'keelson-packed-')))
	const checkout = join(folder, 'checkout')
	// Packing changes package.json and dist for a while, and other tests need ours.
	for (const name of [
		'package.json',
		'package-lock.json',
		'tsconfig.json',
		'README.md',
		'LICENSE',
		'bin',
		'scripts',
		'src',
		// What `npm test` has just built is packed; the soak builds anew.
		...(SOAK_TIMES > 1 ? [] : ['dist']),
	])
		cpSync(join(REPOSITORY, name), join(checkout, name), { recursive: true })
	await linkPackages(join(checkout, 'node_modules'))
	await npm(['pack', '--pack-destination', folder], checkout)
	const [tarball] = (await readdir(folder)).filter(name => name.endsWith('.tgz'))
	const { stderr } = await npm(
		['install', '--global', '--offline', '--prefix', join(folder, 'prefix'), `./${tarball}`],
		folder,
	)
	assert.equal(stderr, '')
	launcher = await realpath(join(folder, 'prefix/bin/agent'))
	assert.equal(
		await readFile(join(checkout, 'package.json'), 'utf8'),
		await readFile(join(REPOSITORY, 'package.json'), 'utf8'),
	)
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

test('the package needs what its bundle imports by name, and nothing else', async () => {
	const root = join(launcher, '../..')
	const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
		await readFile(join(root, 'package.json'), 'utf8'),
	)
	const bundled = (await files(join(root, 'dist'))).filter(file => /\.[cm]js$/.test(file))
	const { metafile } = await build({
		entryPoints: ['main.mjs', 'keelson.mjs', 'engine.mjs', 'chunks/ajv.cjs', 'chunks/tool-checks.cjs'].map(
			name => join(root, 'dist', name),
		),
		bundle: true,
		format: 'esm',
		platform: 'node',
		packages: 'external',
		// Once what several of them have: without, all of it is written for each.
		splitting: true,
		outdir: folder,
		write: false,
		metafile: true,
	})
	const imported = Object.values(metafile.outputs)
		.flatMap(({ imports }) => imports.filter(({ external }) => external))
		.map(({ path }) => path)
	const required = (await Promise.all(bundled.map(file => readFile(file, 'utf8')))).flatMap(requiredBy)
	assert.deepEqual(required.sort(), ['./ajv.cjs', './tool-checks.cjs'])
	assert.deepEqual(
		[...new Set(imported)].filter(name => !isBuiltin(name)),
		Object.keys(dependencies),
	)
	assert.deepEqual(
		[devDependencies, Object.keys(optionalDependencies)],
		[undefined, ['@vscode/ripgrep', '@vscode/tree-sitter-wasm']],
	)
})

test('with ripgrep, the one thing that is not in it, it takes less than 15 MB', async () => {
	const ripgrep = join(REPOSITORY, `node_modules/@vscode/ripgrep-${process.platform}-${process.arch}`)
	const sizes = await Promise.all(
		[...(await files(join(folder, 'prefix'))), ...(await files(ripgrep))].map(
			async file => (await stat(file)).size,
		),
	)
	const total = sizes.reduce((sum, size) => sum + size, 0)
	assert.ok(total > 5 * MEBIBYTE && total < 15_000_000, `${total} bytes`)
})

test('it carries the licenses of what is bundled', async () => {
	const licenses = await readFile(join(launcher, '../../dist/LICENSES.txt'), 'utf8')
	for (const start of ['ink\n\nMIT License', 'commander\n\n', 'tiktoken\n\nMIT'])
		assert.ok(licenses.includes(start), start)
})

describe.each(NODES)('started by $version', ({ node, version }) => {
	const agent = async (args: readonly string[], env: Record<string, string> = {}) => {
		const desk = await makeDesk({ 'a.txt': 'alpha\n' })
		try {
			const ended = await runAgent(args, { desk, env, installed: { node, launcher } })
			return { ...ended, changed: await readFile(join(desk.cwd, 'a.txt'), 'utf8') }
		} finally {
			await desk.remove()
		}
	}

	test('it says its version and which Node runs it, without a warning', async () => {
		const { version: ours } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8'))
		const { stdout, stderr } = await agent(['--version'])
		assert.deepEqual({ stdout, stderr }, { stdout: `${ours}\n`, stderr: '' })
		const doctor = await agent(['doctor'])
		assert.ok(doctor.stdout.includes(`Node ${version.slice(1)} (${await realpath(node)})`), doctor.stdout)
		assert.equal(doctor.stderr, '')
	})

	test('the demonstration runs', async () => {
		const { code, stdout } = await agent(['run', '-m', 'demo/demo', '--no-session', 'What is here?'])
		assert.equal(code, 0)
		assert.match(stdout, /built-in `demo`/)
	})

	// Over another wire by each, over all of them in the soak.
	const wires = ['openai', 'openai-chat', 'anthropic']
	const turn = NODES.findIndex(each => each.node === node) % wires.length
	test.each(SOAK_TIMES > 1 ? wires : [wires[turn]!])(
		'%s: reads, edits, runs a command and answers',
		async provider => {
			const server = await startModelServer()
			try {
				server.script(
					{ calls: [{ name: 'read', arguments: { path: 'a.txt' } }] },
					{ calls: [{ name: 'edit', arguments: { path: 'a.txt', old_text: 'alpha', new_text: 'beta' } }] },
					{ calls: [{ name: 'shell', arguments: { command: 'cat a.txt' } }] },
					{ text: 'Done.' },
				)
				const args = ['run', '-m', `${provider}/test-model`, '--approve', 'all', 'do it']
				const { code, stdout, changed } = await agent(args, server.environment)
				assert.deepEqual({ code, stdout, changed }, { code: 0, stdout: 'Done.\n', changed: 'beta\n' })
				server.assertFinished()
			} finally {
				await server.close()
			}
		},
	)
})

describe('as a library', () => {
	const examples = new Map<string, string>()
	let consumer: string
	beforeAll(async () => {
		consumer = join(folder, 'consumer')
		await mkdir(join(consumer, 'node_modules/@types'), { recursive: true })
		await symlink(join(launcher, '../..'), join(consumer, 'node_modules/keelson'))
		for (const name of ['zod', '@types/node', 'undici-types'])
			await symlink(join(REPOSITORY, 'node_modules', name), join(consumer, 'node_modules', name))
		const [readme, chapter] = await Promise.all(
			['README.md', 'docs/library.md'].map(name => readFile(join(REPOSITORY, name), 'utf8')),
		)
		const [tenLines = ''] = blocks(readme!, 'js').filter(code => code.includes("from 'keelson'"))
		examples.set('readme', tenLines)
		for (const [index, code] of blocks(chapter!, 'ts').entries()) examples.set(`chapter-${index + 1}`, code)
		const options = { strict: true, noEmit: true, target: 'es2023' }
		await Promise.all([
			writeFile(join(consumer, 'package.json'), '{ "type": "module" }'),
			...[...examples].map(([name, code]) => writeFile(join(consumer, `${name}.ts`), code)),
			config('nodenext', { ...options, skipLibCheck: true, types: ['node'] }, ['*.ts']),
			// Our own types to the last line, with those of a browser only.
			config('bundler', { ...options, module: 'esnext', types: [], lib: ['es2023', 'dom'] }, ['readme.ts']),
		])
	})

	const config = (module: string, options: object, include: readonly string[]) =>
		writeFile(
			join(consumer, `${module}.json`),
			JSON.stringify({ compilerOptions: { module, moduleResolution: module, ...options }, include }),
		)

	test.each(['nodenext', 'bundler'])('its types are whole, and every example fits them (%s)', async how => {
		const tsc = join(REPOSITORY, 'node_modules/typescript/bin/tsc')
		const { stdout } = await promisify(execFile)(
			process.execPath,
			[tsc, '--singleThreaded', '-p', `${how}.json`],
			{
				cwd: consumer,
			},
		).catch((error: { stdout: string }) => error)
		assert.equal(stdout, '')
		assert.ok(examples.size > 8)
	})

	/** What an example prints. */
	const run = async (file: string, node: string, replies: (request: RecordedRequest) => ScriptedReply) => {
		const server = await startModelServer()
		const home = await mkdtemp(join(folder, 'home-'))
		try {
			server.onRequest(replies)
			return await promisify(execFile)(node, [join(consumer, file)], {
				cwd: home,
				env: { ...baseEnvironment({ home }), ...server.environment },
			})
		} finally {
			await server.close()
		}
	}

	test.each(NODES)('the ten lines of the README run as they stand, on $version', async ({ node }) => {
		const tenLines = examples.get('readme')!
		assert.equal(tenLines.trim().split('\n').length, 10)
		await writeFile(join(consumer, 'readme.mjs'), tenLines)
		const { stdout, stderr } = await run('readme.mjs', node, ({ body }) =>
			JSON.stringify(body).includes('21 °C in Kiel')
				? { text: 'It is 21 °C in Kiel.', usage: { inputTokens: 20, outputTokens: 8 } }
				: {
						calls: [{ name: 'weather', arguments: { city: 'Kiel' } }],
						usage: { inputTokens: 10, outputTokens: 5 },
					},
		)
		assert.deepEqual({ stdout, stderr }, { stdout: 'It is 21 °C in Kiel. 13\n', stderr: '' })
	})

	test('every example of the chapter prints what it says', async () => {
		const chapter = [...examples].filter(([name]) => name !== 'readme')
		const printed = await Promise.all(
			chapter.map(async ([name, code]) => {
				if (code.includes('confirm('))
					await writeFile(join(consumer, `${name}.ts`), `globalThis.confirm = () => true\n${code}`)
				const { stdout, stderr } = await run(`${name}.ts`, process.execPath, harbourMaster)
				return { name, lines: stdout.trim().split('\n'), stderr }
			}),
		)
		assert.deepEqual(
			printed,
			chapter.map(([name, code]) => ({
				name,
				lines: [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line),
				stderr: '',
			})),
		)
	})
})

/** Knows what the chapter asks. */
function harbourMaster({ body }: RecordedRequest): ScriptedReply {
	const text = JSON.stringify(body)
	const usage = { inputTokens: 40, outputTokens: 5 }
	if (text.includes('"price') || text.includes('\\"booked')) return { text: 'Booked for 50 €', usage }
	if (text.includes('berth 7 is taken')) return { text: 'It is taken.', usage }
	if (text.includes('Book two nights'))
		return { calls: [{ name: 'book_berth', arguments: { port: 'Kiel', nights: 2 } }], usage }
	if (text.includes('Mark berth 7'))
		return { calls: [{ name: 'shell', arguments: { command: 'touch berth-7' } }], usage }
	if (text.includes('When did it open')) return { text: '{"on":"1895-06-21"}', usage }
	if (text.includes('Describe the deepest')) return { text: '{"name":"Kiel","depth":12}', usage }
	if (text.includes('And the next one')) return { text: 'Rostock, 10 m', usage }
	return { text: ['Kiel, ', '12 m'], usage }
}

function blocks(page: string, language: string): readonly string[] {
	return Array.from(
		page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms')),
		([, code = '']) => code,
	)
}

/** A link for each package: packing keeps a file of its own beside them. */
async function linkPackages(into: string): Promise<void> {
	await mkdir(into)
	for (const name of await readdir(join(REPOSITORY, 'node_modules')))
		if (!name.startsWith('.package')) await symlink(join(REPOSITORY, 'node_modules', name), join(into, name))
}

async function files(root: string): Promise<string[]> {
	const entries = await readdir(root, { recursive: true, withFileTypes: true })
	return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** What `createRequire(import.meta.url)("x")` asks for, which no bundler sees. */
function requiredBy(code: string): readonly string[] {
	return [...code.matchAll(/\(import\.meta\.url\)\("([^"]+)"\)/g)].map(([, name]) => name!)
}

async function nodesOnPath(): Promise<readonly { node: string; version: string }[]> {
	const found = new Map<string, string>()
	for (const each of [
		process.execPath,
		...process.env.PATH!.split(delimiter).map(path => join(path, 'node')),
	]) {
		const answer = await promisify(execFile)(each, ['--version']).catch(() => undefined)
		const version = answer?.stdout.trim()
		if (version && !found.has(version)) found.set(version, each)
	}
	return [...found].map(([version, node]) => ({ node, version }))
}
