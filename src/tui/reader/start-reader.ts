// The screen for a screen reader: lines that are written once, a line to type at, and nothing that is drawn again.

import { messageOf } from '../../core/errors.ts'
import { type Actions, createActions } from '../actions.ts'
import { resume } from '../commands/session/resume.ts'
import { SLASH_COMMANDS } from '../commands/slash-commands.ts'
import { NO_ATTACHMENTS } from '../composer/attachments.ts'
import { submissionOf } from '../composer/submission.ts'
import { ScreenStore } from '../screen/screen-store.ts'
import { withPreferences } from '../state/screen-preferences.ts'
import type { TuiExit, TuiOptions } from '../state/tui-options.ts'
import type { PendingRequest, View } from '../state/view.ts'
import { suspendProcess } from '../terminal/suspend.ts'
import { terminalInput } from '../terminal/terminal-input.ts'
import { asAscii, drawsAscii } from '../text/ascii-glyphs.ts'
import { ScreenTheme } from '../themes/screen-theme.ts'
import { AskedChoices } from './asked-choices.ts'
import { approvalChoice, type NumberedChoice, questionChoice, trustChoice } from './choices.ts'
import { LineEditor, type LineKey } from './line-editor.ts'
import { LineHelp } from './line-help.ts'
import { milestones } from './milestones.ts'
import { readerSurface } from './reader-surface.ts'
import { SaidBlocks } from './said-blocks.ts'
import { startLines } from './start-lines.ts'

/**
 * @param why - what has switched it on, for the first line
 * @returns when the user leaves, the runtime ends, the terminal goes away or `stop` fires
 */
