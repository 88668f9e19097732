// A process that takes a session's lock again and again, and looks each time whether somebody else has it too. At the
// end it says how often it had it and how often it was not alone.
// arguments: the folder, the id, how many times

import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AgentError } from '../../../src/core/errors.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { lockSession } from '../../../src/sessions/store/session-lock.ts'

const [folder = '', id = '', times = '0'] = process.argv.slice(2)
const inside = join(folder, 'inside')
let held = 0
let shared = 0
while (held < Number(times)) {
	try {
		const lock = await lockSession(folder, id as SessionId)
		held += 1
		try {
			const marker = await open(inside, 'wx')
			await nextTurn()
			await marker.close()
			await rm(inside)
		} catch {
			shared += 1
		}
		// What a process leaves that dies here: the next one has to take it down while others look.
		await writeFile(join(folder, `${id}.4194305-${held}.lock`), '')
		await lock.release()
	} catch (error) {
		if (!(error instanceof AgentError) || error.code !== 'session-busy') throw error
	}
}
process.stdout.write(JSON.stringify({ held, shared }))
