// The state of the session picker: the sessions there are, how the list is narrowed, which one is highlighted, and what
// is being done with it.

import { useEffect, useRef, useState } from 'react'
import type { SessionMarks, SessionSummary } from '../../../core/commands.ts'
import type { SessionFilter } from './list-window.ts'
import type { SessionDoing } from './picker-footer.ts'

/** What can be done with a session of the list. Each is left out where there is no such key. */
export type SessionVerbs = {
	/** These resolve to whether it was done. */
	onRename?: ((session: SessionSummary, name: string) => Promise<boolean>) | undefined
	onDelete?: ((session: SessionSummary) => Promise<boolean>) | undefined
	/** Of what was deleted here. */
	onRestore?: ((session: SessionSummary) => Promise<boolean>) | undefined
	onMark?: ((session: SessionSummary, marks: SessionMarks) => Promise<boolean>) | undefined
	/** Nothing that was deleted here will be had back. */
	onPurge?: (() => void) | undefined
	/** Closes the list as well. */
	onFork?: ((session: SessionSummary) => void) | undefined
	/** Resolves to where it is now, where that was done. */
	onExport?: ((session: SessionSummary) => Promise<string | undefined>) | undefined
}

export type SessionListState = {
	sessions: readonly SessionSummary[]
	/** Not only those of this folder. */
	isAll: boolean
	selected: number
	filter: SessionFilter
	doing: SessionDoing
	/** In the order in which they were deleted here. */
	deleted: readonly SessionSummary[]
}

export type SessionList = {
	state: SessionListState
	/** Keys that came in one read have not been drawn in between: what one has changed the next one must see. */
	latest(): SessionListState
	change(part: Partial<SessionListState>): void
	rename(session: SessionSummary, name: string): void
	remove(session: SessionSummary): void
	mark(session: SessionSummary, marks: SessionMarks): void
	/** The one that was deleted last. */
	restore(): void
	write(session: SessionSummary): void
}

/** @param onChange - told before anything of it changes */
export function useSessionList(
	given: readonly SessionSummary[],
	folder: string | undefined,
	verbs: SessionVerbs,
	onChange: () => void,
): SessionList {
	const [state, setState] = useState<SessionListState>(() => ({
		sessions: byUse(given),
		isAll: !given.some(session => session.cwd === folder),
		selected: 0,
		filter: { onlyNamed: false, withArchived: false },
		doing: { kind: 'choosing' },
		deleted: [],
	}))
	const newest = useRef(state)
	const latest = () => newest.current
	const change = (part: Partial<SessionListState>) => {
		onChange()
		newest.current = { ...newest.current, ...part }
		setState(newest.current)
	}
	/** @returns whether it was done */
	const finish = async (
		work: Promise<boolean>,
		after: (sessions: readonly SessionSummary[]) => readonly SessionSummary[],
	) => {
		change({ doing: { kind: 'choosing' } })
		const isDone = await work
		if (isDone) change({ sessions: after(latest().sessions) })
		return isDone
	}
	const { onRename, onDelete, onRestore, onMark, onPurge, onExport } = verbs
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is closed
	useEffect(() => () => onPurge?.(), [])

	return {
		state,
		latest,
		change,
		rename(session, name) {
			if (name === '' || !onRename) return change({ doing: { kind: 'choosing' } })
			void finish(onRename(session, name), replaced({ ...session, name }))
		},
		mark(session, marks) {
			if (!onMark) return
			const marked = { ...session, marks: { ...session.marks, ...marks } }
			void finish(onMark(session, marks), replaced(marked))
		},
		remove(session) {
			if (!onDelete) return change({ doing: { kind: 'choosing' } })
			const work = finish(onDelete(session), all => all.filter(one => !isSame(one, session)))
			void work.then(isDone => isDone && onRestore && change({ deleted: [...latest().deleted, session] }))
		},
		restore() {
			const last = latest().deleted.at(-1)
			if (!last || !onRestore) return
			change({ deleted: latest().deleted.slice(0, -1) })
			void finish(onRestore(last), all => byUse([...all, last]))
		},
		write(session) {
			void onExport?.(session).then(
				path => path !== undefined && change({ doing: { kind: 'choosing', said: `Written to ${path}` } }),
			)
		},
	}
}

function byUse(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
	return [...sessions].sort((a, b) => b.usedAt - a.usedAt)
}

function isSame(one: SessionSummary, other: SessionSummary): boolean {
	return one.sessionId === other.sessionId
}

function replaced(session: SessionSummary) {
	return (all: readonly SessionSummary[]) => all.map(one => (isSame(one, session) ? session : one))
}
