// The verdict of one rule about one simple command, and how several become one.

import type { Requirement } from '../../../core/permission.ts'

export type Evaluation = {
	outcome: Requirement
	/** A whole sentence for a person. */
	reason: string
	/** The table entry that decided: `read-only/cat`, `hard/rm-outside`. */
	rule: string
	/** Paths it reads by the letter; whoever can follow links checks where they really lead. */
	reads: readonly string[]
	/** Folders in which it runs git, whose repositories must not name programs of their own. */
	gitFolders?: readonly string[]
	/** See `Preconditions`. */
	historyFolders?: readonly string[]
	/** Names of files that must not be in the folders it runs in, or above. */
	absentFiles?: readonly string[]
	/** Beginnings of paths of which there must be none: `/work/-` where a pattern could become an option. */
	optionNames?: readonly string[]
	/** Programs that PATH must lead to and nothing of the workspace: by their names, or as absolute paths. */
	programs?: readonly string[]
	/** What a yes for the session covers of it, where a check of the files asks and can say so. */
	sessionKey?: string
	/** Where it is told to write outside the workspace: folders. */
	foldersOutside?: readonly string[]
	/** Set for the whole command, so that this part of it leaves nothing behind. */
	env?: Readonly<Record<string, string>>
}

const STRICTNESS: Readonly<Record<Requirement, number>> = { allow: 0, ask: 1, 'ask-always': 2, deny: 3 }

/** The first of the strictest. */
export function strictest<Judged extends { outcome: Requirement }>(
	judged: readonly Judged[],
): Judged | undefined {
	return judged.reduce<Judged | undefined>(
		(worst, next) => (worst && STRICTNESS[worst.outcome] >= STRICTNESS[next.outcome] ? worst : next),
		undefined,
	)
}

/**
 * The strictest of several that one answer would cover together. Where some only read from a service and others do more, it
 * is one of the others; several services are not covered by a yes to one of them.
 */
export function strictestCall(evaluations: readonly Evaluation[]): Evaluation | undefined {
	const worst = strictest(evaluations)
	if (worst?.outcome !== 'ask') return worst
	const asking = evaluations.filter(({ outcome }) => outcome === 'ask')
	const other = asking.find(({ rule }) => serviceOf(rule) === undefined)
	const services = new Set(asking.map(({ rule }) => rule))
	if (other || services.size === 1) return other ?? worst
	return asks('services', 'It reads from several other machines.')
}

/** The program with which a call does no more than read from a service. */
export function serviceOf(rule: string): string | undefined {
	return /^service\/(.+)$/.exec(rule)?.[1]
}

export function harmless(rule: string, reason: string, reads: readonly string[] = []): Evaluation {
	return { outcome: 'allow', reason, rule, reads }
}

export function asks(rule: string, reason: string): Evaluation {
	return { outcome: 'ask', reason, rule, reads: [] }
}

export function asksHard(rule: string, reason: string): Evaluation {
	return { outcome: 'ask-always', reason, rule, reads: [] }
}
