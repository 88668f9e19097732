// The wall around a session's commands, from its settings: how far it reaches, whether it stands, and who is asked
// when it stops a command or when one wants out.

import type { DecidedBy } from '../core/approval.ts'
import type { Files } from '../core/host.ts'
import { isGranted, type PermissionDecision } from '../core/permission.ts'
import type { SandboxPolicy, SandboxState } from '../core/sandbox.ts'
import { locate, type Workspace } from '../tools/paths.ts'
import type { CommandSandbox, HostAnswer } from '../tools/sandbox/command-sandbox.ts'
import type { RunContext } from './actor-deps.ts'
import type { Answer } from './approvals.ts'
import type { Sandbox } from './node-host/sandbox.ts'
import type { RuntimeOptions } from './options.ts'

export type SandboxWiring = {
	sandbox: Sandbox
	/** What the active run may do. Undefined: there is none. */
	run(): Pick<RunContext, 'approve' | 'sessionGrants' | 'snapshot'> | undefined
	/** Called once, when it is known whether commands can be held. */
	known(state: SandboxState): void
	/** What the user has to know. */
	told(text: string): void
}

/** @returns what the shell tool is made with */
export async function commandSandbox(
	{ settings, yolo, home, permissions }: Pick<RuntimeOptions, 'settings' | 'yolo' | 'home' | 'permissions'>,
	workspace: Workspace,
	files: Files,
	{ sandbox, run, known, told }: SandboxWiring,
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
					frozen: [],
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
		async denied() {
			const rules =
				permissions?.rules().filter(({ list, rule }) => list === 'deny' && rule.kind === 'files') ?? []
			if (!permissions || rules.length === 0) return { reading: [], changing: [] }
			const { deniedPlaces } = await import('../tools/permissions/denied-places.ts')
			return deniedPlaces(rules, { root: permissions.root, home }, { roots: workspace.roots, files })
		},
		runsUnasked: settings.approvals.sandboxed === 'run',
		told,
		async askAgain({ callId, assessment }) {
			const active = run()
			if (yolo) return 'unasked'
			// What was ruled out for the gate is ruled out for the wall.
			if (!active || ASKS_NOBODY.has(active.snapshot.approvals.kind)) return 'nobody'
			if (isGranted(assessment, active.sessionGrants)) return 'yes'
			return wordFor(await active.approve({ callId, tool: 'shell', permission: assessment }))
		},
		async askHost({ callId, target, command, inBackground }, signal) {
			const { judgeHost } = await import('../tools/sandbox/judge-host.ts')
			const active = run()
			const permission = judgeHost(target, command, {
				isPlan: active?.snapshot.approvals.kind === 'plan',
				sessionGrants: active?.sessionGrants ?? new Set(),
				rules: permissions && {
					rules: permissions.rules(),
					base: { root: permissions.root, home },
				},
			})
			const before = answerBefore(permission, active, yolo)
			if (before) return before
			const rule = `sandbox.allowedHosts or a rule fetch(${target.host}) can name it`
			if (!active || inBackground) return no('nobody', `a command in the background cannot ask; ${rule}`)
			const { decision, by } = await active.approve({ callId, tool: 'shell', permission }, signal)
			switch (decision.answer) {
				case 'once':
				case 'session':
				case 'project':
					return { allowed: true }
				case 'no-with-reason':
					return no(by, `refused by the user: ${decision.reason}`)
				case 'no':
					if (by === 'user') return no(by, 'refused by the user; do not try the same in another way')
					return no(by, by === 'nobody' ? `nobody is there to answer; ${rule}` : 'the question was withdrawn')
			}
		},
	}
	return { sandbox: held }
}

/** @returns what the user has to know when nothing holds commands although something should */
export function missingSandbox({ mode, works, why }: SandboxState): string | undefined {
	if (mode === 'off' || works) return undefined
	return `commands run without a sandbox: ${why ?? 'it does not work here'}`
}

/** What needs no question. */
function answerBefore(
	{ outcome, decidedBy, reasons }: PermissionDecision,
	active: ReturnType<SandboxWiring['run']>,
	yolo: boolean,
): HostAnswer | undefined {
	if (outcome === 'allow') return { allowed: true }
	if (outcome === 'deny') return no('policy', (decidedBy && reasons[0]) ?? 'plan mode reaches no host')
	if (active?.snapshot.approvals.kind === 'none')
		return no('policy', 'approvals are switched off; sandbox.allowedHosts can name it')
	return yolo ? no('unasked', '--yolo asks nothing; sandbox.allowedHosts can name it') : undefined
}

function no(by: DecidedBy | 'unasked', why: string): HostAnswer {
	return { allowed: false, why, by }
}

const ASKS_NOBODY: ReadonlySet<string> = new Set(['none', 'plan'])

function wordFor({ decision, by }: Answer): 'yes' | 'no' | 'nobody' {
	if (decision.answer !== 'no' && decision.answer !== 'no-with-reason') return 'yes'
	return by === 'user' ? 'no' : 'nobody'
}
