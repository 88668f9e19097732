// How many files something new touches: by commits that added one, and by the files that name one that is there.

import { execFileSync } from 'node:child_process'

/**
 * Commits that added one and little else, by the beginning of their subject: hashes change when commits are carried over.
 * Whoever adds something new of a kind puts the commit here.
 */
const COMMITS = [
	{ kind: 'tool', subject: 'tools: outline, the symbols' },
	{ kind: 'two tools and their store', subject: 'memory: an index over everything said, recall, remember' },
	{ kind: 'slash command and its panel', subject: 'tui: /config, all settings with their layers' },
	{ kind: 'CLI command', subject: 'cli: agent map prints the repository map' },
	{ kind: 'option of a CLI command', subject: 'cli: agent explain --here prints' },
	{ kind: 'stored event', subject: 'core: what a hook has changed is an event' },
	{ kind: 'error code', subject: 'loop: send a call back that the model wrote as text' },
	{ kind: 'setting and end reason', subject: 'providers: end a reply that repeats itself' },
]

/** @returns {{ kind: string; subject?: string; src: number; test: number }[]} */
export function commitsThatAdd(root) {
	return COMMITS.map(({ kind, subject: wanted }) => {
		const line = git(root, ['log', '--format=%H %s', '--fixed-strings', `--grep=${wanted}`])
			.split('\n')
			.find(each => each.slice(41).startsWith(wanted))
		if (line === undefined) return { kind, src: 0, test: 0 }
		const files = git(root, ['show', '--format=', '--name-only', line.slice(0, 40)]).split('\n')
		const below = folder => files.filter(file => file.startsWith(`${folder}/`)).length
		return { kind, subject: line.slice(41), src: below('src'), test: below('test') }
	})
}

/** Every place that would have to change if it went, its own file among them. */
const NAMED = [
	{ kind: 'tool that reads', example: 'glob', names: named('glob') },
	{ kind: 'tool with a state', example: 'todo', names: named('todo') },
	{ kind: 'tool that needs the runtime', example: 'remember', names: named('remember') },
	{ kind: 'setting', example: 'context.compactAt', names: /\bcompactAt\b/ },
	{ kind: 'setting', example: 'network.streamIdleMs', names: /\bstreamIdleMs\b/ },
	{ kind: 'slash command', example: '/copy', names: named('copy') },
	{ kind: 'slash command', example: '/cost', names: named('cost') },
	{ kind: 'CLI command', example: 'doctor', names: named('doctor') },
	{ kind: 'stored event', example: 'memory-drop', names: named('memory-drop') },
	{ kind: 'stored event', example: 'correction', names: named('correction') },
	{ kind: 'provider', example: 'openrouter', names: named('openrouter') },
	{ kind: 'wire format', example: 'messages', names: /'messages'|anthropic-messages/ },
]

/** The name as a text, a tool of that name, or a file of that name that is imported. */
function named(name) {
	return new RegExp(`['"]${name}['"]|\\b${name}Tool\\b|/${name}\\.tsx?['"]`)
}

/** @returns {{ kind: string; example: string; files: string[] }[]} */
export function filesThatName(sources) {
	return NAMED.map(({ kind, example, names }) => ({
		kind,
		example,
		files: sources.filter(({ text }) => names.test(withoutComments(text))).map(({ path }) => path),
	}))
}

function withoutComments(text) {
	return text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
}

function git(root, args) {
	try {
		return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
	} catch {
		// A copy without its history.
		return ''
	}
}
