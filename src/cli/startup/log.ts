// The log of this process, where somebody wants one: nothing of it is loaded otherwise.

import { join } from 'node:path'
import { errorFacts } from '../../core/logging/logger.ts'
import type { ProviderConfig } from '../../core/model.ts'
import type { LogLevel } from '../../core/services/logging.ts'
import type { RuntimeLog } from '../../runtime/log/runtime-log.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'

/** The newest; those before it have a number behind. */
export function logPath(folders: Pick<HomeFolders, 'logs'>): string {
	return join(folders.logs, 'agent.log')
}

/** @param known - the secrets to take out, as they are by then */
export async function logFor(
	level: LogLevel | undefined,
	given: {
		folders: HomeFolders
		known: () => readonly string[]
		providers: readonly ProviderConfig[]
		version: string
	},
): Promise<RuntimeLog | undefined> {
	if (level === undefined) return undefined
	const [{ openLog }, { createScrubber }] = await Promise.all([
		import('../../runtime/log/open-log.ts'),
		import('../../safety/redaction/scrub.ts'),
	])
	const { folders, known, providers, version } = given
	const log = openLog({ path: logPath(folders), level, scrub: createScrubber(known), providers })
	const { platform, arch, versions } = process
	log.logger.log('info', 'process-start', { version, node: versions.node, platform, arch, log_level: level })
	return log
}

/** Writes down why something could not be opened. */
export async function logged<Opened>(
	log: RuntimeLog | undefined,
	open: () => Promise<Opened>,
): Promise<Opened> {
	if (!log) return open()
	try {
		return await open()
	} catch (error) {
		const { stack, ...facts } = errorFacts(error)
		log.logger.log('error', 'start-failure', log.logger.keeps('debug') ? { ...facts, stack } : facts)
		throw error
	}
}
