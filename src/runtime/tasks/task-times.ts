// The times of tasks that are made here: two are never the same, so that the order of tasks is that of their times.

export function laterEachTime(): () => number {
	let last = 0
	return () => {
		last = Math.max(Date.now(), last + 1)
		return last
	}
}
