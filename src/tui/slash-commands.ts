// What can be typed after a slash, in one table, and what comes of it: a command for the runtime or something the
// screen does itself.

import type { ApprovalMode } from '../core/approval.ts'
import type { Command } from '../core/commands.ts'
import type { UnixMs } from '../core/ids.ts'
import type { ModelRef } from '../core/model-ref.ts'
import type { SlashCommandInfo } from './composer/submission.ts'

export const SLASH_COMMANDS: readonly SlashCommandInfo[] = [
	{ name: 'help', description: 'commands and keys' },
	{ name: 'model', argument: '[provider/model]', description: 'choose the model' },
	{ name: 'effort', argument: '[none|low|medium|high]', description: 'how much the model thinks' },
	{
		name: 'approve',
		argument: '[ask|auto-edit|plan|all|none|10m]',
		description: 'what may run without a question',
	},
	{
		name: 'permissions',
		argument: '[allow|ask|deny <rule>]',
		aliases: ['allowed-tools'],
		description: 'rules for what may run: look, add, delete',
	},
	{ name: 'plan', description: 'read-only tools only' },
	{ name: 'context', description: 'what fills the context window' },
	{
		name: 'compact',
		argument: '[what must not be lost]',
		aliases: ['compress'],
		description: 'condense the conversation so far',
	},
	{ name: 'memory', description: 'what is noted, and where to change it' },
	{ name: 'status', description: 'session, model, mode, folder' },
	{ name: 'cost', aliases: ['usage', 'stats'], description: 'tokens and money of this session' },
	{ name: 'diff', description: 'what has changed in the folder since the last commit' },
	{ name: 'copy', description: 'the last answer to the clipboard' },
	{ name: 'clear', description: 'begin with an empty context, in a new session' },
	{ name: 'new', description: 'begin a new session' },
	{
		name: 'resume',
		argument: '[id or name]',
		aliases: ['sessions'],
		description: 'take up an earlier session',
	},
	{
		name: 'session',
		argument: '[new|resume|fork|rename|export …]',
		description: 'what there is to do with sessions',
	},
	{ name: 'rewind', aliases: ['undo'], description: 'go back to before an earlier prompt' },
	{ name: 'fork', aliases: ['branch'], description: 'go on in a copy, from here or from an earlier prompt' },
	{ name: 'export', argument: '[file.md|.html|.jsonl]', description: 'write this session to a file' },
	{ name: 'rename', argument: '<name>', aliases: ['name'], description: 'give this session a name' },
	{ name: 'login', argument: '[provider]', description: 'how to store a key or log in' },
	{ name: 'logout', argument: '[provider]', description: 'how to forget a key or login' },
	{ name: 'editor', description: 'write the prompt in your editor' },
	{ name: 'quit', aliases: ['exit', 'q'], description: 'leave; the session is kept' },
]

export type SlashAction =
	| { kind: 'send'; command: Command }
	| { kind: 'local'; action: LocalAction }
	| { kind: 'add-rule'; rule: NewRule }
	| { kind: 'export'; file: string }
	/** What is wrong and what would be right. */
	| { kind: 'problem'; text: string }

export type NewRule = { list: 'allow' | 'ask' | 'deny'; text: string; scope: 'user' | 'project' }

export type LocalAction =
	| 'help'
	| 'choose-model'
	| 'choose-session'
	| 'choose-fork'
	| 'choose-rewind'
	| 'choose-rule'
	| 'show-mode'
	| 'show-effort'
	| 'context'
	| 'memory'
	| 'status'
	| 'cost'
	| 'diff'
	| 'copy'
	| 'editor'
	| 'quit'

export function slashAction(typed: string, argument: string, now: UnixMs): SlashAction {
	const wanted = typed.toLowerCase()
	const name = SLASH_COMMANDS.find(
		command => command.name === wanted || command.aliases?.includes(wanted),
	)?.name
	switch (name) {
		case 'help':
		case 'context':
		case 'memory':
		case 'status':
		case 'cost':
		case 'diff':
		case 'copy':
		case 'editor':
		case 'quit':
			return { kind: 'local', action: name }
		case 'model':
			return argument === '' ? { kind: 'local', action: 'choose-model' } : modelAction(argument)
		case 'approve':
			return argument === '' ? { kind: 'local', action: 'show-mode' } : approveAction(argument, now)
		case 'effort':
			return argument === '' ? { kind: 'local', action: 'show-effort' } : effortAction(argument)
		case 'permissions':
			return argument === '' ? { kind: 'local', action: 'choose-rule' } : permissionAction(argument)
		case 'compact':
			return compactAction(argument)
		case 'plan':
			return { kind: 'send', command: { type: 'set-approvals', mode: { kind: 'plan' } } }
		case 'clear':
		case 'new':
			return { kind: 'send', command: { type: 'session-new' } }
		case 'resume':
			return resumeAction(argument)
		case 'session':
			return sessionAction(argument)
		case 'fork':
			return { kind: 'local', action: 'choose-fork' }
		case 'export':
			return { kind: 'export', file: argument }
		case 'rewind':
			return { kind: 'local', action: 'choose-rewind' }
		case 'rename':
			return renameAction(argument)
		case 'login':
		case 'logout':
			return { kind: 'problem', text: elsewhere(name, argument) }
		default:
			return { kind: 'problem', text: unknownCommand(typed) }
	}
}

