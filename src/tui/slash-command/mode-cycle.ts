// The cycle of approval modes that Shift+Tab turns through.

import type { ApprovalMode } from '../../core/approval.ts'

/** @param wasAll - `all` takes part only after it has been chosen by name: nobody gets there by tabbing past it */
export function nextMode(mode: ApprovalMode, wasAll: boolean): ApprovalMode {
	switch (mode.kind) {
		case 'ask':
			return { kind: 'auto-edit' }
		case 'auto-edit':
			return { kind: 'plan' }
		case 'plan':
			return wasAll ? { kind: 'all' } : { kind: 'ask' }
		case 'all':
		case 'none':
		case 'until':
			return { kind: 'ask' }
	}
}

/** What has been chosen by name so far. */
export class ModeCycle {
	#wasAll = false

	chosen({ kind }: ApprovalMode): void {
		this.#wasAll ||= kind === 'all'
	}

	/** @param mode - in force, however it came to be */
	after(mode: ApprovalMode): ApprovalMode {
		this.chosen(mode)
		return nextMode(mode, this.#wasAll)
	}
}
