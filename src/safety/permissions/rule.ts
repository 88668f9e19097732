// One permission rule as it is written, and what it means: `shell(npm test)`, `edit(src/**)`, `fetch(example.com)`,
// `mcp__server__tool`.

import { compileGlob, type PathTest } from '../paths/glob-pattern.ts'
import { runsAnything } from './command-grant.ts'
import { ruleWords } from './rule-words.ts'

export type Rule =
	/** Commands that begin with these words; without words, every command. */
	| { kind: 'command'; words: readonly string[] }
	/** `read`: every tool that looks into files. `edit`: every tool that changes them. No pattern: all files. */
	| { kind: 'files'; use: FileUse; pattern: PathPattern | undefined }
	/** `name` begins with `*.` for every host below it. */
	| { kind: 'host'; name: string }
	/** `name` may end in `*`. */
	| { kind: 'tool'; name: string }

export type FileUse = 'read' | 'edit'

/** `from` says what relative paths start at. Both tests take a path relative to that. */
export type PathPattern = {
	text: string
	from: 'project' | 'home' | 'root'
	fits: PathTest
	/** As on a disk that does not tell upper from lower case. */
	fitsFolded: PathTest
}

export type RuleList = 'allow' | 'ask' | 'deny'

/** A rule in force. */
export type StandingRule = {
	list: RuleList
	rule: Rule
	/** As it was written. */
	text: string
	/** Where it stands, for people: `your settings, /home/me/.config/…/settings.json`. */
	scope: string
}

/** @returns the rule, or what was expected instead, to be read behind "must be" */
export function parseRule(text: string, list: RuleList): Rule | { expected: string } {
	const [, name = '', argument] = /^([A-Za-z_][\w.-]*\*?)(?:\(([\s\S]*)\))?$/.exec(text.trim()) ?? []
	if (name === '') return { expected: SYNTAX }
	const tool = OTHER_NAMES.get(name) ?? name
	const rule = argument === undefined ? bareRule(tool) : ruleWith(tool, argument.trim())
	if ('expected' in rule) return rule
	if (list !== 'allow' || rule.kind !== 'command') return rule
	if (rule.words.length === 0)
		return { expected: 'shell with the first words of a command, as in shell(npm test)' }
	if (runsAnything(rule.words))
		return { expected: `a whole command, because ${rule.words[0]} runs whatever it is given` }
	return rule
}

export function foldedPath(path: string): string {
	return path.normalize('NFKC').toLowerCase()
}

/** Rules about the web are often carried over from other agents' settings. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
	['WebFetch', 'fetch'],
	['WebSearch', 'web_search'],
])

const SYNTAX =
	'shell(words), read(path), edit(path), fetch(host) or the name of a tool, as in shell(npm test) or edit(src/**)'

function bareRule(name: string): Rule | { expected: string } {
	switch (name) {
		case 'shell':
			return { kind: 'command', words: [] }
		case 'read':
			return { kind: 'files', use: 'read', pattern: undefined }
		case 'edit':
		case 'write':
			return { kind: 'files', use: 'edit', pattern: undefined }
		default:
			return { kind: 'tool', name }
	}
}

function ruleWith(name: string, argument: string): Rule | { expected: string } {
	switch (name) {
		case 'shell': {
			const words = ruleWords(argument)
			return words ? { kind: 'command', words } : { expected: PLAIN_WORDS }
		}
		case 'read':
			return filesRule('read', argument)
		// A wall around a file must not have a gate for the tool it forgot, so both words mean every tool that changes files.
		case 'edit':
		case 'write':
			return filesRule('edit', argument)
		case 'fetch': {
			const host = argument.replace(/^domain:\s*/i, '').toLowerCase()
			return /^(?:(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*|[0-9a-f:]+:[0-9a-f.:]*)$/.test(host)
				? { kind: 'host', name: host }
				: { expected: 'fetch with the name of a host, as in fetch(example.com) or fetch(*.example.com)' }
		}
		default:
			return { expected: `${name} without brackets; only shell, read, edit, write and fetch take them` }
	}
}

const PLAIN_WORDS =
	'shell with the plain words a command begins with: no variables, pipes, redirections or patterns'

function filesRule(use: FileUse, argument: string): Rule | { expected: string } {
	const pattern = pathPattern(argument)
	if (pattern) return { kind: 'files', use, pattern }
	return { expected: `${use} with a path such as src/**, /etc/hosts or ~/notes/**, without ..` }
}

function pathPattern(text: string): PathPattern | undefined {
	const from = text.startsWith('/') ? 'root' : /^~(?:\/|$)/.test(text) ? 'home' : 'project'
	const rest = from === 'project' ? text : text.slice(1).replace(/^\/+/, '')
	const steps = rest.split('/').filter(step => step !== '' && step !== '.')
	if (steps.includes('..') || text === '') return undefined
	// A folder stands for all that is in it.
	return patternFrom(from, (steps.length === 0 || text.endsWith('/') ? [...steps, '**'] : steps).join('/'))
}

/** @returns undefined when a bracket or brace is not closed */
export function patternFrom(from: PathPattern['from'], glob: string): PathPattern | undefined {
	const [fits, fitsFolded] = [compileGlob(glob), compileGlob(foldedPath(glob))]
	return fits && fitsFolded ? { text: glob, from, fits, fitsFolded } : undefined
}
