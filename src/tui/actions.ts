// Actions of the screen, away from keys and drawing. Nothing here throws: what goes wrong is shown.

import type { Command, RewindScope } from '../core/commands.ts'
import { errorInfo } from '../core/errors.ts'
import { promptText, type TextPart, type UserMessage, userText } from '../core/messages.ts'
import type { RewindPoint } from '../core/runtime-port.ts'
import { SessionFolds } from './blocks/fold-states.ts'
import { secretsQuestion } from './commands/as-is.ts'
import { findSlashCommand, SLASH_COMMANDS, unknownCommand } from './commands/slash-commands.ts'
import type { Submission } from './composer/submission.ts'
import type { Clipboard } from './outside/clipboard.ts'
import type { ScreenStore } from './screen/screen-store.ts'
import { isCustomCommand } from './slash-command/custom-commands.ts'
import { nextMode } from './slash-command/mode-cycle.ts'
import type { SlashCommand, SlashContext } from './slash-command/slash-command.ts'
import type { Surface } from './slash-command/surface.ts'
import type { ScreenPreferences } from './state/screen-preferences.ts'
import type { TuiOptions } from './state/tui-options.ts'
import type { Block, NoticeLevel } from './state/view-block.ts'
import { sanitize } from './text/sanitize.ts'
import type { ScreenTheme } from './themes/screen-theme.ts'
import { cycleDetail } from './transcript/detail-cycle.ts'

export type ActionDeps = {
	options: TuiOptions
	preferences: ScreenPreferences
	store: ScreenStore
	theme: ScreenTheme
	/** What only the components can do. */
	surface(): Surface | undefined
	/** Sequences such as the clipboard's. */
	control(sequence: string): void
	exit(): void
}

export type Actions = {
	submit(submission: Submission): void
	send(command: Command): void
	/** @returns whether there was a run to interrupt */
	interrupt(): boolean
	cycleMode(): void
	/** Less or more of the calls that come. @returns what to say of it */
	cycleDetail(): string
	/** @returns whether something was waiting */
	takeBack(): boolean
	/** @returns whether a call waits for an agent */
	sendAgentsAway(): boolean
	expand(): void
	/** What is folded in each session. */
	readonly folds: SessionFolds
	/** The names of those there are. */
	themes(): Promise<readonly string[]>
	/** A command that has a key of its own, without an argument. */
	run(command: SlashCommand): void
	/** Goes back, and gives the prompt back that was gone back on. */
	rewind(point: RewindPoint, way: RewindScope): void
	notify(level: NoticeLevel, text: string): void
	/** Takes away what a command has said. @returns whether there was something */
	hush(): boolean
	/** To the clipboard. @returns what to say of it */
	copy(text: string): Promise<string>
}

