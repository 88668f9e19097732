// Shell commands and what the gate must say of each, as data. The workspace is /home/ada/work, the home folder
// /home/ada.

import { readFileSync } from 'node:fs'
import type { ExplainedOutcome } from '../../../src/safety/explain.ts'
import type { CallSubject } from '../../../src/safety/permissions/call-subject.ts'
import { readScript } from '../../../src/safety/shell-parser/bash-syntax.ts'
import { assessCommand } from '../../../src/safety/shell-policy/assess-command.ts'

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

/** What rules get to see of a command in `PLACE`. */
export function commandSubject(command: string): CallSubject {
	const script = readScript(command)
	const { assessment } = assessCommand(command, PLACE, script)
	const scope = { folders: [PLACE.cwd], roots: PLACE.roots, readableRoots: [], home: PLACE.home }
	const placed = script.commands.map(each => ({ command: each, scope }))
	return {
		tool: 'shell',
		access: 'write',
		places: [],
		searched: [],
		host: undefined,
		command: { text: command, script, parts: assessment.parts, placed, uses: [], isInside: true },
	}
}
