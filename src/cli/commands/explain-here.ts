// The permission decision on a shell command in this folder, as the next call of a session here would get it: the text,
// the files and repositories it is about, the user's rules, the trusted folder's, and the approval mode of the settings.

import { AgentError } from '../../core/errors.ts'
import type { Host } from '../../core/host.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import { createArtefacts } from '../../runtime/host/artefacts.ts'
import { createCheckSchema } from '../../runtime/host/check-schema.ts'
import { nodeClock } from '../../runtime/host/clock.ts'
import { createNodeFiles } from '../../runtime/host/files.ts'
import { createNodeShell } from '../../runtime/host/shell.ts'
import { openPermissionBook } from '../../runtime/permissions/permission-book.ts'
import { evaluate } from '../../safety/evaluate.ts'
import { openWorkspace } from '../../safety/paths/paths.ts'
import { callSubject } from '../../safety/permissions/call-subject.ts'
import { withRealNames } from '../../safety/permissions/real-rules.ts'
import { sandboxedCommands } from '../../safety/sandbox/unasked-commands.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { createSandboxedChoice } from '../../sandbox/sandboxed-choice.ts'
import { commandSandbox } from '../../sandbox/session-sandbox.ts'
import { createMedia } from '../../services/embedded/media.ts'
import { createShellTool } from '../../tools/builtin/shell.ts'
import { createBackgroundCommands } from '../../tools/process/background-commands.ts'
import { type Environment, homeFolders } from '../../workspace/places/home-folders.ts'
import { loadSettings } from '../../workspace/settings-layers.ts'
import { unusedContent } from '../../workspace/trust/unused-content.ts'
import { approvalMode } from '../startup/flags.ts'
import { settleTrust } from '../startup/folder-trust.ts'

export type DecideHere = {
	decide(command: string): Promise<PermissionDecision>
	/** What does not count here and why. Whole sentences. */
	problems: readonly string[]
	close(): Promise<void>
}

/** @throws AgentError `config-invalid` for settings or rules of the user's own that cannot be read */
export async function decideHere({
	cwd,
	home,
	env,
}: {
	cwd: string
	home: string
	env: Environment
}): Promise<DecideHere> {
	const folders = homeFolders({ env, home, cwd })
	// Nobody is asked: what is not trusted already does not count, as in `agent run`.
	const folder = await settleTrust({ cwd, folders, ask: undefined })
	const checkSchema = async () => (await import('../../runtime/host/settings-check.ts')).createSettingsCheck()
	const loaded = await loadSettings({
		folder,
		folders,
		cwd,
		env,
		flags: {},
		checkSchema,
	})
	const { settings, rules: written, problems } = loaded
	const permissions = await openPermissionBook({ written, folders, root: folder.realRoot })
	const shell = createNodeShell({ env })
	const host: Host = {
		clock: nodeClock,
		shell,
		files: createNodeFiles(),
		checkSchema: createCheckSchema(),
		artefacts: createArtefacts(folders.artefacts),
		media: createMedia(folders.media),
		secrets: { known: () => [] },
	}
	const workspace = await openWorkspace(host.files, {
		root: cwd,
		ownFolders: folders.own,
		home,
	})
	const searchPath = env.PATH ?? ''
	const sandbox = createSandbox({
		searchPath,
		notFrom: [cwd],
		stateFolder: folders.state,
		hosts: { allowed: settings.sandbox.allowedHosts },
	})
	const held = await commandSandbox({ settings, home, permissions }, workspace, host.files, {
		sandbox,
		reports: { show() {}, warn() {} },
		choice: createSandboxedChoice({ commands: sandboxedCommands(loaded, folder, false) }, () => {}),
	})
	const tool = createShellTool({
		workspace,
		background: createBackgroundCommands(),
		checkSchema: host.checkSchema,
		searchPath,
		...held,
	})
	const base = { root: permissions.root, home }
	return {
		problems: [...unusedContent(folder), ...problems.map(({ message }) => message), ...permissions.problems],
		async decide(command) {
			const prepared = await tool.prepare({ command })
			if ('problem' in prepared) throw new AgentError('usage', prepared.problem)
			const { permission, touches } = await prepared.assess({ host, signal: new AbortController().signal })
			const rules = await withRealNames(permissions.rules(), base, host.files)
			const call = { tool: tool.spec.name, facts: tool.facts, permission, touches }
			const now = nodeClock.now()
			return evaluate(permission, await callSubject(call, { workspace, files: host.files, rules }), {
				mode: approvalMode(settings.approvals.mode, now),
				now,
				sessionGrants: new Set(),
				yolo: false,
				rules: { rules, base },
			})
		},
		async close() {
			await shell.killAll()
			await sandbox.close()
		},
	}
}
