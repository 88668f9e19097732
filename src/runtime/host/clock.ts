// The system clock.

import type { Clock } from '../../core/host.ts'

export const nodeClock: Clock = {
	now: () => Date.now(),
	monotonicMs: () => performance.now(),
	sleep: (ms, signal, holdsProcess = true) =>
		new Promise(resolve => {
			if (signal.aborted) return resolve()
			const done = () => {
				clearTimeout(timer)
				signal.removeEventListener('abort', done)
				resolve()
			}
			const timer = setTimeout(done, ms)
			if (!holdsProcess) timer.unref()
			signal.addEventListener('abort', done, { once: true })
		}),
}
