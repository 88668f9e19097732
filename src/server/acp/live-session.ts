// A session that a client has open: its prompts go to a runtime of its own one after the other, what happens there is told
// as updates, and what it asks goes to the person at the editor.

import type {
	AgentContext,
	AvailableCommand,
	ClientCapabilities,
	ContentBlock,
	PromptResponse,
	SessionConfigOption,
	SessionModeState,
	SessionUpdate,
} from '@agentclientprotocol/sdk'
import { CLIENT_METHODS } from '@agentclientprotocol/sdk'
import type { Command } from '../../core/commands.ts'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { AgentEvent, Envelope, StoredEvent } from '../../core/events.ts'
import type { Media } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { ToolFacts } from '../../core/tool.ts'
import { PersonAtEditor } from './person-at-editor.ts'
import { promptMessage } from './prompt-content.ts'
import { PromptTurns } from './prompt-turns.ts'
import {
	configCommand,
	configOptions,
	modeCommand,
	modeState,
	type SettingsInForce,
	settingsAfter,
	settingsUpdates,
} from './session-settings.ts'
import { SessionUpdates } from './session-updates.ts'

export type LiveSessionDeps = {
	port: RuntimePort
	client: AgentContext
	capabilities: ClientCapabilities
	media: Media
	/** For people, not for the client. */
	say(line: string): void
}

export type LoadedLog = {
	/** Those that still count. */
	envelopes: readonly Envelope<StoredEvent>[]
	lastSeq: number
	/** The client is to hear of them. */
	isTold: boolean
}

type SessionOpen = Extract<AgentEvent, { type: 'session-open' }>

export class LiveSession {
	readonly sessionId: SessionId
	private readonly deps: LiveSessionDeps
	private readonly cwd: string
	private readonly updates: SessionUpdates
	private readonly turns: PromptTurns
	private readonly person: PersonAtEditor
	private readonly facts = new Map<string, ToolFacts | undefined>()
	private settings: SettingsInForce
	private commands = ''
	/** What the client has been told already, of a log that was there before. */
	private toldSeq = 0

	/** Opens the stream of a runtime. @param earlier - what its log has held so far */
	static async open(deps: LiveSessionDeps, earlier: LoadedLog): Promise<LiveSession> {
		const envelopes = deps.port.events(0, NEVER)[Symbol.asyncIterator]()
		const first = await envelopes.next()
		if (first.done || first.value.event.type !== 'session-open')
			throw new AgentError('internal', 'a runtime did not begin with the session that is open')
		const session = new LiveSession(deps, first.value.sessionId, first.value.event)
		await session.learnTools()
		await session.replay(earlier)
		void session.read({ [Symbol.asyncIterator]: () => envelopes })
		return session
	}

	private constructor(deps: LiveSessionDeps, sessionId: SessionId, open: SessionOpen) {
		const { chain, approvals, effort, cwd } = open
		this.deps = deps
		this.sessionId = sessionId
		this.cwd = cwd
		this.settings = { chain, approvals, effort, models: [] }
		this.updates = new SessionUpdates({
			cwd,
			media: deps.media,
			capabilities: deps.capabilities,
			factsOf: tool => this.facts.get(tool),
			nowMs: () => performance.now(),
		})
		const { client, capabilities } = deps
		this.turns = new PromptTurns(command => deps.port.send(command))
		this.person = new PersonAtEditor({
			editor: { client, capabilities, sessionId },
			calls: this.updates.calls,
			tell: updates => this.tell(updates),
			send: command => deps.port.send(command),
			cancel: () => this.cancel(),
		})
	}

	get state(): { modes: SessionModeState; configOptions: SessionConfigOption[] } {
		return { modes: modeState(this.settings), configOptions: configOptions(this.settings) }
	}

	/** Waits for the models that may be chosen, but not for long: those that come later are an update. */
	async learnModels(patienceMs: number): Promise<void> {
		const models = this.deps.port.queries.models().catch(() => [])
		let timer: NodeJS.Timeout | undefined
		const late = new Promise<undefined>(resolve => {
			timer = setTimeout(() => resolve(undefined), patienceMs)
		})
		const soon = await Promise.race([models, late])
		clearTimeout(timer)
		if (soon) this.settings = { ...this.settings, models: soon }
		else
			void models.then(async found => {
				this.settings = { ...this.settings, models: found }
				await this.tell(settingsUpdates(this.settings))
			})
	}

