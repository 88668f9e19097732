// Random stories of runs and of a user who works beside them, against a copy of the tree taken at every step.

import assert from 'node:assert/strict'
import {
	chmodSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { test } from 'vitest'
import type { Rewound } from '../../../src/workspace/checkpoints/store.ts'
import { longer, SOAK_SEED } from '../../support/soak.ts'
import { bareWorkTree, type Picture, pictureOf, type WorkTree } from './work-tree.ts'

const SEQUENCES = 40
const SEED = 20_261_121 + SOAK_SEED

const name = fc.constantFrom('a', 'b', 'c', 'd.txt', 'e.log', 'dist')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map(steps => steps.join('/'))
const content = fc.oneof(
	fc.string({ maxLength: 30 }),
	fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes)),
	fc.constantFrom('', 'same', 'x'.repeat(5_000)),
)
const act = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), path, content }) },
	{ weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), path, to: path }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('folder' as const), path }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('link' as const), path, to: path }) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('mode' as const),
			path,
			mode: fc.constantFrom(0o644, 0o755, 0o600, 0o700),
		}),
	},
)
const acts = fc.array(act, { maxLength: 6 })
const story = fc.record({
	at_first: acts,
	rules: fc.constantFrom('', '*.log\n', 'dist\n*.log\n'),
	runs: fc.array(fc.record({ byHand: acts, byRun: acts }), { minLength: 1, maxLength: 4 }),
	afterwards: acts,
	back: fc.nat(3),
	isReopened: fc.boolean(),
})
type Valued<T> = T extends fc.Arbitrary<infer Value> ? Value : never

/** Stories that went wrong once. */
const FOUND: [Valued<typeof story>][] = [
	// A folder that somebody took away comes back with what is put back in it, and has to go again.
	[
		{
			at_first: [{ do: 'write', path: 'b/b', content: '' }],
			rules: '',
			runs: [{ byHand: [], byRun: [{ do: 'remove', path: 'b/b' }] }],
			afterwards: [{ do: 'remove', path: 'b' }],
			back: 0,
			isReopened: false,
		},
	],
]

test(
	`going back does what a run did and nothing else, and can be taken back (${longer(SEQUENCES)} stories)`,
	async () => {
		await fc.assert(
			fc.asyncProperty(story, async told => {
				const tree = bareWorkTree()
				try {
					await play(tree, told)
				} finally {
					rmSync(dirname(tree.root), { recursive: true, force: true })
				}
			}),
			{ numRuns: SEQUENCES, seed: SEED, examples: FOUND },
		)
	},
	longer(600_000),
)

async function play(tree: WorkTree, told: Valued<typeof story>): Promise<void> {
	if (told.rules !== '') tree.write('.gitignore', told.rules)
	perform(tree, told.at_first)
	let checkpoints = tree.open()
	const runs: { id: string; before: Picture; after: Picture }[] = []
	for (const { byHand, byRun } of told.runs) {
		perform(tree, byHand)
		const { id } = await checkpoints.take('before')
		const before = pictureOf(tree.root)
		perform(tree, byRun)
		await checkpoints.take('after')
		runs.push({ id, before, after: pictureOf(tree.root) })
		if (told.isReopened) checkpoints = tree.open()
	}
	perform(tree, told.afterwards)
	const back = told.back % runs.length
	const now = pictureOf(tree.root)

	const rewound = await checkpoints.rewind(runs[back]!.id)
	const got = pictureOf(tree.root)
	compare(expected(runs.slice(back), now, told.rules), got, now, rewound, tree)

	const undone = await checkpoints.rewind(rewound.undo)
	assert.deepEqual(undone.skipped, [])
	assert.deepEqual(pictureOf(tree.root), now)
}

