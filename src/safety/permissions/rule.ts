// One permission rule as it is written, and what it means: `shell(npm test)`, `edit(src/**)`, `fetch(example.com)`,
// `mcp__server__tool`.

import { runsAnything } from './command-grant.ts'
import { type FileRule, fileRule, ruleParts } from './file-rule.ts'
import { ruleWords } from './rule-words.ts'

export type Rule =
	/** Commands that begin with these words; without words, every command. */
	| { kind: 'command'; words: readonly string[] }
	| FileRule
	/** `name` begins with `*.` for every host below it. */
	| { kind: 'host'; name: string }
	/** `name` may end in `*`. */
	| { kind: 'tool'; name: string }

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
	const [name, argument] = ruleParts(text)
	if (name === '') return { expected: SYNTAX }
	const tool = OTHER_NAMES.get(name) ?? name
	const ofFiles = fileRule(tool, argument)
	if (ofFiles) return ofFiles
	const rule = argument === undefined ? bareRule(tool) : ruleWith(tool, argument.trim())
	if ('expected' in rule) return rule
	if (list !== 'allow' || rule.kind !== 'command') return rule
	if (rule.words.length === 0)
		return { expected: 'shell with the first words of a command, as in shell(npm test)' }
	if (runsAnything(rule.words))
		return { expected: `a whole command, because ${rule.words[0]} runs whatever it is given` }
	return rule
}

/** Rules about the web are often carried over from other agents' settings. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
	['WebFetch', 'fetch'],
	['WebSearch', 'web_search'],
])

const SYNTAX =
	'shell(words), read(path), edit(path), fetch(host) or the name of a tool, as in shell(npm test) or edit(src/**)'

function bareRule(name: string): Rule {
	return name === 'shell' ? { kind: 'command', words: [] } : { kind: 'tool', name }
}

function ruleWith(name: string, argument: string): Rule | { expected: string } {
	switch (name) {
		case 'shell': {
			const words = ruleWords(argument)
			return words ? { kind: 'command', words } : { expected: PLAIN_WORDS }
		}
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
