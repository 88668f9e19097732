// The screen for a screen reader: lines that are written once, a line to type at, and nothing that is drawn again.

import { messageOf } from '../../core/errors.ts'
import { type Actions, createActions } from '../actions.ts'
import { resume } from '../commands/session/resume.ts'
import { SLASH_COMMANDS } from '../commands/slash-commands.ts'
import { NO_ATTACHMENTS } from '../composer/attachments.ts'
import { submissionOf } from '../composer/submission.ts'
import { ScreenStore } from '../screen/screen-store.ts'
import { ScreenPreferences, withScreen } from '../state/screen-preferences.ts'
import type { TuiExit, TuiOptions } from '../state/tui-options.ts'
import type { View } from '../state/view.ts'
import { blocksAfter } from '../state/view-block.ts'
import { suspendProcess } from '../terminal/suspend.ts'
import { terminalInput } from '../terminal/terminal-input.ts'
import { ScreenTheme } from '../themes/screen-theme.ts'
import { approvalChoice, type NumberedChoice, questionChoice, trustChoice } from './choices.ts'
import { LineEditor } from './line-editor.ts'
import { LineHelp } from './line-help.ts'
import { milestones } from './milestones.ts'
import { readerSurface } from './reader-surface.ts'
import { spokenBlock } from './spoken-blocks.ts'

/**
 * @param why - what has switched it on, for the first line
 * @returns when the user leaves, the runtime ends, the terminal goes away or `stop` fires
 */
