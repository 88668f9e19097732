// A host's own tool as one of a session: on the path of every call, with the same gate before it.

import type { PermissionDecision } from '../../core/permission.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { KeyValues } from '../../core/services/key-values.ts'
import type { Logging } from '../../core/services/logging.ts'
import type { ToolFacts } from '../../core/tool.ts'
import { wrongInput } from '../../tools/executor/correct.ts'
import { fitInput } from '../../tools/executor/fit-input.ts'
import type { OwnTool, OwnToolSession } from '../../tools/executor/own-tool.ts'
import type { CallContext } from '../../tools/executor/tool.ts'
import { artifactShelf } from './artifact-shelf.ts'
import type { DefinedTool } from './define-tool.ts'
import type { ArtifactShelf, HandlerContext, KeyValueMemory } from './tool-services.ts'

/** The services behind what a handler sees. */
export type HostServices = { auth: AuthContext; keyValues: KeyValues; logging: Logging }

/** @returns the same for the same tool and services as long as it is kept: a session knows its tools by it */
export function sessionTool(tool: DefinedTool, services: HostServices): OwnTool {
	const { name, description, inputSchema, guidance } = tool
	return session => ({
		spec: { name, description, inputSchema },
		...factsOf(tool),
		...(guidance !== undefined && { guidance }),
		async prepare(json) {
			const { input, unknown } = fitInput(json, inputSchema)
			const problems = session.checkSchema(inputSchema, input)
			if (problems.length > 0) return { problem: wrongInput(problems, unknown) }
			const call = await tool.prepare(input)
			if ('problem' in call) return { problem: call.problem }
			const permission = permissionFor(tool, call.title)
			return {
				tier: tool.tier,
				subject: call.title.slice(0, MOST_SUBJECT),
				unknown: unknown.map(({ path }) => path),
				assess: async () => ({
					permission,
					touches: {},
					run: async context => {
						const { shelf, left } = artifactShelf(context.host.media)
						const result = await call.run(contextFor(context, session, { ...services, artifacts: shelf }))
						return left.length === 0
							? result
							: { ...result, artifacts: [...(result.artifacts ?? []), ...left] }
					},
				}),
			}
		},
	})
}

const MOST_SUBJECT = 300

/** What has not said what it does with files may do anything with them. */
function factsOf({ access, tier }: DefinedTool): { facts?: ToolFacts } {
	if (access === undefined) return {}
	return { facts: { access, phase: tier === 'read-only' ? 'plan' : 'act' } }
}

function permissionFor({ name, tier }: DefinedTool, title: string): PermissionDecision {
	const isReadOnly = tier === 'read-only'
	return {
		tier,
		outcome: isReadOnly ? 'allow' : 'ask',
		isWorkspaceEdit: false,
		title: `${name} ${title}`,
		reasons: isReadOnly ? [] : [`${name} is a tool of the program in front, and ${tier}.`],
		sessionKeys: isReadOnly ? [] : [`tool:${name}`],
	}
}

function contextFor(
	context: CallContext,
	{ sessionId, askModel }: OwnToolSession,
	{ auth, keyValues, logging, artifacts }: HostServices & { artifacts: ArtifactShelf },
): HandlerContext {
	const { signal, callId, progress } = context
	return {
		signal,
		callId,
		sessionId,
		progress,
		ask: (text, options = []) => context.ask({ text, options }),
		services: {
			auth,
			keyValues: memoryOf(auth, keyValues),
			artifacts,
			log: (level, message, fields) => logging.log(auth, level, message, fields),
			askModel: async (prompt, { system } = {}) => {
				if (!askModel) throw new Error('this session has no model to ask')
				return askModel({ prompt, ...(system !== undefined && { system }) }, context)
			},
		},
	}
}

function memoryOf(auth: AuthContext, keyValues: KeyValues): KeyValueMemory {
	return {
		get: key => keyValues.get(auth, key),
		set: (key, value) => keyValues.set(auth, key, value),
		remove: key => keyValues.remove(auth, key),
		keys: (prefix = '') => keyValues.keys(auth, prefix),
	}
}
