// Every step of keeping and of going back fails once, in each way it can, or is the last one of its process. Whatever
// was kept before can be gone back to, and what could not be done is told and can be done another time.

import assert from 'node:assert/strict'
import { chmodSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import type { Checkpoints, Rewound } from '../../../src/workspace/checkpoints/store.ts'
import { differences, exactPicture } from '../../support/exact-picture.ts'
import { longer, SOAK_SEED, SOAK_TIMES } from '../../support/soak.ts'
import { type FailingDisk, type Fault, failingDisk } from './failing-disk.ts'
import { bareWorkTree, type WorkTree } from './work-tree.ts'

let disk: FailingDisk
beforeAll(async () => {
	disk = await failingDisk()
})
afterAll(() => disk.restore())

const FAULTS: readonly Fault[] = ['EIO', 'ENOSPC', 'EACCES', 'killed']

/** All of them in the soak; otherwise each kind of step once, and each fault in turn, and what is done to the last file. */
function chosen(steps: readonly string[]): readonly { at: number; fault: Fault; step: string }[] {
	const all = steps.flatMap((step, index) => FAULTS.map(fault => ({ at: index + 1, fault, step })))
	if (SOAK_TIMES > 1) return all
	const kinds = [...new Set(steps)]
	const each = kinds.map((kind, index) => {
		const fault = FAULTS[(index + SOAK_SEED) % FAULTS.length]!
		const places = all.filter(each => each.step === kind && each.fault === fault)
		return places[(index * 7) % places.length]!
	})
	const looks = all.filter(({ step, fault }) => step === 'lstatSync' && fault === 'EACCES')
	return [...each, ...looks.slice(-4)]
}

type Scene = { tree: WorkTree; checkpoints: Checkpoints; first: string; before: Picture; after: Picture }
type Picture = ReadonlyMap<string, string>

/** A tree in two states, with all that a tree can hold. */
async function scene(): Promise<Scene> {
	const tree = bareWorkTree()
	for (const name of ['a', 'd/b', 'd/e/c', '.git/HEAD', '.git/objects/aa/1'])
		tree.write(name, `${name} at first`)
	linkSync(tree.path('a'), tree.path('d/a'))
	symlinkSync('a', tree.path('link'))
	tree.write('closed/file', 'closed')
	chmodSync(tree.path('closed'), 0o555)
	const checkpoints = tree.open()
	const { id } = await checkpoints.take('before')
	const before = exactPicture(tree.root)
	tree.write('a', 'changed')
	rmSync(tree.path('d/e'), { recursive: true })
	unlinkSync(tree.path('d/b'))
	tree.write('d/b/new', 'new')
	unlinkSync(tree.path('link'))
	tree.write('closed/file', 'changed')
	tree.write('closed/new', 'new')
	tree.write('.git/HEAD', 'changed')
	tree.write('.git/objects/bb/2', 'new object')
	rmSync(tree.path('.git/objects/aa'), { recursive: true })
	mkdirSync(tree.path('empty'))
	await checkpoints.take('after')
	return { tree, checkpoints, first: id, before, after: exactPicture(tree.root) }
}

async function withScene<Value>(work: (scene: Scene) => Promise<Value>): Promise<Value> {
	const made = await scene()
	try {
		return await work(made)
	} finally {
		rmSync(dirname(made.tree.root), { recursive: true, force: true })
	}
}

const shown = ({ at, fault, step }: { at: number; fault: Fault; step: string }) =>
	`${fault} at step ${at}, ${step}`

test(
	'a checkpoint that fails at any step is no checkpoint, and none that was made before is worse for it',
	async () => {
		const { steps } = await withScene(({ tree, checkpoints }) => {
			tree.write('late', 'late')
			return disk.during(undefined, () => checkpoints.take('before'))
		})
		assert.ok(steps.length > 20, `${steps.length} steps`)
		for (const each of chosen(steps))
			await withScene(async ({ tree, checkpoints, first, before }) => {
				tree.write('late', 'late')
				const now = exactPicture(tree.root)
				const { value } = await disk.during(each, () => checkpoints.take('before'))
				let current = checkpoints
				let id = ''
				let notKept: readonly string[] = []
				if (value === 'killed' || value instanceof Error) {
					// The same process tries again, or the next one goes on.
					if (value === 'killed') current = tree.open()
					id = (await current.take('before')).id
				} else {
					id = value.id
					notKept = value.notKept
				}
				rmSync(tree.root, { recursive: true })
				mkdirSync(tree.root)
				await current.take('after')
				const { left, skipped } = await tree.open().rewind(id)
				// A name that could not be read is told of, and the other names of its file are files all the same.
				const missing = differences(withoutLinks(exactPicture(tree.root)), withoutLinks(now))
				const told = [...left.map(({ path }) => path), ...skipped.map(({ path }) => path), ...notKept].map(
					path => path.slice(tree.root.length + 1),
				)
				const untold = missing.filter(line => !told.some(path => line.startsWith(`${path}:`)))
				assert.deepEqual(untold, [], `${shown(each)}: ${value instanceof Error ? value.message : 'kept'}`)
				await tree.open().rewind(first)
				const wrong = differences(exactPicture(tree.root), before).filter(line => !line.startsWith('late:'))
				assert.deepEqual(wrong, [], shown(each))
			})
	},
	longer(60_000),
)

test(
	'going back that fails at any step has done nothing, or tells all that it has not done and does it the next time',
	async () => {
		const { steps } = await withScene(({ checkpoints, first }) =>
			disk.during(undefined, () => checkpoints.rewind(first)),
		)
		assert.ok(steps.length > 40, `${steps.length} steps`)
		for (const [index, each] of chosen(steps).entries())
			await withScene(async ({ tree, checkpoints, first, before, after }) => {
				let undo = ''
				const noted = async (id: string) => {
					undo = id
				}
				const { value } = await disk.during(each, () => checkpoints.rewind(first, noted))
				const now = exactPicture(tree.root)
				if (value instanceof Error) assert.deepEqual(differences(now, after), [], `${shown(each)}: ${value}`)
				else if (value !== 'killed') assertTold(value, { now, before, tree }, shown(each))
				const next = value === 'killed' || index % 2 === 0 ? tree.open() : checkpoints
				if (undo !== '' && index % 3 !== 0) {
					const { left, skipped } = await next.rewind(undo)
					assert.deepEqual([left, skipped], [[], []], `${shown(each)}, taken back`)
					// Where a name could not be looked at, its file went back without it, and that was told.
					const isTold = value !== 'killed' && !(value instanceof Error) && value.left.length > 0
					const seen = isTold ? withoutLinks : (picture: Picture) => picture
					const wrong = differences(seen(exactPicture(tree.root)), seen(after))
					assert.deepEqual(wrong, [], `${shown(each)}, taken back`)
				}
				const { left, skipped } = await next.rewind(first)
				assert.deepEqual([left, skipped], [[], []], `${shown(each)}, once more`)
				assert.deepEqual(differences(exactPicture(tree.root), before), [], `${shown(each)}, once more`)
				const names = readdirSync(tree.root, { recursive: true, encoding: 'utf8' })
				assert.deepEqual(
					names.filter(name => name.includes('.keelson-')),
					[],
				)
			})
	},
	longer(60_000),
)

function withoutLinks(picture: Picture): Picture {
	return new Map([...picture].map(([path, what]) => [path, what.replace(/\d+ names, as \S+ /, '')]))
}

/** What is not as it was is in a place that was told, or above one. */
function assertTold(
	{ skipped, left, unnoted }: Rewound,
	{ now, before, tree }: { now: Picture; before: Picture; tree: WorkTree },
	message: string,
): void {
	const told = [...skipped, ...left].map(({ path }) => path.slice(tree.root.length + 1))
	const untold = differences(withoutLinks(now), withoutLinks(before)).filter(line => {
		const [path = ''] = line.split(':')
		// Objects stay as long as something else of their repository does.
		if (path.startsWith('.git/objects/') && told.some(one => one.startsWith('.git/'))) return false
		return !told.some(one => one === path || one.startsWith(`${path}/`) || path.startsWith(`${one}/`))
	})
	assert.deepEqual(untold, [], `${message}: ${JSON.stringify({ skipped, left, unnoted })}`)
}
