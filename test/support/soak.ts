// How long what is random goes on: a glance in `npm test`, many times that and from another seed in `npm run soak`.

/** How many times as long: 1 in `npm test`. */
export const SOAK_TIMES = Number(process.env.KEELSON_SOAK_TIMES ?? 1)

/** Added to whatever seed a test has. What failed once fails again with the same one. */
export const SOAK_SEED = Number(process.env.KEELSON_SOAK_SEED ?? 0)

/** @param usual - rounds, or the milliseconds they may take */
export function longer(usual: number): number {
	return usual * SOAK_TIMES
}

/** Below what a test may take in all, so that whoever waits for something in vain is told what came instead. */
export const PATIENCE_MS = longer(25_000)
