// One plan, two engines: how a command is started that is held on Linux.

import { limitLines, processNumbers, type SandboxLimits } from '../limits/limits.ts'
import type { Program } from './bridge.ts'
import { bwrapArguments } from './bwrap-arguments.ts'
import { closingLine } from './inherited-descriptors.ts'
import type { SandboxEngine, Trial } from './probe.ts'
import type { SandboxPlan } from './sandbox-plan.ts'
import { unshareCommand } from './unshare-engine.ts'

export type HeldPlan = SandboxPlan & {
	engine: Exclude<SandboxEngine, { kind: 'seatbelt' }>
	/** The system call filter, where there is one for this machine. */
	filter: Uint8Array | undefined
	/** Descriptors that must not be handed on. */
	leaked: readonly number[]
	limits: SandboxLimits
	/** Bash, which sets what is passed on to every program. */
	shell: string
}

/** The first descriptor tells who is the first process inside: `"child-pid": NUMBER`. */
export function heldCommand(
	{ engine, filter, leaked, limits, shell, ...plan }: HeldPlan,
	command: Program,
): Trial {
	const lines = limitLines(limits, { ownUsers: engine.abilities.userNamespace })
	switch (engine.kind) {
		case 'bwrap': {
			const args = bwrapArguments(
				{ ...plan, abilities: engine.abilities, statusDescriptor: 3, filterDescriptor: filter && 4 },
				prepared(shell, [closingLine(leaked), lines], command),
			)
			return { file: engine.file, args, descriptors: filter ? ['pipe', filter] : ['pipe'], remove() {} }
		}
		case 'unshare': {
			// It closes what it does not know.
			const { remove, ...program } = unshareCommand(
				engine,
				{ ...plan, tasks: processNumbers(limits), lines },
				command,
			)
			const isFiltered = filter && engine.abilities.filter !== undefined
			return { ...program, remove, descriptors: isFiltered ? ['pipe', filter] : ['pipe'] }
		}
	}
}

function prepared(shell: string, lines: readonly string[], { file, args }: Program): Program {
	const script = [...lines.filter(line => line !== ''), 'exec "$@"'].join('\n')
	return { file: shell, args: ['--noprofile', '--norc', '-c', script, 'bash', file, ...args] }
}
