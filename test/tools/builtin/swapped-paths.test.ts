// The time between the check and the use: another process swaps files, folders and the folders above them for links
// that lead outside while every file tool works on them.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import type { ToolResult } from '../../../src/core/tool.ts'
import { createApplyPatchTool } from '../../../src/tools/builtin/apply-patch.ts'
import { createEditTool } from '../../../src/tools/builtin/edit.ts'
import { createReadTool } from '../../../src/tools/builtin/read.ts'
import { createWriteTool } from '../../../src/tools/builtin/write.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'
import { longer, SOAK_TIMES } from '../../support/soak.ts'
import { openWorkFolder, type WorkFolder } from '../../support/tools/work-folder.ts'

const CHILD = fileURLToPath(new URL('./swapping-child.ts', import.meta.url))
const SECRET = 'the-secret-outside'

type Swapping = {
	hasBegun: Promise<unknown>
	/** What the other process said it has swapped so far; it says so now and then. */
	rounds(): number
	/** @returns all of them */
	stop(): Promise<number>
}

/** @param only - one file, and no folders */
function startSwapping({ root, outside }: WorkFolder, ...only: string[]): Swapping {
	const child = spawn(process.execPath, [CHILD, root, outside, ...only], {
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	onTestFinished(() => void child.kill())
	let said = ''
	child.stdout.setEncoding('utf8').on('data', text => (said = (said + text).slice(-100)))
	const rounds = () => Number(/(\d+)\n$/.exec(said)?.[1] ?? 0)
	return {
		hasBegun: once(child.stdout, 'data'),
		rounds,
		async stop() {
			await writeFile(join(outside, '../stop'), '')
			await once(child, 'close')
			return rounds()
		},
	}
}

/** Calls `work` until enough has been called and swapped, and `isEnough`. @returns what was swapped, in rounds */
async function whileSwapping(
	folder: WorkFolder,
	work: (index: number) => Promise<void>,
	isEnough: () => boolean,
): Promise<number> {
	const child = startSwapping(folder)
	await child.hasBegun
	for (let index = 0; index < CALLS || child.rounds() < ROUNDS || !isEnough(); index++) await work(index)
	return child.stop()
}

async function scene() {
	const folder = await openWorkFolder({ 'folder/a.txt': 'a\n', 'deep/inner/b.txt': 'b\n', 'file.txt': 'f\n' })
	await writeFile(join(folder.outside, 'secret.txt'), SECRET)
	await writeFile(join(folder.outside, 'a.txt'), SECRET)
	await mkdir(join(folder.outside, 'sub'))
	return folder
}

async function assertUntouched({ outside }: WorkFolder): Promise<void> {
	assert.deepEqual((await readdir(outside)).sort(), ['a.txt', 'secret.txt', 'sub'])
	assert.deepEqual(await readdir(join(outside, 'sub')), [])
	for (const name of ['a.txt', 'secret.txt'])
		assert.equal(await readFile(join(outside, name), 'utf8'), SECRET)
}

/** What was judged to be inside runs, as under auto-edit; what was judged to be outside does not. */
async function callInside(folder: WorkFolder, tool: Tool, input: object): Promise<ToolResult | undefined> {
	try {
		const { assessment, run } = await folder.assess(tool, input)
		const isAllowed = assessment.outcome === 'allow' || assessment.isWorkspaceEdit
		return isAllowed ? await run() : undefined
	} catch {
		// The executor makes a failed call of it.
		return undefined
	}
}

/** Goes on until so much has been swapped, however long that takes under load; longer in a soak. */
const ROUNDS = SOAK_TIMES > 1 ? longer(1_000) : 200
/** And so much has been tried. */
const CALLS = SOAK_TIMES > 1 ? 1_000 : 100
const HANG_GUARD_MS = Math.max(120_000, ROUNDS * 30)

test(
	'writes and edits while their file is swapped for a link and back: no byte lands outside',
	async () => {
		const folder = await openWorkFolder({ 'a.txt': 'a\n' })
		const { outside, deps } = folder
		await writeFile(join(outside, 'secret.txt'), SECRET)
		const [write, edit, read] = [createWriteTool(deps), createEditTool(deps), createReadTool(deps)] as Tool[]
		const outcomes: Record<string, number> = {}
		const child = startSwapping(folder, 'a.txt')
		let calls = 0
		await child.hasBegun
		for (; calls < CALLS || child.rounds() < ROUNDS || !outcomes.ok; calls++) {
			// It has to be known before it may be changed, and whatever came of the last change it is another one now.
			await callInside(folder, read!, { path: 'a.txt' })
			const change =
				calls % 2 === 0
					? await callInside(folder, write!, { path: 'a.txt', content: `${calls}\n` })
					: await callInside(folder, edit!, { path: 'a.txt', old_text: '\n', new_text: `, ${calls}\n` })
			const outcome = change?.outcome ?? 'not run'
			outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
		}
		const rounds = await child.stop()
		assert.deepEqual(await readdir(outside), ['secret.txt'])
		assert.equal(await readFile(join(outside, 'secret.txt'), 'utf8'), SECRET)
		assert.ok(rounds > 100, `only ${rounds} rounds of swapping`)
		if (SOAK_TIMES > 1)
			console.log(`${rounds} rounds of swapping, ${calls} changes: ${JSON.stringify(outcomes)}`)
	},
	HANG_GUARD_MS,
)

test(
	'writes while folders and files are swapped for links: none of them lands outside',
	async () => {
		const folder = await scene()
		const tool = createWriteTool(folder.deps) as Tool
		let written = 0
		const write = async (index: number) => {
			const [place = ''] = [
				`folder/new${index}.txt`,
				`deep/inner/x${index}/y.txt`,
				`folder/sub/z${index}.txt`,
			].slice(index % 3)
			const result = await callInside(folder, tool, { path: place, content: `${index}\n` })
			if (result?.outcome === 'ok') written++
		}
		const rounds = await whileSwapping(folder, write, () => written > 0)
		await assertUntouched(folder)
		assert.ok(rounds > 100, `only ${rounds} rounds of swapping`)
	},
	HANG_GUARD_MS,
)

test(
	'reads, edits and patches under the same swapping neither show nor change what is outside',
	async () => {
		const folder = await scene()
		const { deps } = folder
		const [read, edit, patch] = [
			createReadTool(deps),
			createEditTool(deps),
			createApplyPatchTool(deps),
		] as Tool[]
		let reads = 0
		const change = async (index: number) => {
			const path = ['file.txt', 'folder/a.txt', 'folder/secret.txt', 'deep/inner/b.txt'][index % 4]!
			const result = await callInside(folder, read!, { path })
			if (result?.outcome === 'ok') reads++
			assert.ok(!textOf(result?.content ?? []).includes(SECRET), `${path} was read outside`)
			await callInside(folder, edit!, { path, old_text: 'f', new_text: `f${index}` })
			await callInside(folder, edit!, { path: `folder/e${index}`, old_text: '', new_text: 'x' })
			await callInside(folder, patch!, {
				patch: `*** Begin Patch\n*** Add File: deep/inner/p${index}\n+x\n*** Delete File: folder/a.txt\n*** End Patch`,
			})
			if (index % 50 === 0) await folder.write('folder/a.txt', 'a\n').catch(() => undefined)
		}
		const rounds = await whileSwapping(folder, change, () => reads > 0)
		await assertUntouchedButA(folder)
		assert.ok(rounds > 100, `only ${rounds} rounds of swapping`)
	},
	HANG_GUARD_MS,
)

/** The test's own `folder.write` may have gone through a link; the tools may not. */
async function assertUntouchedButA({ outside }: WorkFolder): Promise<void> {
	assert.deepEqual((await readdir(outside)).sort(), ['a.txt', 'secret.txt', 'sub'])
	assert.equal(await readFile(join(outside, 'secret.txt'), 'utf8'), SECRET)
}
