import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { longer, SOAK_SEED, SOAK_TIMES } from '../../support/soak.ts'
import { FILLED, fileName, filledWith, makeWorkTree, type WorkTree } from './work-tree.ts'

const ROUNDS = SOAK_TIMES > 1 ? longer(4) : 2

test(
	`killed while it keeps states, a process leaves every one that it was told of (${ROUNDS} times)`,
	async () => {
		const tree = makeWorkTree()
		for (let round = 0; round < ROUNDS; round++) {
			const said = await workUntilKilled(tree, 'keep', 40 + (((SOAK_SEED + round) * 37) % 200))
			const last = said.at(-1)
			if (last === undefined) continue
			const checkpoints = tree.open()
			const plans = await checkpoints.preview(said.map(({ id }) => id))
			assert.ok(plans.every(plan => plan !== undefined))
			const { skipped, left } = await checkpoints.rewind(last.id)
			assert.deepEqual([skipped, left], [[], []])
			assert.deepEqual(numbersIn(tree), [last.number])
		}
	},
	longer(60_000),
)

test(
	`killed while it goes back, a process leaves whole files, and going back again is all there is to do (${ROUNDS} times)`,
	async () => {
		for (let round = 0; round < ROUNDS; round++) {
			const tree = makeWorkTree()
			const [first] = await workUntilKilled(tree, 'restore', 60 + (((SOAK_SEED + round) * 53) % 160))
			if (!first) continue
			assert.ok(numbersIn(tree).every(number => number === 1 || number === 2))
			const checkpoints = tree.open()
			const { skipped, left } = await checkpoints.rewind(first.id)
			assert.deepEqual([skipped, left], [[], []])
			assert.deepEqual(numbersIn(tree), [1])
			const names = readdirSync(tree.root, { recursive: true, encoding: 'utf8' })
			assert.deepEqual(
				names.filter(name => name.includes('.keelson-')),
				[],
			)
			rmSync(dirname(tree.root), { recursive: true, force: true })
		}
	},
	longer(60_000),
)

type Said = { id: string; number: number }

/** @param afterMs - from its first words on */
async function workUntilKilled(
	tree: WorkTree,
	what: 'keep' | 'restore',
	afterMs: number,
): Promise<readonly Said[]> {
	const child = spawn(process.execPath, [CHILD, dirname(tree.root), what], {
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const ended = new Promise(resolve => child.once('close', resolve))
	const said: Said[] = []
	let timer: NodeJS.Timeout | undefined
	for await (const line of createInterface({ input: child.stdout })) {
		timer ??= setTimeout(() => child.kill('SIGKILL'), afterMs)
		const [id = '', number] = line.split(' ')
		if (number !== undefined) said.push({ id, number: Number(number) })
	}
	await ended
	clearTimeout(timer)
	assert.equal(child.signalCode, 'SIGKILL')
	return said
}

const CHILD = fileURLToPath(new URL('./working-child.ts', import.meta.url))

/** Which numbers the files hold; one that is not whole holds none. */
function numbersIn(tree: WorkTree): readonly number[] {
	const found = new Set<number>()
	for (let index = 0; index < FILLED; index++) {
		const text = tree.read(fileName(index))
		const number = Number(text.split('\n', 1)[0])
		found.add(text === filledWith(number) ? number : Number.NaN)
	}
	return [...found]
}
