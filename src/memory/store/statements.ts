// Statements of one connection, each made once for its text, and what is read out of their rows.

import type { SQLOutputValue, StatementSync } from 'node:sqlite'
import type { SqliteDatabase } from './sqlite.ts'

export type Sql = (text: string) => StatementSync

/** To be asked between steps: it lets others at the event loop. False where the work is to end. */
export type GoesOn = () => Promise<boolean>

export function statements(database: SqliteDatabase): Sql {
	const made = new Map<string, StatementSync>()
	return text => {
		const statement = made.get(text) ?? database.prepare(text)
		made.set(text, statement)
		return statement
	}
}

export function idOf(row: Record<string, SQLOutputValue> | undefined): number | undefined {
	return typeof row?.id === 'number' ? row.id : undefined
}

/** A term as the index's query language takes it; terms are letters and digits only. */
export function quoteTerm(term: string): string {
	return `"${term}"`
}

/** The term of what a user typed: how people talk is not how code is written. */
export const PROMPT_MARK = '#prompt'
