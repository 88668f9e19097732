// The tools of one session, each made with what it may reach. The one place where the built-in tools are listed.

import { join } from 'node:path'
import type { ApprovalMode } from '../../core/approval.ts'
import type { ShownEvent } from '../../core/events.ts'
import type { Host } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import { backgroundEndLine, backgroundEndsText } from '../../core/text/background-end.ts'
import type { ResultDetail } from '../../core/tool.ts'
import { openWorkspace, type Workspace } from '../../safety/paths/paths.ts'
import { commandSandbox, type SandboxWiring } from '../../sandbox/session-sandbox.ts'
import { createApplyPatchTool } from '../../tools/builtin/apply-patch.ts'
import { createAskUserTool } from '../../tools/builtin/ask-user.ts'
import { createEditTool } from '../../tools/builtin/edit.ts'
import { createFetchTool } from '../../tools/builtin/fetch.ts'
import { createGenerateImageTool, type Drawing } from '../../tools/builtin/generate-image.ts'
import { createGlobTool } from '../../tools/builtin/glob.ts'
import { createGrepTool } from '../../tools/builtin/grep.ts'
import { createListTool } from '../../tools/builtin/list.ts'
import { createOutlineTool } from '../../tools/builtin/outline.ts'
import { createReadTool } from '../../tools/builtin/read.ts'
import { createShellTool } from '../../tools/builtin/shell.ts'
import { createShellOutputTool } from '../../tools/builtin/shell-output.ts'
import { createTodoTool } from '../../tools/builtin/todo.ts'
import { createWebSearchTool } from '../../tools/builtin/web-search.ts'
import { createWriteTool } from '../../tools/builtin/write.ts'
import { withhold } from '../../tools/executor/grants.ts'
import type { AskModel } from '../../tools/executor/own-tool.ts'
import { createRegistry, type Registry } from '../../tools/executor/registry.ts'
import type { Tool } from '../../tools/executor/tool.ts'
import { createSeenFiles } from '../../tools/files/seen-files.ts'
import { createBackgroundCommands } from '../../tools/process/background-commands.ts'
import { isServerPattern } from '../extensions/mcp/server-pattern.ts'
import type { SessionExtensions } from '../extensions/session-extensions.ts'
import type { MemoryForTools } from '../memory/session-memory.ts'
import type { RuntimeOptions } from '../options.ts'
import { ownToolsOf } from './own-tools.ts'
import { createRecallTool } from './recall.ts'
import { createRememberTool } from './remember.ts'
import { createSkillTool } from './skill.ts'
import { searchEngine, webNetwork, webRules } from './web-network.ts'

export type SessionTools = {
	workspace: Workspace
	/** In plan mode tools that only change things are not offered; the shell is, for what it can read. */
	toolsFor(mode: ApprovalMode): Registry
	/** Before a run takes its tools: waits a while for what comes from elsewhere. From then on they stay as they are. */
	ready(signal: AbortSignal): Promise<void>
	/** The files the model knows are these and no others. */
	knows(seen: readonly ResultDetail[]): void
	/** Finds out whether commands can be held, which otherwise the first command does. */
	probeSandbox(): Promise<void>
	/** What has ended in the background, for the model, which is told once. */
	takeNews(): string | undefined
	/** Kills what runs in the background. */
	close(): Promise<void>
}

type ToolsOfSession = {
	host: Host
	sessionId: SessionId
	/** What earlier runs read, from the log. */
	seen: readonly ResultDetail[]
	/** PATH as commands get it. */
	searchPath: string
	/** Left out, commands run as the user's own. */
	sandbox?: SandboxWiring
	/** Left out, nobody can draw. */
	drawing: Drawing | undefined
	/** What looks back and what keeps notes. Left out where memory is switched off. */
	memory: MemoryForTools | undefined
	/** Skills to load. Left out, there are none. */
	extensions?: Pick<SessionExtensions, 'skillTool' | 'readableRoots'>
	/** Asks a model for a host's own tool. */
	askModel?: AskModel | undefined
	/** Starts sub-agents. Left out where there may be none. */
	delegate?: ((workspace: Workspace) => Tool) | undefined
	/** Tells the user something that no run has to do with. */
	show(event: ShownEvent): void
}

