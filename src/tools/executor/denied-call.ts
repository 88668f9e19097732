// Why a call was denied, for people who read it where the call does not stand beside it: at the end of a run.

import type { PermissionDecision } from '../../core/permission.ts'

/** Secrets in its title are still there. */
export function deniedCall({ title }: Pick<PermissionDecision, 'title'>, reason: string): string {
	const shown =
		title.length <= TITLE_CHARACTERS ? title : `${title.slice(0, TITLE_CHARACTERS).toWellFormed()}…`
	return `${shown}: ${reason}`
}

const TITLE_CHARACTERS = 120
