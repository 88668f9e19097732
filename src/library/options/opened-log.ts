// The log of a runtime, where a program wants one: nothing of it is loaded otherwise.

import { join, resolve } from 'node:path'
import { AgentError } from '../../core/errors.ts'
import { LOG_LEVELS } from '../../core/logging/logger.ts'
import type { ProviderConfig } from '../../core/model.ts'
import type { LogLevel } from '../../core/services/logging.ts'
import type { RuntimeLog } from '../../runtime/log/runtime-log.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import type { Settings } from '../../workspace/settings/settings-schema.ts'
import type { LogChoice } from './runtime-options.ts'

/**
 * @param known - the secrets to take out, as they are by then
 * @throws AgentError `usage` for a level that is none
 */
export async function openedLog(
	choice: LogChoice | undefined,
	given: {
		settings: Pick<Settings, 'log'>
		folders: Pick<HomeFolders, 'logs'>
		known: () => readonly string[]
		providers: readonly ProviderConfig[]
		version: string
	},
): Promise<RuntimeLog | undefined> {
	if (choice === undefined) return undefined
	const { level: asked, file } = typeof choice === 'object' ? choice : { level: choice, file: undefined }
	const level = asked === true || asked === undefined ? given.settings.log.level : asked
	if (level === undefined) return undefined
	requireLevel(level)
	const [{ openLog }, { createScrubber }] = await Promise.all([
		import('../../runtime/log/open-log.ts'),
		import('../../safety/redaction/scrub.ts'),
	])
	const path = file === undefined ? join(given.folders.logs, 'agent.log') : resolve(file)
	const log = openLog({ path, level, scrub: createScrubber(given.known), providers: given.providers })
	const { platform, arch, versions } = process
	const facts = { version: given.version, node: versions.node, platform, arch, log_level: level }
	log.logger.log('info', 'process-start', facts)
	return log
}

function requireLevel(level: LogLevel): void {
	if (!LOG_LEVELS.includes(level))
		throw new AgentError(
			'usage',
			`log: ${JSON.stringify(level)} is no level; they are ${LOG_LEVELS.join(', ')}`,
		)
}
