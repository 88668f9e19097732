// The one door for git that runs unasked: which repository it would find from a folder, whether all that belongs to it
// lies in the workspace, and whether its settings, or those of the repositories in it, can make git run a program.

import { messageOf } from '../../core/errors.ts'
import type { Files } from '../../core/host.ts'
import { Doubt } from './doubt.ts'
import type { GitSetting } from './git-config.ts'
import { actsRegardless, isHarmless, NAMES_A_FILE } from './harmless-settings.ts'
import type { RepositoryMemory } from './remembered-files.ts'
import { createRepositoryFiles, type RepositoryFiles } from './repository-files.ts'

export type RepositoryScope = {
	files: Files
	/** Real paths. */
	roots: readonly string[]
	readableRoots: readonly string[]
	home: string
	memory: RepositoryMemory
}

/** Whether git goes into the repositories that the index names (`status`, `diff`), or looks at the history alone. */
export type RepositoryReach = 'and those inside' | 'alone'

/**
 * @property reason - a sentence that says why git may do more than read the workspace
 * @property above - where nothing else is to be said against it: the top level of the repository that the workspace is
 * a folder of, which git reads as a whole
 */
export type RepositoryProblem = { reason: string; above?: string }

/**
 * @param folder - real, where git would be started under `GIT_ENVIRONMENT`
 * @returns undefined when it only reads the workspace, or when there is no repository
 */
export async function repositoryProblem(
	folder: string,
	scope: RepositoryScope,
	reach: RepositoryReach = 'and those inside',
): Promise<RepositoryProblem | undefined> {
	try {
		const above = await new RepositoryCheck(scope, reach).from(folder)
		return above === undefined ? undefined : { reason: foundOutside(above), above }
	} catch (error) {
		if (error instanceof Doubt) return { reason: error.message }
		// What the system would not let us look at, nobody has looked at.
		if (!(error instanceof Error && 'code' in error)) throw error
		return { reason: `The repository in ${folder} could not be looked at: ${messageOf(error)}.` }
	}
}

function foundOutside(worktree: string): string {
	return `The repository that git finds is ${worktree}, outside the workspace.`
}

/** Of one repository. Real paths. */
type Repository = {
	own: string
	/** What it shares with other work trees; often its own. */
	shared: string
	worktree: string
	/** What may be read for its sake. */
	allowed: readonly string[]
}

class RepositoryCheck {
	private readonly scope: RepositoryScope
	private readonly reach: RepositoryReach
	private readonly files: RepositoryFiles
	private readonly inWorkspace: readonly string[]
	private readonly seen = new Set<string>()

	constructor(scope: RepositoryScope, reach: RepositoryReach) {
		this.scope = scope
		this.reach = reach
		this.files = createRepositoryFiles(scope.files, scope.memory)
		this.inWorkspace = [...scope.roots, ...scope.readableRoots]
	}

	/**
	 * From the folder up, as git looks for it.
	 * @returns its top level, when the workspace is a folder in it
	 */
	async from(folder: string): Promise<string | undefined> {
		for (let at = folder; ; at = parentOf(at)) {
			const own = await this.files.gitFolder(at)
			if (own !== undefined) return this.found(own, at)
			if (await this.files.isBare(at))
				throw new Doubt(`${at} is a bare repository, whose settings git would obey.`)
			if (at === '/') return undefined
		}
	}

	private async found(own: string, worktree: string): Promise<string | undefined> {
		const shared = await this.files.sharedFolder(own)
		// Otherwise git goes on to the folders above.
		if (!(await this.files.isRepository(own, shared)))
			throw new Doubt(`Whether ${own} is a repository is not clear.`)
		const isAbove = !isIn(this.inWorkspace, worktree)
		// Whose folder holds the home as well shows all of it.
		if (isAbove && isIn([worktree], this.scope.home)) throw new Doubt(foundOutside(worktree))
		const isOurs = this.scope.roots.includes(worktree) && (await this.namesUs(own, worktree))
		const more = isOurs ? [own, shared] : isAbove ? [worktree] : []
		const allowed = [...this.inWorkspace, ...more]
		const repository = { own, shared, worktree, allowed }
		await this.placesOf(repository)
		const settings = await this.files.settings(
			[`${shared}/config`, `${own}/config.worktree`],
			this.scope.home,
		)
		for (const setting of settings) await this.setting(setting, repository)
		for (const folder of new Set([own, shared]))
			for (const link of await this.files.linksIn(folder))
				this.within(allowed, await this.files.real(link), `${link} is a link`)
		if (this.reach === 'and those inside') await this.linked(repository, settings)
		return isAbove ? worktree : undefined
	}

