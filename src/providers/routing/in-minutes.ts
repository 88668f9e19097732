// A long wait in words.

/** Rounded up: `6 min`, `2 h 5 min`. */
export function inMinutes(ms: number): string {
	const minutes = Math.ceil(ms / 60_000)
	const hours = Math.floor(minutes / 60)
	if (hours === 0) return `${minutes} min`
	return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}
