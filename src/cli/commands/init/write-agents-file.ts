// Writes an AGENTS.md, never over one that exists unless that was asked for, and never without showing what changes.

import { lstat, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentError } from '../../../core/errors.ts'
import { createNodeFiles } from '../../../runtime/host/files.ts'
import { unifiedDiff } from '../../../tools/files/diff.ts'
import { agentsMarkdown } from '../../../workspace/agents-file/agents-markdown.ts'
import { projectFacts } from '../../../workspace/agents-file/project-facts.ts'

const NAME = 'AGENTS.md'

export type AgentsFile = { path: string; before: string | undefined }

/** @throws AgentError `usage` where it is something that must not be written through */
export async function findAgentsFile(folder: string): Promise<AgentsFile> {
	const path = join(folder, NAME)
	const found = await lstat(path).catch(() => undefined)
	if (!found) return { path, before: undefined }
	if (!found.isFile())
		throw new AgentError(
			'usage',
			`${path} is ${found.isSymbolicLink() ? 'a link' : 'no file'}; write to where it leads instead`,
		)
	return { path, before: await readFile(path, 'utf8') }
}

/** From what the files say, without a model. @throws AgentError `usage` where they say nothing */
export async function mechanicalText(folder: string): Promise<string> {
	const facts = await projectFacts(folder, createNodeFiles(), new AbortController().signal)
	const { commands, layout, reading, checks } = facts
	if ([commands, layout, reading, checks].every(list => list.length === 0))
		throw new AgentError('usage', `nothing in ${folder} says how to work there, so there is nothing to write`)
	return agentsMarkdown(facts)
}

/** @returns what would change, empty where nothing does */
export async function changeOf({ before }: AgentsFile, after: string): Promise<string> {
	return before === after ? '' : (await unifiedDiff({ path: NAME, before, after })).diff
}

/** Of a new file nothing is replaced that came in the meantime. */
export async function putAgentsFile({ path, before }: AgentsFile, after: string): Promise<void> {
	if (before === undefined) return writeFile(path, after, { flag: 'wx' })
	await createNodeFiles().writeAtomic(path, Buffer.from(after))
}