	/**
	 * A linked work tree, or a submodule, that is the workspace itself: the folder outside names it, and nothing that was
	 * done in the workspace can have written that.
	 */
	private async namesUs(own: string, worktree: string): Promise<boolean> {
		if (isIn(this.inWorkspace, own)) return false
		const link = await this.files.path(`${own}/gitdir`, own)
		if (link !== undefined)
			return (await this.files.real(link)) === (await this.files.real(`${worktree}/.git`))
		const settings = await this.files.settings([`${own}/config`], this.scope.home)
		const named = settings.filter(({ name }) => name === 'core.worktree')
		const places = await Promise.all(named.map(({ value = '' }) => this.files.real(from(own, utf8(value)))))
		return places.length > 0 && places.every(place => place === worktree)
	}

	private async placesOf({ own, shared, allowed, worktree }: Repository): Promise<void> {
		for (const folder of [own, shared])
			this.within(allowed, folder, `The settings of ${worktree} are in ${folder}`)
		const queue = [await this.files.real(`${shared}/objects`)]
		for (let at = 0; at < queue.length; at++) {
			const objects = queue[at]!
			this.within(allowed, objects, `The objects of ${worktree} are in ${objects}`)
			if (at > MAX_ALTERNATES) throw new Doubt(`${worktree} borrows objects from too many places.`)
			// What was borrowed outside says where it borrows itself, and was not written here.
			if (!isIn([...this.scope.roots, worktree], objects)) continue
			for (const other of await this.files.alternates(objects)) if (!queue.includes(other)) queue.push(other)
		}
	}

	private async setting(setting: GitSetting, { own, worktree, allowed }: Repository): Promise<void> {
		const { name, value = '' } = setting
		if (actsRegardless(setting))
			throw new Doubt(`The repository sets ${shown(name)}, which can make git run a program.`)
		const base = name === 'core.worktree' ? own : NAMES_A_FILE.has(name) ? worktree : undefined
		if (base === undefined || value === '') return
		const path = utf8(value)
		if (path.startsWith('~') || path.startsWith('%('))
			throw new Doubt(`The repository sets ${name} to ${path}, outside the workspace.`)
		const real = await this.files.real(from(base, path))
		this.within(allowed, real, `The repository sets ${name} to ${path}`)
	}

	/** The repositories that the index names: git may go into each of them, and there nothing we set counts any more. */
	private async linked(repository: Repository, settings: readonly GitSetting[]): Promise<void> {
		const { own, worktree } = repository
		const named = settings.filter(({ name }) => name === 'core.worktree').map(({ value = '' }) => utf8(value))
		const places = await Promise.all(named.map(path => this.files.real(from(own, path))))
		const paths = await this.files.linkedPaths(repository)
		const all = [...new Set([worktree, ...places])].flatMap(place => paths.map(path => `${place}/${path}`))
		await Promise.all(all.map(path => this.nested(path, repository.allowed)))
	}

	private async nested(path: string, allowed: readonly string[]): Promise<void> {
		const own = await this.files.gitFolder(path)
		if (own === undefined) return
		const worktree = await this.files.real(path)
		if (this.seen.has(`${own}\0${worktree}`)) return
		this.seen.add(`${own}\0${worktree}`)
		if (this.seen.size > MAX_NESTED) throw new Doubt(`There are more than ${MAX_NESTED} repositories in it.`)
		const repository = { own, shared: await this.files.sharedFolder(own), worktree, allowed }
		await this.placesOf(repository)
		const files = [`${repository.shared}/config`, `${own}/config.worktree`]
		const settings = (await Promise.all(files.map(file => this.files.config(file)))).flat()
		for (const setting of settings) {
			if (setting.name === 'core.worktree') await this.setting(setting, repository)
			else if (!isHarmless(setting))
				throw new Doubt(
					`The repository in ${worktree} sets ${shown(setting.name)}, and git may go into it and run a program.`,
				)
		}
		await this.linked(repository, settings)
	}

	private within(places: readonly string[], path: string, what: string): void {
		if (!isIn(places, path))
			throw new Doubt(`${what}, outside the workspace${what.includes(path) ? '' : ` at ${path}`}.`)
	}
}

const MAX_NESTED = 2_000
const MAX_ALTERNATES = 20

function isIn(places: readonly string[], path: string): boolean {
	return places.some(place => path === place || place === '/' || path.startsWith(`${place}/`))
}

/** Not put in its simplest form: after a link, `..` is not where it seems. */
function from(folder: string, path: string): string {
	return path.startsWith('/') ? path : `${folder}/${path}`
}

function parentOf(folder: string): string {
	return folder.slice(0, folder.lastIndexOf('/')) || '/'
}

function utf8(bytes: string): string {
	return Buffer.from(bytes, 'latin1').toString()
}

function shown(name: string): string {
	return JSON.stringify(utf8(name)).slice(1, -1)
}
