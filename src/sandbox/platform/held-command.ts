// One plan, two engines: how a command is started that is held on Linux.

import type { Program } from './bridge.ts'
import { bwrapArguments } from './bwrap-arguments.ts'
import { withoutDescriptors } from './inherited-descriptors.ts'
import type { Engine, Trial } from './probe.ts'
import type { SandboxPlan } from './sandbox-plan.ts'
import { unshareCommand } from './unshare-engine.ts'

export type HeldPlan = SandboxPlan & {
	engine: Exclude<Engine, { kind: 'seatbelt' }>
	/** The system call filter, where there is one for this machine. */
	filter: Uint8Array | undefined
	/** Descriptors that must not be handed on. */
	leaked: readonly number[]
	/** Processes and threads at a time. */
	tasks: number
}

/** The first descriptor tells who is the first process inside: `"child-pid": NUMBER`. */
export function heldCommand({ engine, filter, leaked, ...plan }: HeldPlan, command: Program): Trial {
	switch (engine.kind) {
		case 'bwrap': {
			const args = bwrapArguments(
				{ ...plan, abilities: engine.abilities, infoDescriptor: 3, filterDescriptor: filter && 4 },
				withoutDescriptors(leaked, command),
			)
			return { file: engine.file, args, descriptors: filter ? ['pipe', filter] : ['pipe'], remove() {} }
		}
		case 'unshare': {
			// It closes what it does not know.
			const { remove, ...program } = unshareCommand(engine, plan, command)
			const isFiltered = filter && engine.abilities.filter !== undefined
			return { ...program, remove, descriptors: isFiltered ? ['pipe', filter] : ['pipe'] }
		}
	}
}
