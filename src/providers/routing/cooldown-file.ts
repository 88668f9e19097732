// The cooldown file: what every process of this user knows of who rests, so that the next one does not pay for it again.
// Never in the way: a file that cannot be read or written costs what it would have spared.

import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts'
import type { UnixMs } from '../../core/ids.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { Rest, Resting } from './cooldown.ts'

export type CooldownStore = {
	/** Those who rest now, as any process has said. */
	read(now: UnixMs): Promise<Resting>
	/** Changes what is there by then. Two that write at the same moment may lose one rest, which is found out again. */
	change(by: (resting: Resting) => Resting, now: UnixMs): Promise<void>
}

export function createCooldownFile(path: string): CooldownStore {
	let known: { changedMs: number; resting: Resting } | undefined
	const read = async (now: UnixMs): Promise<Resting> => {
		const changedMs = (await stat(path).catch(() => undefined))?.mtimeMs
		if (changedMs === undefined) return new Map()
		if (known?.changedMs !== changedMs) known = { changedMs, resting: await restingIn(path) }
		return new Map([...known.resting].filter(([, { until }]) => until > now))
	}
	return {
		read,
		async change(by, now) {
			const before = await read(now)
			const after = by(before)
			if (after === before) return
			await write(path, after).catch(() => undefined)
			known = undefined
		},
	}
}

async function restingIn(path: string): Promise<Resting> {
	const content = parseJson(await readFile(path, 'utf8').catch(() => ''))
	if (!isObject(content)) return new Map()
	return new Map(
		Object.entries(content).flatMap(([name, rest]): readonly [string, Rest][] => {
			if (!isObject(rest) || typeof rest.until !== 'number') return []
			const code = codeOf(rest.code)
			return code ? [[name, { until: rest.until, code }]] : []
		}),
	)
}

/** A later Keelson may know more of them. */
function codeOf(value: unknown): ErrorCode | undefined {
	return ERROR_CODES.find(code => code === value)
}

async function write(path: string, resting: Resting): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 })
	const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
	try {
		await writeFile(temporary, `${JSON.stringify(Object.fromEntries(resting))}\n`, {
			flag: 'wx',
			mode: 0o600,
		})
		await rename(temporary, path)
	} finally {
		await rm(temporary, { force: true })
	}
}
