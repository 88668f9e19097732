// Reads hooks as they stand in settings and in a plugin's `hooks.json`. What cannot be used is named, and the rest is used.

import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import type { ExtensionConfig } from '../extension-files.ts'
import { HOOK_EVENTS, type Hook, type HookEvent, type HookHandler, OTHER_EVENTS } from './hook.ts'
import { matcherProblem } from './hook-matcher.ts'

export type HookSet = {
	/** In the order of the files, and in each as they stand there. */
	hooks: readonly Hook[]
	/** Whole sentences: what is wrong in a file, and what is not supported. */
	problems: readonly string[]
	/** Whole sentences: hooks that are right and never run here. */
	unused: readonly string[]
}

export function readHooks(configs: readonly ExtensionConfig[]): HookSet {
	const hooks: Hook[] = []
	const problems: string[] = []
	const unused: string[] = []
	for (const config of configs) {
		const { path } = config
		const events = eventsOf(config.value)
		if (!events)
			problems.push(`${path}: hooks must be an object with an event for each key, as in {"PreToolUse": […]}.`)
		for (const [name, groups] of Object.entries(events ?? {})) {
			if (isEvent(name)) hooks.push(...readEvent(name, groups, config, problems))
			else if (OTHER_EVENTS.has(name)) unused.push(`${path}: ${name} never comes up here.`)
			else problems.push(unknownEvent(name, path))
		}
	}
	return { hooks, problems, unused }
}

/** A plugin's file has the events one level further down, beside a description. */
function eventsOf(value: JsonValue): JsonObject | undefined {
	if (!isObject(value)) return undefined
	return isObject(value.hooks) ? value.hooks : value
}

function isEvent(name: string): name is HookEvent {
	return Object.hasOwn(HOOK_EVENTS, name)
}

function unknownEvent(name: string, path: string): string {
	const [near] = nearestNames(name, Object.keys(HOOK_EVENTS))
	return `${path}: there is no hook event ${name}${near === undefined ? '' : `; did you mean ${near}?`}`
}

function readEvent(
	event: HookEvent,
	groups: JsonValue,
	{ path, origin }: ExtensionConfig,
	problems: string[],
): readonly Hook[] {
	const at = `${path}: ${event}`
	if (!Array.isArray(groups)) {
		problems.push(`${at} must be a list of matchers, each with its hooks.`)
		return []
	}
	return groups.flatMap((group, index): readonly Hook[] => {
		const place = `${at}[${index}]`
		if (!isObject(group) || !Array.isArray(group.hooks)) {
			problems.push(`${place} must be an object with a list under hooks.`)
			return []
		}
		const { matcher = '' } = group
		const problem = typeof matcher === 'string' ? matcherProblem(matcher) : 'must be a string'
		if (problem !== undefined || typeof matcher !== 'string') {
			problems.push(`${place}: the matcher ${problem}, so its hooks never run.`)
			return []
		}
		return group.hooks.flatMap((each, number): readonly Hook[] => {
			const read = readHook(each)
			if ('problem' in read) {
				problems.push(`${place}.hooks[${number}]: ${read.problem}.`)
				return []
			}
			return [{ event, matcher, origin, path, ...read }]
		})
	})
}

type ReadHook = Omit<Hook, 'event' | 'matcher' | 'origin' | 'path'>

function readHook(value: JsonValue): ReadHook | { problem: string } {
	if (!isObject(value)) return { problem: 'a hook must be an object with a type' }
	const handler = readHandler(value)
	if ('problem' in handler) return handler
	const { timeout, if: condition, statusMessage, onFailure = 'continue' } = value
	if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0))
		return { problem: `timeout must be a number of seconds above 0, not ${JSON.stringify(timeout)}` }
	if (condition !== undefined && typeof condition !== 'string')
		return { problem: 'if must be a permission rule such as Bash(git commit *)' }
	if (onFailure !== 'continue' && onFailure !== 'block')
		return { problem: `onFailure must be "continue" or "block", not ${JSON.stringify(onFailure)}` }
	return {
		handler,
		once: value.once === true,
		isAsync: value.async === true || value.asyncRewake === true,
		onFailure,
		...(timeout !== undefined && { timeoutMs: Math.min(timeout * 1000, MOST_MS) }),
		...(condition !== undefined && { condition }),
		...(typeof statusMessage === 'string' && { statusMessage }),
	}
}

/** What a timer takes. */
const MOST_MS = 2 ** 31 - 1

function readHandler(value: JsonObject): HookHandler | { problem: string } {
	switch (value.type) {
		case 'command':
			return readCommand(value)
		case 'http':
			return readHttp(value)
		case 'prompt':
		case 'agent':
		case 'mcp_tool':
			return { problem: `hooks of type ${value.type} are not supported, so it never runs` }
		case undefined:
			return { problem: 'it has no type; there are command and http' }
		default:
			return { problem: `there is no hook type ${JSON.stringify(value.type)}; there are command and http` }
	}
}

function readCommand({ command, args, shell = 'bash' }: JsonObject): HookHandler | { problem: string } {
	if (typeof command !== 'string' || command.trim() === '')
		return { problem: 'command must be a command line' }
	if (args !== undefined && !isStrings(args)) return { problem: 'args must be a list of strings' }
	if (shell !== 'bash' && shell !== 'powershell')
		return { problem: `shell must be "bash" or "powershell", not ${JSON.stringify(shell)}` }
	return { type: 'command', command, shell, ...(args && { args }) }
}

function readHttp({ url, headers = {}, allowedEnvVars = [] }: JsonObject): HookHandler | { problem: string } {
	if (typeof url !== 'string' || !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
		return { problem: `url must be an http or https address, not ${JSON.stringify(url ?? null)}` }
	if (!isObject(headers) || !isStrings(Object.values(headers)))
		return { problem: 'headers must be an object of strings' }
	if (!isStrings(allowedEnvVars)) return { problem: 'allowedEnvVars must be a list of names' }
	const values = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
	return { type: 'http', url, headers: Object.fromEntries(values), allowedEnvVars }
}

function isStrings(value: JsonValue): value is string[] {
	return Array.isArray(value) && value.every(each => typeof each === 'string')
}