export async function startReader(given: TuiOptions, why: string): Promise<TuiExit> {
	const preferences = new ScreenPreferences(given.screen?.first)
	const options = {
		...given,
		environment: given.environment ?? process.env,
		...(given.settings && { settings: withScreen(given.settings, given.screen, preferences) }),
	}
	const ended = new AbortController()
	const exit = () => ended.abort()
	const write = (text: string) => void options.stdout.write(text)
	const input = terminalInput(options.stdin)
	// Such a terminal would print them.
	const takesSequences = options.environment.TERM !== 'dumb'
	const giveBack = () => takesSequences && write(PASTE_OFF)
	process.on('exit', giveBack)
	input.setRawMode(true)
	write(
		`${takesSequences ? PASTE_ON : ''}Screen reader mode: switched on by ${why}. Ctrl+L repeats the last message, Up has earlier prompts, Tab completes @ and /, Esc stops a run, Ctrl+D leaves.\r\n`,
	)

	/** What is asked, the newest last. */
	let choices: readonly NumberedChoice[] = []
	let aside = ''
	let lastMessage: readonly string[] = []
	let lastCancelAtMs = Number.NEGATIVE_INFINITY

	const editor = new LineEditor(write, {
		line(text) {
			const asked = choices[0]
			// A command goes on from a list, as it would from a list on the screen that Esc has closed.
			if (asked?.isList && text.startsWith('/')) close(asked.id)
			else if (asked) return answer(asked, text)
			const submission = submissionOf(text, NO_ATTACHMENTS, 'steer')
			if (submission) {
				help.sent(text)
				if (submission.kind === 'prompt') told.typed(submission.text)
				actions.submit(submission)
			} else editor.show()
		},
		key(key) {
			switch (key) {
				case 'repeat':
					return say(choices[0]?.lines ?? lastMessage)
				case 'interrupt':
					return void actions.interrupt()
				case 'mode':
					return actions.cycleMode()
				case 'older':
				case 'newer':
					if (!choices[0]) attempt(help.step(key === 'older' ? -1 : 1))
					return
				case 'complete':
					if (!choices[0]) attempt(help.complete())
					return
				case 'suspend':
					return void suspended()
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
		},
	})

	const help = new LineHelp({
		queries: options.port.queries,
		commands: SLASH_COMMANDS,
		text: () => editor.text,
		set: text => editor.set(text),
		say,
		ask,
		close,
	})

	function attempt(work: Promise<void>): void {
		work.catch(error => say([`Error: ${messageOf(error)}`]))
	}

	/** Below what is being typed, which comes again below it. */
	function say(lines: readonly string[]): void {
		if (lines.length === 0) return
		editor.leave()
		write(lines.map(line => `${line}\r\n`).join(''))
		ready()
	}
	/** While a run goes on there is nothing to type at until somebody types. */
	function ready(): void {
		if (choices[0]) editor.show('Your answer: ')
		else if (!store.view.run || editor.text !== '') editor.show(PROMPT_LABEL)
	}
	function ask(choice: NumberedChoice): void {
		if (choices.some(({ id }) => id === choice.id)) return
		const isFirst = choices.length === 0
		choices = [...choices, choice]
		if (!isFirst) return
		// What was being typed is no answer.
		aside = editor.take()
		say([...choice.lines, ...(aside === '' ? [] : ['What you were typing is kept for afterwards.'])])
		write(BELL)
	}
	function answer(asked: NumberedChoice, text: string): void {
		const outcome = asked.answer(text)
		if (outcome !== true) return say(outcome)
		close(asked.id)
	}
	function close(id: string): void {
		const wasFirst = choices[0]?.id === id
		choices = choices.filter(each => each.id !== id)
		if (!wasFirst) return
		const [next] = choices
		if (next) return say(next.lines)
		const kept = aside
		aside = ''
		if (kept !== '') editor.set(kept, PROMPT_LABEL)
		else ready()
	}

	const told = new SaidBlocks()
	const store = new ScreenStore({ version: options.version, home: options.environment.HOME }, () => ({
		update(view: View) {
			const lines = told.linesOf(view)
			if (lines.length > 0) lastMessage = told.lastMessage
			say([...lines, ...clock.look(view)])
			askAbout(view)
			return []
		},
		redrawn: () => [],
		setLook() {},
		expectAnswer() {},
		resume() {},
		finish: async () => {},
	}))
	const clock = milestones({
		say,
		ring: () => setImmediate(() => write(BELL)),
		now: Date.now,
	})

	function askAbout(view: View): void {
		for (const asked of view.asked) {
			if (asked.kind === 'question') ask(questionChoice(asked.question, actions.send))
			else {
				const { request } = asked
				const args = view.calls.find(({ callId }) => callId === request.callId)?.arguments ?? ''
				ask(approvalChoice(request, args, actions.send))
			}
		}
		// Answered elsewhere, or no longer asked.
		const open = new Set<string>(
			view.asked.map(each => (each.kind === 'question' ? each.question.questionId : each.request.approvalId)),
		)
		for (const { id, isList } of choices) if (!open.has(id) && !isList && !id.startsWith('trust ')) close(id)
	}

	const surface = readerSurface({
		say,
		ask,
		close,
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
		options,
		preferences,
		store,
		theme: new ScreenTheme({ depth: 'none', environment: options.environment, onChange() {} }),
		surface: () => surface,
		control: write,
		exit,
	})
	async function suspended(): Promise<void> {
		await surface.handOver(() => suspendProcess({ stop: options.stopProcess, ending: options.stop }))
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

const PROMPT_LABEL = 'You: '
const PASTE_ON = '\x1b[?2004h'
const PASTE_OFF = '\x1b[?2004l'
const BELL = '\x07'
const TWICE_MS = 1000

/** Which blocks have been said. A prompt that was typed here stands there already. */
class SaidBlocks {
	#count = 0
	#typed: string[] = []
	#mode: string | undefined
	#passing: View['passing']
	lastMessage: readonly string[] = []

	typed(text: string): void {
		this.#typed.push(text)
	}

	linesOf(view: View): readonly string[] {
		const { missing, blocks } = blocksAfter(view.blocks, this.#count)
		this.#count = view.blocks.total
		const mode = view.approvals.kind
		const lines: string[] = missing > 0 ? [`${missing} earlier messages are left out.`] : []
		if (this.#mode !== undefined && mode !== this.#mode) lines.push(`Mode: ${mode}`)
		if (view.sessionId !== undefined) this.#mode = mode
		for (const block of blocks) {
			if (block.kind === 'prompt' && this.#typed[0] === block.text) {
				this.#typed.shift()
				continue
			}
			const said = spokenBlock(block)
			if (block.kind !== 'run-end') this.lastMessage = said.length > 0 ? said : this.lastMessage
			lines.push(...said)
		}
		const { passing } = view
		if (passing && passing !== this.#passing) lines.push(...spokenBlock(passing))
		this.#passing = passing
		return lines
	}
}
