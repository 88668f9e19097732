// The wall around a session's commands, from its settings: how far it reaches, whether it stands, and who is asked
// when it stops a command.

import type { Files } from '../core/host.ts'
import type { SandboxPolicy, SandboxState } from '../core/sandbox.ts'
import type { Assessment } from '../core/tool.ts'
import { locate, type Workspace } from '../tools/paths.ts'
import type { CommandSandbox } from '../tools/sandbox/command-sandbox.ts'
import type { Answer } from './approvals.ts'
import type { Sandbox } from './node-host/sandbox.ts'
import type { RuntimeOptions } from './options.ts'
import type { RunContext } from './session-actor.ts'

export type SandboxWiring = {
	sandbox: Sandbox
	/** What the active run may do. Undefined: there is none. */
	run(): Pick<RunContext, 'approve' | 'covered' | 'snapshot'> | undefined
	/** Called once, when it is known whether commands can be held. */
	known(state: SandboxState): void
}

/** @returns what the shell tool is made with */
export async function commandSandbox(
	{ settings, yolo, home }: Pick<RuntimeOptions, 'settings' | 'yolo' | 'home'>,
	workspace: Workspace,
	files: Files,
	{ sandbox, run, known }: SandboxWiring,
): Promise<{ sandbox: CommandSandbox }> {
	const { mode = 'workspace-write', network } = settings.sandbox
	const writable = await Promise.all(
		settings.sandbox.writable.map(async path => (await locate(path, workspace, files)).real),
	)
	const policy: SandboxPolicy | undefined =
		mode === 'off'
			? undefined
			: {
					mode,
					roots: [...workspace.roots, ...writable],
					hidden: workspace.ownFolders,
					readable: workspace.readableRoots,
					home: await files.realPath(home),
					network,
				}
	let state: Promise<SandboxState> | undefined
	const findOut = async (): Promise<SandboxState> => {
		const found: SandboxState = policy ? { mode, ...(await sandbox.works()) } : { mode: 'off', works: false }
		known(found)
		return found
	}
	const held: CommandSandbox = {
		policy,
		state: () => {
			state ??= findOut()
			return state
		},
		runsUnasked: settings.approvals.sandboxed === 'run',
		async askAgain({ callId, assessment }) {
			const active = run()
			// Who asks for nothing gets no questions, and what was ruled out for the gate is ruled out for the wall.
			if (!active || yolo || ASKS_NOBODY.has(active.snapshot.approvals.kind)) return 'nobody'
			if (isCovered(assessment, active.covered)) return 'yes'
			return wordFor(await active.approve({ callId, tool: 'shell', assessment }))
		},
	}
	return { sandbox: held }
}

/** @returns what the user has to know when nothing holds commands although something should */
export function missingSandbox({ mode, works, why }: SandboxState): string | undefined {
	if (mode === 'off' || works) return undefined
	return `commands run without a sandbox: ${why ?? 'it does not work here'}`
}

const ASKS_NOBODY: ReadonlySet<string> = new Set(['none', 'plan'])

function isCovered({ sessionKeys }: Assessment, covered: ReadonlySet<string>): boolean {
	return sessionKeys.length > 0 && sessionKeys.every(key => covered.has(key))
}

function wordFor({ decision, by }: Answer): 'yes' | 'no' | 'nobody' {
	if (decision.answer !== 'no' && decision.answer !== 'no-with-reason') return 'yes'
	return by === 'user' ? 'no' : 'nobody'
}