/** A key is not typed where a model reads along. */
function elsewhere(name: 'login' | 'logout', provider: string): string {
	const command = provider === '' ? `agent ${name}` : `agent ${name} ${provider}`
	return `Run “${command}” in another terminal. What it changes counts from the next prompt on, here too.`
}

function modelAction(argument: string): SlashAction {
	const chain: ModelRef[] = []
	for (const name of argument.split(',').map(part => part.trim())) {
		const slash = name.indexOf('/')
		if (slash < 1 || slash === name.length - 1) {
			return { kind: 'problem', text: `“${name}” is not a model. Write provider/model, as in openai/gpt-5.` }
		}
		chain.push({ provider: name.slice(0, slash), model: name.slice(slash + 1) })
	}
	return { kind: 'send', command: { type: 'set-model', chain } }
}

function compactAction(focus: string): SlashAction {
	return { kind: 'send', command: { type: 'session-compact', ...(focus !== '' && { focus }) } }
}

function effortAction(argument: string): SlashAction {
	const effort = argument.toLowerCase()
	switch (effort) {
		case 'none':
		case 'low':
		case 'medium':
		case 'high':
			return { kind: 'send', command: { type: 'set-effort', effort } }
		default:
			return { kind: 'problem', text: `“${argument}” is no effort. There are none, low, medium and high.` }
	}
}

function approveAction(argument: string, now: UnixMs): SlashAction {
	const mode = modeOf(argument.toLowerCase(), now)
	if (mode) return { kind: 'send', command: { type: 'set-approvals', mode } }
	return {
		kind: 'problem',
		text: `“${argument}” is no approval mode. There are ask, auto-edit, plan, all, none, and a time such as 10m or 1h.`,
	}
}

function modeOf(word: string, now: UnixMs): ApprovalMode | undefined {
	const time = /^(\d{1,4})\s*(s|m|min|h)$/.exec(word)
	if (time) {
		const unitMs = { s: 1000, m: 60_000, h: 3_600_000 }[time[2]?.slice(0, 1) ?? 'm'] ?? 60_000
		return { kind: 'until', at: now + Number(time[1]) * unitMs }
	}
	switch (word) {
		case 'ask':
		case 'all':
		case 'none':
		case 'auto-edit':
		case 'plan':
			return { kind: word }
		default:
			return undefined
	}
}

/** `/permissions allow shell(npm test)` is about this project, `/permissions everywhere deny …` about all. */
function permissionAction(argument: string): SlashAction {
	const [, everywhere, list, text] = /^(everywhere\s+)?(allow|ask|deny)\s+(\S[\s\S]*)$/.exec(argument) ?? []
	if (text !== undefined && (list === 'allow' || list === 'ask' || list === 'deny'))
		return { kind: 'add-rule', rule: { list, text: text.trim(), scope: everywhere ? 'user' : 'project' } }
	return {
		kind: 'problem',
		text: 'Write /permissions allow, ask or deny and a rule, as in /permissions allow shell(npm test); with “everywhere” in front it is not only for this project.',
	}
}

function resumeAction(argument: string): SlashAction {
	if (argument === '') return { kind: 'local', action: 'choose-session' }
	return { kind: 'send', command: { type: 'session-resume', selector: argument } }
}

function renameAction(argument: string): SlashAction {
	if (argument === '') return { kind: 'problem', text: 'Say the name as well: /rename fix the parser' }
	return { kind: 'send', command: { type: 'session-rename', name: argument } }
}

function sessionAction(argument: string): SlashAction {
	const [verb = '', ...rest] = argument.split(/\s+/)
	const what = rest.join(' ')
	switch (verb) {
		case '':
		case 'list':
			return { kind: 'local', action: 'choose-session' }
		case 'resume':
			return resumeAction(what)
		case 'new':
			return { kind: 'send', command: { type: 'session-new' } }
		case 'fork':
			return { kind: 'local', action: 'choose-fork' }
		case 'export':
			return { kind: 'export', file: what }
		case 'rename':
			return renameAction(what)
		default:
			return {
				kind: 'problem',
				text: `/session ${verb} does not exist. There are new, resume, list, fork, rename, export.`,
			}
	}
}

function unknownCommand(typed: string): string {
	const near = nearestNames(typed.toLowerCase())
	const advice =
		near.length > 0 ? `Did you mean ${near.map(name => `/${name}`).join(' or ')}?` : '/help lists them.'
	return `There is no command /${typed}. ${advice}`
}

function nearestNames(typed: string): readonly string[] {
	const limit = Math.max(1, Math.floor(typed.length / 3))
	return SLASH_COMMANDS.flatMap(({ name, aliases = [] }) => {
		const distance = Math.min(...[name, ...aliases].map(known => editDistance(typed, known)))
		const isPrefix = typed.length >= 2 && name.startsWith(typed)
		return isPrefix || distance <= limit ? [{ name, distance: isPrefix ? 0 : distance }] : []
	})
		.sort((a, b) => a.distance - b.distance)
		.slice(0, 3)
		.map(({ name }) => name)
}

/** Letters to insert, remove or replace; two that changed places count as one. */
function editDistance(a: string, b: string): number {
	let older: number[] = []
	let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
	for (let i = 1; i <= a.length; i++) {
		const current = [i]
		for (let j = 1; j <= b.length; j++) {
			const isSame = a[i - 1] === b[j - 1]
			const replaced = (previous[j - 1] ?? 0) + (isSame ? 0 : 1)
			const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
			const swapped = isSwap ? (older[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
			current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, swapped))
		}
		older = previous
		previous = current
	}
	return previous[b.length] ?? 0
}
