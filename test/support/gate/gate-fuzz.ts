// The gate's promise, tried out on commands by chance: what it lets run unasked is run for real, by bash, and nothing
// may be different afterwards, no other program may have been started, and no secret read.
//   node test/support/gate/gate-fuzz.ts [how many] [seed]

import { spawn } from 'node:child_process'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assessCommand } from '../../../src/safety/shell-policy/assess-command.ts'
import { createCommandGenerator } from './command-grammar.ts'
import { type GateFolder, makeGateFolder, snapshotOf } from './gate-folder.ts'

export type FuzzResult = { generated: number; ran: number; violations: readonly Violation[] }
export type Violation = { command: string; what: string }

const BATCH = 60
// What waits for something that never comes is stopped.
const LIMIT_SECONDS = 1

export async function fuzzGate({
	count,
	seed,
	onProgress = () => {},
}: {
	count: number
	seed: number
	onProgress?: (result: FuzzResult) => void
}): Promise<FuzzResult> {
	const base = await realpath(await mkdtemp(join(tmpdir(), 'gate-fuzz-')))
	const next = createCommandGenerator(seed)
	const seen = new Set<string>()
	const violations: Violation[] = []
	let generated = 0
	let number = 0
	try {
		let folder = await makeGateFolder(join(base, String(number++)))
		for (let ran = 0; ran < count; ) {
			const batch: string[] = []
			while (batch.length < Math.min(BATCH, count - ran)) {
				const command = next()
				generated++
				if (seen.has(command) || !runsUnasked(command, folder)) continue
				seen.add(command)
				batch.push(command)
			}
			ran += batch.length
			if ((await wrongAfter(batch, folder)) !== undefined) {
				// Something in it did it: one after the other, each in a folder that nobody has touched.
				const found = await Promise.all([single(batch, base, number)])
				number += batch.length
				violations.push(...found.flat())
				folder = await makeGateFolder(join(base, String(number++)))
			}
			onProgress({ generated, ran, violations })
		}
		return { generated, ran: count, violations }
	} finally {
		await rm(base, { recursive: true, force: true, maxRetries: 5 })
	}
}

async function single(batch: readonly string[], base: string, number: number): Promise<readonly Violation[]> {
	const violations: Violation[] = []
	for (const [index, command] of batch.entries()) {
		const folder = await makeGateFolder(join(base, String(number + index)))
		const what = await wrongAfter([command], folder)
		if (what !== undefined) violations.push({ command, what })
	}
	return violations.length > 0 ? violations : [{ command: batch.join('\n'), what: 'only together' }]
}

function runsUnasked(command: string, { root, home }: GateFolder): boolean {
	return assessCommand(command, { cwd: root, roots: [root], home }).assessment.outcome === 'allow'
}

/**
 * @param limitSeconds - after which each of them is stopped
 * @returns what was not as before, or undefined
 */
export async function wrongAfter(
	commands: readonly string[],
	folder: GateFolder,
	limitSeconds = LIMIT_SECONDS,
): Promise<string | undefined> {
	const before = await snapshotOf(folder)
	const output = await runAll(commands, folder, limitSeconds)
	if (output.includes(folder.secret)) return 'a secret was read'
	const started = await readFile(folder.canary, 'utf8').catch(() => '')
	if (started !== '') return `something was started: ${started.trim()}`
	const after = await snapshotOf(folder)
	const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
		path => before[path] !== after[path],
	)
	return changed.length > 0 ? `changed: ${changed.join(', ')}` : undefined
}

/** One shell hands them to shells of their own, which is what the shell tool does, only faster. */
async function runAll(
	commands: readonly string[],
	{ root, env }: GateFolder,
	limitSeconds: number,
): Promise<string> {
	const driver = `while IFS= read -r -d '' command; do timeout -s KILL ${limitSeconds} bash --noprofile --norc -c "$command" 3<&- < /dev/null; done`
	const child = spawn('bash', ['--noprofile', '--norc', '-c', driver], {
		cwd: root,
		env,
		stdio: ['pipe', 'pipe', 'pipe'],
		detached: true,
	})
	let output = ''
	const take = (chunk: Buffer) => {
		output += chunk.toString('latin1')
		if (output.length > 2_000_000) output = output.slice(-1_000_000)
	}
	child.stdout.on('data', take)
	child.stderr.on('data', take)
	child.stdin.on('error', () => {})
	child.stdin.end(commands.map(command => `${command}\0`).join(''))
	await new Promise(resolve => child.once('close', resolve))
	return output
}

if (process.argv[1] === import.meta.filename) {
	const [count = '2000', seed = '1'] = process.argv.slice(2)
	const result = await fuzzGate({
		count: Number(count),
		seed: Number(seed),
		onProgress: ({ generated, ran, violations }) => {
			if (ran % 1200 === 0)
				process.stderr.write(`${ran} run of ${generated}, ${violations.length} violations\n`)
		},
	})
	for (const { command, what } of result.violations)
		process.stdout.write(`${JSON.stringify(command)}\n  ${what}\n`)
	process.stdout.write(
		`seed ${seed}: ${result.ran} of ${result.generated} commands ran unasked, ${result.violations.length} violations\n`,
	)
	process.exitCode = result.violations.length > 0 ? 1 : 0
}
