// Untrusted content: what a folder brings along that would act or decide something, found without following a link,
// put in words for the person who is asked, and kept as the very bytes that are used once the answer is yes.

import { isObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts'
import { needsTrust, onlyTightens } from '../settings/project-settings.ts'
import { flatten } from '../settings/settings-file.ts'
import { namedFiles } from './named-files.ts'
import { listNoFollowFolder, readNoFollowFile } from './no-follow-file.ts'

export type UntrustedItem = {
	kind: 'setting' | 'hook' | 'server' | 'command' | 'agent' | 'skill'
	/** Relative to the folder, with `/`. May hold any character a file's name can. */
	file: string
	/** What it would do, as it will be done: nothing is cut. */
	effect: string
}

export type UntrustedContent = {
	offers: readonly UntrustedItem[]
	/** Every file that something is offered in, by its relative name. */
	files: ReadonlyMap<string, Uint8Array>
	/** SHA-256 of files that run unasked once it is trusted: scripts that hooks and servers name. */
	belongings: ReadonlyMap<string, string>
	/** Keelson's own settings files of the folder, whether or not they need trust. */
	settings: ReadonlyMap<string, Uint8Array>
	/** Whole sentences: what was found and is left alone. */
	problems: readonly string[]
}

export const PROJECT_SETTINGS = '.keelson/settings.json'
export const LOCAL_SETTINGS = '.keelson/settings.local.json'

export async function findUntrustedContent(root: string): Promise<UntrustedContent> {
	const found: ContentScan = {
		root,
		offers: [],
		files: new Map(),
		belongings: new Map(),
		settings: new Map(),
		problems: [],
		left: MAX_FILES,
		leftFolders: MAX_FOLDERS,
	}
	for (const file of [PROJECT_SETTINGS, LOCAL_SETTINGS]) {
		const bytes = await take(file, found, text => [
			...settingItems(file, text),
			...hookItems(file, text),
			...serverItems(file, text),
		])
		if (bytes) found.settings.set(file, bytes)
	}
	await take('.mcp.json', found, text => serverItems('.mcp.json', text))
	for (const file of ['.claude/settings.json', '.claude/settings.local.json'])
		await take(file, found, text => [...hookItems(file, text), ...serverItems(file, text)])
	for (const folder of ['.keelson', '.claude']) {
		await takeTexts(`${folder}/commands`, 'command', found)
		await takeTexts(`${folder}/agents`, 'agent', found)
	}
	for (const folder of ['.agents', '.keelson', '.claude']) await takeSkills(`${folder}/skills`, found)
	const acting = found.offers.filter(({ kind }) => kind === 'hook' || kind === 'server')
	const commands = acting.map(({ effect }) => effect)
	const withHooks = acting.some(({ kind }) => kind === 'hook')
	const isWhole = found.left >= 0 && found.leftFolders >= 0
	const belongings = isWhole ? await namedFiles(root, { commands, withHooks }) : undefined
	if (belongings) return { ...found, belongings }
	const much =
		found.left < 0
			? `${MAX_FILES} files`
			: found.leftFolders < 0
				? `${MAX_FOLDERS} folders`
				: 'thousands of words in commands'
	const problem = `${root} brings along more than ${much} for agents, which is more than can be looked through; none of them is used.`
	return { offers: [], files: new Map(), belongings: new Map(), settings: new Map(), problems: [problem] }
}

const MAX_FILES = 500
const MAX_DEPTH = 4
const MAX_FOLDERS = 2_000

type ContentScan = {
	root: string
	offers: UntrustedItem[]
	files: Map<string, Uint8Array>
	belongings: Map<string, string>
	settings: Map<string, Uint8Array>
	problems: string[]
	/** How many more files may be read, and folders looked into. */
	left: number
	leftFolders: number
}

async function take(
	file: string,
	found: ContentScan,
	offersIn: (text: string) => readonly UntrustedItem[],
): Promise<Uint8Array | undefined> {
	if (--found.left < 0) return undefined
	const read = await readNoFollowFile(found.root, file.split('/'))
	if (!read) return undefined
	if ('problem' in read) {
		addProblem(read.problem, found)
		return undefined
	}
	const offers = offersIn(new TextDecoder().decode(read.bytes))
	found.offers.push(...offers)
	if (offers.length > 0) found.files.set(file, read.bytes)
	return read.bytes
}

async function takeTexts(
	folder: string,
	kind: 'command' | 'agent',
	found: ContentScan,
	steps: readonly string[] = [],
): Promise<void> {
	for (const { name, kind: entry } of await entriesIn([folder, ...steps].join('/'), found)) {
		const file = [folder, ...steps, name].join('/')
		// A command is called by its folders, too; an agent has its name for itself.
		const called = [...(kind === 'command' ? steps : []), name.slice(0, -3)].join(':')
		if (entry === 'folder' && steps.length < MAX_DEPTH) await takeTexts(folder, kind, found, [...steps, name])
		else if (entry === 'file' && name.endsWith('.md'))
			await take(file, found, text => [{ kind, file, effect: textEffect(kind, called, text) }])
		if (found.left < 0 || found.leftFolders < 0) return
	}
}

/** A folder with a `SKILL.md` is one skill, whatever else is below it. */
async function takeSkills(folder: string, found: ContentScan, depth = 0): Promise<void> {
	const entries = await entriesIn(folder, found)
	if (depth > 0 && entries.some(({ name }) => name === 'SKILL.md')) {
		const name = folder.slice(folder.lastIndexOf('/') + 1)
		const file = `${folder}/SKILL.md`
		await take(file, found, text => [{ kind: 'skill', file, effect: skillEffect(name, text) }])
		return
	}
	for (const { name, kind } of entries) {
		if (kind === 'folder' && depth <= MAX_DEPTH) await takeSkills(`${folder}/${name}`, found, depth + 1)
		if (found.left < 0 || found.leftFolders < 0) return
	}
}

async function entriesIn(folder: string, found: ContentScan) {
	if (--found.leftFolders < 0) return []
	const entries = await listNoFollowFolder(found.root, folder.split('/'))
	if (!entries || !('problem' in entries)) return entries ?? []
	addProblem(entries.problem, found)
	return []
}

/** One link higher up is found by every look below it, and told once. */
function addProblem(problem: string, { problems }: ContentScan): void {
	if (!problems.includes(`${problem}.`)) problems.push(`${problem}.`)
}

/** Commands in Claude's format run what stands behind an exclamation mark before the model sees the text. */
export function textEffect(kind: 'command' | 'agent', name: string, text: string): string {
	return kind === 'agent' ? `offers the model the agent ${name}` : `adds the command /${name}${runsOf(text)}`
}

export function skillEffect(name: string, text: string): string {
	return `offers the model the skill ${name}${runsOf(text)}`
}

/** Rather one too many than one that runs and was not told. */
function runsOf(text: string): string {
	const runs = Array.from(
		text.replaceAll('\r\n', '\n').matchAll(/!`([^`]+)`|^```!\n([\s\S]*?)^```/gm),
		([, inline, block]) => (inline ?? block ?? '').trim(),
	)
	return runs.length > 0 ? `, which runs: ${runs.join('; ')}` : ''
}

function settingItems(file: string, text: string): readonly UntrustedItem[] {
	const settings = objectIn(text)
	return [...flatten(settings)].flatMap(([key, value]): UntrustedItem[] =>
		needsTrust(key) && !/^(?:hooks|mcpServers)(?:\.|$)/.test(key)
			? [{ kind: 'setting', file, effect: settingEffect(key, value) }]
			: [],
	)
}

function settingEffect(key: string, value: JsonValue): string {
	const condition = onlyTightens(key) ? ', where that is stricter than yours' : ''
	return `sets ${key} to ${JSON.stringify(value)}${condition}`
}

/** `{"hooks": {"PreToolUse": [{"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}]}}` */
export function hookItems(file: string, text: string): readonly UntrustedItem[] {
	const { hooks } = objectIn(text)
	if (!isObject(hooks)) return []
	return Object.entries(hooks).flatMap(([event, matchers]) =>
		(Array.isArray(matchers) ? matchers : [matchers]).map((matcher): UntrustedItem => {
			const on = isObject(matcher) && typeof matcher.matcher === 'string' ? ` (${matcher.matcher})` : ''
			return { kind: 'hook', file, effect: `at ${event}${on} runs: ${commandsIn(matcher).join('; ')}` }
		}),
	)
}

function commandsIn(matcher: JsonValue): readonly string[] {
	const hooks = isObject(matcher) && Array.isArray(matcher.hooks) ? matcher.hooks : []
	// What is not understood is shown as it is: somebody may understand it later.
	if (hooks.length === 0) return [JSON.stringify(matcher)]
	return hooks.map(hook => (isObject(hook) ? hookEffect(hook) : JSON.stringify(hook)))
}

/** A line for the shell as it is; anything that says more about what will be done is shown whole. */
function hookEffect(hook: JsonObject): string {
	const { type, command, args } = hook
	if (type !== undefined && type !== 'command') return JSON.stringify(hook)
	return typeof command === 'string' && args === undefined ? command : JSON.stringify(hook)
}

export function serverItems(file: string, text: string): readonly UntrustedItem[] {
	const { mcpServers } = objectIn(text)
	if (!isObject(mcpServers)) return []
	return Object.entries(mcpServers).map(([name, server]) => ({
		kind: 'server',
		file,
		effect: `${serverEffect(server)}, as the server ${name}`,
	}))
}

function serverEffect(server: JsonValue): string {
	if (!isObject(server)) return JSON.stringify(server)
	if (typeof server.command === 'string') {
		const args = Array.isArray(server.args) ? server.args.map(String) : []
		const env = isObject(server.env)
			? Object.entries(server.env).map(([name, value]) => `${name}=${String(value)}`)
			: []
		const folder = server.cwd === undefined ? '' : ` (in ${String(server.cwd)})`
		return `starts: ${[...env, server.command, ...args].join(' ')}${folder}`
	}
	const url = server.httpUrl ?? server.url
	if (typeof url !== 'string') return JSON.stringify(server)
	// A header may carry a variable of the user's away.
	const headers = isObject(server.headers)
		? Object.entries(server.headers).map(([name, value]) => `${name}: ${String(value)}`)
		: []
	return `connects to ${url}${headers.length > 0 ? `, sending ${headers.join('; ')}` : ''}`
}

function objectIn(text: string): Readonly<Record<string, JsonValue>> {
	const value = parseJson(text.replace(/^\uFEFF/, ''))
	return isObject(value) ? value : {}
}
