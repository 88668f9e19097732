// A whole runtime whose sandboxed commands may ask for hosts, and a server that plays the internet behind every name.

import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApprovalMode } from '../../../src/core/approval.ts'
import type { Clock } from '../../../src/core/host.ts'
import type { ModelPart } from '../../../src/core/model.ts'
import { openPermissionBook, type PermissionBook } from '../../../src/runtime/permissions/permission-book.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/workspace/settings/settings-schema.ts'
import type { Step } from './script.ts'
import { answer, scriptedProvider } from './scripted-provider.ts'
import { type StartedRuntime, startRuntime } from './start-runtime.ts'

/** Whether commands can be held here. Without that none of them can ask. */
export async function canHold(): Promise<boolean> {
	const probe = createSandbox({ searchPath: process.env.PATH ?? '', stateFolder: tmpdir() })
	const { works, why } = await probe.works()
	probe.close()
	if (!works) console.warn(`no sandbox here, so no command can ask for a host: ${why}`)
	return works
}

export type FakeInternet = { visits: readonly string[]; port: number; close(): void }

/** Every name leads to it. */
export async function openInternet(): Promise<FakeInternet> {
	const visits: string[] = []
	const server = createServer((request, response) => {
		visits.push(`${request.headers.host}${request.url}`)
		response.end(`hello from ${request.headers.host}\n`)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	return {
		visits,
		port: typeof address === 'object' ? (address?.port ?? 0) : 0,
		close: () => void server.close(),
	}
}

export type NetworkGiven = {
	approvals?: ApprovalMode
	isInteractive?: boolean
	yolo?: boolean
	sandbox?: Partial<Settings['sandbox']>
	rules?: { list: 'allow' | 'ask' | 'deny'; text: string }[]
	clock?: Clock
}

/** @param replies - of the model; after them it is done */
export async function startAsking(
	internet: FakeInternet,
	replies: readonly (readonly Step<ModelPart>[])[],
	given: NetworkGiven = {},
): Promise<StartedRuntime & { permissions: PermissionBook }> {
	const config = await realpath(await mkdtemp(join(tmpdir(), 'keelson-network-')))
	const work = join(config, 'work')
	const source = { layer: 'user' as const, from: '/home/me/settings.json' }
	const permissions = await openPermissionBook({
		written: (given.rules ?? []).map(rule => ({ ...rule, source })),
		folders: { settingsFile: join(config, 'settings.json') },
		root: work,
	})
	const settings: Settings = {
		...DEFAULT_SETTINGS,
		approvals: { ...DEFAULT_SETTINGS.approvals, sandboxed: 'run' },
		sandbox: { ...DEFAULT_SETTINGS.sandbox, network: 'ask', ...given.sandbox },
	}
	const runtime = await startRuntime({
		provider: scriptedProvider(...replies, answer('done')),
		in: { cwd: work, home: join(config, 'home') },
		files: { get: GET },
		isInteractive: given.isInteractive ?? true,
		...(given.approvals && { approvals: given.approvals }),
		runtime: {
			settings,
			permissions,
			yolo: given.yolo ?? false,
			env: { PATH: process.env.PATH },
			...(given.clock && { clock: given.clock }),
			internet: {
				// Of the world, because private ones are refused whatever is answered.
				resolve: async () => ['93.184.216.34'],
				connect: () => connect({ host: '127.0.0.1', port: internet.port }),
			},
		},
	})
	return {
		...runtime,
		permissions,
		stop: async () => {
			await runtime.stop()
			await rm(config, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}

/** `bash get URL…`: all of them at once, through the proxy, each with what came back. */
const GET = `get() { exec 3<> /dev/tcp/127.0.0.1/3128; printf 'GET %s HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n' "$1" >&3; cat <&3; }
for url; do get "$url" & done
wait
`
