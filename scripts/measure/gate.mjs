// How often a person would be asked about shell commands that somebody else wrote, by what the gate says of each:
//   npm run measure -- gate FILE… [--workspace FOLDER…] [--home FOLDER] [--root DIR] [--examples N] [--json]
// A file holds one `{"command": "…", "count": 3}` a line, or `{"cases": [{"command": "…", "is": "reads"}]}` with what a
// person said of each. `--workspace` names folders to be taken for the workspace; `/home/dev/*` stands for each folder there
// that a command names. Runs the checkout's own sources, so it needs a Node that reads TypeScript.

import { readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { stoppedInSandbox } from './sandbox-stops.mjs'

/** @param {readonly string[]} args - what stands behind `gate` */
export async function measureGate(args) {
	const { values, positionals } = parseArgs({
		args: withEachWorkspace(args),
		allowPositionals: true,
		options: {
			workspace: { type: 'string', multiple: true, default: ['/app'] },
			home: { type: 'string', default: '/home/dev' },
			root: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
			examples: { type: 'string', default: '0' },
			json: { type: 'boolean', default: false },
		},
	})
	if (positionals.length === 0) throw new Error('measure gate: name a file of commands')
	const gate = await gateOf(resolve(values.root), values)
	const reports = positionals.map(file => reportOn(file, gate))
	return values.json
		? JSON.stringify(reports, null, '\t')
		: reports.map(report => text(report, Number(values.examples))).join('\n\n')
}

/** `--workspace A B C` is A, B and C, up to the next option; files come first. */
function withEachWorkspace(args) {
	let isFolder = false
	return args.flatMap(arg => {
		if (arg.startsWith('--')) isFolder = arg === '--workspace'
		else if (isFolder) return ['--workspace', arg]
		return arg === '--workspace' ? [] : [arg]
	})
}

async function gateOf(root, { workspace, home }) {
	const load = path => import(pathToFileURL(join(root, 'src/safety', path)).href)
	const { assessCommand } = await load('shell-policy/assess-command.ts')
	const { readScript } = await load('shell-parser/bash-syntax.ts')
	const { factsOf } = await load('shell-policy/programs/facts.ts')
	const { withInnerCommands } = await load('shell-policy/nested/wrappers.ts')
	return command => {
		const roots = workspace.flatMap(folder => rootsIn(command, folder, home))
		const place = { cwd: roots[0] ?? home, roots, home }
		const { assessment } = assessCommand(command, place)
		// What is written outside is held like anything else, and asked about by its folder.
		const isHeld = assessment.outcome === 'ask' || assessment.onlyWritesOutside
		const stop = isHeld
			? stoppedInSandbox(command, place, { readScript, factsOf, withInnerCommands })
			: undefined
		const part = assessment.parts.find(({ reason }) => reason === assessment.reasons[0])
		return { outcome: assessment.outcome, rule: part?.rule ?? 'nothing', keys: assessment.sessionKeys, stop }
	}
}

/** A folder that ends in a star is each one there that the command names. */
function rootsIn(command, folder, home) {
	if (!folder.endsWith('/*')) return [folder]
	const above = folder.slice(0, -1)
	const named = command.replaceAll(/~\/|\$\{?HOME\}?\//g, `${home}/`)
	const found = new Set()
	for (let at = named.indexOf(above); at !== -1; at = named.indexOf(above, at + 1)) {
		const [name] = /^[\w-][\w.-]*/.exec(named.slice(at + above.length)) ?? []
		if (name) found.add(posix.join(above, name))
	}
	return [...found]
}

function reportOn(file, gate) {
	const cases = readCases(readFileSync(file, 'utf8'))
	const total = cases.reduce((sum, { count }) => sum + count, 0)
	const by = { outcome: new Map(), rule: new Map(), stop: new Map(), is: new Map(), session: new Map() }
	const surprises = []
	for (const { command, count, is } of cases) {
		const { outcome, rule, keys, stop } = gate(command)
		add(by.outcome, outcome, count, command)
		if (outcome !== 'allow') add(by.rule, rule, count, command)
		if (outcome !== 'allow' && keys.some(key => key.startsWith('reading:')))
			add(by.session, rule, count, command)
		if (stop !== undefined || outcome === 'ask-always') add(by.stop, stop ?? 'hard', count, command)
		if (is === undefined) continue
		add(by.is, `${is}: ${outcome}`, 1, command)
		const isWrong = outcome === 'allow' ? is === 'acts' || is === 'hard' : is === 'reads'
		if (isWrong || (is === 'could be known' && outcome !== 'allow'))
			surprises.push({ is, outcome, rule, command })
	}
	return {
		file,
		calls: total,
		share: {
			ask: sum(by.rule) / total,
			askInSandbox: sum(by.stop) / total,
			coveredByReading: sum(by.session) / total,
		},
		outcomes: rows(by.outcome, total),
		asksBecause: rows(by.rule, total),
		stoppedBecause: rows(by.stop, total),
		judged: rows(by.is, cases.length),
		surprises,
	}
}

/** One object a line, or one object with `cases`. */
function readCases(source) {
	const whole = parsed(source)
	const cases =
		whole?.cases ??
		source
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line))
	return cases.map(({ command, count = 1, is }) => ({ command, count, is }))
}

function parsed(source) {
	try {
		return JSON.parse(source)
	} catch {
		return undefined
	}
}

function add(map, key, count, command) {
	const row = map.get(key) ?? { calls: 0, commands: [] }
	row.calls += count
	row.commands.push(command)
	map.set(key, row)
}

function sum(map) {
	return [...map.values()].reduce((all, { calls }) => all + calls, 0)
}

function rows(map, total) {
	return [...map]
		.map(([what, { calls, commands }]) => ({ what, calls, share: calls / total, commands }))
		.sort((a, b) => b.calls - a.calls)
}

function text({ file, calls, share, outcomes, asksBecause, stoppedBecause, judged, surprises }, examples) {
	const section = (title, found) => [
		'',
		`── ${title}`,
		...found.flatMap(({ what, calls: count, share: part, commands }) => [
			`${percent(part)}  ${String(count).padStart(6)}  ${what}`,
			...commands.slice(0, examples).map(command => `                   ${oneLine(command)}`),
		]),
	]
	return [
		`${file}: ${calls} calls`,
		`${percent(share.ask)}  ask without a sandbox`,
		`${percent(share.askInSandbox)}  ask where the sandbox runs the rest (estimated from the text: network, outside writes, hard cases)`,
		`${percent(share.coveredByReading)}  of all ask once a session, for reading with a service's program`,
		...section('what the gate says', outcomes),
		...section('asks because of', asksBecause),
		...section('asks in spite of the sandbox because of', stoppedBecause),
		...(judged.length > 0 ? section('what a person said: what the gate says', judged) : []),
		...(surprises.length > 0 ? ['', '── not as the person said'] : []),
		...surprises.map(({ is, outcome, rule, command }) => `${is}: ${outcome} (${rule})  ${oneLine(command)}`),
	].join('\n')
}

function percent(part) {
	return `${(part * 100).toFixed(1)} %`.padStart(7)
}

function oneLine(command) {
	return command.slice(0, 140).replaceAll('\n', ' ⏎ ')
}
