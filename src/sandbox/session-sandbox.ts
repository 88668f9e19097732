// The sandbox of a session's commands, from its settings: how far it reaches, and whether it works here.

import type { ShownEvent } from '../core/events.ts'
import type { Files } from '../core/host.ts'
import type { SandboxMode, SandboxPolicy, SandboxState } from '../core/sandbox.ts'
import { locate, type Workspace } from '../safety/paths/paths.ts'
import type { StandingRule } from '../safety/permissions/rule.ts'
import type { CommandSandbox, SandboxedChoice } from '../safety/sandbox/command-sandbox.ts'
import type { Sandbox } from './sandbox.ts'

export type SandboxWiring = {
	sandbox: Sandbox
	/** To the session whose commands these are. */
	reports: SandboxReports
	/** Whether what it holds needs a question. */
	choice: SandboxedChoice
}

export type SandboxReports = {
	/** Once, when it is known whether commands can be held. */
	show(event: Extract<ShownEvent, { type: 'sandbox-state' }>): void
	/** What the user has to know. */
	warn(text: string): void
}

/** What it takes of the program's settings and of the user's rules. */
export type SandboxChoices = {
	settings: {
		sandbox: {
			mode: SandboxMode | undefined
			network: SandboxPolicy['network'] | undefined
			allowedHosts: readonly string[]
			writable: readonly string[]
		}
	}
	home: string
	/** Somebody is there to say yes to a host. Left out, nobody is. */
	isInteractive?: boolean
	permissions?: { rules(): readonly StandingRule[]; root: string } | undefined
}

/** @returns what the shell tool is made with */
export async function commandSandbox(
	{ settings, home, permissions, isInteractive = false }: SandboxChoices,
	workspace: Workspace,
	files: Files,
	{ sandbox, reports, choice }: SandboxWiring,
): Promise<{ sandbox: CommandSandbox }> {
	const { mode = 'workspace-write', allowedHosts } = settings.sandbox
	const isAnswered = isInteractive || allowedHosts.length > 0
	const { network = isAnswered ? 'ask' : 'off' } = settings.sandbox
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
	const show = (found: SandboxState) => {
		const commands = choice.current() === 'run' ? ('run' as const) : ('ask' as const)
		reports.show({ type: 'sandbox-state', sandbox: { ...found, ...(found.works && { commands }) } })
	}
	const findOut = async (): Promise<SandboxState> => {
		const found: SandboxState = policy ? { mode, ...(await sandbox.works()) } : { mode: 'off', works: false }
		show(found)
		const missing = missingSandbox(found)
		if (missing !== undefined) reports.warn(missing)
		return found
	}
	choice.onChange(() => void state?.then(show))
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
			const { deniedPlaces } = await import('../safety/permissions/denied-places.ts')
			return deniedPlaces(rules, { root: permissions.root, home }, { roots: workspace.roots, files })
		},
		async opened(sessionGrants) {
			const allowing =
				permissions?.rules().filter(({ list, rule }) => list === 'allow' && rule.kind === 'files') ?? []
			if (!policy || (sessionGrants.size === 0 && allowing.length === 0)) return []
			const { openedByRules, openedForSession } = await import('../safety/sandbox/write-outside.ts')
			const base = { root: permissions?.root ?? workspace.root, home }
			const place = { home: policy.home, roots: policy.roots, files }
			return [...openedForSession(sessionGrants), ...(await openedByRules(allowing, base, place))]
		},
		refused: new Set(),
		get runsUnasked() {
			return choice.current() === 'run'
		},
		choice,
		told: text => reports.warn(text),
		...(permissions && {
			hostRules: () => ({ rules: permissions.rules(), base: { root: permissions.root, home } }),
		}),
	}
	return { sandbox: held }
}

/** @returns what the user has to know when nothing holds commands although something should */
function missingSandbox({ mode, works, why }: SandboxState): string | undefined {
	if (mode === 'off' || works) return undefined
	return `commands run without a sandbox: ${why ?? 'it does not work here'}`
}
