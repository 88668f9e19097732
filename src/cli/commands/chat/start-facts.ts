// What the empty state of the screen says of a folder: its instructions, what could be asked there, its last session. All
// of it is looked up after the first frame, and from names alone: nothing of the folder is run.

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseJson } from '../../../core/json.ts'
import type { ModelInfo } from '../../../core/model.ts'
import { sessionLabel } from '../../../core/text/session-name.ts'
import { LOCAL_SERVERS } from '../../../providers/http/local-servers.ts'
import type { StartFacts } from '../../../tui/state/tui-options.ts'
import { countWithUnit } from '../../../tui/text/format.ts'
import { findProject } from '../../../workspace/places/project.ts'
import { currentFolders } from '../../startup/start.ts'
import { openStore } from '../sessions/session-store.ts'

/** @param models - asked where no model can be used, for those of servers on this machine */
export async function startFacts(
	cwd: string,
	{ models, now = Date.now() }: { models: (() => Promise<readonly ModelInfo[]>) | undefined; now?: number },
): Promise<StartFacts> {
	const [project, lastSession, source, localServers] = await Promise.all([
		findProject(cwd),
		lastSessionIn(cwd),
		sourceFileIn(cwd),
		models ? localServersOf(models) : [],
	])
	const instructions = INSTRUCTIONS.find(name =>
		[cwd, project.root].some(folder => existsSync(join(folder, name))),
	)
	const examples = [
		source === undefined ? 'what is this folder for?' : `explain ${source}`,
		(await hasTests(cwd)) ? 'run the tests and fix what fails' : 'write a first test',
		project.gitFolder === undefined
			? 'make a plan for a small tool'
			: `what changed since ${dayBefore(now)}?`,
	]
	return {
		instructions,
		examples,
		lastSession,
		localServers,
		tip: TIPS[Math.floor(now / 1_000) % TIPS.length]!,
	}
}

const INSTRUCTIONS = ['AGENTS.md', 'CLAUDE.md', 'AGENTS.override.md']

const TIPS = [
	'@ completes names of files, and a picture named so is shown to the model',
	'{app cycle-mode} changes what runs without a question; plan mode changes nothing',
	'! in front runs a command of yours, and the model is told what it printed',
	'# in front keeps a note for later sessions',
	'/rewind goes back to before a prompt, files and all',
	'/stats shows what all sessions used',
	'{composer open-editor} opens the prompt in your editor',
	'what you type while it works reaches the model before its next step',
] as const

async function lastSessionIn(cwd: string): Promise<StartFacts['lastSession']> {
	const here = (
		await openStore(currentFolders())
			.list()
			.catch(() => [])
	)
		// In one without a prompt only a review was open.
		.find(session => session.cwd === cwd && !session.marks?.isArchived && sessionLabel(session) !== '')
	return here && { name: here.name, title: here.title, usedAt: here.usedAt }
}

/** Of its own code, not of what it only configures. */
async function sourceFileIn(cwd: string): Promise<string | undefined> {
	for (const folder of ['src', 'lib', 'app', 'cmd', '.']) {
		const entries = await readdir(join(cwd, folder), { withFileTypes: true }).catch(() => [])
		const names = entries
			.filter(entry => entry.isFile() && SOURCE.test(entry.name) && !entry.name.startsWith('.'))
			.map(({ name }) => name)
			.sort()
		const name = names.find(each => /^(?:main|index|app|cli|lib|mod)\./.test(each)) ?? names[0]
		if (name !== undefined) return folder === '.' ? name : `${folder}/${name}`
	}
	return undefined
}

const SOURCE =
	/\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kt|swift|c|cc|cpp|h|hpp|cs|php|ex|exs|hs|ml|lua|sh|zig|dart|scala)$/

async function hasTests(cwd: string): Promise<boolean> {
	const names = await readdir(cwd).catch((): string[] => [])
	if (
		names.some(
			name =>
				/^(?:tests?|spec|__tests__)$/.test(name) || /(?:_test\.go|^test_.*\.py|\.test\.[jt]s)$/.test(name),
		)
	)
		return true
	const manifest = parseJson(await readFile(join(cwd, 'package.json'), 'utf8').catch(() => ''))
	return isObject(manifest) && isObject(manifest.scripts) && typeof manifest.scripts.test === 'string'
}

/** The working day before: on Monday that is Friday. */
function dayBefore(now: number): string {
	const day = new Date(now).getDay()
	return day === 1 || day === 0 || day === 6 ? (day === 6 ? 'Thursday' : 'Friday') : 'yesterday'
}

async function localServersOf(models: () => Promise<readonly ModelInfo[]>): Promise<readonly string[]> {
	const found = await models().catch(() => [])
	return LOCAL_SERVERS.flatMap(({ id }) => {
		const count = found.filter(({ ref }) => ref.provider === id).length
		return count === 0 ? [] : [`${id} (${countWithUnit(count, 'model')})`]
	})
}
