import { rmSync } from 'node:fs'
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that goes with the test. */
export async function temporaryFolder(): Promise<string> {
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'keelson-sessions-')))
	// At once, because some hold thousands of files, and the other way takes five times as long.
	onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
	return folder
}
