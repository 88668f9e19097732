// The tools of a session together with those of MCP servers: waits for the servers when a run begins, and says what has
// come or gone since the last one.

import type { ApprovalMode } from '../../../core/approval.ts'
import type { Envelope, ShownEvent, StoredEvent } from '../../../core/events.ts'
import type { CheckSchema } from '../../../core/json.ts'
import type { Registry } from '../../../tools/executor/registry.ts'
import type { RuntimeOptions } from '../../options.ts'
import type { McpServers } from './mcp-servers.ts'
import { OfferedServers } from './offered-servers.ts'
import type { LazyServers } from './open-servers.ts'

export type WithServersDeps = {
	servers: LazyServers
	options: Pick<RuntimeOptions, 'tools' | 'isInteractive' | 'endsWithRun' | 'settings'>
	checkSchema: CheckSchema
	/** Of the session, as it was opened. */
	before: readonly Envelope<StoredEvent>[]
	show(event: ShownEvent): void
}

type RunTools = { toolsFor(mode: ApprovalMode): Registry; ready(signal: AbortSignal): Promise<void> }

export function withServers<Tools extends RunTools>(own: Tools, deps: WithServersDeps): Tools {
	const { options, checkSchema, before, show } = deps
	const offered = new OfferedServers({ checkSchema, tools: options.tools, loaded: serverToolsIn(before) })
	const { waitMs } = options.settings.mcp
	const tell = (text: string, level: 'info' | 'warning' = 'info') => show({ type: 'notice', level, text })
	const isTyped = options.isInteractive && options.endsWithRun !== true
	let isFirst = true
	const firstAnswers = async (servers: McpServers, signal: AbortSignal) => {
		const longestMs = isTyped ? Math.min(waitMs, SCREEN_WAIT_MS) : waitMs
		await servers.settle(Math.min(longestMs, TOLD_AFTER_MS), signal)
		const late = lateOf(servers)
		if (late.length === 0 || longestMs <= TOLD_AFTER_MS || signal.aborted) return
		tell(`Waiting for ${late.join(', ')} to start, ${inSeconds(longestMs)} at most (mcp.waitMs).`)
		await servers.settle(longestMs - TOLD_AFTER_MS, signal)
	}
	deps.servers.startSoon()
	return {
		...own,
		toolsFor: (mode: ApprovalMode) => offered.extend(own.toolsFor(mode), mode.kind === 'plan'),
		async ready(signal: AbortSignal) {
			const servers = await deps.servers.get()
			if (isFirst) await firstAnswers(servers, signal)
			else for (const life of servers.lives) life.lookAgain()
			const { joined, gone } = offered.take(servers)
			if (isFirst) {
				const late = lateOf(servers)
				// Without a later prompt the run does without them, and whoever reads its result has to know.
				if (late.length > 0)
					tell(
						`Still starting: ${late.join(', ')}. What they offer joins with a later prompt.`,
						isTyped ? 'info' : 'warning',
					)
			} else if (joined.size + gone.size > 0) {
				const news = [...countsIn(joined, 'joined'), ...countsIn(gone, 'gone')]
				tell(`Tools of MCP servers: ${news.join(', ')}. The next request is read anew from its beginning.`)
			}
			isFirst = false
		},
	}
}

function lateOf({ lives }: McpServers): readonly string[] {
	return lives.filter(({ isLate }) => isLate).map(({ config }) => config.name)
}

function inSeconds(ms: number): string {
	return `${Math.round(ms / 100) / 10} s`
}

function countsIn(counts: ReadonlyMap<string, number>, what: string): readonly string[] {
	return [...counts].map(([server, count]) => `${count} of ${server} ${what}`)
}

/** What earlier runs were shown or have called: a session that goes on begins where it was. */
function serverToolsIn(before: readonly Envelope<StoredEvent>[]): readonly string[] {
	const names = before.flatMap(({ event }) => {
		if (event.type === 'run-start') return event.snapshot.tools
		return event.type === 'tool-start' ? [event.tool] : []
	})
	return [...new Set(names.filter(name => name.startsWith('mcp__')))]
}

/** Most servers have answered by then, and nobody wonders yet. */
const TOLD_AFTER_MS = 1_000

/** How long a prompt that was typed waits, at most. */
const SCREEN_WAIT_MS = 300
