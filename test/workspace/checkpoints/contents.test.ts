import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { onTestFinished, test } from 'vitest'
import { type Contents, openContents, sha256Of } from '../../../src/workspace/checkpoints/contents.ts'

const BLOCK_BYTES = 512 << 10

async function emptyContents(): Promise<{ folder: string; contents: Contents }> {
	const folder = mkdtempSync(join(tmpdir(), 'keelson-contents-'))
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
	return { folder, contents: await openContents(folder, { mayClean: true }) }
}

/** Puts everything in, and reads it again as another process would. */
async function keptAndRead(
	{ folder, contents }: { folder: string; contents: Contents },
	files: readonly Buffer[],
): Promise<readonly Buffer[]> {
	for (const bytes of files) if (!contents.has(sha256Of(bytes))) await contents.put(sha256Of(bytes), bytes)
	await contents.flush()
	const reopened = await openContents(folder, { mayClean: false })
	const read: Buffer[] = []
	for (const bytes of files) read.push(Buffer.from(await reopened.read(sha256Of(bytes))))
	return read
}

test('an empty file before one that fills more than a block is kept, and so is the other', async () => {
	const files = [Buffer.alloc(0), Buffer.alloc(BLOCK_BYTES + 1, 7)]
	assert.deepEqual(await keptAndRead(await emptyContents(), files), files)
})

test('files of all sizes around the borders of a block are kept, whatever order they come in', async () => {
	const size = fc.oneof(
		fc.constant(0),
		fc.constantFrom(1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 2 * BLOCK_BYTES, 2 * BLOCK_BYTES + 1),
		fc.integer({ min: 0, max: 64 }),
		fc.integer({ min: (BLOCK_BYTES >> 1) - 2, max: (BLOCK_BYTES >> 1) + 2 }),
	)
	const file = fc.record({ size, fill: fc.integer({ min: 0, max: 255 }) })
	await fc.assert(
		fc.asyncProperty(fc.array(file, { maxLength: 7 }), async told => {
			const files = told.map(({ size, fill }) => Buffer.alloc(size, fill))
			assert.deepEqual(await keptAndRead(await emptyContents(), files), files)
		}),
		{ numRuns: 100 },
	)
}, 60_000)
