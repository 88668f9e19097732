// Restoring: carries out a rewind plan on the disk, each file whole or not at all, nothing through a link, and
// nothing that is no longer what the plan was made from. What fails is told by its path and left for another time.

import { chmod, mkdir, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { onDisk } from '../../core/text/byte-names.ts'
import { errnoOf } from './disk-errors.ts'
import type { TreeEntry } from './entry.ts'
import { demandAsPlanned, demandStraight, isStill, type Look } from './expected-state.ts'
import { putContent, type ReadContent } from './put-content.ts'
import { gitOf, isGitObject } from './repositories.ts'
import type { FolderAccess } from './restore-journal.ts'
import type { RestoreStep } from './steps.ts'

export type Restored = { done: readonly RestoreStep[]; skipped: readonly Skipped[] }
export type Skipped = { path: string; why: string }

export type RestoreTools = {
	read: ReadContent
	/** What files are called until they are whole, followed by a number. */
	temporaryName: string
	access: FolderAccess
	maxFileBytes: number
}

export function restore(steps: readonly RestoreStep[], tools: RestoreTools): Promise<Restored> {
	return new Restoring(steps, tools).all()
}

class Restoring {
	private readonly steps: readonly RestoreStep[]
	private readonly byPath: ReadonlyMap<string, RestoreStep>
	private readonly tools: RestoreTools
	private readonly look: Look
	private readonly skipped = new Map<string, string>()
	/** Folders in which something else lies. */
	private readonly stayed = new Set<string>()
	private number = 0

	constructor(steps: readonly RestoreStep[], tools: RestoreTools) {
		this.steps = [...steps].sort((a, b) => depth(a) - depth(b))
		this.byPath = new Map(steps.map(step => [step.path, step]))
		this.tools = tools
		this.look = { maxFileBytes: tools.maxFileBytes }
	}

	async all(): Promise<Restored> {
		const shallowFirst = this.steps
		const deepFirst = shallowFirst.toReversed()
		// A folder that must not be written in has to let us in first; its own bits come last.
		await this.each(shallowFirst.filter(isFolderStill), async step => {
			await demandAsPlanned(step, this.look)
			await chmod(onDisk(step.path), step.to.mode | 0o700)
		})
		const inTheWay = deepFirst.filter(isInTheWay)
		await this.each(
			inTheWay.filter(step => !this.isLastToGo(step)),
			step => this.remove(step),
		)
		await this.each(shallowFirst.filter(isNewFolder), async ({ path }) => {
			demandStraight(path)
			await this.tools.access.open(dirname(path))
			await mkdir(onDisk(path), { recursive: true })
		})
		for (const some of inOrder(shallowFirst.filter(isContent))) await this.each(some, step => this.put(step))
		await this.each(
			inTheWay.filter(step => this.isLastToGo(step)),
			async step => {
				const git = gitOf(step.path)
				const failed = [...this.skipped.keys()].find(path => git !== undefined && gitOf(path) === git)
				if (failed !== undefined) throw new Error(`${failed} could not be put back`)
				await this.remove(step)
			},
		)
		const again = deepFirst.filter(isInTheWay).filter(({ path }) => this.stayed.has(path))
		this.stayed.clear()
		await this.each(again, step => this.remove(step))
		await this.each(deepFirst.filter(isFolderAfterwards), async ({ path, to }) => {
			demandStraight(path)
			await chmod(onDisk(path), to.mode)
		})
		const isDone = ({ path }: RestoreStep) => !this.skipped.has(path) && !this.stayed.has(path)
		return {
			done: this.steps.filter(isDone),
			skipped: [...this.skipped].map(([path, why]) => ({ path, why })),
		}
	}

	private async each<Some extends RestoreStep>(
		some: readonly Some[],
		work: (step: Some) => Promise<void>,
	): Promise<void> {
		for (const step of some) {
			if (this.skipped.has(step.path) || this.stayed.has(step.path)) continue
			await work(step).catch(error => this.skipped.set(step.path, messageOf(error)))
		}
	}

	/** What git still needs while the rest is put back: killed in between, the repository is whole. */
	private isLastToGo({ path, to, heldBy }: RestoreStep): boolean {
		if (heldBy !== undefined) return true
		if (to || !isGitObject(path)) return false
		const git = this.byPath.get(gitOf(path) ?? '')
		return !git || git.to?.kind === 'folder'
	}

	private async remove(step: Removal): Promise<void> {
		await demandAsPlanned(step, this.look)
		const { heldBy, from } = step
		if (heldBy !== undefined && !(await isStill(heldBy, from, this.look)))
			throw new Error('it is the only name of a file that was not kept')
		await this.tools.access.open(dirname(step.path))
		if (step.from.kind !== 'folder') await unlink(onDisk(step.path))
		else if (await removeIfEmpty(step.path)) return
		else if (step.to) throw new Error('it is a folder now in which something else lies')
		else this.stayed.add(step.path)
	}

	private async put(step: Making): Promise<void> {
		const { path, to } = step
		await demandAsPlanned(isInTheWay(step) ? { ...step, from: undefined } : step, this.look)
		if (isOnlyMode(step)) return chmod(onDisk(path), to.mode)
		await this.tools.access.open(dirname(path))
		await mkdir(onDisk(dirname(path)), { recursive: true })
		const temporary = join(dirname(path), `${this.tools.temporaryName}${this.number++}.tmp`)
		await putContent(step, { temporary, read: this.tools.read, look: this.look })
	}
}

type Removal = RestoreStep & { from: TreeEntry }
type Making = RestoreStep & { to: TreeEntry }

/**
 * Objects before what names them, what takes a place before what changes the file in it, whose other names would no
 * longer be as planned, and a file before the other names that it is to have.
 */
function inOrder(contents: readonly Making[]): readonly (readonly Making[])[] {
	const [objects, replaced, changed, links]: [Making[], Making[], Making[], Making[]] = [[], [], [], []]
	for (const step of contents) {
		if (step.linkTo !== undefined) links.push(step)
		else if (isGitObject(step.path)) objects.push(step)
		else (isOnlyMode(step) || step.isInPlace ? changed : replaced).push(step)
	}
	return [objects, replaced, changed, links]
}

/** A step whose content and mode are both as they were is there to part names of one file. */
function isOnlyMode({ from, to, linkTo }: Making): boolean {
	if (linkTo !== undefined || from?.kind !== 'file' || to.kind !== 'file') return false
	return from.mode !== to.mode && from.content === to.content
}

/** A file or link may take the place of another one; a folder may not, nor anything that of a folder. */
function isInTheWay(step: RestoreStep): step is Removal {
	const { from, to } = step
	return from !== undefined && (!to || (from.kind === 'folder') !== (to.kind === 'folder'))
}

function isFolderStill(step: RestoreStep): step is Making {
	return step.from?.kind === 'folder' && step.to?.kind === 'folder'
}

function isNewFolder({ from, to }: RestoreStep): boolean {
	return to?.kind === 'folder' && from?.kind !== 'folder'
}

function isContent(step: RestoreStep): step is Making {
	return step.to !== undefined && step.to.kind !== 'folder'
}

function isFolderAfterwards(step: RestoreStep): step is Making {
	return step.to?.kind === 'folder'
}

async function removeIfEmpty(path: string): Promise<boolean> {
	try {
		await rmdir(onDisk(path))
		return true
	} catch (error) {
		const code = errnoOf(error)
		if (code === 'ENOTEMPTY' || code === 'EEXIST') return false
		throw error
	}
}

function depth({ path }: RestoreStep): number {
	return path.split('/').length
}
