// `agent map`: makes the repository map of this folder for a prompt and prints it, as a session here would send it.

import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { createNodeFiles } from '../../runtime/host/files.ts'
import { openPermissionBook } from '../../runtime/permissions/permission-book.ts'
import { mapOf, readFolder } from '../../runtime/repository-map/make-map.ts'
import { openMapCache } from '../../runtime/repository-map/map-cache.ts'
import { mapPlace } from '../../runtime/repository-map/map-place.ts'
import { createScrubber } from '../../safety/redaction/scrub.ts'
import { sanitize } from '../../tui/text/sanitize.ts'
import { findProject } from '../../workspace/places/project.ts'
import { lineTokens } from '../../workspace/repository-map/map-text.ts'
import { loadSettings } from '../../workspace/settings-layers.ts'
import type { Output } from '../io/output.ts'
import { settleTrust } from '../startup/folder-trust.ts'
import { keysIn } from '../startup/keys-in.ts'
import { currentFolders } from '../startup/start.ts'

/** @throws AgentError `config-invalid` for settings or rules of the user's own that cannot be read */
export async function printMap({
	prompt = '',
	json,
	output,
}: {
	prompt?: string | undefined
	json: boolean
	output: Output
}): Promise<number> {
	const cwd = await realpath(process.cwd())
	const folders = currentFolders()
	const folder = await settleTrust({ cwd, folders, ask: undefined })
	const checkSchema = async () => (await import('../../runtime/host/settings-check.ts')).createSettingsCheck()
	const loaded = await loadSettings({ folder, folders, cwd, env: process.env, flags: {}, checkSchema })
	const { repositoryMap, mapTokens: limitTokens } = loaded.settings.context
	const permissions = await openPermissionBook({ written: loaded.rules, folders, root: folder.realRoot })
	const { cacheFolder, ...place } = mapPlace({ cwd, home: homedir(), folders, permissions })
	const isRepository = (await findProject(cwd)).gitFolder !== undefined
	const found = await readFolder(place, {
		files: createNodeFiles(),
		cache: openMapCache(cacheFolder, cwd),
		signal: output.closed,
	})
	const made = mapOf(found, { prompt, limitTokens, now: Date.now() })
	const scrub = createScrubber(() => keysIn(process.env))
	const text = made.text === undefined ? undefined : scrub(made.text)
	const unsent = whyNotSent({ isRepository, isOn: repositoryMap })
	if (json) {
		const tokens = text === undefined ? 0 : text.split('\n').reduce((sum, line) => sum + lineTokens(line), 0)
		const { files, read } = made
		const best = made.best.map(scrub)
		const told = { folder: cwd, isSent: unsent === undefined, limitTokens, tokens, files, read, best }
		output.out(`${JSON.stringify({ ...told, map: text ?? null })}\n`)
		return text === undefined ? 1 : 0
	}
	if (text === undefined) {
		output.error(`there is nothing in ${cwd} that a map could show\n`)
		return 1
	}
	output.out(`${sanitize(text)}\n`)
	if (unsent !== undefined) output.error(`${unsent}\n`)
	return 0
}

/** @returns why a session here begins without it, if it does */
function whyNotSent({ isRepository, isOn }: { isRepository: boolean; isOn: boolean }): string | undefined {
	if (!isOn) return 'context.repositoryMap is off, so sessions here begin without it'
	return isRepository ? undefined : 'this folder is no git repository, so sessions here begin without it'
}
