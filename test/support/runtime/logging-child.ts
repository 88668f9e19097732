// Writes so many lines to a log, a few in each go of the event loop, as a run does.

import { openLog } from '../../../src/runtime/log/open-log.ts'

const [path = '', lines, limitBytes, keep] = process.argv.slice(2)
const log = openLog({
	path,
	level: 'info',
	scrub: text => text,
	providers: [],
	limitBytes: Number(limitBytes),
	keep: Number(keep),
})
log.onFailure(text => {
	throw new Error(text)
})
for (let number = 0; number < Number(lines); number++) {
	log.logger.log('info', 'line', { number, text: 'x'.repeat(60) })
	if (number % 3 === 0) await new Promise(setImmediate)
}
await log.close()
