// The arguments the second engine is started with: util-linux makes the namespaces, a script the mounts.

import type { Program } from './bridge.ts'
import type { SandboxPlan } from './sandbox-plan.ts'
import type { UnsharePlaces } from './unshare-places.ts'
import { FILTER_DESCRIPTOR, INNER_SCRIPT, OUTER_SCRIPT, PERL_FILTER } from './unshare-script.ts'

/** Full paths. */
export type UnshareTools = {
	bash: string
	mkdir: string
	mount: string
	pivot_root: string
	setpriv: string
	umount: string
	unshare: string
	/** Brings up the loopback of a new network namespace: `ip` or `ifconfig`. */
	loopback: string | undefined
	/** Sets the system call filter: util-linux has nothing for it, Perl can make any system call. */
	perl: string | undefined
}

/** What these tools on this kernel can do; `probe` finds out. */
export type UnshareAbilities = {
	/** Root can do without, where the kernel has none to give. */
	userNamespace: boolean
	/** The number of the system call that sets a filter; undefined where there is nothing to make it with. */
	filter: number | undefined
}

export type UnsharePlan = SandboxPlan & {
	places: Pick<UnsharePlaces, 'base' | 'folders' | 'files' | 'placeCalls' | 'mountCalls'>
	tools: UnshareTools
	abilities: UnshareAbilities
	/** Processes and threads at a time; newer kernels hold the whole namespace to it. 0: as many as there may be. */
	tasks: number
	user: { id: number; group: number }
	/** What the mounts of the root folder and of our own have to keep. */
	flags: { root: readonly string[]; own: readonly string[] }
}

/** @returns file and arguments; descriptors are those of the script */
export function unshareProgram(plan: UnsharePlan, command: Program): Program {
	const { tools, places, abilities, user, flags, network } = plan
	const options = (given: readonly string[]) => given.map(flag => `,${flag}`).join('')
	const counted = (list: readonly string[]) => [String(list.length), ...list]
	const inner = abilities.userNamespace
		? [tools.unshare, '--user', `--map-user=${user.id}`, `--map-group=${user.group}`, '--']
		: []
	return {
		file: tools.setpriv,
		args: [
			// Whatever ends us ends everything inside.
			...['--pdeathsig', 'KILL', '--', tools.unshare],
			...(abilities.userNamespace ? ['--user', '--map-root-user'] : []),
			...['--mount', '--pid', '--ipc', '--uts', '--cgroup', '--fork', '--kill-child'],
			...(network === 'on' ? [] : ['--net']),
			...['--', tools.bash, ...SHELL, OUTER_SCRIPT, 'bash'],
			...[places.base, options(flags.root), options(flags.own), String(plan.tasks)],
			network === 'on' ? 'none' : (tools.loopback ?? ''),
			...[tools.mount, tools.umount, tools.pivot_root, tools.mkdir],
			...counted(places.folders),
			...counted(places.files),
			...counted(places.placeCalls),
			...counted(places.mountCalls),
			...inner,
			...[
				tools.bash,
				...SHELL,
				INNER_SCRIPT,
				'bash',
				abilities.filter === undefined ? '' : String(FILTER_DESCRIPTOR),
				plan.cwd,
			],
			...withoutPowers(plan),
			...filtered(plan, command),
		],
	}
}

/** `-p`: no start-up file, and no function from the environment. */
const SHELL = ['--noprofile', '--norc', '-p', '-c']

function withoutPowers({ tools, user }: UnsharePlan): readonly string[] {
	// Whoever is not root has lost them by now, and with them the right to say so.
	const bounding = user.id === 0 ? ['--bounding-set', '-all'] : []
	return [tools.setpriv, '--no-new-privs', '--inh-caps', '-all', ...bounding, '--']
}

function filtered({ tools, abilities }: UnsharePlan, { file, args }: Program): readonly string[] {
	const loader =
		tools.perl === undefined || abilities.filter === undefined
			? []
			: [tools.perl, '-e', PERL_FILTER, String(abilities.filter), String(FILTER_DESCRIPTOR)]
	return [...loader, file, ...args]
}
