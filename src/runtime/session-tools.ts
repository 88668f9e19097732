// The tools of one session, each made with what it may reach. The one place where the built-in tools are listed.

import { join } from 'node:path'
import type { ApprovalMode } from '../core/approval.ts'
import type { Host } from '../core/host.ts'
import type { CallId, SessionId } from '../core/ids.ts'
import type { ResultDetail, Tool } from '../core/tool.ts'
import { createBackgroundCommands } from '../tools/background-commands.ts'
import { createApplyPatchTool } from '../tools/builtin/apply-patch.ts'
import { createAskUserTool } from '../tools/builtin/ask-user.ts'
import { createEditTool } from '../tools/builtin/edit.ts'
import { createGenerateImageTool, type DrawImage } from '../tools/builtin/generate-image.ts'
import { createGlobTool } from '../tools/builtin/glob.ts'
import { createGrepTool } from '../tools/builtin/grep.ts'
import { createListTool } from '../tools/builtin/list.ts'
import { createReadTool } from '../tools/builtin/read.ts'
import { createShellTool } from '../tools/builtin/shell.ts'
import { createShellOutputTool } from '../tools/builtin/shell-output.ts'
import { createTodoTool } from '../tools/builtin/todo.ts'
import { createWriteTool } from '../tools/builtin/write.ts'
import { withhold } from '../tools/grants.ts'
import { openWorkspace } from '../tools/paths.ts'
import { createRegistry, type Registry } from '../tools/registry.ts'
import { createSeenFiles } from '../tools/seen-files.ts'
import type { RuntimeOptions } from './options.ts'

export type AskUser = (
	question: { callId: CallId; text: string; options: readonly string[] },
	signal: AbortSignal,
) => Promise<string | undefined>

export type SessionTools = {
	/** In plan mode tools that only change things are not offered; the shell is, for what it can read. */
	offered(mode: ApprovalMode): Registry
	/** Kills what runs in the background. */
	close(): Promise<void>
}

/** @param seen - what earlier runs of the session read, from its log */
export async function openSessionTools(
	options: RuntimeOptions,
	session: {
		host: Host
		sessionId: SessionId
		seen: readonly ResultDetail[]
		ask: AskUser
		/** PATH as commands get it. */
		searchPath: string
		/** Left out, nobody can draw. */
		drawing: { by: string; draw: DrawImage } | undefined
	},
): Promise<SessionTools> {
	const { host } = session
	const { checkSchema } = host
	const workspace = await openWorkspace(host.files, {
		root: options.cwd,
		roots: options.addDirs,
		readableRoots: [artefactFolder(options, session.sessionId)],
		ownFolders: [options.folders.config, options.folders.data, options.folders.state],
		home: options.home,
	})
	const seen = createSeenFiles()
	for (const detail of session.seen) seen.restore(detail)
	const background = createBackgroundCommands()
	const files = { workspace, seen, checkSchema }
	const shell = { workspace, background, checkSchema, searchPath: session.searchPath }
	const tools: readonly Tool[] = [
		createReadTool(files),
		createListTool(files),
		createGlobTool(files),
		createGrepTool(files),
		createEditTool(files),
		createWriteTool(files),
		createApplyPatchTool(files),
		createShellTool(shell),
		createShellOutputTool(shell),
		createTodoTool({ checkSchema }),
		createAskUserTool({ checkSchema, ask: session.ask }),
		...(session.drawing ? [createGenerateImageTool(files, session.drawing)] : []),
	]
	const granted = withhold(createRegistry(tools, options.tools.only).names, options.tools.without)
	const normal = createRegistry(tools, granted)
	const planning = createRegistry(tools, withhold(granted, CHANGING_TOOLS))
	return {
		offered: mode => (mode.kind === 'plan' ? planning : normal),
		close: () => background.killAll(),
	}
}

const CHANGING_TOOLS = ['edit', 'write', 'apply_patch', 'generate_image']

/** Where a session keeps outputs that were too long for a result. */
export function artefactFolder(options: Pick<RuntimeOptions, 'folders'>, sessionId: SessionId): string {
	return join(options.folders.artefacts, sessionId)
}
