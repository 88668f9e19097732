// What a killed process left in a folder to keep names free is taken away when the next one starts: until then it
// would pass for the user's, and stand where they want to write.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Costs next to nothing when there is nothing, which is nearly always. */
export async function removeStalePlaceholdersIn(stateFolder: string): Promise<void> {
	const file = join(stateFolder, 'sandbox.json')
	try {
		const text = await readFile(file, 'utf8')
		if (text.trim() === '{}') return
		const { removeStalePlaceholders } = await import('./placeholders.ts')
		await removeStalePlaceholders(file)
	} catch {
		// Nothing has been written down, or it cannot be read: the first command looks again.
	}
}
