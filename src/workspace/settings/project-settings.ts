// Limits on project settings: a project's own files change how things look and tighter limits at once, how things are
// done when the user trusts the folder, and never where keys and text are sent, what runs without a question, or what
// is kept safe.

import type { JsonValue } from '../../core/json.ts'
import type { SettingsProblem, SettingValues } from './settings-file.ts'

/**
 * @param below - what the layers under the project's say
 * @returns the values that hold, and a problem for each one that does not
 */
export function takeFromProject(
	from: string,
	values: SettingValues,
	{ below, isTrusted }: { below: SettingValues; isTrusted: boolean },
): { values: SettingValues; problems: readonly SettingsProblem[] } {
	const taken = new Map<string, JsonValue>()
	const problems: SettingsProblem[] = []
	for (const [key, value] of values) {
		const why = refusal(key, value, { limit: below.get(key), isTrusted })
		if (why === undefined)
			taken.set(key, projectRule(key)?.may === 'add' ? addValues(below.get(key), value) : value)
		else problems.push({ from, key, message: `${from}: ${key} ${why}` })
	}
	return { values: taken, problems }
}

/** Whether the user has to trust the folder before this key of it counts. */
export function needsTrust(key: string): boolean {
	const may = projectRule(key)?.may
	return may === 'when-trusted' || may === 'tighten'
}

/** Whether it counts only where it is stricter than what the user has. */
export function onlyTightens(key: string): boolean {
	return projectRule(key)?.may === 'tighten'
}

type ProjectRule = {
	/** `lower`: only below what holds. `tighten`: only stricter, once trusted. `add`: only to what is there. */
	may: 'freely' | 'lower' | 'add' | 'tighten' | 'when-trusted' | 'never'
	why: string
}

/** By key, else by section. What is not here is never taken, so a new setting begins as one a project cannot touch. */
export const PROJECT_RULES: Readonly<Record<string, ProjectRule>> = {
	instructions: { may: 'freely', why: 'it only switches text off or on that is never more than text' },
	'context.autoCompact': { may: 'freely', why: 'it is only when history is condensed' },
	'context.compactAt': { may: 'freely', why: 'it is only when history is condensed' },
	'context.compactEarly': { may: 'when-trusted', why: 'it decides when summaries are asked for' },
	budget: { may: 'lower', why: 'a project may spend less of the user’s money, not more' },
	agents: { may: 'lower', why: 'a project may start fewer agents, not more' },
	'permissions.ask': { may: 'add', why: 'one more question does no harm' },
	'permissions.deny': { may: 'add', why: 'one more wall does no harm' },
	'approvals.mode': { may: 'tighten', why: 'only the user says what may run unasked' },
	'approvals.sandboxed': { may: 'tighten', why: 'only the user says what may run unasked' },
	'sandbox.mode': { may: 'tighten', why: 'only the user takes walls down' },
	'sandbox.network': { may: 'tighten', why: 'only the user takes walls down' },
	model: { may: 'when-trusted', why: 'it decides who reads the code, among those the user has set up' },
	effort: { may: 'when-trusted', why: 'it costs money' },
	imageModel: { may: 'when-trusted', why: 'it costs money' },
	favouriteModels: { may: 'never', why: 'they are the user’s own' },
	'context.summaryModel': { may: 'when-trusted', why: 'it decides who reads the conversation' },
	'context.repositoryMap': { may: 'when-trusted', why: 'it costs money' },
	'context.mapTokens': { may: 'when-trusted', why: 'it costs money' },
	'network.streamIdleMs': { may: 'when-trusted', why: 'it decides when a reply counts as lost' },
	'network.socket': { may: 'when-trusted', why: 'it changes how models are reached' },
	'memory.enabled': { may: 'when-trusted', why: 'it decides what is looked up' },
	'memory.limitTokens': { may: 'when-trusted', why: 'it costs money' },
	'memory.runSummaries': { may: 'when-trusted', why: 'it costs money' },
	mcp: { may: 'when-trusted', why: 'it only decides how long is waited' },
	hooks: { may: 'when-trusted', why: 'they run programs' },
	mcpServers: { may: 'when-trusted', why: 'they run programs' },
	providers: { may: 'never', why: 'it decides where keys are sent, and its key command runs' },
	profiles: { may: 'never', why: 'they decide where keys are sent, and whose' },
	models: { may: 'never', why: 'false prices would undo the user’s budget' },
	'permissions.allow': { may: 'never', why: 'a project cannot allow itself anything' },
	'sandbox.allowedHosts': { may: 'never', why: 'only the user takes walls down' },
	'fetch.allowedHosts': { may: 'never', why: 'only the user opens the way into their network' },
	webSearch: { may: 'never', why: 'it decides who is told what is searched for, and gets a key' },
	'sandbox.maxProcesses': { may: 'never', why: 'only the user takes walls down' },
	'sandbox.maxMemoryMb': { may: 'never', why: 'only the user takes walls down' },
	'sandbox.maxFileMb': { may: 'never', why: 'only the user takes walls down' },
	'sandbox.keepFreeMb': { may: 'never', why: 'only the user takes walls down' },
	'sandbox.writable': { may: 'never', why: 'only the user takes walls down' },
	'memory.embedder': { may: 'never', why: 'it decides where every message is sent' },
	'memory.embedTokensPerDay': { may: 'never', why: 'it decides what is spent unasked' },
	log: { may: 'never', why: 'it decides what is written down outside of the project' },
	telemetry: { may: 'never', why: 'it decides who is told what happens here' },
	tmux: { may: 'never', why: 'it decides who reads the user’s terminal' },
	'screen.statusLine': { may: 'when-trusted', why: 'its command runs' },
	screen: { may: 'never', why: 'how the screen looks and what it tells is the user’s own' },
	diff: { may: 'never', why: 'how the screen looks is the user’s own' },
	checkpoints: { may: 'never', why: 'they are the user’s way back' },
}

