// Makes a repository map: walks the folder, reads what is not known yet in small steps, ranks, and lays it out. What git
// ignores, what a rule stands before and what holds secrets is not looked into and not named; links are not followed.

import { join, relative } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Files } from '../../core/host.ts'
import { openWorkspace } from '../../safety/paths/paths.ts'
import { secretFile } from '../../safety/paths/protected-paths.ts'
import { walk } from '../../safety/paths/walk.ts'
import { fileRule, ruleParts } from '../../safety/permissions/file-rule.ts'
import { hiddenPlaces } from '../../safety/permissions/hidden-places.ts'
import type { StandingRule } from '../../safety/permissions/rule.ts'
import { createDefinitionPatterns } from '../../workspace/repository-map/definitions.ts'
import { createFactsReader, type FileFacts, unreadFacts } from '../../workspace/repository-map/file-facts.ts'
import { folderMap, mapText } from '../../workspace/repository-map/map-text.ts'
import { rankFiles } from '../../workspace/repository-map/rank-files.ts'
import type { MapCache } from './map-cache.ts'
import type { MapPlace, MapWish, RepositoryMap } from './map-request.ts'
import { lookAt, readSource } from './read-source.ts'

/** What is known of a folder's files, before anybody has asked for something. */
export type KnownFiles = { paths: readonly string[]; facts: readonly FileFacts[]; read: number }

/** @throws Error when a rule cannot be understood: then nothing may be named */
export async function readFolder(
	place: MapPlace,
	{ files, cache, signal }: { files: Files; cache: MapCache | undefined; signal: AbortSignal },
): Promise<KnownFiles> {
	const paths = await visiblePaths(place, files, signal)
	return { paths, ...(await allFacts(place.root, paths, { cache, signal })) }
}

export function mapOf(
	{ paths, facts, read }: KnownFiles,
	{ prompt, now, limitTokens }: MapWish,
): RepositoryMap {
	const hasLanguage = facts.some(({ definitions }) => definitions.length > 0)
	const ranked = hasLanguage ? rankFiles(facts, { prompt, now, limit: MOST_RANKED }) : []
	const text = hasLanguage ? mapText(ranked, limitTokens) : folderMap(paths, limitTokens)
	return { text, files: paths.length, read, best: ranked.map(each => each.facts.path) }
}

/** More than ever fit. */
const MOST_RANKED = 120

async function visiblePaths(
	{ root, home, rules, rulesRoot, own }: MapPlace,
	files: Files,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const workspace = await openWorkspace(files, { root, home })
	const standing = understood(rules)
	// Who may read nothing, or only when asked, is shown nothing.
	if (standing.some(({ rule }) => rule.kind === 'files' && !rule.pattern)) return []
	const place = { path: root, real: root, shown: '.' }
	const permissions = { rules: () => standing, root: rulesRoot }
	const hidden = await hiddenPlaces(place, { workspace, permissions }, files)
	const found = await walk(root, files, signal, async (folder, entries) => {
		const kept = entries.filter(({ name, kind }) => {
			if (kind === 'file') return true
			if (kind !== 'folder' || own.includes(join(folder, name))) return false
			return !name.startsWith('.') || SHOWN_FOLDERS.has(name)
		})
		return hidden ? hidden.keep(folder, kept) : kept
	})
	return found.files
		.map(path => relative(root, path))
		.filter(path => secretFile(path) === undefined)
		.sort()
}

const SHOWN_FOLDERS = new Set(['.github', '.gitlab', '.circleci'])

/** Rules about anything but files say nothing about which of them may be named. */
function understood(rules: MapPlace['rules']): readonly StandingRule[] {
	return rules.flatMap(({ list, text, scope }) => {
		const [name, argument] = ruleParts(text)
		const rule = fileRule(name, argument)
		if (name === '' || (rule && 'expected' in rule))
			throw new Error(`the rule ${text} in ${scope} cannot be read`)
		return rule && !('expected' in rule) ? [{ list, text, scope, rule }] : []
	})
}

async function allFacts(
	root: string,
	paths: readonly string[],
	{ cache, signal }: { cache: MapCache | undefined; signal: AbortSignal },
): Promise<{ facts: readonly FileFacts[]; read: number }> {
	const known = (await cache?.load()) ?? new Map<string, FileFacts>()
	const kept = new Map(known)
	const readFacts = createFactsReader()
	const patternsOf = createDefinitionPatterns()
	const facts: FileFacts[] = []
	let [read, saveAt, sliceMs] = [0, FIRST_SAVE, performance.now()]
	for (const path of paths) {
		if (signal.aborted) break
		if (performance.now() - sliceMs > SLICE_MS) {
			await nextTick()
			sliceMs = performance.now()
		}
		const found = lookAt(join(root, path))
		if (!found) continue
		const file = { path, ...found }
		const before = known.get(path)
		if (before && before.sizeBytes === file.sizeBytes && before.modifiedMs === file.modifiedMs) {
			facts.push(before)
			continue
		}
		const patterns = patternsOf(path)
		const isRead = patterns !== undefined && file.sizeBytes <= MOST_BYTES && read < MOST_READ
		const text = isRead ? readSource(join(root, path), MOST_BYTES) : undefined
		facts.push(text !== undefined && patterns ? readFacts(file, text, patterns) : unreadFacts(file))
		if (isRead) read++
		// What a process that ends early has read is not read again by the next one.
		if (isRead && read >= saveAt) {
			saveAt *= 2
			for (const each of facts) kept.set(each.path, each)
			await cache?.save([...kept.values()])
		}
	}
	if (read > 0 && !signal.aborted) await cache?.save(facts)
	return { facts, read }
}

/** In this process, where it is not a thread's, a key press waits no longer than this. */
const SLICE_MS = 8
const MOST_BYTES = 512 * 1024
const MOST_READ = 60_000
const FIRST_SAVE = 4_000
