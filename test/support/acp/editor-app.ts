// What an editor is to an agent, whatever lies between them: it hears updates, and a person answers as told. Made with the
// official SDK's client.

import {
	type ClientApp,
	type ClientCapabilities,
	type CreateElicitationRequest,
	type CreateElicitationResponse,
	client,
	type InitializeRequest,
	methods,
	type RequestPermissionOutcome,
	type RequestPermissionRequest,
	type SessionUpdate,
} from '@agentclientprotocol/sdk'

export type HeardUpdates = {
	/** What came for a session, in order; of all sessions without an id. */
	updates(sessionId?: string): readonly SessionUpdate[]
	/** Of one kind. */
	of<Kind extends SessionUpdate['sessionUpdate']>(
		kind: Kind,
		sessionId?: string,
	): readonly Extract<SessionUpdate, { sessionUpdate: Kind }>[]
	/** Resolves with the first update that fits, also one that has come already. */
	until(fits: (update: SessionUpdate) => boolean): Promise<SessionUpdate>
	/** All text of the agent's messages. */
	text(sessionId?: string): string
	asked: readonly RequestPermissionRequest[]
	forms: readonly CreateElicitationRequest[]
	/** What the editor was told to take from its dialogs again. */
	withdrawn: readonly string[]
}

export type EditorSetup = {
	capabilities?: ClientCapabilities
	/** Left out, everything is refused. */
	permit?(
		request: RequestPermissionRequest,
		signal: AbortSignal,
	): RequestPermissionOutcome | Promise<RequestPermissionOutcome>
	fill?(form: CreateElicitationRequest): CreateElicitationResponse
	/** Path → text. Where it is given, files are read and written through it. */
	buffers?: Map<string, string>
}

export const ALLOW: NonNullable<EditorSetup['permit']> = ({ options }) => choose(options, 'allow_once')

export function choose(
	options: RequestPermissionRequest['options'],
	kind: RequestPermissionRequest['options'][number]['kind'],
): RequestPermissionOutcome {
	const option = options.find(each => each.kind === kind)
	if (!option) throw new Error(`nothing of the kind ${kind} is offered`)
	return { outcome: 'selected', optionId: option.optionId }
}

/** What it says of itself when it connects. */
export function initialRequest({ capabilities, buffers }: EditorSetup): InitializeRequest {
	return {
		protocolVersion: 1,
		clientCapabilities: {
			...(buffers && { fs: { readTextFile: true, writeTextFile: true } }),
			...capabilities,
		},
	}
}

export function editorApp({ buffers, permit, fill }: EditorSetup): { app: ClientApp; heard: HeardUpdates } {
	const told: { sessionId: string; update: SessionUpdate }[] = []
	const asked: RequestPermissionRequest[] = []
	const forms: CreateElicitationRequest[] = []
	const withdrawn: string[] = []
	const looking = new Set<() => void>()
	const app = client({ name: 'test editor' })
		.onNotification(methods.client.session.update, ({ params }) => {
			told.push(params)
			for (const look of looking) look()
		})
		.onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
			asked.push(params)
			const withdraw = () => withdrawn.push(params.toolCall.toolCallId)
			// What was taken away in the same breath is so before it gets here.
			if (signal.aborted) withdraw()
			else signal.addEventListener('abort', withdraw)
			const outcome = permit ? await permit(params, signal) : choose(params.options, 'reject_once')
			return { outcome }
		})
		.onRequest(methods.client.elicitation.create, ({ params }) => {
			forms.push(params)
			return fill?.(params) ?? { action: 'decline' }
		})
		.onRequest(methods.client.fs.readTextFile, ({ params }) => {
			const content = buffers?.get(params.path)
			if (content === undefined) throw new Error(`${params.path} is not open`)
			return { content }
		})
		.onRequest(methods.client.fs.writeTextFile, ({ params }) => {
			buffers?.set(params.path, params.content)
			return {}
		})
	const updates: HeardUpdates['updates'] = sessionId =>
		told.filter(each => sessionId === undefined || each.sessionId === sessionId).map(({ update }) => update)
	const of: HeardUpdates['of'] = (kind, sessionId) =>
		updates(sessionId).filter(
			(update): update is Extract<SessionUpdate, { sessionUpdate: typeof kind }> =>
				update.sessionUpdate === kind,
		)
	const until: HeardUpdates['until'] = fits =>
		new Promise(resolve => {
			const look = () => {
				const found = told.find(({ update }) => fits(update))
				if (!found) return
				looking.delete(look)
				resolve(found.update)
			}
			looking.add(look)
			look()
		})
	const text: HeardUpdates['text'] = sessionId =>
		of('agent_message_chunk', sessionId)
			.map(({ content }) => (content.type === 'text' ? content.text : ''))
			.join('')
	return { app, heard: { updates, of, until, text, asked, forms, withdrawn } }
}
