// The embedding allowance: how many tokens may be embedded unasked on one day, by all processes of the user together. Each
// adds a line to the file of the day, so that none takes another's away.

import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../core/host.ts'

export type EmbeddingAllowance = {
	/** Tokens that are left for today. */
	left(): Promise<number>
	used(tokens: number): Promise<void>
}

export function createEmbeddingAllowance(
	cacheFolder: string,
	tokensPerDay: number,
	clock: Pick<Clock, 'now'>,
): EmbeddingAllowance {
	const folder = join(cacheFolder, 'embedded-tokens')
	const today = () => new Date(clock.now()).toISOString().slice(0, 10)
	return {
		async left() {
			const text = await readFile(join(folder, today()), 'utf8').catch(() => '')
			return tokensPerDay - text.split('\n').reduce((sum, line) => sum + (Number(line) || 0), 0)
		},
		async used(tokens) {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			const day = today()
			for (const name of await readdir(folder))
				if (name !== day) await rm(join(folder, name), { force: true })
			await appendFile(join(folder, day), `${Math.ceil(tokens)}\n`, { mode: 0o600 })
		},
	}
}