/** From loose to strict. */
const STRICTNESS: Readonly<Record<string, readonly string[]>> = {
	'approvals.mode': ['all', 'auto-edit', 'ask', 'plan', 'none'],
	'approvals.sandboxed': ['run', 'ask'],
	'sandbox.mode': ['off', 'workspace-write', 'read-only'],
	'sandbox.network': ['on', 'ask', 'off'],
}

/** What a project may do with this key. */
export function projectRule(key: string): ProjectRule | undefined {
	for (const name of [key, key.split('.')[0]!])
		if (Object.hasOwn(PROJECT_RULES, name)) return PROJECT_RULES[name]
	return undefined
}

/** @returns why the value does not hold, as the end of a sentence about it */
function refusal(
	key: string,
	value: JsonValue,
	{ limit, isTrusted }: { limit: JsonValue | undefined; isTrusted: boolean },
): string | undefined {
	const rule = projectRule(key)
	switch (rule?.may) {
		case 'freely':
			return undefined
		case 'lower':
			return isLower(value, limit)
				? undefined
				: `can only be lowered by a project file, and ${String(limit)} is what holds`
		case 'add':
			return Array.isArray(value) ? undefined : 'must be a list of rules'
		case 'tighten':
			if (!isTrusted) return UNTRUSTED
			return isStricter(key, value, limit)
				? undefined
				: `can only be made stricter by a project file, and ${String(limit ?? 'the default')} is what holds`
		case 'when-trusted':
			return isTrusted ? undefined : UNTRUSTED
		default:
			return `is never taken from a project file${rule ? `: ${rule.why}` : ''}`
	}
}

const UNTRUSTED = 'is not taken from a project file until the folder is trusted'

function isLower(value: JsonValue, limit: JsonValue | undefined): boolean {
	// A value of the wrong type is for the schema to name.
	return typeof limit !== 'number' || typeof value !== 'number' || value <= limit
}

function isStricter(key: string, value: JsonValue, limit: JsonValue | undefined): boolean {
	const order = STRICTNESS[key] ?? []
	const [wanted, held] = [order.indexOf(String(value)), order.indexOf(String(limit ?? DEFAULT_LIMITS[key]))]
	return wanted === -1 || wanted >= held
}

/** What settings that are left out come to at most, where the system can hold commands. */
const DEFAULT_LIMITS: Readonly<Record<string, string>> = {
	'approvals.sandboxed': 'run',
	'sandbox.mode': 'workspace-write',
	'sandbox.network': 'ask',
}

function addValues(before: JsonValue | undefined, more: JsonValue): JsonValue {
	return [...new Set([...(Array.isArray(before) ? before : []), ...(Array.isArray(more) ? more : [])])]
}
