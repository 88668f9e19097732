// A password prompt: one line from the terminal that is not shown while it is typed or pasted.

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { AgentError } from '../../core/errors.ts'
import { onEndSignal } from './signals.ts'

/** @throws AgentError `cancelled` when the user leaves with Ctrl+C or Ctrl+D */
export function askHidden(question: string): Promise<string> {
	// readline edits the line as always and draws it into the void.
	const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
	const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 })
	// Whoever is ended by a signal cleans nothing up: the terminal would stay as it is while nothing is shown.
	const deafen = onEndSignal(signal => {
		deafen()
		reader.close()
		process.kill(process.pid, signal)
	})
	process.stderr.write(question)
	return new Promise<string>((resolve, reject) => {
		reader.once('line', resolve)
		reader.once('SIGINT', () => reader.close())
		reader.once('close', () => reject(new AgentError('cancelled', 'the login was cancelled')))
	}).finally(() => {
		deafen()
		reader.close()
		process.stderr.write('\n')
	})
}
