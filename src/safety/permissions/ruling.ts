// Permission rules applied to one call: deny before ask before allow, and nothing where no rule is about it.

import { isCoverable, type PermissionDecision } from '../../core/permission.ts'
import type { CallSubject, CommandSubject } from './call-subject.ts'
import { matchCommandRule } from './command-deny.ts'
import { coversCommand, exactRule, ruleToStore } from './command-grant.ts'
import { filesCovered, matchFilesRule, type PathBase } from './file-rules.ts'
import type { Rule, RuleList, StandingRule } from './rule.ts'
import type { Match } from './rule-match.ts'

/**
 * The rule that has most to say of a call. `maybe`: it may be what a deny rule names, and nobody can tell before it runs.
 * `crosses`: it looks through a folder in which a deny rule has a place.
 */
export type RuleMatch = {
	kind: RuleList | 'maybe' | 'crosses'
	rule: Pick<StandingRule, 'text' | 'scope'>
}

/** @returns undefined where no rule is about it */
export function matchRules(
	subject: CallSubject,
	proposed: PermissionDecision,
	{ rules, base }: { rules: readonly StandingRule[]; base: PathBase },
): RuleMatch | undefined {
	const walls = rules
		.filter(({ list }) => list !== 'allow')
		.map(standing => ({ standing, match: matchRule(standing.rule, subject, base) }))
	const found = (list: RuleList, ...matches: readonly Match[]) =>
		walls.find(each => each.standing.list === list && matches.includes(each.match))?.standing
	const denied = found('deny', 'yes')
	if (denied) return { kind: 'deny', rule: denied }
	const doubted = found('deny', 'maybe')
	if (doubted) return { kind: 'maybe', rule: doubted }
	const crossed = found('deny', 'crosses')
	if (crossed) return { kind: 'crosses', rule: crossed }
	const asked = found('ask', 'yes', 'maybe', 'crosses')
	if (asked) return { kind: 'ask', rule: asked }
	if (!isCoverable(proposed)) return undefined
	const allowed = allowing(
		rules.filter(({ list }) => list === 'allow'),
		subject,
		base,
	)
	return allowed && { kind: 'allow', rule: allowed }
}

/** What "always for this project" would store: one rule for each part that asks, or none at all. */
export function rulesToStore(subject: CallSubject, proposed: PermissionDecision): readonly string[] {
	if (!isCoverable(proposed)) return []
	const { command, tool, host } = subject
	if (command) {
		const stored = askingCommands(command)?.map(({ command: each, scope }) => ruleToStore(each, scope))
		return stored?.every(text => text !== undefined) ? [...new Set(stored)] : []
	}
	if (host !== undefined) return [`fetch(${host})`]
	return tool.startsWith('mcp__') ? [tool] : []
}

/** Rules that would allow just this call: each of its commands that ask in all its words. None where that is not enough. */
export function rulesForExactly(subject: CallSubject, proposed: PermissionDecision): readonly string[] {
	if (!isCoverable(proposed) || !subject.command) return []
	const rules = askingCommands(subject.command)?.map(({ command, scope }) => exactRule(command, scope))
	return rules?.every(text => text !== undefined) ? [...new Set(rules)] : []
}

function matchRule(rule: Rule, subject: CallSubject, base: PathBase): Match {
	switch (rule.kind) {
		case 'command':
			return subject.command
				? matchCommandRule(rule.words, subject.command.script, subject.command.text)
				: 'no'
		case 'files':
			return matchFilesRule(rule, subject, base)
		case 'host':
			return isHost(rule.name, subject.host) ? 'yes' : 'no'
		case 'tool':
			return isTool(rule.name, subject.tool) ? 'yes' : 'no'
	}
}

/** @returns the first of the rules that together cover everything that asks */
function allowing(
	rules: readonly StandingRule[],
	subject: CallSubject,
	base: PathBase,
): StandingRule | undefined {
	const { command } = subject
	if (command) {
		const covering = askingCommands(command)?.map(({ command: each, scope }) =>
			rules.find(({ rule }) => rule.kind === 'command' && coversCommand(rule.words, each, scope)),
		)
		return covering?.every(rule => rule !== undefined) ? covering[0] : undefined
	}
	const files = rules.filter(({ rule }) => rule.kind === 'files')
	const byFiles = filesCovered(files, subject, base)
	if (byFiles) return byFiles
	return rules.find(
		({ rule }) =>
			(rule.kind === 'host' && isHost(rule.name, subject.host)) ||
			(rule.kind === 'tool' && isTool(rule.name, subject.tool)),
	)
}

/**
 * The simple commands that ask, when they are all that asks: not what the text hides, not the text as a whole, not
 * the folder it starts in.
 * @returns undefined when something else asks too
 */
function askingCommands(command: CommandSubject): CommandSubject['placed'] | undefined {
	const { script, parts, placed, isInside } = command
	if (!isInside || script.obstacles.length > 0) return undefined
	const asking = parts.filter(({ outcome }) => outcome !== 'allow')
	if (asking.length === 0 || asking.some(({ rule }) => ABOUT_THE_WHOLE.has(rule))) return undefined
	const found = asking.map(part => placed.filter(each => each.command.text === part.command))
	return found.every(each => each.length > 0) ? [...new Set(found.flat())] : undefined
}

/** The rule of a part that says what was found on the disk: where a link leads, what a repository would start. */
export const ON_DISK = 'on-disk'

const ABOUT_THE_WHOLE: ReadonlySet<string> = new Set(['not-plain', 'too-long', 'too-many-folders', ON_DISK])

function isHost(wanted: string, given: string | undefined): boolean {
	if (given === undefined) return false
	return wanted.startsWith('*.') ? given.endsWith(wanted.slice(1)) : given === wanted
}

/** `mcp__server` stands for all tools of that server, as it does in other programs. */
function isTool(wanted: string, given: string): boolean {
	if (/^mcp__(?:(?!__).)+$/.test(wanted) && given.startsWith(`${wanted}__`)) return true
	return wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted
}