/** For each path what should be there, as far as it depends on that path alone. */
function expected(
	runs: readonly { before: Picture; after: Picture }[],
	now: Picture,
	rules: string,
): ReadonlyMap<string, string | undefined> {
	const states = runs.flatMap(({ before, after }) => [
		{ picture: before, isRun: false },
		{ picture: after, isRun: true },
	])
	const paths = new Set([...states, { picture: now }].flatMap(({ picture }) => [...picture.keys()]))
	const wanted = new Map<string, string | undefined>()
	for (const path of paths) {
		const values = states.map(({ picture }) => picture.get(path))
		const isOurs = runs.some(({ before, after }) => before.get(path) !== after.get(path))
		let isMadeByRun = false
		for (const [index, value] of [...values, now.get(path)].entries())
			if (index > 0 && values[index - 1] === undefined && value !== undefined)
				isMadeByRun = states[index]?.isRun ?? false
		const was = values[0]
		if (isIgnored(path, rules) || !isOurs) wanted.set(path, now.get(path))
		else if (was !== undefined) wanted.set(path, was)
		else wanted.set(path, isMadeByRun ? undefined : now.get(path))
	}
	return wanted
}

function compare(
	wanted: ReadonlyMap<string, string | undefined>,
	got: Picture,
	now: Picture,
	{ skipped, left }: Rewound,
	tree: WorkTree,
): void {
	const told = new Set([...skipped, ...left].map(({ path }) => relative(tree.root, path)))
	for (const path of new Set([...wanted.keys(), ...got.keys()])) {
		const value = got.get(path)
		if (value === wanted.get(path)) continue
		const isFolderWithSomething = value?.startsWith('folder') && hasChild(got, path)
		const isNeededAsFolder = value?.startsWith('folder') && wanted.get(path) === undefined
		if (told.has(path)) assert.equal(value, now.get(path), `${path} was told of and is not as it was`)
		else
			assert.ok(
				isFolderWithSomething || isNeededAsFolder,
				`${path}: ${JSON.stringify(value)} instead of ${JSON.stringify(wanted.get(path))}`,
			)
	}
}

function hasChild(picture: Picture, path: string): boolean {
	return [...picture.keys()].some(other => other.startsWith(`${path}/`))
}

function isIgnored(path: string, rules: string): boolean {
	const steps = path.split('/')
	return (
		(rules.includes('*.log') && steps.some(step => step.endsWith('.log'))) ||
		(rules.includes('dist') && steps.includes('dist'))
	)
}

/** Whatever cannot be done is left undone, as it would be for anybody. */
function perform(tree: WorkTree, some: Valued<typeof acts>): void {
	for (const one of some) {
		const at = tree.path(one.path)
		try {
			// Through a link it would be another path that is changed than the one in the books.
			if (throughLink(tree, one.path)) continue
			switch (one.do) {
				case 'write':
					mkdirSync(dirname(at), { recursive: true })
					if (!isLink(at)) writeFileSync(at, one.content)
					break
				case 'remove':
					rmSync(at, { recursive: true, force: true })
					break
				case 'rename':
					if (throughLink(tree, one.to)) continue
					mkdirSync(dirname(tree.path(one.to)), { recursive: true })
					renameSync(at, tree.path(one.to))
					break
				case 'folder':
					mkdirSync(at, { recursive: true })
					break
				case 'link':
					mkdirSync(dirname(at), { recursive: true })
					symlinkSync(one.to, at)
					break
				case 'mode':
					if (!isLink(at)) chmodSync(at, lstatSync(at).isDirectory() ? one.mode | 0o700 : one.mode)
					break
			}
		} catch (error) {
			if (!(error instanceof Error && 'code' in error)) throw error
		}
	}
}

function throughLink(tree: WorkTree, path: string): boolean {
	const steps = path.split('/')
	return steps.slice(0, -1).some((_, index) => isLink(tree.path(steps.slice(0, index + 1).join('/'))))
}

function isLink(path: string): boolean {
	return readdirSafely(dirname(path)).some(
		entry =>
			entry === relative(dirname(path), path) && lstatSync(join(dirname(path), entry)).isSymbolicLink(),
	)
}

function readdirSafely(folder: string): readonly string[] {
	try {
		return readdirSync(folder)
	} catch {
		return []
	}
}
