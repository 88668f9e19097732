// Shell commands and what the gate must say of each, as data. The workspace is /home/ada/work, the home folder
// /home/ada.

import { readFileSync } from 'node:fs'
import type { ExplainedOutcome } from '../../../src/safety/explain.ts'

export type GateCase = {
	command: string
	verdict: ExplainedOutcome
	/** What sort of command it is, after the classes of THREATS §3.2. */
	category: string
	why: string
}

/** A developer's everyday reading: being asked about these would only teach people to say yes. */
export const BENIGN = casesIn('benign')
/** May do more than read, or cannot be shown not to. */
export const ATTACKS = casesIn('attacks')
/** Asks even where everything is allowed. */
export const CATASTROPHIC = casesIn('catastrophic')

export const PLACE = { cwd: '/home/ada/work', roots: ['/home/ada/work'], home: '/home/ada' }

function casesIn(name: string): readonly GateCase[] {
	const lines = readFileSync(new URL(`../../fixtures/gate/${name}.jsonl`, import.meta.url), 'utf8').trimEnd()
	return lines.split('\n').map(line => JSON.parse(line) as GateCase)
}
