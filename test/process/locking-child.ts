// Counts in a file, as often as told, each time under the lock: whatever goes wrong with it loses a count.

import { readFile, writeFile } from 'node:fs/promises'
import { withFileLock } from '../../src/process/file-lock.ts'

const [path = '', times = '0'] = process.argv.slice(2)
for (let i = 0; i < Number(times); i++)
	await withFileLock(path, async () => {
		const count = Number(await readFile(path, 'utf8'))
		await new Promise(resolve => setTimeout(resolve, 2))
		await writeFile(path, String(count + 1))
	})
