import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, test } from 'vitest'
import type { RunningCommand } from '../../../src/core/host.ts'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { unheldFiles } from '../../../src/sandbox/files-without-placeholders.ts'
import { openSandboxFolder } from '../../support/sandbox-folder.ts'

const folder = await openSandboxFolder()
const { works, why } = await folder.sandbox.works()
if (!works) console.warn(`no sandbox here, so nothing runs in its background: ${why}`)
afterAll(() => folder.close())

const { root, sandbox, shell } = folder
const files = unheldFiles(createNodeFiles(), sandbox)
const asideIn = (name: string) => readdirSync(root).filter(each => each.startsWith(`${name}.from-sandbox-`))

const started: RunningCommand[] = []
afterEach(async () => {
	for (const running of started.splice(0)) await running.kill()
})

/** Runs each line it is given, and says `done` after each; returns once it can be told. */
async function startBackground() {
	const told: string[] = []
	const running = folder.start(
		'echo begun; until [ -e end ]; do if [ -e order ]; then . ./order; rm order; echo done; fi; sleep 0.01; done',
		{ told: text => void told.push(text) },
	)
	started.push(running)
	await until(() => running.output().startsWith('begun\n'))
	let count = 0
	return {
		told,
		running,
		async does(bash: string) {
			await createNodeFiles().writeAtomic(join(root, 'order'), Buffer.from(bash))
			count++
			await until(() => running.output().split('done\n').length > count)
		},
	}
}

async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise(resolve => setTimeout(resolve, 2))
}

describe.skipIf(!works)('while a sandboxed command goes on in the background', () => {
	beforeEach(() => folder.reset())

	test('nothing foreign is in the folder', async () => {
		const before = await readdir(root)
		await startBackground()
		assert.deepEqual(await readdir(root), before)
		await folder.held('true')
		assert.deepEqual(await readdir(root), before)
	})

	test('nothing foreign is in the folder either when what keeps names free for another one was there first', async () => {
		folder.free('rm -rf .git')
		const before = await readdir(root)
		const other = folder.start('echo begun; until [ -e go ]; do sleep 0.01; done; rm go')
		started.push(other)
		await until(() => other.output() === 'begun\n')
		const { does } = await startBackground()
		await writeFile(join(root, 'go'), '')
		await other.ended
		assert.deepEqual(await readdir(root), before)
		await does('true')
	})

	test.for([
		['CLAUDE.local.md', 'echo evil > CLAUDE.local.md'],
		['.envrc', 'echo evil > made; mv made .envrc'],
		['.husky', 'mkdir made; echo evil > made/pre-commit; mv made .husky'],
		['.cursor', 'mkdir .cursor', 'echo evil > .cursor/rules'],
		['.gitattributes', 'ln -s instructions.md .gitattributes'],
		['.claude', 'mkdir .claude; rmdir .claude; mkdir .claude; echo evil > .claude/settings.json'],
	] as const)('%s does not stay when it makes it, and the user is told', async ([name, ...steps]) => {
		const { does, told } = await startBackground()
		for (const step of steps) await does(step)
		await until(() => told.length > 0)
		assert.ok(!existsSync(join(root, name)))
		const [aside] = asideIn(name)
		assert.deepEqual(told, [
			`${join(root, name)} came into being while a sandboxed command was running in the background, which may ` +
				`not make it; it is now ${join(root, aside ?? '')}`,
		])
	})

	test('our own tools never see what it has made', async () => {
		const { does } = await startBackground()
		for (let round = 0; round < 5; round++) {
			await does('echo evil > CLAUDE.local.md; mkdir -p .claude; echo evil > .claude/settings.json')
			assert.equal(await files.read(join(root, 'CLAUDE.local.md')), undefined)
			assert.equal(await files.checked.read(join(root, '.claude/settings.json')), undefined)
		}
	})

	test('what somebody lets our tools write stays', async () => {
		const { told, running } = await startBackground()
		await files.checked.writeAtomic(join(root, '.mcp.json'), Buffer.from('{}\n'))
		await rm(join(root, '.mcp.json'))
		await files.checked.writeAtomic(join(root, 'CLAUDE.local.md'), Buffer.from('mine\n'))
		await files.checked.writeAtomic(join(root, '.husky/pre-commit'), Buffer.from('mine\n'))
		await running.kill()
		assert.equal(readFileSync(join(root, 'CLAUDE.local.md'), 'utf8'), 'mine\n')
		assert.equal(readFileSync(join(root, '.husky/pre-commit'), 'utf8'), 'mine\n')
		assert.deepEqual(told, [])
	})

	test('what a command outside of the sandbox makes stays and is told, and so do its settings', async () => {
		const { told, running } = await startBackground()
		const bash =
			'mkdir .husky; echo mine > .husky/pre-commit; git init -q sub; git -C sub config core.pager mine; echo made; until [ -e go ]; do sleep 0.01; done'
		let output = ''
		const onOutput = (text: string) => {
			output += text
		}
		const free = shell.start({ run: { bash }, cwd: root, onOutput })
		started.push(free)
		await until(() => output === 'made\n')
		assert.equal((await files.read(join(root, '.husky/pre-commit')))?.length, 5)
		await writeFile(join(root, 'go'), '')
		await free.ended
		await running.kill()
		assert.deepEqual(told, [
			`${join(root, '.husky')} came into being while a sandboxed command was running in the background and ` +
				'others were at work; it is left as it is',
		])
		assert.match(readFileSync(join(root, 'sub/.git/config'), 'utf8'), /pager = mine/)
	})

	test('what it puts into a name that another command keeps free does not stay', async () => {
		const { does, told } = await startBackground()
		const other = folder.start('echo begun; sleep 60')
		started.push(other)
		await until(() => other.output() === 'begun\n')
		assert.ok(sandbox.isPlaceholder(join(root, '.husky')))
		await does('echo evil > .husky/pre-commit')
		await until(() => told.length > 0)
		assert.ok(!existsSync(join(root, '.husky')))
		assert.equal(asideIn('.husky').length, 1)
	})

	test('what it prepares for git to start does not stay until it ends', async () => {
		const { does, told } = await startBackground()
		await does('git init -q sub; git -C sub config core.fsmonitor evil')
		await until(() => told.length > 0)
		assert.match(told[0] ?? '', /sub\/\.git\/config can make git start programs outside of the sandbox/)
		assert.ok(!existsSync(join(root, 'sub/.git/config')))
		// It still listens.
		await does('true')
	})

	test('a repository of the user stays, and what it prepares in there for git to start does not', async () => {
		folder.free('rm -rf .git')
		const { does, told } = await startBackground()
		folder.free('git init -q')
		await does('git config user.name Ada; git status')
		assert.ok(existsSync(join(root, '.git/config')))
		await does('git config core.fsmonitor evil')
		await until(() => told.length > 0)
		assert.deepEqual(
			[existsSync(join(root, '.git/HEAD')), existsSync(join(root, '.git/config'))],
			[true, false],
		)
		assert.match(told[0] ?? '', /\/work\/\.git\/config can make git start programs/)
	})

	test('what it made just before its end is found at the end', async () => {
		const told: string[] = []
		await folder.held('echo evil > .envrc; echo evil > .git/commondir', {
			told: text => void told.push(text),
		})
		assert.ok(!existsSync(join(root, '.envrc')))
		assert.match(told[0] ?? '', /\.envrc came into being/)
		assert.match(told[1] ?? '', /commondir may not be made/)
	})
})
