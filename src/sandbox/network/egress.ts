// The ways out of sandboxes whose network asks: a proxy for each command, so that none can ask in another one's name.

import { join } from 'node:path'
import type { ConnectionDecision, HostPort, SandboxNetwork } from '../../core/sandbox.ts'
import { bridgedCommand, type Program, proxyEnvironment } from '../platform/bridge.ts'
import { findProgram } from '../platform/find-program.ts'
import type { HostGate, SandboxProxy } from './proxy.ts'

export type Egress = {
	/** @returns the command with all it needs to find the way out; the command itself where there is none */
	open(network: SandboxNetwork, command: Program, egress?: EgressPolicy): Promise<Exit>
	closeAll(): void
}

/** Of one command. Without it only hosts on the list are reached, and nobody hears of the others. */
export type EgressPolicy = {
	mayConnect?: ((target: HostPort) => Promise<ConnectionDecision>) | undefined
	/** What it was kept from, in a sentence. */
	refused(why: string): void
	/** Nobody waits for it; see `ShellCommand`. */
	inBackground?: { told(text: string): void } | undefined
}

export type Exit = {
	command: Program
	env: Readonly<Record<string, string>>
	/** Has to show inside. */
	socket: string | undefined
	/** Once the command has ended. */
	close(): void
}

export type EgressDeps = {
	/** Where socat is looked for. */
	searchPath: string
	socketFolder(): string
	/** Left out, no host is on the list. */
	hosts?: Pick<HostGate, 'allowed' | 'internet'> | undefined
}

export function createEgress({ searchPath, socketFolder, hosts }: EgressDeps): Egress {
	const open = new Set<SandboxProxy>()
	let count = 0
	return {
		async open(network, command, egress) {
			if (network !== 'ask') return { command, env: {}, socket: undefined, close() {} }
			const socket = join(socketFolder(), `proxy-${++count}`)
			const { startProxy } = await import('./proxy.ts')
			const proxy = await startProxy(socket, {
				allowed: [],
				...hosts,
				ask: egress?.mayConnect ?? (async () => NOBODY),
				...(egress && { refused: egress.refused }),
			})
			open.add(proxy)
			const bridge = { socat: findProgram('socat', searchPath), node: process.execPath }
			return {
				command: bridgedCommand(bridge, command),
				env: proxyEnvironment(),
				socket,
				close() {
					open.delete(proxy)
					proxy.close()
				},
			}
		},
		closeAll() {
			for (const proxy of open) proxy.close()
			open.clear()
		},
	}
}

const NOBODY: ConnectionDecision = { allowed: false, why: 'sandbox.allowedHosts does not name it' }