	/** Custom commands and skills, when there are others than the client knows of. */
	async tellCommands(): Promise<void> {
		const { commands = [] } = (await this.deps.port.queries.extensions?.().catch(() => undefined)) ?? {}
		const availableCommands = commands.map(
			({ name, description, argumentHint }): AvailableCommand => ({
				name,
				description,
				...(argumentHint !== undefined && { input: { hint: argumentHint } }),
			}),
		)
		const told = JSON.stringify(availableCommands)
		if (told === this.commands) return
		this.commands = told
		await this.tell([{ sessionUpdate: 'available_commands_update', availableCommands }])
	}

	/** Resolves when everything that happened has been told. @param signal - cancels it */
	prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
		const { cwd, deps } = this
		return this.turns.take(() => promptMessage(blocks, { cwd, media: deps.media }), signal)
	}

	/** Ends what runs and what waits. */
	cancel(): void {
		this.turns.cancel()
	}

	async setMode(mode: string): Promise<void> {
		if (mode === this.settings.approvals.kind) return
		await this.change(modeCommand(mode))
	}

	/** @returns all options as they are then */
	async setOption(option: string, value: unknown): Promise<SessionConfigOption[]> {
		const isSame = this.state.configOptions.some(
			({ id, currentValue }) => id === option && currentValue === value,
		)
		if (!isSame) await this.change(configCommand(option, value))
		return this.state.configOptions
	}

	/** Ends everything of it. */
	async close(): Promise<void> {
		this.cancel()
		await this.deps.port.send({ type: 'shutdown' }).catch(() => undefined)
	}

	private async change(command: Command): Promise<void> {
		await this.deps.port.send(command)
		this.settings = settingsAfter(this.settings, command)
	}

	private async replay({ envelopes, lastSeq, isTold }: LoadedLog): Promise<void> {
		for (const { event } of envelopes) {
			const updates = await this.updates.replayed(event)
			if (isTold) await this.tell(updates)
		}
		this.toldSeq = lastSeq
	}

	private async read(envelopes: AsyncIterable<Envelope>): Promise<void> {
		try {
			for await (const envelope of envelopes) if (envelope.seq > this.toldSeq) await this.take(envelope)
			this.turns.end()
		} catch (error) {
			// Nobody follows the session any more: whoever waits for it has to know.
			this.deps.say(`acp: ${messageOf(error)}`)
			this.turns.end(error)
			await this.close()
		}
		this.person.leave()
	}

	private async take({ event, runId }: Envelope): Promise<void> {
		switch (event.type) {
			case 'run-start':
				this.turns.runStarted(event, runId)
				await this.learnTools()
				break
			case 'approval-request':
			case 'question-request':
			case 'question-end':
				return this.person.hear(event)
			case 'approval-end':
				await this.person.hear(event)
				break
			case 'approvals-set':
				this.settings = { ...this.settings, approvals: event.mode }
				return this.tell(settingsUpdates(this.settings))
			case 'model-set':
				this.settings = { ...this.settings, chain: event.chain }
				return this.tell(settingsUpdates(this.settings))
			case 'effort-set':
				this.settings = { ...this.settings, effort: event.effort }
				return this.tell(settingsUpdates(this.settings))
			case 'queue-change':
				return this.turns.queueChanged(event)
			case 'notice':
				this.deps.say(`${event.level}: ${event.text}`)
				break
			default:
		}
		await this.tell(await this.updates.live(event))
		if (event.type !== 'run-end') return
		await this.tellCommands()
		await this.turns.runEnded(event, runId)
	}

	private async learnTools(): Promise<void> {
		const offered = (await this.deps.port.queries.offeredTools?.()) ?? []
		for (const { spec, facts } of offered) this.facts.set(spec.name, facts)
	}

	/** A client that is gone is told nothing more. */
	private async tell(updates: readonly SessionUpdate[]): Promise<void> {
		const { client } = this.deps
		for (const update of updates)
			await client
				.notify(CLIENT_METHODS.session_update, { sessionId: this.sessionId, update })
				.catch(() => undefined)
	}
}

const NEVER = new AbortController().signal
