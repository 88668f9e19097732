// Calls in Claude's words: what our tools are called there and what their inputs look like, so that hooks that were written
// for it find what they look for; and back again, where a hook changes an input.

import { isAbsolute, join } from 'node:path'
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { claudeNames } from '../tool-names.ts'

export type ClaudeCall = {
	/** `tool_name`. */
	name: string
	/** `tool_input`. */
	input: JsonObject
	/** All that a matcher may call it by, ours among them. */
	names: readonly string[]
}

export type CallPlace = { cwd: string; home: string }

/** @returns one call, or one for each file that a patch is about */
export function claudeCalls(tool: string, input: JsonObject, place: CallPlace): readonly ClaudeCall[] {
	if (tool === 'apply_patch' && typeof input.patch === 'string') {
		const calls = patchCalls(input.patch, place)
		if (calls.length > 0) return calls
	}
	const known = KNOWN[tool]
	const names = hookNames(tool)
	return [{ name: names[1] ?? tool, input: known ? outward(known, input, place) : input, names }]
}

/** Every name that a matcher may call a tool by. */
export function hookNames(tool: string): readonly string[] {
	return [tool, ...claudeNames(tool)]
}

/** The tools of ours that are meant by a name of Claude's, or by their own. */
export function ownTools(name: string): readonly string[] {
	const found = Object.keys(KNOWN).filter(tool => claudeNames(tool).includes(name))
	return found.length > 0 ? found : [name]
}

/**
 * An input that a hook has changed, in our words.
 * @param before - as the model gave it; what Claude has no word for stays as it was
 * @returns undefined where it cannot be put back: a patch is more than any of its files
 */
export function changedInput(tool: string, before: JsonObject, changed: JsonObject): JsonObject | undefined {
	if (tool === 'apply_patch') return typeof changed.patch === 'string' ? { patch: changed.patch } : undefined
	const known = KNOWN[tool]
	if (!known) return changed
	const theirs = new Map(Object.entries(known.words).map(([ours, word]) => [word, ours]))
	const kept = Object.entries(before).filter(([name]) => !(name in known.words))
	const named = Object.entries(changed).map(([name, value]) => [theirs.get(name) ?? name, value] as const)
	return Object.fromEntries([...kept, ...named])
}

type KnownTool = {
	/** Claude's word for each of ours. */
	words: Readonly<Record<string, string>>
	/** Inputs of ours that are paths; Claude's are absolute. */
	paths?: readonly string[]
}

const KNOWN: Readonly<Record<string, KnownTool>> = {
	shell: {
		words: { command: 'command', timeout_ms: 'timeout', background: 'run_in_background' },
	},
	shell_output: { words: { id: 'bash_id' } },
	read: { words: { path: 'file_path', offset: 'offset', limit: 'limit' }, paths: ['path'] },
	write: { words: { path: 'file_path', content: 'content' }, paths: ['path'] },
	edit: {
		words: { path: 'file_path', old_text: 'old_string', new_text: 'new_string', replace_all: 'replace_all' },
		paths: ['path'],
	},
	apply_patch: { words: {} },
	glob: { words: { pattern: 'pattern', path: 'path' }, paths: ['path'] },
	grep: {
		words: { pattern: 'pattern', path: 'path', glob: 'glob', ignore_case: '-i', context: '-C' },
		paths: ['path'],
	},
	list: { words: { path: 'path' }, paths: ['path'] },
	fetch: { words: { url: 'url', prompt: 'prompt' } },
	web_search: { words: { query: 'query' } },
	delegate: {
		words: { prompt: 'prompt', agent: 'subagent_type', description: 'description' },
	},
	todo: { words: { items: 'todos' } },
	skill: { words: { name: 'skill' } },
	ask_user: { words: { question: 'question', options: 'options' } },
}

function outward({ words, paths = [] }: KnownTool, input: JsonObject, place: CallPlace): JsonObject {
	return Object.fromEntries(
		Object.entries(input).map(([name, value]) => [
			words[name] ?? name,
			paths.includes(name) ? absolute(value, place) : value,
		]),
	)
}

function absolute(value: JsonValue, { cwd, home }: CallPlace): JsonValue {
	if (typeof value !== 'string' || value === '' || isAbsolute(value)) return value
	return value === '~' || value.startsWith('~/') ? join(home, value.slice(1)) : join(cwd, value)
}

/** A hook that protects a file has to hear of each that is changed. */
function patchCalls(patch: string, place: CallPlace): readonly ClaudeCall[] {
	const files = [...patch.matchAll(/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/gm)]
	return files.map(([, what, path = ''], index) => {
		const isNew = what === 'Add File'
		const begins = files[index]!.index
		const body = patch
			.slice(begins, files[index + 1]?.index)
			.split('\n')
			.slice(1)
		const lines = (sign: string) =>
			body
				.filter(line => line.startsWith(sign) || (!isNew && line.startsWith(' ')))
				.map(line => line.slice(1))
		const file = { file_path: absolute(path.trim(), place), patch }
		return {
			name: isNew ? 'Write' : 'Edit',
			input: isNew
				? { ...file, content: lines('+').join('\n') }
				: { ...file, old_string: lines('-').join('\n'), new_string: lines('+').join('\n') },
			names: ['apply_patch', ...(isNew ? ['Write'] : ['Edit', 'MultiEdit'])],
		}
	})
}

/** `tool_response`: what came of a call, with the words that hooks look for. */
export function claudeResponse(
	{ name, input }: ClaudeCall,
	{ text, isError }: { text: string; isError: boolean },
): JsonValue {
	if (name === 'Bash') return { stdout: text, stderr: '', interrupted: false, isImage: false }
	const { file_path: filePath } = input
	if (filePath !== undefined) return { filePath, success: !isError, content: text }
	return { content: text, success: !isError }
}

/** What `--input` of a test may be: an object in Claude's words or in ours. */
export function ownInput(tool: string, input: JsonValue): JsonObject {
	if (!isObject(input)) return {}
	return changedInput(tool, {}, input) ?? input
}
