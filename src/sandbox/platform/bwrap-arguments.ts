// The arguments bubblewrap is started with: everything read-only, then what is the command's own, then the mounts.

import type { Mount } from '../../safety/sandbox/mounts.ts'
import { PROXY_SOCKET } from './bridge.ts'
import type { SandboxPlan } from './sandbox-plan.ts'

export type BwrapPlan = SandboxPlan & {
	abilities: BwrapAbilities
	/** Where the system call filter can be read. */
	filterDescriptor: number | undefined
	/** Where bubblewrap writes down who is the first process inside, and how what it has set up ended. */
	statusDescriptor: number | undefined
}

/** What this bubblewrap on this kernel can do; `probe` finds out. */
export type BwrapAbilities = {
	/** Root can do without, where the kernel has none to give. */
	userNamespace: boolean
	/** Nobody inside can make one of their own. Since 0.8. */
	disableUserNamespaces: boolean
}

export function bwrapArguments(
	plan: BwrapPlan,
	command: { file: string; args: readonly string[] },
): string[] {
	const { own, network, abilities, mounts, filterDescriptor, statusDescriptor } = plan
	const hidden = mounts.filter(({ as }) => as === 'empty-folder').map(({ path }) => path)
	return [
		// Whatever ends us, or whoever started us, ends everything inside, daemons included.
		'--die-with-parent',
		'--new-session',
		'--unshare-pid',
		'--unshare-ipc',
		'--unshare-uts',
		'--unshare-cgroup-try',
		...(abilities.userNamespace ? ['--unshare-user'] : []),
		...(abilities.userNamespace && abilities.disableUserNamespaces ? ['--disable-userns'] : []),
		...(network === 'on' ? [] : ['--unshare-net']),
		// Root would keep all of them, and could undo every mount below.
		...['--cap-drop', 'ALL'],
		...['--ro-bind', '/', '/'],
		...['--dev', '/dev'],
		...['--proc', '/proc'],
		// Settings of the kernel belong to root, who needs no capability to write them: /proc/sys/kernel/core_pattern
		// names a program the kernel starts outside.
		...['--remount-ro', '/proc'],
		...['--tmpfs', '/run'],
		...['--bind', own.tmp, '/tmp'],
		...['--bind', own.varTmp, '/var/tmp'],
		...['--bind', own.tmp, own.tmp],
		...plan.runtimeFiles.flatMap(path => ['--ro-bind-try', path, path]),
		...(plan.proxySocket === undefined ? [] : ['--ro-bind', plan.proxySocket, PROXY_SOCKET]),
		...mounts.flatMap(mount => mountArguments(mount, own.emptyFile)),
		// Only now, because the mounts inside them had to be made.
		...['/run', ...hidden].flatMap(path => ['--remount-ro', path]),
		...['--chdir', plan.cwd],
		...(filterDescriptor === undefined ? [] : ['--seccomp', String(filterDescriptor)]),
		...(statusDescriptor === undefined ? [] : ['--json-status-fd', String(statusDescriptor)]),
		'--',
		command.file,
		...command.args,
	]
}

function mountArguments({ path, as }: Mount, emptyFile: string): readonly string[] {
	switch (as) {
		case 'writable':
			return ['--bind', path, path]
		case 'read-only':
			return ['--ro-bind', path, path]
		case 'empty-file':
			return ['--ro-bind', emptyFile, path]
		case 'empty-folder':
			return ['--tmpfs', path]
	}
}
