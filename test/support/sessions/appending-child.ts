// A process that appends to a session one line after another, and says each time that it was let to go on: `7\n` once
// the envelope with number 7 is stored. A failure is said as `failed <code>: <message>`, and appending goes on.
// arguments: the folder of the store, the id, how many bytes of text in each line, how many appends, and
// whether it closes the session then or waits to be killed

import type { SessionId } from '../../../src/core/ids.ts'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { message, sessionStart } from './story.ts'

const [folder = '', id = '', sizeBytes = '0', count = 'Infinity', after = 'close'] = process.argv.slice(2)
const sessionId = id as SessionId
const store = createJsonlStore({ folder })
const isThere = (await store.list()).some(session => session.sessionId === sessionId)
const { log, envelopes } = isThere
	? await store.open(sessionId)
	: { log: store.create(sessionId, '/work/project'), envelopes: [] }
let seq = envelopes.at(-1)?.seq ?? 0
process.stdout.write('ready\n')

for (let done = 0; done < Number(count); done++) {
	const event = seq === 0 ? sessionStart() : message('x'.repeat(Number(sizeBytes)))
	try {
		await log.append([{ seq: seq + 1, at: Date.now(), sessionId, event }], { durable: true })
		seq += 1
		process.stdout.write(`${seq}\n`)
	} catch (error) {
		const { code, message: words } = error as { code: string; message: string }
		process.stdout.write(`failed ${code}: ${words}\n`)
	}
}
if (after === 'wait') await new Promise(resolve => setInterval(resolve, 2 ** 30))
await log.close()
process.stdout.write('closed\n')
