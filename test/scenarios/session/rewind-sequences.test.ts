// Random runs against copies of the folder: whatever a run has done, going back brings back every byte of it.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'vitest'
import { differences, exactPicture } from '../../support/exact-picture.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'
import { longer, SOAK_SEED, SOAK_TIMES } from '../../support/soak.ts'
import { type Chance, chanceFrom, FIRST_FILES, randomCommand } from './random-changes.ts'

/** 1 000 in the soak, which takes every test a hundred times as long. */
const SEQUENCES = SOAK_TIMES === 1 ? 5 : longer(10)

test(
	`after going back to any point, every file, link and mode and every .git is as it was then (${SEQUENCES} sequences)`,
	async () => {
		const failed: string[] = []
		let [changes, gitChanges] = [0, 0]
		for (let index = 0; index < SEQUENCES; index++) {
			const seed = 20_261_122 + SOAK_SEED + index
			const { wrong, changed } = await play(seed)
			failed.push(...wrong.map(line => `seed ${seed}: ${line}`))
			changes += changed.length
			gitChanges += changed.filter(line => line.includes('.git/')).length
		}
		assert.ok(changes > 20 * SEQUENCES && gitChanges > 5 * SEQUENCES, `${changes} and ${gitChanges} changes`)
		assert.deepEqual(failed, [])
	},
	longer(120_000),
)

/** @returns what the runs changed, and what was not as it should be */
async function play(seed: number): Promise<{ wrong: readonly string[]; changed: readonly string[] }> {
	const chance = chanceFrom(seed)
	const runs = Array.from({ length: 1 + chance.below(3) }, () => randomCommand(chance))
	const provider = scriptedProvider(
		...runs.flatMap((command, index) => [
			toolCalls([`s${index}`, 'shell', { command }], written(index, chance)),
			answer('Done.'),
		]),
	)
	let runtime = await startRuntime({ provider, approvals: { kind: 'all' }, runtime: { yolo: true } })
	const place = runtime
	try {
		execFileSync('bash', ['-c', FIRST_FILES], { cwd: runtime.cwd, env: gitEnvironment() })
		const before: ReadonlyMap<string, string>[] = []
		for (const index of runs.keys()) {
			before.push(exactPicture(runtime.cwd))
			await runtime.prompt(`run ${index}`)
			await runtime.until('run-end')
		}
		const after = exactPicture(runtime.cwd)
		if (chance.below(3) === 0) {
			await runtime.port.send({ type: 'shutdown' })
			runtime = await startRuntime({ provider: scriptedProvider(), in: place, selector: { kind: 'last' } })
		}
		const told = (what: string, wanted: ReadonlyMap<string, string>) =>
			differences(exactPicture(runtime.cwd), wanted).map(line => `${what}: ${line}\n${runs.join('\n')}`)
		const wrong: string[] = []
		const to = chance.below(runs.length)
		await goBack(runtime, points => points.find(({ prompt }) => prompt === `run ${to}`))
		wrong.push(...told(`back to ${to}`, before[to]!))
		await goBack(runtime, ([undo]) => undo)
		wrong.push(...told('and back again', after))
		await goBack(runtime, points => points.find(({ prompt }) => prompt === 'run 0'))
		wrong.push(...told('back to the first', before[0]!))
		return { wrong: wrong.slice(0, 4), changed: differences(after, before[0]!) }
	} finally {
		if (runtime !== place) await runtime.stop()
		await place.stop()
	}
}

/** A file of its own, since another one would have to be read first. */
function written(index: number, chance: Chance): [string, string, object] {
	return [
		`w${index}`,
		'write',
		{ path: `tool-${index}-${chance.below(9)}.txt`, content: `written ${index}\n` },
	]
}

type Points = Awaited<ReturnType<StartedRuntime['port']['queries']['rewindPoints']>>

async function goBack(
	{ port }: StartedRuntime,
	pick: (points: Points) => Points[number] | undefined,
): Promise<void> {
	const point = pick(await port.queries.rewindPoints())
	assert.ok(point)
	await port.send({ type: 'rewind', toSeq: point.toSeq, conversation: false, files: true })
}

function gitEnvironment() {
	return {
		PATH: process.env.PATH,
		HOME: '/nonexistent',
		GIT_CONFIG_NOSYSTEM: '1',
		GIT_CONFIG_GLOBAL: '/dev/null',
	}
}
