// Durations as people write them.

/** `90s`, `10m`, `2h`, `1h30m`; a bare number is seconds. @returns milliseconds, or undefined when it is no duration */
export function durationMs(text: string): number | undefined {
	if (/^\d+$/.test(text)) return Number(text) * 1_000
	const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|min|m|h)/g)]
	if (parts.length === 0 || parts.map(part => part[0]).join('') !== text) return undefined
	return parts.reduce(
		(sum, [, amount, unit]) => sum + Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS],
		0,
	)
}

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 }
