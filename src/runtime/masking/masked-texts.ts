// Every text of a value, masked.

import type { PermissionDecision } from '../../core/permission.ts'

export function sameText(text: string): string {
	return text
}

/** Whoever is asked sees where a secret stands, and neither the log nor a rule keeps it. */
export function maskedTexts(
	permission: PermissionDecision,
	mask: (text: string) => string,
): PermissionDecision {
	return mask === sameText
		? permission
		: JSON.parse(JSON.stringify(permission), (_, value) => (typeof value === 'string' ? mask(value) : value))
}
