import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { readServerConfigs } from '../../../../src/extensions/mcp/server-config.ts'
import { offeredTools } from '../../../../src/extensions/mcp/server-tools.ts'
import { acceptedTools } from '../../../../src/runtime/extensions/mcp/accepted-tools.ts'

let folder: string
let nowMs = 0
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-accepted-'))
	nowMs = 0
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

const place = () => ({
	folder,
	clock: { monotonicMs: () => nowMs },
})

const server = (command: string, env = {}) =>
	readServerConfigs([{ origin: { scope: 'user' }, path: '/x', value: { one: { command, env } } }], {
		cwd: '/',
		env: {},
		ownSecrets: [],
	}).servers[0]!

type Told = readonly (readonly [name: string, description: string])[]

const offer = (...told: Told) =>
	offeredTools(
		told.map(([name, description]) => ({ name, description, inputSchema: { type: 'object' as const } })),
		'one',
		{ onlyTools: undefined, withoutTools: [] },
	)

const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name)
const sorted = async (accepted: ReturnType<typeof acceptedTools>, ...told: Told) => {
	const { accepted: may, held } = await accepted.sort(offer(...told))
	return { may: names(may), held: names(held) }
}

test('what came the first time may be used, also in the next process; what has changed since may not', async () => {
	const first = acceptedTools(server('a'), place())
	assert.deepEqual(await sorted(first, ['x', 'does x'], ['y', 'does y']), { may: ['x', 'y'], held: [] })
	const next = acceptedTools(server('a'), place())
	assert.deepEqual(await sorted(next, ['x', 'does evil'], ['y', 'does y'], ['z', 'is new']), {
		may: ['y'],
		held: ['x', 'z'],
	})
	await next.accept(offer(['x', 'does evil']))
	assert.deepEqual(await sorted(acceptedTools(server('a'), place()), ['x', 'does evil'], ['z', 'is new']), {
		may: ['x'],
		held: ['z'],
	})
})

test('what is gone for a while is still known when it is back', async () => {
	const accepted = acceptedTools(server('a'), place())
	await sorted(accepted, ['x', 'does x'], ['y', 'does y'])
	await sorted(accepted, ['x', 'does x'])
	assert.deepEqual(await sorted(accepted, ['x', 'does x'], ['y', 'does y']), { may: ['x', 'y'], held: [] })
})

test('a server that goes on registering just after the first time is not held back for it', async () => {
	const accepted = acceptedTools(server('a'), place())
	await sorted(accepted, ['x', 'does x'])
	nowMs = 3_000
	assert.deepEqual(await sorted(accepted, ['x', 'does evil'], ['y', 'does y']), { may: ['y'], held: ['x'] })
	nowMs = 20_000
	assert.deepEqual(await sorted(accepted, ['y', 'does y'], ['z', 'does z']), { may: ['y'], held: ['z'] })
})

test('one that offers nothing yet has not been there for the first time', async () => {
	await sorted(acceptedTools(server('a'), place()))
	assert.deepEqual(await sorted(acceptedTools(server('a'), place()), ['x', 'does x']), {
		may: ['x'],
		held: [],
	})
})

test('another command is another server, another token is not; nobody else may read what is kept', async () => {
	await sorted(acceptedTools(server('a', { TOKEN: '1' }), place()), ['x', 'does x'])
	assert.deepEqual(await sorted(acceptedTools(server('a', { TOKEN: '2' }), place()), ['x', 'new']), {
		may: [],
		held: ['x'],
	})
	assert.deepEqual(await sorted(acceptedTools(server('b'), place()), ['x', 'new']), { may: ['x'], held: [] })
	const [file] = await readdir(folder)
	assert.equal((await stat(join(folder, file!))).mode & 0o077, 0)
})

test('where nothing can be kept this process remembers all the same', async () => {
	const accepted = acceptedTools(server('a'), { ...place(), folder: '/dev/null/nowhere' })
	await sorted(accepted, ['x', 'does x'])
	assert.deepEqual(await sorted(accepted, ['x', 'does evil']), { may: [], held: ['x'] })
})
