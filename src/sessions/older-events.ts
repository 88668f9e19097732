// Events of older logs, brought to the shape of today's. Until 0.1 an approval request held an `assessment` with a
// `need`; it holds a permission decision with an `outcome` now.

import { isObject, type JsonObject } from '../core/json.ts'
import type { Requirement } from '../core/permission.ts'

const OUTCOMES: Readonly<Record<string, Requirement>> = {
	none: 'allow',
	approval: 'ask',
	'hard-approval': 'ask-always',
}

/** @returns the event as it would be written today, or undefined when it is not one of an older log */
export function ofOlderLog(event: unknown): JsonObject | undefined {
	if (!isObject(event) || event.type !== 'approval-request' || !isObject(event.request)) return undefined
	const { assessment, ...request } = event.request
	if (!isObject(assessment)) return undefined
	const parts = Array.isArray(assessment.parts) ? { parts: assessment.parts.map(withOutcome) } : {}
	return { ...event, request: { ...request, permission: { ...withOutcome(assessment), ...parts } } }
}

function withOutcome(judged: unknown): JsonObject {
	if (!isObject(judged)) return {}
	const { need, ...rest } = judged
	const outcome = typeof need === 'string' ? OUTCOMES[need] : undefined
	return outcome === undefined ? rest : { ...rest, outcome }
}