export function createActions(deps: ActionDeps): Actions {
	const { options, preferences, store, theme, surface, control, exit } = deps
	const { port } = options
	let wasAll = false
	let lastShell: AbortController | undefined
	/** The prompt whose secrets the user was shown last: sent again, it goes out with them masked. */
	let shownSecrets: string | undefined
	/** Output of the user's own commands that has gone into no prompt yet. */
	let untold: readonly TextPart[] = []

	const notify = (level: NoticeLevel, text: string) =>
		store.show({ kind: 'notice', level, text: sanitize(text) })
	/** For what a command says: that it could do nothing, or what it did elsewhere. */
	const tell = (level: NoticeLevel, text: string) =>
		store.tell({ kind: 'notice', level, text: sanitize(text) })
	const attempt = (work: Promise<unknown>, say = notify) => {
		work.catch((error: unknown) => say('error', errorInfo(error).message))
	}
	const send = (command: Command, say = notify) => {
		if (command.type === 'set-approvals') wasAll ||= command.mode.kind === 'all'
		attempt(port.send(command), say)
	}

	/** @returns whether it has secrets that the user has not been shown: the prompt is back in the composer then */
	async function asksAboutSecrets(message: UserMessage): Promise<boolean> {
		const typed = promptText(message)
		if (typed === shownSecrets) return false
		const masked = await port.queries.maskedPrompt?.(typed)
		if (masked === undefined) return false
		shownSecrets = typed
		surface()?.restorePrompt(message)
		notify('warning', secretsQuestion(masked, preferences.bindings))
		return true
	}

	async function prompt(message: UserMessage, whenBusy: 'steer' | 'queue'): Promise<void> {
		if (await asksAboutSecrets(message)) return
		const before = untold
		untold = []
		try {
			await port.send({
				type: 'prompt',
				message: { ...message, content: [...before, ...message.content] },
				whenBusy,
			})
		} catch (error) {
			untold = [...before, ...untold]
			surface()?.restorePrompt(message)
			throw error
		}
	}

	/** What no command of the screen is called may be a command of the user's own, which the runtime knows. */
	async function customCommand({ name, argument }: Extract<Submission, { kind: 'command' }>): Promise<void> {
		const { commands } = (await port.queries.extensions?.()) ?? { commands: [] }
		if (!isCustomCommand(name, commands)) return tell('warning', unknownCommand(name, commands))
		await prompt(userText(argument === '' ? `/${name}` : `/${name} ${argument}`), 'steer')
	}

	/** Resolves with what the model may be told of it. */
	async function shell(command: string): Promise<TextPart | undefined> {
		if (!options.runShell) {
			notify('error', 'There is no shell here.')
			return undefined
		}
		lastShell = new AbortController()
		const { text, exitCode } = await options.runShell(command, lastShell.signal)
		lastShell = undefined
		store.show({ kind: 'output', command: sanitize(command), text: sanitize(text), exitCode })
		return {
			type: 'text',
			text: `I ran \`${command}\` (exit code ${exitCode ?? 'none'}):\n${middleCut(text)}`,
		}
	}

	/** A command of the user's own. The model hears of it with the next prompt. */
	async function ownCommand(command: string): Promise<void> {
		const told = await shell(command)
		if (told) untold = [...untold, told]
	}

	async function rewind({ toSeq, prompt, isUndo }: RewindPoint, way: RewindScope): Promise<void> {
		await port.send({ type: 'rewind', toSeq, ...way })
		if (way.conversation && !isUndo && prompt !== '') surface()?.restorePrompt(userText(prompt))
	}

	/** What is only to be read is a page, and leaves no trace. */
	function show(...blocks: readonly Block[]): void {
		const pages = blocks.filter(
			block => block.kind === 'table' || block.kind === 'expanded' || block.kind === 'notice',
		)
		const open = surface()?.openPage
		if (open && blocks.length > 0 && pages.length === blocks.length) open(pages)
		else store.show(...blocks)
	}

	let clipboard: Promise<Clipboard> | undefined
	const copy = async (text: string) => {
		clipboard ??= import('./outside/clipboard.ts').then(({ Clipboard }) => {
			const { environment = {}, feedProgram } = options
			return new Clipboard({ environment, platform: process.platform, control, feedProgram })
		})
		return (await clipboard).copy(text)
	}

	const folds = new SessionFolds(options.folds)
	const context: SlashContext = {
		options,
		preferences,
		commands: SLASH_COMMANDS,
		view: () => store.view,
		follow: store.subscribe,
		show,
		notify: tell,
		record: text => notify('info', text),
		send: command => send(command, tell),
		attempt: work => attempt(work, tell),
		shell,
		surface,
		theme,
		folds,
		copy,
		exit,
	}

	function run(command: SlashCommand, argument: string): void {
		// A command that is no promise fails like one that is.
		attempt((async () => command.run(argument, context))(), tell)
	}

	return {
		folds,
		send: command => send(command),
		notify,
		hush() {
			const isSaid = store.view.passing !== undefined
			store.tell(undefined)
			return isSaid
		},
		submit(submission) {
			store.tell(undefined)
			switch (submission.kind) {
				case 'prompt': {
					const { text, images, whenBusy } = submission
					const texts = text === '' ? [] : [{ type: 'text' as const, text }]
					return attempt(prompt({ role: 'user', content: [...texts, ...images] }, whenBusy))
				}
				case 'command': {
					const command = findSlashCommand(submission.name)
					if (command) return run(command, submission.argument)
					// A prompt of an MCP server, which only the runtime knows.
					if (submission.name.startsWith('mcp__')) {
						const text = `/${submission.name} ${submission.argument}`.trimEnd()
						return attempt(prompt({ role: 'user', content: [{ type: 'text', text }] }, 'queue'))
					}
					return attempt(customCommand(submission))
				}
				case 'shell':
					return attempt(ownCommand(submission.command))
				case 'note':
					return send({ type: 'remember', text: submission.text, scope: 'project' })
			}
		},
		interrupt() {
			lastShell?.abort()
			const runId = store.view.run?.runId
			if (runId) send({ type: 'cancel', runId })
			return runId !== undefined || lastShell !== undefined
		},
		cycleMode() {
			wasAll ||= store.view.approvals.kind === 'all'
			send({ type: 'set-approvals', mode: nextMode(store.view.approvals, wasAll) })
		},
		copy,
		cycleDetail: () => cycleDetail(preferences),
		takeBack() {
			const newest = store.view.queue.at(-1)
			if (!newest) return false
			attempt(
				port
					.send({ type: 'take-back', queueId: newest.queueId })
					.then(() => surface()?.restorePrompt(newest.message)),
			)
			return true
		},
		sendAgentsAway() {
			const isWaiting = store.view.agents.some(({ isBackground }) => !isBackground)
			if (isWaiting) send({ type: 'agent-background' })
			return isWaiting
		},
		expand: () =>
			attempt(import('./viewer/open-viewer.tsx').then(({ openViewer }) => openViewer(store, context))),
		themes: () => theme.names(),
		run: command => run(command, ''),
		rewind: (point, way) => attempt(rewind(point, way)),
	}
}

/** As much of an output as one prompt should carry. */
function middleCut(text: string): string {
	const half = OUTPUT_CHARACTERS / 2
	if (text.length <= OUTPUT_CHARACTERS) return text
	return `${text.slice(0, half)}\n[… ${text.length - OUTPUT_CHARACTERS} characters removed here …]\n${text.slice(-half)}`
}

const OUTPUT_CHARACTERS = 20_000
