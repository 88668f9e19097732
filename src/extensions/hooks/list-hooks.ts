// Hooks as a list to read: what is hooked into, by what, from where.

import type { HookList, ListedHook } from '../../core/runtime-port.ts'
import type { ExtensionConfig, ExtensionOrigin } from '../extension-files.ts'
import { HOOK_EVENTS, type Hook, timeoutOf } from './hook.ts'
import { readHooks } from './read-hooks.ts'

/** In the order of events, and in each as they stand in their files. */
export function listHooks(configs: readonly ExtensionConfig[]): HookList {
	const { hooks, problems, unused } = readHooks(configs)
	const order = Object.keys(HOOK_EVENTS)
	const sorted = [...hooks].sort((a, b) => order.indexOf(a.event) - order.indexOf(b.event))
	return { hooks: sorted.map(listed), problems: [...problems, ...unused] }
}

function listed(hook: Hook): ListedHook {
	const { event, matcher, handler, condition, once, isAsync, onFailure, origin, path } = hook
	const does =
		handler.type === 'http' ? `POST ${handler.url}` : [handler.command, ...(handler.args ?? [])].join(' ')
	return {
		event,
		matcher: HOOK_EVENTS[event] === 'nothing' ? '' : matcher,
		type: handler.type,
		does,
		...(condition !== undefined && { if: condition }),
		timeoutMs: timeoutOf(hook),
		once,
		async: isAsync,
		onFailure,
		origin: originName(origin),
		path,
	}
}

function originName(origin: ExtensionOrigin): string {
	return origin.scope === 'plugin' ? `plugin ${origin.plugin}` : origin.scope
}
