// Path resolution: where a path leads once its links are followed, and what must happen before it may be read or
// written.

import { homedir } from 'node:os'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { AgentError } from '../../core/errors.ts'
import type { Files } from '../../core/host.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import { isSpareFile, protectedFromWriting, secretFile } from './protected-paths.ts'

/** All folders are real paths: `openWorkspace` sees to that. */
export type Workspace = {
	/** The working folder: relative paths start here. */
	root: string
	/** What may be written: the working folder and each `--add-dir`. */
	roots: readonly string[]
	/** Outside the roots, and still read without asking: our own artefacts. */
	readableRoots: readonly string[]
	/** Keelson's settings, sessions and logs: written by nobody but Keelson. */
	ownFolders: readonly string[]
	/** What `~` stands for. */
	home: string
}

/** Follows the links in the folders once, so that comparing paths later compares real ones. */
export async function openWorkspace(
	files: Files,
	folders: { root: string } & Partial<Workspace>,
): Promise<Workspace> {
	const real = (paths: readonly string[]) => Promise.all(paths.map(path => files.realPath(resolve(path))))
	const root = await files.realPath(resolve(folders.root))
	return {
		root,
		roots: [...new Set([root, ...(await real(folders.roots ?? []))])],
		readableRoots: await real(folders.readableRoots ?? []),
		ownFolders: await real(folders.ownFolders ?? []),
		home: folders.home ?? homedir(),
	}
}

export type ResolvedPath = {
	/** As it was asked for, made absolute. */
	path: string
	/** Where it leads. Reads and writes go here, never through the links again. */
	real: string
	/** For people and models: relative inside the working folder, else absolute. */
	shown: string
}

export async function locate(path: string, workspace: Workspace, files: Files): Promise<ResolvedPath> {
	if (isForeign(path))
		throw new AgentError(
			'tool-failed',
			`${path} is a name for another system or a network; write a plain path with / between its steps`,
		)
	const expanded = path === '~' || path.startsWith('~/') ? `${workspace.home}${path.slice(1)}` : path
	const absolute = resolve(workspace.root, expanded)
	return { path: absolute, real: await files.realPath(absolute), shown: shownPath(absolute, workspace) }
}

/** They mean nothing here, and on a disk shared with a system where they do, they are second names of protected files. */
function isForeign(path: string): boolean {
	return FOREIGN_NAMES.some(pattern => pattern.test(path))
}

const FOREIGN_NAMES: readonly RegExp[] = [
	// Drives, devices and other machines.
	/^[A-Za-z]:[\\/]|^\\\\|^\\\?\?\\|^\/\/[?.]\//,
	// Streams.
	/::?\$(?:DATA|INDEX_ALLOCATION|ATTRIBUTE_LIST|BITMAP)\b/i,
	// Short names of what is protected under its long one.
	/(?:^|\/)\.?(?:git|gitatt|gitcon|gitmod|keelso|claude|agents|vscode|idea|husky|codex|cursor|gemini|mcp|ssh|env)~\d/i,
	/\0/,
]

export function shownPath(path: string, workspace: Workspace): string {
	return contains(workspace.root, path) ? relative(workspace.root, path) || '.' : path
}

/**
 * What had no link in it needs no second look where it is read or written through the handle that was checked
 * (`Files.checked`): a link that has come into it since is refused there.
 */
export function hadLinks(place: ResolvedPath): boolean {
	return place.path !== place.real
}

/** @returns false when a link was changed since `place` was located, so that it now leads elsewhere */
export async function stillLeadsThere(place: ResolvedPath, files: Files): Promise<boolean> {
	return (await files.realPath(place.path)) === place.real
}

/** What a place makes of the decision on a call. */
export type PlaceEvaluation = Pick<
	PermissionDecision,
	'outcome' | 'reasons' | 'sessionKeys' | 'onlyWritesOutside'
>

/**
 * A file with a second name elsewhere (a hard link) is read like any other: pnpm fills a folder of packages with
 * thousands of them, and none of its names is more real than the rest. Writing never goes through to the other names,
 * because it puts a new file in the place of the one name.
 */
export function judgeRead(place: ResolvedPath, workspace: Workspace): PlaceEvaluation {
	const secret = secretIn(place, workspace)
	if (secret !== undefined) return { outcome: 'ask-always', reasons: [secret], sessionKeys: [] }
	const readable = [...workspace.roots, ...workspace.readableRoots]
	if (readable.some(root => contains(root, place.real)))
		return { outcome: 'allow', reasons: [], sessionKeys: [] }
	return {
		outcome: 'ask',
		reasons: [outside(place)],
		sessionKeys: [`read:${dirname(place.real)}`],
	}
}

/** @returns what secret a file holds, by either of its names */
export function secretIn(
	place: Pick<ResolvedPath, 'path' | 'real'>,
	workspace: Workspace,
): string | undefined {
	return firstReason(secretFile, place, workspace)
}

export function judgeWrite(
	place: ResolvedPath,
	workspace: Workspace,
): PlaceEvaluation & { isInside: boolean } {
	const isInside = workspace.roots.some(root => contains(root, place.real))
	const isOurs = workspace.ownFolders.some(folder => contains(folder, place.real))
	const reason = isOurs
		? "It belongs to Keelson's own settings and records."
		: firstReason(protectedFromWriting, place, workspace)
	if (reason !== undefined) {
		const reasons = isInside ? [reason] : [reason, outside(place)]
		return { outcome: 'ask-always', reasons, sessionKeys: [], isInside }
	}
	if (isInside) {
		const reasons = ['It changes a file in the workspace.']
		return { outcome: 'ask', reasons, sessionKeys: ['edit:workspace'], isInside }
	}
	// Where nobody keeps anything it asks like any change.
	const isSpare = isSpareFile(place.real, workspace)
	return {
		outcome: isSpare ? 'ask' : 'ask-always',
		reasons: [outside(place)],
		sessionKeys: [`edit:${dirname(place.real)}`],
		isInside,
		...(!isSpare && { onlyWritesOutside: true as const }),
	}
}

/** Compares steps, not text: `/ws-evil` is not inside `/ws`. Both paths are absolute. */
export function contains(folder: string, path: string): boolean {
	// Without a step back in it, and most have none, the text says it.
	if (!path.includes('/.') && path.startsWith(`${folder}/`)) return true
	const steps = relative(folder, path)
	return steps === '' || (steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps))
}

/** A rule that knows either name of the file decides: the one it was asked by, or the one it has. */
function firstReason(
	rule: (path: string) => string | undefined,
	place: Pick<ResolvedPath, 'path' | 'real'>,
	workspace: Workspace,
): string | undefined {
	const reason = rule(fromRoot(place.real, workspace))
	return place.path === place.real ? reason : (reason ?? rule(fromRoot(place.path, workspace)))
}

/** The steps above a folder the user opened say nothing about the files in it. */
function fromRoot(path: string, workspace: Workspace): string {
	const root = workspace.roots.find(candidate => contains(candidate, path))
	return root === undefined ? path : relative(root, path)
}

function outside(place: ResolvedPath): string {
	return place.path === place.real
		? `${place.real} is outside the workspace.`
		: `${place.path} leads to ${place.real}, outside the workspace.`
}
