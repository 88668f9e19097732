// Isolation: an agent that works on a copy of the folder, and what it changed put back when it has finished, as one edit
// that is judged and shown like any other.

import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { OneAtATime } from '../../core/async/one-at-a-time.ts'
import type { Files } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { CheckSchema } from '../../core/json.ts'
import { textOf } from '../../core/messages.ts'
import { problem } from '../../core/problems/problem.ts'
import type { Workspace } from '../../safety/paths/paths.ts'
import type { CallContext, Tool } from '../../tools/executor/tool.ts'
import { defineChangingTool } from '../../tools/files/changing-tool.ts'
import type { FileChange } from '../../tools/files/file-change.ts'
import { createSeenFiles, sha256Of } from '../../tools/files/seen-files.ts'
import type { RunGit } from '../../workspace/worktrees/git.ts'
import { type MergedFile, mergeOf } from '../../workspace/worktrees/merge.ts'
import { changesIn, makeWorktree, removeWorktree, type Worktree } from '../../workspace/worktrees/worktree.ts'
import type { AgentEnd } from './sub-agent.ts'

export type Isolation = {
	open(agent: string): Promise<Worktree>
	/** @returns what became of its changes, in words for the one that delegated */
	close(worktree: Worktree, end: AgentEnd, context: CallContext): Promise<string | undefined>
}

export function createIsolation(given: {
	cwd: string
	/** Where worktrees are. */
	folder: string
	newName(): SessionId
	workspace: Workspace
	checkSchema: CheckSchema
	git: RunGit
}): Isolation {
	const { cwd, folder, newName, git } = given
	// Each is merged with what the ones before it have left.
	const merges = new OneAtATime()
	return {
		open: agent => makeWorktree({ cwd, folder: join(folder, newName()), agent }, git),
		async close(worktree, end, context) {
			const changes = await changesIn(worktree, git)
			if (changes.length === 0) {
				await removeWorktree(worktree)
				return undefined
			}
			if (end.reason !== 'finished' && end.reason !== 'tool-denied')
				return `What it changed is not merged, because it did not finish. ${kept(worktree)}`
			return merges.run(() => mergeBack(worktree, { ...given, ...context }))
		},
	}
}

type MergeContext = Pick<CallContext, 'host' | 'perform'> & {
	workspace: Workspace
	checkSchema: CheckSchema
	git: RunGit
}

async function mergeBack(worktree: Worktree, context: MergeContext): Promise<string> {
	let others: readonly string[] = []
	const tool = mergeTool(worktree, context, found => {
		others = found
	})
	const result = await context.perform?.(tool)
	const said = result ? textOf(result.content) : 'nothing can be merged here'
	if (result?.outcome !== 'ok') return `What it changed is not merged: ${said}\n${kept(worktree)}`
	if (others.length > 0)
		return `Merged:\n${said}\nNot merged, because they are links or repositories: ${others.join(', ')}. ${kept(worktree)}`
	await removeWorktree(worktree)
	return `Merged:\n${said}`
}

function kept({ tree }: Worktree): string {
	return `Its worktree stays in ${tree}.`
}

/** An edit of all files at once: planned on the files as they are when its turn comes. */
function mergeTool(
	worktree: Worktree,
	{ workspace, checkSchema, git, host }: MergeContext,
	tell: (others: readonly string[]) => void,
): Tool {
	const seen = createSeenFiles()
	let modes: readonly MergedFile[] = []
	const tool = defineChangingTool<Record<string, never>>(
		{
			name: 'merge',
			description: '',
			inputSchema: { type: 'object', properties: {} },
			subject: () => '',
			async plan(_, open) {
				const at = (path: string) => join(worktree.repository, path)
				const read = async (path: string) => (await open(at(path))).before
				const { files, conflicts, others } = await mergeOf(worktree, read, git)
				tell(others)
				if (conflicts.length > 0)
					return {
						problem: problem`conflicts in ${conflicts.join(', ')}: your folder and the agent changed the same. Nothing was changed.`,
					}
				modes = files.filter(({ isExecutable }) => isExecutable !== undefined)
				return Promise.all(files.map(file => changeOf(file, at(file.path), open, seen)))
			},
		},
		{ workspace, seen, checkSchema },
	)
	return withModes(tool, () => setModes(modes, worktree.repository, host.files))
}

async function changeOf(
	{ before, after }: MergedFile,
	path: string,
	open: (path: string) => Promise<Pick<FileChange, 'place'>>,
	seen: ReturnType<typeof createSeenFiles>,
): Promise<FileChange> {
	const { place } = await open(path)
	// The merge knows what is in it.
	if (before) seen.mark(place.real, sha256Of(before))
	return { place, before, after }
}

/** What a file is for is no part of its text, so the edit leaves it as it was. */
function withModes(tool: Tool, set: () => Promise<void>): Tool {
	return {
		...tool,
		async prepare(input) {
			const prepared = await tool.prepare(input)
			if ('problem' in prepared) return prepared
			return {
				...prepared,
				async assess(context) {
					const assessed = await prepared.assess(context)
					return {
						...assessed,
						async run(call) {
							const result = await assessed.run(call)
							if (result.outcome === 'ok') await set()
							return result
						},
					}
				},
			}
		},
	}
}

async function setModes(files: readonly MergedFile[], repository: string, host: Files): Promise<void> {
	for (const { path, isExecutable } of files) {
		const real = await host.realPath(join(repository, path))
		await chmod(real, isExecutable ? 0o755 : 0o644)
	}
}
