// A process that brings an index up to date until it is killed: `node indexing-child.ts <index> <sessions>`.

import { MemoryIndex } from '../../../src/runtime/memory/memory-index.ts'

const [path = '', sessionsFolder = ''] = process.argv.slice(2)
const index = new MemoryIndex({
	path,
	sessionsFolder,
	owner: { app: 'test', user: 'ann' },
	projectOf: async cwd => cwd,
	notes: async () => [],
	scrub: text => text,
	notify: text => process.stdout.write(`${text}\n`),
})
process.stdout.write('ready\n')
const { signal } = new AbortController()
await index.catchUp({
	limitMs: Number.POSITIVE_INFINITY,
	restMs: 0,
	chunkBytes: 4_096,
	signal,
	progress: () => process.stdout.write('.'),
})
process.stdout.write('done\n')
await index.close()
