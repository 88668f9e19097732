// A throw-away workspace with real files, and the file tools on it, called the way the executor calls them.

import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Host } from '../../../src/core/host.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { PermissionDecision } from '../../../src/core/permission.ts'
import type { ToolContext, ToolResult } from '../../../src/core/tool.ts'
import { createArtefacts } from '../../../src/runtime/host/artefacts.ts'
import { createCheckSchema } from '../../../src/runtime/host/check-schema.ts'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { createNodeShell } from '../../../src/runtime/host/shell.ts'
import { openWorkspace, type Workspace } from '../../../src/safety/paths/paths.ts'
import type { Touches } from '../../../src/safety/permissions/call-subject.ts'
import { createMedia } from '../../../src/services/embedded/media.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'
import type { FileToolDeps } from '../../../src/tools/files/reading-tool.ts'
import { createSeenFiles } from '../../../src/tools/files/seen-files.ts'
import { toolContext } from './tool-context.ts'

export type WorkFolder = {
	/** The workspace's root; beside it lies `outside`, which is none of its roots. */
	root: string
	outside: string
	workspace: Workspace
	deps: FileToolDeps
	host: Host
	path(name: string): string
	write(name: string, content: string | Uint8Array, mode?: number): Promise<void>
	read(name: string): Promise<string>
	/** Marks files as read, as the read tool would. */
	see(...names: string[]): Promise<void>
	assess(
		tool: Tool,
		input: unknown,
		given?: Partial<ToolContext>,
	): Promise<{ assessment: PermissionDecision; touches: Touches; run(): Promise<ToolResult> }>
	call(tool: Tool, input: unknown): Promise<ToolResult>
	/** The outcome and the text of a call, which is what a model sees of it. */
	say(tool: Tool, input: unknown): Promise<string>
}

export async function openWorkFolder(content: Record<string, string | Uint8Array> = {}): Promise<WorkFolder> {
	const base = await realpath(await mkdtemp(join(tmpdir(), 'work-folder-')))
	onTestFinished(() => rm(base, { recursive: true, force: true, maxRetries: 5 }))
	const root = join(base, 'work')
	const outside = join(base, 'outside')
	await Promise.all([root, outside].map(folder => mkdir(folder)))
	const host = createHost(base)
	const workspace = await openWorkspace(host.files, {
		root,
		readableRoots: [join(base, 'artefacts')],
		ownFolders: [join(base, 'own')],
		home: join(base, 'home'),
	})
	const deps = { workspace, seen: createSeenFiles(), checkSchema: host.checkSchema }
	const folder = withCalls({ root, outside, workspace, deps, host })
	for (const [name, text] of Object.entries(content)) await folder.write(name, text)
	return folder
}

type Basis = Pick<WorkFolder, 'root' | 'outside' | 'workspace' | 'deps' | 'host'>

function withCalls(basis: Basis): WorkFolder {
	const { host, root, deps } = basis
	const signal = new AbortController().signal
	const assess: WorkFolder['assess'] = async (tool, json, given) => {
		const prepared = await tool.prepare(JSON.parse(JSON.stringify(json)))
		if ('problem' in prepared) throw new Error(prepared.problem)
		const { permission: assessment, touches, run } = await prepared.assess({ host, signal })
		return { assessment, touches, run: () => run(toolContext(host, given)) }
	}
	const call: WorkFolder['call'] = async (tool, input) => (await assess(tool, input)).run()
	const path = (name: string) => join(root, name)
	return {
		...basis,
		path,
		async write(name, content, mode) {
			await mkdir(dirname(path(name)), { recursive: true })
			await writeFile(path(name), content)
			if (mode !== undefined) await chmod(path(name), mode)
		},
		read: name => readFile(path(name), 'utf8'),
		async see(...names) {
			const { createReadTool } = await import('../../../src/tools/builtin/read.ts')
			for (const name of names) await call(createReadTool(deps), { path: name })
		},
		assess,
		call,
		async say(tool, input) {
			const result = await call(tool, input)
			return `${result.outcome}: ${textOf(result.content)}`
		},
	}
}

/** One for all, because each one watches for the end of the process. */
const shell = createNodeShell()

function createHost(base: string): Host {
	return {
		// No time passes here.
		clock: { now: () => 0, monotonicMs: () => 0, sleep: (_ms, signal) => fired(signal) },
		files: createNodeFiles(),
		shell,
		media: createMedia(join(base, 'media')),
		artefacts: createArtefacts(join(base, 'artefacts')),
		secrets: { known: () => [] },
		checkSchema: createCheckSchema(),
	}
}

function fired(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal.aborted) resolve()
		else signal.addEventListener('abort', () => resolve(), { once: true })
	})
}
