// What `npm i -g keelson` brings: packed from a copy of this repository, installed without a network into a folder of
// its own, and started from yet another one.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { startModelServer } from '../support/model-server/model-server.ts'
import { makeDesk, runAgent } from '../support/run-agent.ts'

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
	for (const name of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'bin', 'scripts', 'src'])
		await cp(join(REPOSITORY, name), join(checkout, name), { recursive: true })
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
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the package needs what its bundle imports by name, and nothing else', async () => {
	const root = join(launcher, '../..')
	const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
		await readFile(join(root, 'package.json'), 'utf8'),
	)
	const bundled = (await files(join(root, 'dist'))).filter(file => /\.[cm]js$/.test(file))
	const { metafile } = await build({
		entryPoints: ['main.mjs', 'chunks/ajv.cjs', 'chunks/tool-checks.cjs'].map(name =>
			join(root, 'dist', name),
		),
		bundle: true,
		format: 'esm',
		platform: 'node',
		packages: 'external',
		outdir: folder,
		write: false,
		metafile: true,
	})
	const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
	const required = (await Promise.all(bundled.map(file => readFile(file, 'utf8')))).flatMap(requiredBy)
	assert.deepEqual(required.sort(), ['./ajv.cjs', './tool-checks.cjs'])
	assert.deepEqual(
		[...new Set(imported)].filter(name => !isBuiltin(name)),
		Object.keys(dependencies),
	)
	assert.deepEqual([devDependencies, Object.keys(optionalDependencies)], [undefined, ['@vscode/ripgrep']])
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

	test.each(['openai', 'openai-chat', 'anthropic'])(
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
