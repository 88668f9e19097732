// The option tables, tried out: commands by chance that the gate lets run unasked are run for real, and nothing may be
// written, started, connected to, or read outside of the folder.
//   node test/support/gate/options/option-fuzz.ts [how many] [seed] [only this program]

import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNodeFiles } from '../../../../src/runtime/host/files.ts'
import { newRepositoryMemory } from '../../../../src/safety/repositories/remembered-files.ts'
import { assessCommand, HARMLESS_ENVIRONMENT } from '../../../../src/safety/shell-policy/assess-command.ts'
import { checkFiles } from '../../../../src/safety/shell-policy/check-files.ts'
import { PROGRAM_RULES } from '../../../../src/safety/shell-policy/programs/known-programs.ts'
import { makeOptionFolder, type OptionFolder } from './option-folder.ts'
import { BUILTINS, type Deed, watch } from './option-oracle.ts'
import { callByRule, createRandom, one, type Random } from './option-words.ts'
import { SPECIAL_CALLS } from './special-words.ts'

export type OptionFuzz = {
	generated: number
	ran: number
	/** How many calls of each program ran. */
	calls: ReadonlyMap<string, number>
	deeds: readonly Deed[]
}

const SEARCHED = '/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin'
const BATCH = 400

export async function fuzzOptions({
	count,
	seed,
	only,
	onProgress = () => {},
}: {
	count: number
	seed: number
	only?: string | undefined
	onProgress?: (fuzz: OptionFuzz) => void
}): Promise<OptionFuzz> {
	const base = await realpath(await mkdtemp(join(tmpdir(), 'option-fuzz-')))
	const random = createRandom(seed)
	const programs = installed().filter(name => only === undefined || name === only)
	const seen = new Set<string>()
	const deeds: Deed[] = []
	const calls = new Map<string, number>()
	let generated = 0
	let number = 0
	let ran = 0
	const newPlace = async (turn: number) => {
		const options = { path: SEARCHED, hasOptionNames: turn === 1 }
		const folder = await makeOptionFolder(join(base, String(number++)), options)
		return { folder, ...gateOf(folder) }
	}
	try {
		const current = [await newPlace(0), await newPlace(1)]
		for (let turn = 0; ran < count; turn = 1 - turn) {
			const { folder, isHarmless, environments } = current[turn]!
			const batch: string[] = []
			for (let tries = 0; batch.length < Math.min(BATCH, count - ran) && tries < BATCH * 2000; tries++) {
				const program = nextProgram(random, programs)
				const command = callOf(random, program)
				generated++
				if (seen.has(command) || ENDLESS_CALL.test(command) || !(await isHarmless(command))) continue
				seen.add(command)
				batch.push(command)
				calls.set(program, (calls.get(program) ?? 0) + 1)
			}
			if (batch.length === 0) break
			ran += batch.length
			const found = await watch(batch, folder, command => environments.get(command) ?? {})
			deeds.push(...found)
			if (found.length > 0) {
				current[turn] = await newPlace(turn)
			}
			onProgress({ generated, ran, calls, deeds })
		}
		return { generated, ran, calls, deeds }
	} finally {
		await rm(base, { recursive: true, force: true, maxRetries: 5 })
	}
}

/** Programs of the table that are here, and what the shell has of its own. */
export function installed(): readonly string[] {
	const isHere = (name: string) => SEARCHED.split(':').some(folder => existsSync(join(folder, name)))
	return [...PROGRAM_RULES.keys(), ...Object.keys(SPECIAL_CALLS)].filter(
		name => (BUILTINS.has(name) || isHere(name)) && !ENDLESS.has(name),
	)
}

/** They end only when they are stopped, which takes a second each. */
const ENDLESS_CALL =
	/^(?:tail .*(?:-\w*[fF]|follow|\*)|shuf .*(?:-\w*r|repeat|\*)|(?:seq|factor) .*\d{6}|vmstat .*\d|top .*-\w*(?:n ?[^01]|d)|(?:nice|timeout) .*tail)/

/** It only waits. */
const ENDLESS: ReadonlySet<string> = new Set(['sleep'])

/** A start of theirs takes as long as a hundred others, and they are only asked what they are. */
const SLOW: ReadonlySet<string> = new Set(
	'npm pip pip3 docker java javac gdb valgrind meson R psql lsb_release yq top vmstat uv helm dotnet go cargo rustc ruby php python3 node shasum tsc cmake'.split(
		' ',
	),
)

function nextProgram(random: Random, programs: readonly string[]): string {
	const program = one(random, programs)
	return SLOW.has(program) && random() < 0.97 ? one(random, programs) : program
}

function callOf(random: Random, program: string): string {
	const special = SPECIAL_CALLS[program]
	if (special) return `${program} ${special(random)}`
	const rule = PROGRAM_RULES.get(program)
	if (!rule) throw new Error(`no rule for ${program}`)
	return callByRule(random, program, rule)
}

/** As a call is judged: by its text, and then by the files it is about. */
function gateOf({ root, home }: OptionFolder): {
	isHarmless: (command: string) => Promise<boolean>
	environments: Map<string, Readonly<Record<string, string>>>
} {
	const host = { files: createNodeFiles() }
	const repositories = newRepositoryMemory()
	const scope = { folders: [root], roots: [root], readableRoots: [], home }
	const known = new Map<string, Promise<boolean>>()
	const environments = new Map<string, Readonly<Record<string, string>>>()
	const isHarmless = async (command: string) => {
		const judged = assessCommand(command, { cwd: root, roots: [root], home })
		if (judged.assessment.outcome !== 'allow') return false
		const own = Object.entries(judged.env).filter(([name, value]) => HARMLESS_ENVIRONMENT[name] !== value)
		if (own.length > 0) environments.set(command, Object.fromEntries(own))
		const about = JSON.stringify(judged.footing)
		const found =
			known.get(about) ??
			checkFiles(judged.footing, {
				host,
				scope,
				repositories,
				searchPath: SEARCHED,
			}).then(verdict => verdict === undefined)
		known.set(about, found)
		return found
	}
	return { isHarmless, environments }
}

if (process.argv[1] === import.meta.filename) {
	const [count = '2000', seed = '1', only] = process.argv.slice(2)
	const started = Date.now()
	let told = 0
	const { generated, ran, calls, deeds } = await fuzzOptions({
		count: Number(count),
		seed: Number(seed),
		only,
		onProgress: fuzz => {
			// At once: a long run is not waited for to see what it has found.
			for (const { command, deed } of fuzz.deeds.slice(told))
				process.stderr.write(`${JSON.stringify(command)}\n  ${deed}\n`)
			told = fuzz.deeds.length
			if (fuzz.ran % 4000 === 0)
				process.stderr.write(
					`${fuzz.ran} run of ${fuzz.generated}, ${fuzz.deeds.length} deeds, ${Math.round((Date.now() - started) / 1000)} s\n`,
				)
		},
	})
	for (const { command, deed } of deeds) process.stdout.write(`${JSON.stringify(command)}\n  ${deed}\n`)
	process.stdout.write(`${[...calls].map(([name, times]) => `${name} ${times}`).join(', ')}\n`)
	process.stdout.write(
		`seed ${seed}: ${ran} of ${generated} commands of ${calls.size} programs ran unasked, ${deeds.length} deeds, ${Math.round((Date.now() - started) / 1000)} s\n`,
	)
	process.exitCode = deeds.length > 0 ? 1 : 0
}
