// Every program whose verbs have rows, by its name.

import { BACKUPS } from './backups.ts'
import { CLOUDS } from './clouds.ts'
import { CREDENTIALS } from './credentials.ts'
import { DATABASES } from './databases.ts'
import { FORGES } from './forges.ts'
import { INFRASTRUCTURE } from './infrastructure.ts'
import { MACHINE } from './machine.ts'
import { PACKAGES } from './packages.ts'
import type { VerbRows } from './verb-rows.ts'

const TABLES = [INFRASTRUCTURE, CLOUDS, FORGES, PACKAGES, CREDENTIALS, DATABASES, MACHINE, BACKUPS]

/** @param program - its name without the folder */
export function verbRowsOf(program: string): VerbRows | undefined {
	return VERB_ROWS.get(program)
}

export const VERB_ROWS: ReadonlyMap<string, VerbRows> = new Map(
	TABLES.flatMap(table => Object.entries(table)),
)
