// Preconditions of a command that its text cannot tell: where links lead, and whether a repository names programs for
// git to run. Looked at when the command's turn comes, so that it describes the files as they are then.

import { posix } from 'node:path'
import type { Files, Host } from '../../core/host.ts'
import type { RepositoryMemory } from '../repositories/remembered-files.ts'
import { type RepositoryReach, repositoryProblem } from '../repositories/repository-check.ts'
import { ANY_DEPTH, isInside, type Scope } from './analysis/scope.ts'
import { secretAt } from './analysis/sensitive-paths.ts'
import { asks, asksHard, type Evaluation, strictest } from './analysis/verdict.ts'
import type { Preconditions } from './assess-command.ts'
import { checkProgram } from './check-programs.ts'

export type FileCheckContext = {
	host: Pick<Host, 'files'>
	scope: Scope
	/** PATH as the command would get it. */
	searchPath: string
	/** What was read of repositories before. */
	repositories: RepositoryMemory
}

/** @returns why a command that only reads by its text has to ask all the same, or undefined */
export async function checkFiles(
	{ reads, folders, gitFolders, historyFolders, absent, optionNames, programs }: Preconditions,
	surroundings: FileCheckContext,
): Promise<Evaluation | undefined> {
	const evaluations = await Promise.all([
		...folders.map(folder => checkFolder(folder, surroundings)),
		...reads.map(path => checkPath(path, surroundings)),
		...gitFolders.map(folder => checkRepository(folder, 'and those inside', surroundings)),
		...historyFolders.map(folder => checkRepository(folder, 'alone', surroundings)),
		...absent.map(path => checkAbsent(path, surroundings)),
		...programs.map(program => checkProgram(program, { ...surroundings, files: surroundings.host.files })),
		...optionNames.map(path => checkNames(path, surroundings)),
	])
	const found = evaluations.flatMap(evaluation => evaluation ?? [])
	const [first] = found
	// A yes to one of several doubts is none to the others.
	if (first && found.every(({ sessionKey }) => sessionKey === first.sessionKey)) return first
	const worst = strictest(found)
	if (worst?.sessionKey === undefined) return worst
	const { sessionKey, ...uncovered } = worst
	return uncovered
}

/** From behind a link `..` leads somewhere else than the text says. */
async function checkFolder(folder: string, { host }: FileCheckContext): Promise<Evaluation | undefined> {
	const real = await host.files.realPath(folder)
	return real === folder ? undefined : asks('linked-folder', `${folder} is a link to ${real}.`)
}

async function checkAbsent(path: string, { host }: FileCheckContext): Promise<Evaluation | undefined> {
	const counts = COUNTS_WHEN.get(posix.basename(path))
	const isThere = counts
		? counts.test(new TextDecoder().decode(await host.files.read(path)))
		: (await host.files.stat(path)) !== undefined
	return isThere ? asks('names-a-program', `${path} can make it run another program.`) : undefined
}

/** @param beginning - of paths that the shell would put in the place of a pattern, and a program take for options */
async function checkNames(beginning: string, { host }: FileCheckContext): Promise<Evaluation | undefined> {
	const [folder, start] = [posix.dirname(beginning), posix.basename(beginning)]
	const found = (await host.files.list(folder))?.find(({ name }) => name.startsWith(start))
	return found && asks('option-name', `The file ${found.name} in ${folder} could be taken for an option.`)
}

/** Files that most projects have for a harmless reason, and what must not be in them. */
const COUNTS_WHEN: ReadonlyMap<string, RegExp> = new Map([
	// asdf runs the program below that folder, whoever put it there.
	['.tool-versions', /\bpath:/],
])

async function checkPath(
	path: string,
	{ host: { files }, scope }: FileCheckContext,
): Promise<Evaluation | undefined> {
	const steps = path.split('/')
	const firstPattern = steps.findIndex(step => /[*?[\0]/.test(step))
	if (firstPattern === -1) return checkLink(path, files, scope)
	const folder = steps.slice(0, firstPattern).join('/') || '/'
	const levels = steps.includes(ANY_DEPTH) ? Number.POSITIVE_INFINITY : steps.length - firstPattern
	const links = await linksIn(folder, levels, { files, left: MAX_ENTRIES })
	if (links === undefined)
		return asks('too-many-files', `There are too many files in ${folder} to follow every link.`)
	const evaluations = await Promise.all([folder, ...links].map(link => checkLink(link, files, scope)))
	return strictest(evaluations.flatMap(evaluation => evaluation ?? []))
}

async function checkLink(path: string, files: Files, scope: Scope): Promise<Evaluation | undefined> {
	const real = await files.realPath(path)
	if (real === path) return undefined
	const secret = secretAt(real, scope)
	if (secret !== undefined) return asksHard('hard/secret', `${path} leads to ${real}. ${secret}`)
	return isInside(real, [...scope.roots, ...scope.readableRoots])
		? undefined
		: asks('outside-workspace', `${path} leads to ${real}, outside the workspace.`)
}

// A pattern over more than this is not worth the wait.
const MAX_ENTRIES = 2_000

/** Every link a pattern could stand for, as deep as it goes; undefined when there is more to look at than is worth it. */
export async function linksIn(
	folder: string,
	levels: number,
	look: { files: Pick<Files, 'list'>; left: number },
): Promise<string[] | undefined> {
	const links: string[] = []
	for (const { name, kind } of (await look.files.list(folder)) ?? []) {
		if (look.left-- <= 0) return undefined
		const path = posix.join(folder, name)
		if (kind === 'link') links.push(path)
		if (kind !== 'folder' || levels === 1) continue
		const below = await linksIn(path, levels - 1, look)
		if (below === undefined) return undefined
		links.push(...below)
	}
	return links
}

/** The user's own settings may name programs; what came with the repository may not. */
async function checkRepository(
	folder: string,
	reach: RepositoryReach,
	{ host: { files }, scope, repositories }: FileCheckContext,
): Promise<Evaluation | undefined> {
	const problem = await repositoryProblem(folder, { ...scope, files, memory: repositories }, reach)
	if (problem === undefined) return undefined
	const { reason, above } = problem
	return {
		...asks('git-settings', reason),
		...(above !== undefined && { sessionKey: `reading:git in ${above}` }),
	}
}
