// Who has which session open, asked for again and again while the list of sessions is open.

import { useEffect, useState } from 'react'
import type { RuntimeQueries } from '../../../core/runtime-port.ts'
import type { RunningSessions } from './session-list.ts'

/** Asked for again as long as the list is open: others begin and end meanwhile. */
export function useRunning(queries: Pick<RuntimeQueries, 'runningSessions'>): RunningSessions {
	const [running, setRunning] = useState<RunningSessions>(NONE_RUNNING)
	useEffect(() => {
		let isOpen = true
		let last = ''
		let later: NodeJS.Timeout | undefined
		const ask = async () => {
			const found = (await queries.runningSessions?.().catch(() => undefined)) ?? NONE_RUNNING
			if (!isOpen) return
			const key = JSON.stringify([...found])
			if (key !== last) setRunning(found)
			last = key
			if (queries.runningSessions) later = setTimeout(() => void ask(), ASK_AGAIN_MS)
		}
		void ask()
		return () => {
			isOpen = false
			clearTimeout(later)
		}
	}, [queries])
	return running
}

const NONE_RUNNING: RunningSessions = new Map()
const ASK_AGAIN_MS = 2_000
