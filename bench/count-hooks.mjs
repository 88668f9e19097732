// Counts what a program asks of Node: promises made, and file operations that go through the thread pool. Loaded with
// `--import`; the counts are written to $KEELSON_COUNTS when the program ends.

import { createHook } from 'node:async_hooks'
import { writeFileSync } from 'node:fs'

const FILE_OPERATIONS = new Set(['FSREQPROMISE', 'FSREQCALLBACK', 'FILEHANDLECLOSEREQ'])
const counts = { promises: 0, fileOperations: 0 }

createHook({
	init(_, type) {
		if (type === 'PROMISE') counts.promises += 1
		else if (FILE_OPERATIONS.has(type)) counts.fileOperations += 1
	},
}).enable()

process.on('exit', () => writeFileSync(process.env.KEELSON_COUNTS, JSON.stringify(counts)))
