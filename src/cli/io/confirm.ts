// A confirmation prompt for whoever sits at the terminal. Where nobody does, the answer has to come as a flag.

import { createInterface } from 'node:readline/promises'
import { AgentError } from '../../core/errors.ts'

/** @throws AgentError `usage` without a terminal */
export async function confirm(question: string): Promise<boolean> {
	if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
		throw new AgentError(
			'usage',
			`${question} Nobody is there to say so: --yes does it, --dry-run only looks`,
		)
	const reader = createInterface({ input: process.stdin, output: process.stderr })
	const left = new AbortController()
	reader.once('SIGINT', () => left.abort())
	reader.once('close', () => left.abort())
	try {
		const answer = await reader.question(`${question} [y/N] `, { signal: left.signal })
		return /^\s*y(es)?\s*$/i.test(answer)
	} catch {
		return false
	} finally {
		reader.close()
	}
}
