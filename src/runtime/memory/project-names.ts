// What the project is known by: its git origin before its folder, so that clones, work trees and containers have one
// memory. Found out once.

import { projectIdentity } from '../../workspace/places/git-origin.ts'
import { findProject } from '../../workspace/places/project.ts'

export type ProjectNames = {
	project(): Promise<string>
	/** What it was known by before it had an origin. */
	root(): Promise<string>
	/** The first of these, where it is known by now and not the folder. */
	known(): string | undefined
}

/**
 * @param isUntrusted - the folder could say that it is a clone of anything, to be told what was said there
 * @param given - by whoever cloned it
 */
export function createProjectNames(cwd: string, isUntrusted: boolean, given?: string): ProjectNames {
	let names: Promise<{ root: string; project: string }> | undefined
	let known: string | undefined
	const found = () =>
		(names ??= (async () => {
			const { root } = await findProject(cwd)
			const project = given ?? (isUntrusted ? root : await projectIdentity(cwd))
			if (project !== root) known = project
			return { root, project }
		})())
	return {
		project: async () => (await found()).project,
		root: async () => (await found()).root,
		known: () => known,
	}
}