export async function openSessionTools(
	options: RuntimeOptions,
	session: ToolsOfSession,
): Promise<SessionTools> {
	const { host } = session
	const { checkSchema } = host
	const workspace = await openWorkspace(host.files, {
		root: options.cwd,
		roots: options.addDirs,
		readableRoots: [
			artefactFolder(options, session.sessionId),
			...(session.extensions?.readableRoots ?? []),
			...(await borrowed(options)),
		],
		ownFolders: options.folders.own,
		home: options.home,
	})
	const seen = createSeenFiles()
	for (const detail of session.seen) seen.restore(detail)
	const background = createBackgroundCommands({
		clock: host.clock,
		ended: end =>
			session.show({
				type: 'notice',
				level: end.isFailure ? 'warning' : 'info',
				text: backgroundEndLine(end),
			}),
	})
	const sandboxed = session.sandbox && (await commandSandbox(options, workspace, host.files, session.sandbox))
	const builtIn = builtInTools(options, session, { workspace, seen, background, sandboxed })
	const { builtIn: wanted } = options.tools
	const ours = wanted ? builtIn.filter(({ spec }) => wanted.includes(spec.name)) : builtIn
	const takeOwn = ownToolsOf(options, { ...session, checkSchema })
	let offered = offeredTools([...ours, ...takeOwn().tools], options)
	return {
		workspace,
		toolsFor: mode => (mode.kind === 'plan' ? offered.planning : offered.normal),
		ready: async () => {
			const { tools, isSame } = takeOwn()
			if (!isSame) offered = offeredTools([...ours, ...tools], options)
		},
		knows(details) {
			seen.forgetAll()
			for (const detail of details) seen.restore(detail)
		},
		async probeSandbox() {
			await sandboxed?.sandbox.state()
		},
		takeNews() {
			const ends = background.takeEnds()
			return ends.length === 0 ? undefined : backgroundEndsText(ends.map(backgroundEndLine))
		},
		close: () => background.killAll(),
	}
}

/** The one list of them; its order is part of each request. */
function builtInTools(
	options: RuntimeOptions,
	session: ToolsOfSession,
	{
		workspace,
		seen,
		background,
		sandboxed,
	}: {
		workspace: Workspace
		seen: ReturnType<typeof createSeenFiles>
		background: ReturnType<typeof createBackgroundCommands>
		sandboxed: Awaited<ReturnType<typeof commandSandbox>> | undefined
	},
): readonly Tool[] {
	const { checkSchema } = session.host
	const files = { workspace, seen, checkSchema, permissions: options.permissions }
	const shell = { workspace, background, checkSchema, searchPath: session.searchPath, ...sandboxed }
	return [
		createReadTool(files),
		createListTool(files),
		createGlobTool(files),
		createGrepTool(files),
		createOutlineTool(files),
		createEditTool(files),
		createWriteTool(files),
		createApplyPatchTool(files),
		createShellTool(shell),
		createShellOutputTool(shell),
		createFetchTool({ checkSchema, network: webNetwork(options), rules: webRules(options) }),
		...searchEngine(options).map(search => createWebSearchTool({ checkSchema, ...search })),
		createTodoTool({ checkSchema }),
		createAskUserTool({ checkSchema }),
		...(session.drawing ? [createGenerateImageTool(files, session.drawing)] : []),
		...(session.extensions?.skillTool
			? [createSkillTool({ ...session.extensions.skillTool, checkSchema })]
			: []),
		...(session.memory ? memoryTools({ ...session, memory: session.memory }) : []),
		...(session.delegate ? [session.delegate(workspace)] : []),
	]
}

/** `planning`: without those that only change things. */
function offeredTools(
	tools: readonly Tool[],
	{ tools: { only, without, mayBeMissing } }: RuntimeOptions,
): { normal: Registry; planning: Registry } {
	const granted = withhold(
		createRegistry(
			tools,
			only?.filter(
				name => !isServerPattern(name) && (!mayBeMissing || tools.some(({ spec }) => spec.name === name)),
			),
		).names,
		without,
	)
	const acting = tools.filter(({ facts }) => facts?.phase !== 'plan').map(({ spec }) => spec.name)
	return {
		normal: createRegistry(tools, granted),
		planning: createRegistry(tools, withhold(granted, acting)),
	}
}

function memoryTools({
	host: { checkSchema },
	sessionId,
	memory,
}: {
	host: Host
	sessionId: SessionId
	memory: MemoryForTools
}): readonly Tool[] {
	return [
		createRecallTool({ ...memory.recall, sessionId, checkSchema }),
		createRememberTool({ remember: memory.remember, checkSchema }),
	]
}

/** Git in a worktree of ours reads them. */
async function borrowed({ cwd, folders }: RuntimeOptions): Promise<readonly string[]> {
	if (!cwd.startsWith(`${folders.worktrees}/`)) return []
	const { borrowedObjects } = await import('../../workspace/worktrees/borrowed-objects.ts')
	return borrowedObjects(cwd, folders.worktrees)
}

/** Where a session keeps outputs that were too long for a result. */
export function artefactFolder(options: Pick<RuntimeOptions, 'folders'>, sessionId: SessionId): string {
	return join(options.folders.artefacts, sessionId)
}
