// What an answer to an approval wants kept beside its yes: rules and a mode, as Claude's SDK writes them. Each goes through
// the one permission decision from then on, so none of them lets through what asks every time.

import type { ApprovalMode } from '../../../../core/approval.ts'
import type { NewRule } from '../../../../core/commands.ts'
import { AgentError, messageOf } from '../../../../core/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../core/json.ts'
import type { PermissionDecision } from '../../../../core/permission.ts'
import type { RuntimePort } from '../../../../core/runtime-port.ts'
import { namedTools } from '../../../../extensions/tool-names.ts'
import { modeOf } from '../../../startup/sdk-words.ts'

/** `problem`: why it is not kept. */
export type PermissionUpdate = { rule: NewRule } | { mode: ApprovalMode } | { problem: string }

/** @param asked - what was asked about the call that the answer is for */
export function readUpdates(
	updates: JsonValue | undefined,
	asked: PermissionDecision,
): readonly PermissionUpdate[] {
	if (updates === undefined || updates === null) return []
	if (!Array.isArray(updates)) return [{ problem: 'updatedPermissions is a list' }]
	return updates.flatMap(update =>
		isObject(update) ? readUpdate(update, asked) : [{ problem: `${JSON.stringify(update)} is no update` }],
	)
}

/** @param written - rules as `--allowedTools` of the SDK has them: `Read,Bash(git diff:*)` */
export function allowedTools(written: string | undefined): readonly PermissionUpdate[] {
	const rules = written?.match(/[^,(]+(?:\([^)]*\))?/g) ?? []
	return rules.map(text => ruleOf(text.trim(), { list: 'allow', scope: 'session' }))
}

/** For the answer "always": what would cover the next such call. Empty where nothing does. */
export function suggestionsFor({ projectRules = [] }: PermissionDecision): JsonObject[] {
	if (projectRules.length === 0) return []
	const rules = projectRules.map(text => {
		const [, toolName = text, ruleContent] = /^([^(]+)\(([\s\S]*)\)$/.exec(text) ?? []
		return { toolName, ...(ruleContent !== undefined && { ruleContent }) }
	})
	return [{ type: 'addRules', rules, behavior: 'allow', destination: 'session' }]
}

/** Never rejects: what is not kept is told, and the call is decided all the same. */
export async function keepUpdates(
	updates: readonly PermissionUpdate[],
	{
		port,
		addRule,
		tell,
	}: { port: RuntimePort; addRule(rule: NewRule): Promise<void>; tell(text: string): void },
): Promise<void> {
	for (const update of updates) {
		try {
			if ('problem' in update) throw new AgentError('usage', update.problem)
			if ('mode' in update) await port.send({ type: 'set-approvals', mode: update.mode })
			else await addRule(update.rule)
		} catch (error) {
			tell(`this rule or mode is not kept: ${messageOf(error)}`)
		}
	}
}

function readUpdate(update: JsonObject, asked: PermissionDecision): readonly PermissionUpdate[] {
	switch (update.type) {
		case 'addRules':
			return Array.isArray(update.rules) && update.rules.length > 0
				? update.rules.map(rule => readRule(rule, update, asked))
				: [{ problem: 'addRules has "rules": [{"toolName": …, "ruleContent": …}]' }]
		case 'setMode':
			return [readMode(update.mode)]
		default:
			return [{ problem: `there is no update ${JSON.stringify(update.type) ?? 'without a type'}; ${KNOWN}` }]
	}
}

const KNOWN = 'there are addRules and setMode'

function readRule(
	rule: JsonValue,
	{ behavior, destination }: JsonObject,
	asked: PermissionDecision,
): PermissionUpdate {
	if (!isObject(rule) || typeof rule.toolName !== 'string')
		return { problem: `${JSON.stringify(rule)} is no rule: {"toolName": "shell", "ruleContent": "npm test"}` }
	const { toolName, ruleContent } = rule
	const written = typeof ruleContent === 'string' ? `${toolName}(${ruleContent})` : toolName
	const problem = (why: string) => ({ problem: `${written}: ${why}` })
	if (behavior !== 'allow' && behavior !== 'ask' && behavior !== 'deny')
		return problem(`"behavior" is "allow", "ask" or "deny", not ${JSON.stringify(behavior) ?? 'left out'}`)
	if (behavior === 'allow' && (asked.outcome === 'ask-always' || asked.decidedBy))
		return problem('this asks every time, and no answer covers the next time; the call was allowed once')
	const scope = typeof destination === 'string' ? SCOPES.get(destination) : undefined
	if (!scope)
		return problem(
			`"destination" is ${[...SCOPES.keys()].join(', ')}, not ${JSON.stringify(destination) ?? 'left out'}`,
		)
	return ruleOf(written, { list: behavior, scope })
}

function ruleOf(written: string, { list, scope }: Omit<NewRule, 'text'>): PermissionUpdate {
	const { names, narrowed, problems } = namedTools([written])
	const [unknown] = problems
	if (unknown !== undefined) return { problem: `${written}: ${unknown}` }
	const [{ tool, specifier } = { tool: names[0], specifier: undefined }] = narrowed
	if (tool === undefined) return { problem: `${written}: there is no such tool here` }
	// Claude's rules for commands say that more may follow; ours always mean that.
	const text = specifier === undefined ? tool : `${tool}(${specifier.replace(/:\*$/, '')})`
	return { rule: { list, text, scope } }
}

/** A folder's own file is written by those who share it, not by an answer. */
const SCOPES: ReadonlyMap<string, NewRule['scope']> = new Map([
	['session', 'session'],
	['cliArg', 'session'],
	['localSettings', 'project'],
	['userSettings', 'user'],
])

function readMode(mode: JsonValue | undefined): PermissionUpdate {
	try {
		return { mode: modeOf(mode) }
	} catch (error) {
		return { problem: messageOf(error) }
	}
}
