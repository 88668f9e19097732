// The agent of one ACP connection: what the client asks of it, answered by the sessions it has open, each with a runtime of
// its own.

import { realpath, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type {
	AgentContext,
	AuthMethod,
	ClientCapabilities,
	InitializeRequest,
	InitializeResponse,
	ListSessionsRequest,
	ListSessionsResponse,
	LoadSessionRequest,
	NewSessionRequest,
	NewSessionResponse,
	ResumeSessionRequest,
} from '@agentclientprotocol/sdk'
import { PROTOCOL_VERSION } from '@agentclientprotocol/sdk'
import { AgentError } from '../../core/errors.ts'
import type { Files, Media } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { ExtensionConfig } from '../../extensions/extension-files.ts'
import { activeEvents } from '../../sessions/folds/active-events.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import { clientServers } from './client-servers.ts'
import { filesThrough } from './editor-buffers.ts'
import { LiveSession, type LoadedLog } from './live-session.ts'
import { sessionPage } from './session-pages.ts'

export type AcpSetup = {
	version: string
	/** Loads what the first session needs. Called when the client has its first answer. */
	prepare(): void
	/** A runtime with a new session, or with the one that is named. */
	open(order: SessionOrder): Promise<RuntimePort>
	store(): Promise<SessionStore>
	media(): Promise<Media>
	/** What the user has to do where a model wants a key. */
	login: LoginWays
	/** For people: nothing but the protocol goes to stdout. */
	say(line: string): void
}

export type SessionOrder = {
	/** Absolute, and there. */
	cwd: string
	addDirs: readonly string[]
	/** Of the client. */
	servers: ExtensionConfig | undefined
	/** Left out, a new one. */
	session: SessionId | undefined
	/** Stands between the file tools and the disk. Left out, nothing does. */
	toolFiles: ((disk: Files) => Files) | undefined
}

export type LoginWays = {
	/** Behind the command line of this program, in a terminal: logs in, and ends. */
	terminalArguments: readonly string[]
	/** A whole sentence for where there is no terminal. */
	advice: string
	/** The models that would be asked have a key, or need none. */
	hasKey(): Promise<boolean>
	/** Forgets what a login has stored. @throws AgentError when it is not clear which */
	logout(): Promise<void>
}

type EditorSessionPlace = Pick<NewSessionRequest, 'cwd' | 'additionalDirectories'> &
	Partial<Pick<NewSessionRequest, 'mcpServers'>>

export class AcpAgent {
	private readonly setup: AcpSetup
	private readonly sessions = new Map<string, LiveSession>()
	private readonly opening = new Set<Promise<LiveSession>>()
	private capabilities: ClientCapabilities = {}
	private isClosed = false

	constructor(setup: AcpSetup) {
		this.setup = setup
	}

	initialize({ clientCapabilities = {} }: InitializeRequest): InitializeResponse {
		this.capabilities = clientCapabilities
		setImmediate(() => this.setup.prepare())
		return {
			// The only one there is here; a client that wants another one goes away.
			protocolVersion: PROTOCOL_VERSION,
			agentInfo: { name: 'keelson', title: 'Keelson', version: this.setup.version },
			agentCapabilities: {
				loadSession: true,
				promptCapabilities: { image: true, audio: false, embeddedContext: true },
				mcpCapabilities: { http: true, sse: true },
				sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
				auth: { logout: {} },
			},
			authMethods: this.authMethods(),
		}
	}

	/** There is nothing to do but to look: keys are set and logins made outside of the protocol. */
	async authenticate(methodId: string): Promise<void> {
		const { login } = this.setup
		if (!this.authMethods().some(({ id }) => id === methodId))
			throw new AgentError('usage', `there is no way to log in called "${methodId}"`)
		if (!(await login.hasKey())) throw new AgentError('auth-failed', login.advice)
	}

	logout(): Promise<void> {
		return this.setup.login.logout()
	}

	async begin(
		request: NewSessionRequest,
		client: AgentContext,
		signal: AbortSignal,
	): Promise<NewSessionResponse> {
		const session = await this.open(request, undefined, { client, isTold: false })
		if (signal.aborted) {
			await this.close(session.sessionId)
			throw new AgentError('cancelled', 'the session was not wanted any more')
		}
		return { sessionId: session.sessionId, ...session.state }
	}

	/** Everything of its log has been told when this resolves. */
	async load(request: LoadSessionRequest, client: AgentContext) {
		const session = await this.open(request, request.sessionId, { client, isTold: true })
		return session.state
	}

	async resume(request: ResumeSessionRequest, client: AgentContext) {
		const session = await this.open(request, request.sessionId, { client, isTold: false })
		return session.state
	}

	async list({ cwd, cursor }: ListSessionsRequest): Promise<ListSessionsResponse> {
		if (cwd != null && !isAbsolute(cwd)) throw relativePath('cwd', cwd)
		const all = await (await this.setup.store()).list()
		const real = cwd == null ? undefined : await realpath(cwd).catch(() => cwd)
		const wanted = real === undefined ? all : all.filter(session => session.cwd === real)
		const sorted = [...wanted].sort((a, b) => b.usedAt - a.usedAt || (a.sessionId < b.sessionId ? 1 : -1))
		return sessionPage(sorted, cursor ?? undefined, PAGE)
	}

	/** @throws AgentError `session-not-found` where there is none, which clients take for done */
	async delete(sessionId: string): Promise<void> {
		const wasOpen = this.sessions.has(sessionId)
		if (wasOpen) await this.close(sessionId)
		const store = await this.setup.store()
		try {
			await store.remove(await this.stored(sessionId))
		} catch (error) {
			// One without a prompt has never been stored.
			if (!(wasOpen && error instanceof AgentError && error.code === 'session-not-found')) throw error
		}
	}

	async close(sessionId: string): Promise<void> {
		const session = this.find(sessionId)
		this.sessions.delete(sessionId)
		await session.close()
	}

	/** @throws AgentError `session-not-found` for one that is not open on this connection */
	find(sessionId: string): LiveSession {
		const session = this.sessions.get(sessionId)
		if (session) return session
		throw new AgentError(
			'session-not-found',
			`session ${sessionId} is not open here; session/load or session/resume opens one that was made before`,
		)
	}

	cancel(sessionId: string): void {
		const session = this.sessions.get(sessionId)
		if (session) session.cancel()
		else this.setup.say(`acp: session/cancel for ${sessionId}, which is not open`)
	}

	cancelAll(): void {
		for (const session of this.sessions.values()) session.cancel()
	}

	/** Also what is only being opened. */
	async closeAll(): Promise<void> {
		this.isClosed = true
		await Promise.allSettled(this.opening)
		const all = [...this.sessions.values()]
		this.sessions.clear()
		await Promise.all(all.map(session => session.close()))
	}

	private async open(
		place: EditorSessionPlace,
		wanted: string | undefined,
		told: { client: AgentContext; isTold: boolean },
	): Promise<LiveSession> {
		const { cwd, additionalDirectories = [] } = place
		await requireFolder('cwd', cwd)
		for (const folder of additionalDirectories) await requireFolder('additionalDirectories', folder)
		// It is opened anew, in another folder perhaps, and with other servers.
		if (wanted !== undefined && this.sessions.has(wanted)) await this.close(wanted)
		const opening = this.compose(place, wanted === undefined ? undefined : await this.stored(wanted), told)
		this.opening.add(opening)
		try {
			const live = await opening
			this.sessions.set(live.sessionId, live)
			// Behind the answer that tells the client of the session.
			setImmediate(() => void live.tellCommands())
			return live
		} finally {
			this.opening.delete(opening)
		}
	}

	private async compose(
		{ cwd, additionalDirectories = [], mcpServers = [] }: EditorSessionPlace,
		session: SessionId | undefined,
		{ client, isTold }: { client: AgentContext; isTold: boolean },
	): Promise<LiveSession> {
		const { setup, capabilities } = this
		if (this.isClosed) throw new AgentError('cancelled', 'the connection is closed')
		let opened: LiveSession | undefined
		const port = await setup.open({
			cwd,
			addDirs: additionalDirectories,
			servers: clientServers(mcpServers),
			session,
			toolFiles: await filesThrough({
				client,
				capabilities,
				folders: [cwd, ...additionalDirectories],
				sessionId: () => opened?.sessionId,
			}),
		})
		try {
			const earlier = session === undefined ? NOTHING_EARLIER : await this.history(session)
			const deps = { port, client, capabilities, media: await setup.media(), say: setup.say }
			opened = await LiveSession.open(deps, { ...earlier, isTold })
			await opened.learnModels(MODELS_PATIENCE_MS)
			return opened
		} catch (error) {
			await port.send({ type: 'shutdown' }).catch(() => undefined)
			throw error
		}
	}

	private async history(session: SessionId): Promise<Omit<LoadedLog, 'isTold'>> {
		const all = await (await this.setup.store()).read(session)
		return { envelopes: activeEvents(all), lastSeq: all.at(-1)?.seq ?? 0 }
	}

	/** By its whole id: what a person may shorten, a program does not. */
	private async stored(wanted: string): Promise<SessionId> {
		const found = await (await this.setup.store()).find(wanted)
		if (found === wanted) return found
		throw new AgentError('session-not-found', `there is no session with the id ${wanted}`)
	}

	private authMethods(): AuthMethod[] {
		const { terminalArguments, advice } = this.setup.login
		const inTerminal: AuthMethod = {
			type: 'terminal',
			id: 'terminal',
			name: 'Log in to a provider of models',
			args: [...terminalArguments],
		}
		return [
			...(this.capabilities.auth?.terminal ? [inTerminal] : []),
			{ id: 'key', name: 'Key or login of this machine', description: advice },
		]
	}
}

async function requireFolder(field: string, path: string): Promise<void> {
	if (!isAbsolute(path)) throw relativePath(field, path)
	const found = await stat(path).catch(() => undefined)
	if (!found) throw new AgentError('usage', `${field} ${path}: there is no such folder`)
	if (!found.isDirectory()) throw new AgentError('usage', `${field} ${path}: that is not a folder`)
}

function relativePath(field: string, path: string): AgentError {
	return new AgentError('usage', `${field} must be an absolute path, not ${JSON.stringify(path)}`)
}

const NOTHING_EARLIER = { envelopes: [], lastSeq: 0 }

const PAGE = 50
/** A list that comes later is told as an update. */
const MODELS_PATIENCE_MS = 1_000
