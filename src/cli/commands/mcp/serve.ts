// `agent mcp serve`: what is asked for on the command line holds for every call of the client.

import type { RuntimePort } from '../../../core/runtime-port.ts'
import { AGENT_TOOL } from '../../../server/mcp/served-tools.ts'
import { createMedia } from '../../../services/embedded/media.ts'
import { codeForSignal } from '../../io/exit-codes.ts'
import type { Output } from '../../io/output.ts'
import { type EndSignal, onEndSignal } from '../../io/signals.ts'
import { names, type RawFlags } from '../../startup/flags.ts'
import { currentFolders, type StartOptions, startRuntime } from '../../startup/start.ts'

/** @returns the exit code */
export async function serve(args: { flags: RawFlags; version: string; output: Output }): Promise<number> {
	const { version, output } = args
	const { flags, withAgent } = withoutAgent(args.flags)
	const { serveMcp } = await import('../../../server/mcp/serve.ts')
	let signalled: EndSignal | undefined
	const stop = new AbortController()
	const release = onEndSignal(signal => {
		signalled = signal
		stop.abort()
	})
	const open = async (more: Pick<StartOptions, 'flags' | 'isInteractive'> & Partial<StartOptions>) =>
		(await startRuntime({ version, ...more })).port
	const openAgent = (session: string | undefined, isInteractive: boolean): Promise<RuntimePort> =>
		open({ flags: { ...args.flags, ...(session !== undefined && { resume: session }) }, isInteractive })
	try {
		await serveMcp({
			version,
			openTools: (outsideModel, isInteractive) => open({ flags, isInteractive, outsideModel }),
			...(withAgent && { openAgent }),
			image: uri => createMedia(currentFolders().media).get(uri),
			say: line => output.error(`${line}\n`),
			signal: stop.signal,
		})
		return signalled ? codeForSignal(signalled) : 0
	} finally {
		release()
	}
}

/** The whole agent is no tool of a session, so a session is not told of it. */
function withoutAgent(flags: RawFlags): { flags: RawFlags; withAgent: boolean } {
	const only = names(flags.tools)
	const without = names(flags.disallowedTools)
	const isOther = (name: string) => name !== AGENT_TOOL
	return {
		flags: {
			...flags,
			...(only && { tools: only.filter(isOther).join(',') }),
			...(without && { disallowedTools: without.filter(isOther).join(',') }),
		},
		withAgent: (only === undefined || !only.every(isOther)) && (without ?? []).every(isOther),
	}
}
