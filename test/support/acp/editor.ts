// An editor in front of `agent acp` of the built program: the official SDK's client, a person who answers as told, and
// buffers that may differ from the disk.

import { type ChildProcess, spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import {
	type ClientCapabilities,
	type ClientConnection,
	type CreateElicitationRequest,
	type CreateElicitationResponse,
	client,
	type InitializeResponse,
	methods,
	ndJsonStream,
	type RequestPermissionOutcome,
	type RequestPermissionRequest,
	type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { AGENT, type Desk } from '../run-agent.ts'

export type Editor = {
	connection: ClientConnection
	agent: ClientConnection['agent']
	initialized: InitializeResponse
	child: ChildProcess
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
	/** Every line of stdout that was not JSON. */
	stray: readonly string[]
	said(): string
	ended: Promise<number | null>
	/** Ends stdin, and waits for the process. */
	close(): Promise<number | null>
}

export type EditorSetup = {
	args?: readonly string[]
	env?: Readonly<Record<string, string>>
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

export async function startEditor(desk: Desk, setup: EditorSetup = {}): Promise<Editor> {
	const { args = [], env = {}, buffers } = setup
	const child = spawn(process.execPath, [AGENT, 'acp', ...args], {
		// The editor's own folder is nothing to the agent.
		cwd: '/',
		stdio: ['pipe', 'pipe', 'pipe'],
		env: { PATH: process.env.PATH, HOME: desk.home, KEELSON_HOME: desk.home, ...env },
	})
	let said = ''
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		said += text
	})
	const stray: string[] = []
	let line = ''
	child.stdout.on('data', (bytes: Buffer) => {
		const lines = (line + bytes.toString('utf8')).split('\n')
		line = lines.pop() ?? ''
		for (const each of lines)
			try {
				JSON.parse(each)
			} catch {
				stray.push(each)
			}
	})
	const ended = new Promise<number | null>(resolve => child.once('close', resolve))
	const told: { sessionId: string; update: SessionUpdate }[] = []
	const asked: RequestPermissionRequest[] = []
	const forms: CreateElicitationRequest[] = []
	const withdrawn: string[] = []
	const heard = new Set<() => void>()

	const app = client({ name: 'test editor' })
		.onNotification(methods.client.session.update, ({ params }) => {
			told.push(params)
			for (const look of heard) look()
		})
		.onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
			asked.push(params)
			signal.addEventListener('abort', () => withdrawn.push(params.toolCall.toolCallId))
			const outcome = setup.permit
				? await setup.permit(params, signal)
				: choose(params.options, 'reject_once')
			return { outcome }
		})
		.onRequest(methods.client.elicitation.create, ({ params }) => {
			forms.push(params)
			return setup.fill?.(params) ?? { action: 'decline' }
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
	const connection = app.connect(
		ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>),
	)
	const { agent } = connection
	const initialized = await agent.request(methods.agent.initialize, {
		protocolVersion: 1,
		clientCapabilities: {
			...(buffers && { fs: { readTextFile: true, writeTextFile: true } }),
			...setup.capabilities,
		},
	})
	const updates = (sessionId?: string) =>
		told.filter(each => sessionId === undefined || each.sessionId === sessionId).map(({ update }) => update)
	const of: Editor['of'] = (kind, sessionId) =>
		updates(sessionId).filter(
			(update): update is Extract<SessionUpdate, { sessionUpdate: typeof kind }> =>
				update.sessionUpdate === kind,
		)
	return {
		connection,
		agent,
		initialized,
		child,
		updates,
		of,
		until: fits =>
			new Promise((resolve, reject) => {
				const look = () => {
					const found = told.find(({ update }) => fits(update))
					if (!found) return
					heard.delete(look)
					resolve(found.update)
				}
				heard.add(look)
				look()
				void ended.then(() => reject(new Error(`the agent ended before that came: ${said}`)))
			}),
		text: sessionId =>
			of('agent_message_chunk', sessionId)
				.map(({ content }) => (content.type === 'text' ? content.text : ''))
				.join(''),
		asked,
		forms,
		withdrawn,
		stray,
		said: () => said,
		ended,
		close: () => {
			child.stdin.end()
			return ended
		},
	}
}
