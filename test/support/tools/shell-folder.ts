// A throw-away workspace with the shell tools on it: real bash, real git, real time.

import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Host } from '../../../src/core/host.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { PermissionDecision } from '../../../src/core/permission.ts'
import type { ToolResult } from '../../../src/core/tool.ts'
import { createCheckSchema } from '../../../src/runtime/host/check-schema.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { createNodeShell, type NodeShell } from '../../../src/runtime/host/shell.ts'
import { openWorkspace } from '../../../src/safety/paths/paths.ts'
import { createShellTool } from '../../../src/tools/builtin/shell.ts'
import { createShellOutputTool } from '../../../src/tools/builtin/shell-output.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'
import { createBackgroundCommands } from '../../../src/tools/process/background-commands.ts'
import { toolContext } from './tool-context.ts'

export type ShellFolder = {
	root: string
	/** Beside the workspace. */
	outside: string
	home: string
	shell: NodeShell
	shellTool: Tool
	outputTool: Tool
	write(name: string, content: string, mode?: number): Promise<string>
	/** Runs git in the workspace, as the user would. */
	git(...args: string[]): void
	assess(input: unknown): Promise<PermissionDecision>
	run(tool: Tool, input: unknown, watch?: Watch): Promise<ToolResult>
	say(tool: Tool, input: unknown): Promise<string>
}

type Watch = { signal?: AbortSignal; progress?(text: string): void }

/**
 * @param pathOf - PATH as the commands get it; left out, it is this process's
 * @param place - of the workspace, below the folder that holds what is outside of it, too
 */
export async function openShellFolder(
	pathOf: (folders: { root: string; outside: string }) => string = () => process.env.PATH ?? '',
	place = 'work',
): Promise<ShellFolder> {
	const base = await realpath(await mkdtemp(join(tmpdir(), 'shell-folder-')))
	const [root, outside, home] = [place, 'outside', 'home'].map(name => join(base, name)) as [
		string,
		string,
		string,
	]
	await Promise.all([root, outside, home].map(folder => mkdir(folder, { recursive: true })))
	const env = { ...process.env, HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
	const shell = createNodeShell({ env })
	onTestFinished(async () => {
		await shell.killAll()
		await rm(base, { recursive: true, force: true, maxRetries: 5 })
	})
	const host = hostOf(shell)
	const deps = {
		workspace: await openWorkspace(host.files, { root, home }),
		background: createBackgroundCommands(),
		checkSchema: host.checkSchema,
		searchPath: pathOf({ root, outside }),
	}
	const shellTool: Tool = createShellTool(deps)
	const assessed = async (tool: Tool, json: unknown, signal: AbortSignal) => {
		const prepared = await tool.prepare(JSON.parse(JSON.stringify(json)))
		if ('problem' in prepared) throw new Error(prepared.problem)
		return prepared.assess({ host, signal })
	}
	const run: ShellFolder['run'] = async (
		tool,
		json,
		{ signal = new AbortController().signal, progress = () => {} } = {},
	) => (await assessed(tool, json, signal)).run(toolContext(host, { signal, progress }))
	return {
		root,
		outside,
		home,
		shell,
		shellTool,
		outputTool: createShellOutputTool(deps),
		async write(name, content, mode = 0o644) {
			const path = join(root, name)
			await mkdir(dirname(path), { recursive: true })
			await writeFile(path, content, { mode })
			return path
		},
		git(...args) {
			const user = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
			const { status, stderr } = spawnSync('git', [...user, ...args], { cwd: root, env })
			if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
		},
		assess: async json => (await assessed(shellTool, json, new AbortController().signal)).permission,
		run,
		async say(tool, json) {
			const result = await run(tool, json)
			return `${result.outcome}: ${textOf(result.content)}`
		},
	}
}

function hostOf(shell: NodeShell): Host {
	const unused = async () => {
		throw new Error('not for the shell')
	}
	return {
		clock: nodeClock,
		files: createNodeFiles(),
		shell,
		media: { put: unused, get: unused },
		artefacts: { save: unused },
		secrets: { known: () => [] },
		checkSchema: createCheckSchema(),
	}
}
