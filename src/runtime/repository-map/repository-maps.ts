// Repository maps of a runtime: begun with the first key of a prompt, waited for a moment, put in front of the first
// prompt that finds them ready, and the same bytes from then on.

import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from '../../core/async/once.ts'
import type { Clock } from '../../core/host.ts'
import { errorFacts } from '../../core/logging/logger.ts'
import { promptText, type UserMessage } from '../../core/messages.ts'
import { findProject } from '../../workspace/places/project.ts'
import type { RuntimeOptions } from '../options.ts'
import { mapCacheFile, mapCacheFolder } from './cache-file.ts'
import type { MapMaker } from './map-maker.ts'
import { mapPlace } from './map-place.ts'

export type RepositoryMaps = {
	/** A prompt is being typed. Never fails. */
	expectPrompt(): Promise<void>
	/** @returns the section for the prompt, once for each session; undefined while there is none. Never fails. */
	forSession(): (prompt: UserMessage) => Promise<string | undefined>
	close(): void
}

/** @returns undefined where the settings want none */
export function openRepositoryMaps(
	options: RuntimeOptions,
	{ clock, scrub }: { clock: Clock; scrub(text: string): string },
): RepositoryMaps | undefined {
	const { settings, bare, log } = options
	if (!settings.context.repositoryMap || bare) return undefined
	const limitTokens = settings.context.mapTokens
	const size = once(() => trackedFiles(options.cwd))
	const stop = new AbortController()
	let begun: Promise<MapMaker> | undefined
	/** A session has none yet. */
	let isWanted = false
	const failed = (error: unknown) => {
		if (!stop.signal.aborted) log?.logger.log('debug', 'repository-map-failed', errorFacts(error))
		return undefined
	}
	const begin = async (files: number): Promise<MapMaker> => {
		const { makeMapHere, startMapThread } = await import('./map-maker.ts')
		const place = mapPlace(options)
		return files <= FEW_FILES ? makeMapHere(place) : startMapThread(place)
	}
	const make = async (prompt: UserMessage, files: number): Promise<string | undefined> => {
		const beginning = begun ?? begin(files)
		isWanted = false
		begun = undefined
		const maker = await beginning
		stop.signal.addEventListener('abort', maker.close, { once: true })
		const { text } = await maker.make({ prompt: promptText(prompt), limitTokens, now: clock.now() })
		stop.signal.removeEventListener('abort', maker.close)
		return text === undefined ? undefined : scrub(text)
	}
	return {
		async expectPrompt() {
			try {
				const files = await size()
				if (files === undefined || files <= FEW_FILES || !isWanted || stop.signal.aborted) return
				begun ??= begin(files)
				await begun
			} catch (error) {
				failed(error)
			}
		},
		forSession() {
			isWanted = true
			let making: Promise<string | undefined> | undefined
			let made: string | undefined
			return async prompt => {
				const files = await size().catch(failed)
				if (files === undefined || stop.signal.aborted) return undefined
				const isFirst = making === undefined
				const isBegun = begun !== undefined
				making ??= make(prompt, files)
					.catch(failed)
					.then(text => (made = text))
				if (isFirst && (isBegun || mayBeReady(files, options))) await inTime(making, clock)
				return made
			}
		},
		close() {
			stop.abort()
			void begun?.then(maker => maker.close()).catch(failed)
		},
	}
}

/** SPEC X15: what is not ready by then goes in front of the next prompt. */
const WAIT_MS = 300
/** As many files are read before a thread has started. */
const FEW_FILES = 120
/** Nothing is waited for that cannot be ready. */
const MOST_UNKNOWN_FILES = 600
const MOST_FILES = 5_000

function mayBeReady(files: number, { cwd, folders }: Pick<RuntimeOptions, 'cwd' | 'folders'>): boolean {
	if (files <= MOST_UNKNOWN_FILES) return true
	return files <= MOST_FILES && existsSync(mapCacheFile(mapCacheFolder(folders.cache), cwd))
}

async function inTime(making: Promise<unknown>, clock: Clock): Promise<void> {
	const late = new AbortController()
	await Promise.race([making, clock.sleep(WAIT_MS, late.signal)])
	late.abort()
}

/**
 * How many files git knows of, by the head of its index: as good as counting, and done at once.
 * @returns undefined for a folder that is no repository
 */
async function trackedFiles(cwd: string): Promise<number | undefined> {
	const { gitFolder } = await findProject(cwd)
	if (gitFolder === undefined) return undefined
	const file = await open(join(gitFolder, 'index'), 'r').catch(() => undefined)
	if (!file) return flatFiles(cwd)
	try {
		const { bytesRead, buffer } = await file.read(Buffer.alloc(INDEX_HEAD_BYTES), 0, INDEX_HEAD_BYTES, 0)
		const isIndex = bytesRead === INDEX_HEAD_BYTES && buffer.toString('latin1', 0, 4) === 'DIRC'
		return isIndex ? buffer.readUInt32BE(8) : MOST_UNKNOWN_FILES
	} finally {
		await file.close()
	}
}

/** Of a folder without folders; of any other one as many as may still be read in time. */
async function flatFiles(cwd: string): Promise<number> {
	const entries = (await readdir(cwd, { withFileTypes: true })).filter(({ name }) => name !== '.git')
	return entries.every(entry => !entry.isDirectory()) ? entries.length : MOST_UNKNOWN_FILES
}

/** `DIRC`, version, number of entries. */
const INDEX_HEAD_BYTES = 12
