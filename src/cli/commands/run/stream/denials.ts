// Refused calls of a run: what was to be done, why it was not, and which rule or flag would have let it through.

import {
	type ApprovalRequest,
	type DecidedBy,
	type Decision,
	isRefusal,
	REFUSED_BY_MODE,
} from '../../../../core/approval.ts'
import type { AgentEvent } from '../../../../core/events.ts'
import type { ApprovalId, CallId } from '../../../../core/ids.ts'
import { isObject, type JsonObject, parseJson } from '../../../../core/json.ts'
import { callsOf } from '../../../../core/messages.ts'
import { textForPeople } from '../../../../core/tool.ts'

export type Denial = {
	callId: CallId
	tool: string
	/** Empty where the arguments are no object. */
	input: JsonObject
	/** In one line for a person, where somebody was to be asked. */
	title: string | undefined
	reason: string
	/** Each one alone would have done. Empty: nothing but another rule or another answer. */
	wouldAllow: readonly string[]
	by: DecidedBy
}

/** `calls` and `asked` are what a refusal is told with when it comes. */
export type Denials = {
	list: readonly Denial[]
	calls: ReadonlyMap<CallId, JsonObject>
	asked: ReadonlyMap<ApprovalId, ApprovalRequest>
}

export const NO_DENIALS: Denials = { list: [], calls: new Map(), asked: new Map() }

/** @returns the same value where the event refuses nothing and says nothing that a refusal needs */
export function foldDenials(denials: Denials, event: AgentEvent): Denials {
	switch (event.type) {
		case 'message-end': {
			const calls = callsOf(event.message).map(call => [call.callId, inputOf(call.arguments)] as const)
			return calls.length === 0 ? denials : { ...denials, calls: new Map([...denials.calls, ...calls]) }
		}
		case 'approval-request': {
			const { request } = event
			return { ...denials, asked: new Map(denials.asked).set(request.approvalId, request) }
		}
		case 'approval-end': {
			const request = denials.asked.get(event.approvalId)
			if (!request || event.by === 'cancel' || !isRefusal(event.decision)) return denials
			return added(denials, refusedRequest(request, event, denials))
		}
		case 'tool-end': {
			const { callId, tool, result } = event
			if (result.outcome !== 'refused' || denials.list.some(one => one.callId === callId)) return denials
			const reason = textForPeople(result).replace(/^not run: /, '')
			const input = denials.calls.get(callId) ?? {}
			return added(denials, {
				callId,
				tool,
				input,
				title: undefined,
				reason,
				wouldAllow: othersThan(reason),
				by: 'policy',
			})
		}
		default:
			return denials
	}
}

/** One line for stderr. */
export function denialLine({ tool, title, input, reason, wouldAllow }: Denial): string {
	const what = title ?? `${tool} ${JSON.stringify(input)}`
	const shown = what.length <= SHOWN_CHARACTERS ? what : `${what.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`
	const help = wouldAllow.length > 0 ? `; allowed with ${wouldAllow.join(' or ')}` : ''
	return `refused: ${shown}: ${reason}${help}`
}

const SHOWN_CHARACTERS = 200

function added(denials: Denials, denial: Denial): Denials {
	return { ...denials, list: [...denials.list, denial] }
}

function refusedRequest(
	request: ApprovalRequest,
	{ decision, by }: { decision: Decision; by: DecidedBy },
	{ calls }: Denials,
): Denial {
	const { callId, tool, agent, input, permission } = request
	const nobody = 'it needs an approval and nobody is there to give it'
	const said = decision.answer === 'no-with-reason' ? decision.reason : 'refused by the user'
	return {
		callId,
		tool,
		input: input ?? (agent === undefined ? calls.get(callId) : undefined) ?? {},
		title: permission.title,
		reason: by === 'nobody' ? nobody : said,
		wouldAllow: by === 'nobody' ? waysPast(permission) : [],
		by,
	}
}

/** The narrowest first. */
function waysPast(permission: ApprovalRequest['permission']): readonly string[] {
	const { outcome, isWorkspaceEdit, sessionKeys, decidedBy, trustAllows } = permission
	const answered = 'an answer (--input-format stream-json, or the chat)'
	if (sessionKeys.some(key => key.startsWith(OUTSIDE_SANDBOX))) return ['--sandbox off', answered]
	// A rule of the user's that says to ask holds in every mode that asks.
	if (decidedBy) return [`no ${decidedBy.rule} under permissions.ask in ${decidedBy.scope}`, answered]
	if (outcome === 'ask-always')
		return [
			...waysByRule(permission),
			...waysOutside(permission),
			answered,
			'--yolo, which asks nothing at all',
		]
	const isWall = sessionKeys.some(key => key.startsWith('connect:') || key.startsWith('write:'))
	return [
		...waysByRule(permission),
		...(trustAllows ? ['agent trust, after which what the sandbox holds needs no question here'] : []),
		...(isWorkspaceEdit ? ['--approve auto-edit'] : []),
		// No mode opens the walls of the sandbox.
		...(isWall ? [] : ['--approve all']),
		answered,
	]
}

function waysByRule({ projectRules, exactRules }: ApprovalRequest['permission']): readonly string[] {
	const rules = projectRules ?? exactRules ?? []
	if (rules.length === 0) return []
	const listed = rules.map(rule => JSON.stringify(rule)).join(', ')
	return [
		rules.map(rule => `--allow ${quoted(rule)}`).join(' '),
		`"permissions": {"allow": [${listed}]} in the settings`,
	]
}

/** To write outside of the workspace. */
function waysOutside(permission: ApprovalRequest['permission']): readonly string[] {
	const { onlyWritesOutside, foldersOutside, sessionKeys } = permission
	if (!onlyWritesOutside) return []
	if (foldersOutside && foldersOutside.length > 0) return [`${addedFolders(foldersOutside)} --approve all`]
	const folders = sessionKeys.flatMap(key => (key.startsWith(EDIT) ? [key.slice(EDIT.length)] : []))
	return folders.length === 0 ? ['--add-dir with that folder'] : [addedFolders(folders)]
}

function addedFolders(folders: readonly string[]): string {
	return folders.map(folder => `--add-dir ${quoted(folder)}`).join(' ')
}

const EDIT = 'edit:'
const OUTSIDE_SANDBOX = 'outside-sandbox:'

/** As a shell takes it for one word. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`
}

function othersThan(reason: string): readonly string[] {
	if (reason === REFUSED_BY_MODE.plan) return ['another mode than --approve plan']
	if (reason === REFUSED_BY_MODE.none) return ['another mode than --approve none']
	const [, rule, scope] = /^the rule (.+) in (.+) denies it$/.exec(reason) ?? []
	return rule === undefined ? [] : [`no ${rule} under permissions.deny in ${scope}`]
}

function inputOf(written: string): JsonObject {
	const input = parseJson(written)
	return isObject(input) ? input : {}
}
