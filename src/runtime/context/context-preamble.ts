// What stands before a session's first prompt: where we are, what the folder's instructions say, the notes taken.
// User messages all of it: text from files never gets into the system prompt.

import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { findProject, gitBranch } from '../../workspace/places/project.ts'
import { environmentNote } from '../../workspace/prompt/environment-note.ts'
import { instructionsMessage, readInstructions } from '../../workspace/prompt/instructions.ts'
import { readNotes } from '../../workspace/prompt/notes.ts'
import type { RuntimeOptions } from '../options.ts'

export type PreambleContext = {
	cwd: string
	home: string
	folders: HomeFolders
	platform: string
	now: number
	withInstructions: boolean
	/** What else there is to know of, as foreign text. */
	listed?: readonly (string | undefined)[]
}

/** Read once: what happens to the files meanwhile is told when the session is taken up again. */
export async function readPreamble(
	place: PreambleContext,
): Promise<{ sections: readonly string[]; problems: readonly string[] }> {
	const { cwd, folders, home } = place
	const project = await findProject(cwd)
	const [branch, instructions, notes] = await Promise.all([
		gitBranch(project),
		place.withInstructions ? readInstructions({ cwd, home, userFolder: folders.config }) : undefined,
		place.withInstructions ? readNotes({ folders, projectRoot: project.root }) : undefined,
	])
	const sections = [
		environmentNote({
			cwd,
			projectRoot: project.root,
			platform: place.platform,
			date: new Date(place.now).toISOString().slice(0, 10),
			git: project.gitFolder === undefined ? undefined : { branch },
		}),
		instructionsMessage(instructions?.files ?? []),
		notes === undefined ? undefined : `<notes>\n${notes}\n</notes>`,
		...(place.listed ?? []),
	]
	return {
		sections: sections.filter(section => section !== undefined),
		problems: instructions?.problems ?? [],
	}
}

/** What the agent is that the session belongs to, where a file says it. */
export function agentInstructions({ instructions }: Pick<RuntimeOptions, 'instructions'>): readonly string[] {
	if (!instructions) return []
	const { agent, path, text } = instructions
	return [
		`<agent name=${JSON.stringify(agent)} file=${JSON.stringify(path)}>\n${text}\n</agent>\nThat is how you work.`,
	]
}
