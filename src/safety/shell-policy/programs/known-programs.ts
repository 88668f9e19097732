// Every program that is known to only read, by its name. A program or option that is in none of the tables asks.

import { GETOPT_LONG } from './arguments.ts'
import { DEVELOPER_PROGRAMS } from './developer.ts'
import { FILE_PROGRAMS } from './files.ts'
import { INSPECTION_PROGRAMS } from './inspection.ts'
import { MACHINE_STATE_PROGRAMS } from './machine/machine-state.ts'
import { SYSTEM_PROGRAMS } from './machine/system.ts'
import type { ProgramRule } from './program-rule.ts'
import { SEARCH_PROGRAMS } from './search.ts'
import { TEXT_PROGRAMS } from './text.ts'

export function programRule(program: string): ProgramRule | undefined {
	return PROGRAM_RULES.get(program)
}

/** Those of the system read options as the GNU library does, unless their rule says otherwise. Of the others each says it. */
export const PROGRAM_RULES: ReadonlyMap<string, ProgramRule> = new Map([
	...[TEXT_PROGRAMS, FILE_PROGRAMS, SEARCH_PROGRAMS, SYSTEM_PROGRAMS, MACHINE_STATE_PROGRAMS]
		.flatMap(Object.entries)
		.map(([name, rule]): [string, ProgramRule] => [name, { syntax: GETOPT_LONG, ...rule }]),
	...Object.entries(DEVELOPER_PROGRAMS),
	...Object.entries(INSPECTION_PROGRAMS),
])