export async function startReader(given: TuiOptions, why: string): Promise<TuiExit> {
	const { options, preferences } = withPreferences(given)
	const ended = new AbortController()
	const exit = () => ended.abort()
	const write = (text: string) =>
		void options.stdout.write(
			drawsAscii(preferences.screen.glyphs, options.environment) ? asAscii(text) : text,
		)
	const input = terminalInput(options.stdin)
	// Such a terminal would print them.
	const takesSequences = options.environment.TERM !== 'dumb'
	const giveBack = () => takesSequences && write(PASTE_OFF)
	process.on('exit', giveBack)
	input.setRawMode(true)
	write(`${takesSequences ? PASTE_ON : ''}${firstLine(why)}\r\n`)

	const editor = new LineEditor(write, {
		line: text => typed(text),
		key: key => pressed(key),
	})
	/** Below what is being typed, which comes again below it. */
	function say(lines: readonly string[]): void {
		if (lines.length === 0) return
		editor.leave()
		write(lines.map(line => `${line}\r\n`).join(''))
		ready()
	}
	/** While a run goes on there is nothing to type at until somebody types. */
	function ready(): void {
		if (choices.first) editor.show('Your answer: ')
		else if (!store.view.run || editor.text !== '') editor.show(PROMPT_LABEL)
	}
	const choices = new AskedChoices({
		...{ say, ready, ring: () => write(BELL) },
		take: () => editor.take(),
		give: text => editor.set(text, PROMPT_LABEL),
	})
	const ask = (choice: NumberedChoice) => choices.ask(choice)
	const close = (id: string) => choices.close(id)
	const help = new LineHelp({
		...{ queries: options.port.queries, commands: SLASH_COMMANDS, say, ask, close },
		text: () => editor.text,
		set: text => editor.set(text),
	})

	let isStartSaid = Boolean(options.initialPrompt) || options.picker === true
	const told = new SaidBlocks()
	const clock = milestones({
		...{ say, now: Date.now },
		ring: () => setImmediate(() => write(BELL)),
	})
	const store = new ScreenStore({ version: options.version, home: options.environment.HOME }, () => ({
		update(view: View) {
			say([...told.linesOf(view), ...clock.look(view)])
			if (view.sessionId !== undefined && !isStartSaid) attempt(sayStart(view))
			for (const asked of view.asked) ask(choiceOf(asked, view, actions))
			choices.keepOnly(new Set(view.asked.map(idOf)))
			return []
		},
		redrawn: () => [],
		setLook() {},
		expectAnswer() {},
		resume() {},
		finish: async () => {},
	}))
	const surface = readerSurface({
		...{ say, ask, close },
		draft: text => editor.set(text),
		isEmpty: () => editor.text === '',
		actions: () => actions,
		edit: options.editText,
		handOver: async use => {
			editor.leave()
			input.setRawMode(false)
			await use().finally(() => input.setRawMode(true))
			ready()
		},
	})
	const actions: Actions = createActions({
		...{ options, preferences, store, exit },
		theme: new ScreenTheme({ depth: 'none', environment: options.environment, onChange() {} }),
		surface: () => surface,
		control: write,
	})

	function typed(text: string): void {
		const asked = choices.first
		// A command goes on from a list, as it would from a list on the screen that Esc has closed.
		if (asked?.isList && text.startsWith('/')) choices.close(asked.id)
		else if (asked) return choices.answer(asked, text)
		const submission = submissionOf(text, NO_ATTACHMENTS, 'steer')
		if (!submission) return editor.show()
		help.sent(text)
		if (submission.kind === 'prompt') told.typed(submission.text)
		actions.submit(submission)
	}
	let lastCancelAtMs = Number.NEGATIVE_INFINITY
	function pressed(key: LineKey): void {
		switch (key) {
			case 'repeat':
				return say(choices.first?.lines ?? told.lastMessage)
			case 'interrupt':
				return void actions.interrupt()
			case 'mode':
				return actions.cycleMode()
			case 'older':
			case 'newer':
				if (!choices.first) attempt(help.step(key === 'older' ? -1 : 1))
				return
			case 'complete':
				if (!choices.first) attempt(help.complete())
				return
			case 'suspend':
				return void surface.handOver(() =>
					suspendProcess({ stop: options.stopProcess, ending: options.stop }),
				)
			case 'end':
				return editor.text === '' ? exit() : undefined
			case 'cancel': {
				if (performance.now() - lastCancelAtMs < TWICE_MS) return exit()
				lastCancelAtMs = performance.now()
				const isInterrupted = actions.interrupt()
				if (!isInterrupted) editor.set('')
				say([isInterrupted ? 'Stopping. Ctrl+C again leaves.' : 'Ctrl+C again leaves.'])
			}
		}
	}
	/** What the folder is, where nobody has asked for anything yet. */
	async function sayStart({ model }: View): Promise<void> {
		isStartSaid = true
		const isWithoutModel = model?.provider === 'demo'
		const facts = await options.startFacts?.({ isWithoutModel })
		const { hasMessages, run } = store.view
		if (facts && !hasMessages && !run) say(startLines(facts, { isWithoutModel, now: Date.now() }))
	}
	function attempt(work: Promise<void>): void {
		work.catch(error => say([`Error: ${messageOf(error)}`]))
	}

	input.on('data', (read: string) => editor.read(read))
	input.once('end', exit)
	options.stop?.addEventListener('abort', exit, { once: true })
	if (options.stop?.aborted) exit()
	options.trust?.then(
		request => ask(trustChoice(request, exit)),
		() => undefined,
	)
	let failure: { error: unknown } | undefined
	const following = store
		.follow(options.port, ended.signal)
		.catch((error: unknown) => {
			failure = { error }
		})
		.finally(exit)
	if (options.initialPrompt) {
		const submission = submissionOf(options.initialPrompt, NO_ATTACHMENTS, 'queue')
		if (submission) actions.submit(submission)
	}
	if (options.picker) actions.run(resume)
	await new Promise<void>(resolve => {
		if (ended.signal.aborted) resolve()
		else ended.signal.addEventListener('abort', () => resolve(), { once: true })
	})
	await following
	clock.stop()
	options.stop?.removeEventListener('abort', exit)
	editor.leave()
	input.setRawMode(false)
	process.off('exit', giveBack)
	giveBack()
	if (failure) throw failure.error
	const { sessionId, hasMessages } = store.view
	return sessionId === undefined ? { hasMessages } : { sessionId, hasMessages }
}

function firstLine(why: string): string {
	return `Screen reader mode: switched on by ${why}. Ctrl+L repeats the last message, Up has earlier prompts, Tab completes @ and /, Esc stops a run, Ctrl+D leaves.`
}

function choiceOf(asked: PendingRequest, view: View, { send }: Actions): NumberedChoice {
	if (asked.kind === 'question') return questionChoice(asked.question, send)
	const { request } = asked
	const args = view.calls.find(({ callId }) => callId === request.callId)?.arguments ?? ''
	return approvalChoice(request, args, send)
}

function idOf(asked: PendingRequest): string {
	return asked.kind === 'question' ? asked.question.questionId : asked.request.approvalId
}

const PROMPT_LABEL = 'You: '
const PASTE_ON = '\x1b[?2004h'
const PASTE_OFF = '\x1b[?2004l'
const BELL = '\x07'
const TWICE_MS = 1000
