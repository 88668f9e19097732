// Mounts as steps: many in one table, which one process makes in its order (`mount --all`), and those by themselves
// that a table would leave out.

import { flagsAt, isAtOrBelow, type MountPoint } from './mount-tree.ts'

export type MountStep =
	/** With everything mounted below it. `from` is a path of the old root. */
	| { kind: 'bind'; from: string; to: string }
	/** Over a socket, which its program may take away any moment; then there is nothing to be hidden. */
	| { kind: 'hide'; from: string; to: string; flags: readonly string[] }
	| { kind: 'read-only'; path: string; flags: readonly string[] }
	| { kind: 'new'; type: 'proc' | 'tmpfs' | 'devpts'; path: string; options: string }

/** Arguments of one `mount`, or a table for it. Of `hidden` nobody minds that it has gone. */
export type MountCall = { args: readonly string[]; hidden?: string } | { table: string }

/** Where the old root lies while the mounts are made. */
export const OLD_ROOT = '/run/old'

/**
 * What is shown at a path, read-only, and everything mounted below it.
 * @param from - a path of the old root
 */
export function readOnlySteps(from: string, to: string, mounts: readonly MountPoint[]): readonly MountStep[] {
	const below = mounts.filter(({ path }) => path !== from && isAtOrBelow(path, from))
	return [
		{ kind: 'bind', from, to },
		{ kind: 'read-only', path: to, flags: flagsAt(from, mounts) },
		...below.map(
			({ path, flags }): MountStep => ({
				kind: 'read-only',
				path: `${to}${path.slice(from.length)}`,
				flags,
			}),
		),
	]
}

/**
 * @param mounted - paths where something is mounted already, seen or not: what a table names for them it may take for
 * made, and leave out without a word
 */
export function mountCalls(steps: readonly MountStep[], mounted: ReadonlySet<string>): readonly MountCall[] {
	const calls: MountCall[] = []
	let lines: string[] = []
	const endTable = () => {
		if (lines.length > 0) calls.push({ table: lines.join('') })
		lines = []
	}
	for (const step of steps) {
		if (step.kind === 'read-only') {
			const options = ['remount', 'bind', 'ro', ...step.flags].join(',')
			// The kernel does not look at the first field; nothing mounted is called by it.
			lines.push(`${REMOUNTED} ${escaped(step.path)} none ${options} 0 0\n`)
		} else if (step.kind === 'bind' && !mounted.has(step.to))
			lines.push(`${escaped(`${OLD_ROOT}${step.from}`)} ${escaped(step.to)} none rbind 0 0\n`)
		else if (step.kind === 'hide') {
			endTable()
			const { to, flags } = step
			calls.push({ args: ['--bind', '--', `${OLD_ROOT}${step.from}`, to], hidden: to })
			const options = ['remount', 'bind', 'ro', ...flags].join(',')
			calls.push({ args: ['-o', options, '--', to], hidden: to })
		} else {
			endTable()
			calls.push({ args: argumentsOf(step) })
		}
	}
	endTable()
	return calls
}

const REMOUNTED = 'keelson-remount'

function argumentsOf(step: Exclude<MountStep, { kind: 'read-only' | 'hide' }>): readonly string[] {
	return step.kind === 'bind'
		? ['--rbind', '--', `${OLD_ROOT}${step.from}`, step.to]
		: ['-t', step.type, '-o', step.options, '--', step.type, step.path]
}

/** Fields end at a blank, lines at a line feed, and octal numbers stand for both. */
function escaped(path: string): string {
	return path.replaceAll(/[\s\\#]/g, character =>
		[...new TextEncoder().encode(character)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
	)
}
