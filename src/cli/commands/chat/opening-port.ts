// A runtime port for the time before there is a runtime: the screen is drawn and takes keys, and what it asks for
// waits.

import { deferred } from '../../../core/async/deferred.ts'
import { Mailbox } from '../../../core/async/mailbox.ts'
import { PendingAnswers } from '../../../core/async/pending-answers.ts'
import type { Command } from '../../../core/commands.ts'
import { AgentError } from '../../../core/errors.ts'
import type { Envelope, StoredEvent } from '../../../core/events.ts'
import type { CallId, QuestionId, SessionId } from '../../../core/ids.ts'
import type { ChangeQueries } from '../../../core/review/changes.ts'
import type { RuntimePort, RuntimeQueries } from '../../../core/runtime-port.ts'

/** Asks whoever follows. @returns undefined when they would not say */
export type AskAtStart = (text: string, options: readonly string[]) => Promise<string | undefined>

/**
 * @param open - called when somebody follows; a failure is told once, to them, and what waited for the runtime is
 * never answered
 */
export function openingPort(open: (ask: AskAtStart) => Promise<RuntimePort>): RuntimePort {
	const { promise: begun, resolve: begin } = deferred()
	const asking = new StartQuestions()
	const opening = begun.then(() => open(asking.ask))
	const opened = opening.catch(() => new Promise<never>(() => {}))
	return {
		async send(command) {
			if (!asking.take(command)) await (await opened).send(command)
		},
		events(fromSeq, signal) {
			begin()
			return follow(opening, asking, fromSeq, signal)
		},
		queries: openingQueries(opened),
	}
}

/** All of them: one that is forgotten here would look as if the runtime did not have it. */
function openingQueries(opened: Promise<RuntimePort>): Required<Omit<RuntimeQueries, 'storeImage'>> {
	return {
		sessions: async () => (await opened).queries.sessions(),
		models: async () => (await opened).queries.models(),
		files: async () => (await opened).queries.files(),
		promptHistory: async () => (await opened).queries.promptHistory(),
		maskedPrompt: async prompt => (await opened).queries.maskedPrompt?.(prompt),
		gitBranch: async () => (await opened).queries.gitBranch(),
		gitDirty: async () => (await opened).queries.gitDirty?.(),
		probeSandbox: async () => (await opened).queries.probeSandbox?.(),
		expectPrompt: async () => (await opened).queries.expectPrompt?.(),
		clipboardImage: async () => (await opened).queries.clipboardImage(),
		pictureAt: async path => (await opened).queries.pictureAt?.(path),
		contextUse: async when => (await opened).queries.contextUse(when),
		rewindPoints: async toSeq => (await opened).queries.rewindPoints(toSeq),
		searchSessions: async query => (await opened).queries.searchSessions(query),
		extensions: async () => (await opened).queries.extensions?.() ?? NO_EXTENSIONS,
		agents: async () => (await opened).queries.agents(),
		notes: async () => (await opened).queries.notes(),
		memoryState: async () => (await (await opened).queries.memoryState?.()) ?? {},
		offeredTools: async () => (await opened).queries.offeredTools?.() ?? [],
		servers: async () => (await opened).queries.servers(),
		hooks: async () => (await opened).queries.hooks(),
		previewSession: async sessionId => (await opened).queries.previewSession(sessionId),
		async readLog(request) {
			const { queries } = await opened
			if (!queries.readLog) throw new AgentError('rejected', 'there is no log here to look through')
			return queries.readLog(request)
		},
		changes: {
			list: async scope => changesOf(await opened).list(scope),
			file: async (scope, path) => changesOf(await opened).file(scope, path),
			counts: async (scope, paths) => changesOf(await opened).counts(scope, paths),
			seen: async () => changesOf(await opened).seen(),
		},
		readMedia: async uri => (await opened).queries.readMedia?.(uri),
		readArtefact: async path => (await opened).queries.readArtefact?.(path),
		runningSessions: async () => (await (await opened).queries.runningSessions?.()) ?? new Map(),
		statistics: async wish => (await opened).queries.statistics?.(wish),
	}
}

function changesOf({ queries: { changes } }: RuntimePort): ChangeQueries {
	if (!changes) throw new AgentError('rejected', 'there is nothing to be reviewed here')
	return changes
}

const NO_EXTENSIONS = { commands: [], skills: [], agents: [], plugins: [] }

async function* follow(
	opening: Promise<RuntimePort>,
	asking: StartQuestions,
	fromSeq: number,
	signal: AbortSignal,
): AsyncIterable<Envelope> {
	const ended = whenAborted(signal)
	for (let said = asking.said.next(); ; ) {
		const next = await Promise.race([opening, said, ended])
		if (!next) return
		if ('send' in next) return yield* next.events(fromSeq, signal)
		if (next.done) return
		yield next.value
		said = asking.said.next()
	}
}

/** Questions before there is a session, in the words that a session would ask them in. */
class StartQuestions {
	private readonly pending = new PendingAnswers<QuestionId, CallId, string | undefined>()
	/** For whoever follows. */
	readonly said = new Mailbox<Envelope>()
	private count = 0

	readonly ask: AskAtStart = (text, options) => {
		const questionId = `opening-${++this.count}` as QuestionId
		const callId = questionId as string as CallId
		this.say({ type: 'question-request', question: { questionId, callId, text, options } })
		return this.pending.wait(questionId, callId)
	}

	/** @returns whether the command was the answer */
	take(command: Command): boolean {
		if (command.type !== 'answer') return false
		const { questionId, answer } = command
		const callId = this.pending.question(questionId)
		if (callId === undefined) return false
		this.say({ type: 'question-end', questionId, callId, ...(answer !== undefined && { answer }) })
		return this.pending.answer(questionId, answer)
	}

	private say(event: StoredEvent): void {
		this.said.put({ seq: 0, at: Date.now(), sessionId: '' as SessionId, event })
	}
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
	return new Promise(resolve => {
		if (signal.aborted) resolve(undefined)
		else signal.addEventListener('abort', () => resolve(undefined), { once: true })
	})
}
