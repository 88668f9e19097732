// Actions of the screen, away from keys and drawing. Nothing here throws: what goes wrong is shown.

import type { Command, RewindScope } from '../core/commands.ts'
import { errorInfo } from '../core/errors.ts'
import { userText } from '../core/messages.ts'
import type { RewindPoint } from '../core/runtime-port.ts'
import { SessionFolds } from './blocks/fold-states.ts'
import { findSlashCommand, SLASH_COMMANDS, unknownCommand } from './commands/slash-commands.ts'
import type { Submission } from './composer/submission.ts'
import type { Clipboard } from './outside/clipboard.ts'
import { SentPrompts } from './prompting/sent-prompts.ts'
import { UserShell } from './prompting/user-shell.ts'
import type { ScreenStore } from './screen/screen-store.ts'
import { isCustomCommand } from './slash-command/custom-commands.ts'
import { ModeCycle } from './slash-command/mode-cycle.ts'
import { refusedArgument } from './slash-command/refused-argument.ts'
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
	/** Into the prompt, above what is being written there. */
	putBack(text: string): void
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
	const { options, preferences, store, theme, surface } = deps
	const tools = toolsOf(deps)
	const { context, modes, shell, notify, attempt, send } = tools
	return {
		folds: context.folds,
		send,
		notify,
		copy: context.copy,
		hush() {
			const isSaid = store.view.passing !== undefined
			store.tell(undefined)
			return isSaid
		},
		submit(submission) {
			store.tell(undefined)
			submit(submission, tools)
		},
		interrupt() {
			shell.stop()
			const runId = store.view.run?.runId
			if (runId) {
				takeBackSteers(deps)
				send({ type: 'cancel', runId })
			}
			return runId !== undefined || shell.isRunning
		},
		cycleMode: () => send({ type: 'set-approvals', mode: modes.after(store.view.approvals) }),
		cycleDetail: () => cycleDetail(preferences),
		takeBack() {
			const newest = store.view.queue.at(-1)
			if (!newest) return false
			attempt(
				options.port
					.send({ type: 'take-back', queueId: newest.queueId })
					.then(() => surface()?.restorePrompt(newest.message)),
			)
			return true
		},
		putBack: text => surface()?.restorePrompt(userText(text)),
		sendAgentsAway() {
			const isWaiting = store.view.agents.some(({ isBackground }) => !isBackground)
			if (isWaiting) send({ type: 'agent-background' })
			return isWaiting
		},
		expand: () =>
			attempt(import('./viewer/open-viewer.tsx').then(({ openViewer }) => openViewer(store, context))),
		themes: () => theme.names(),
		run: command => run(command, '', context),
		rewind: (point, way) => attempt(rewind(point, way, deps)),
	}
}

/**
 * What actions and commands work with.
 * @property context - of commands, which speak above the prompt; what is beside it speaks in the transcript
 */
type ActionTools = Pick<SlashContext, 'notify' | 'attempt' | 'send'> & {
	context: SlashContext
	prompts: SentPrompts
	shell: UserShell
	modes: ModeCycle
}

function toolsOf(deps: ActionDeps): ActionTools {
	const { options, preferences, store, theme, surface, control, exit } = deps
	const { port } = options
	const notify = (level: NoticeLevel, text: string) =>
		store.show({ kind: 'notice', level, text: sanitize(text) })
	/** For what a command says: that it could do nothing, or what it did elsewhere. */
	const tell = (level: NoticeLevel, text: string) =>
		store.tell({ kind: 'notice', level, text: sanitize(text) })
	const modes = new ModeCycle()
	const inTranscript = daring(notify, { port, modes })
	const shell = new UserShell(options.runShell, block => store.show(block))
	const prompts = new SentPrompts({
		port,
		bindings: () => preferences.bindings,
		restore: message => surface()?.restorePrompt(message),
		warn: text => notify('warning', text),
	})
	const context: SlashContext = {
		options,
		preferences,
		commands: SLASH_COMMANDS,
		view: () => store.view,
		follow: store.subscribe,
		show: (...blocks) => show(blocks, deps),
		notify: tell,
		record: text => notify('info', text),
		...daring(tell, { port, modes }),
		shell: command => shell.run(command),
		surface,
		theme,
		folds: new SessionFolds(options.folds),
		copy: copyTo(options, control),
		exit,
	}
	return { context, prompts, shell, modes, notify, ...inTranscript }
}

/** What may go wrong, and says so. */
function daring(
	say: (level: NoticeLevel, text: string) => void,
	{ port, modes }: Pick<TuiOptions, 'port'> & Pick<ActionTools, 'modes'>,
): Pick<SlashContext, 'attempt' | 'send'> {
	const attempt = (work: Promise<unknown>) => {
		work.catch((error: unknown) => say('error', errorInfo(error).message))
	}
	return {
		attempt,
		send(command) {
			if (command.type === 'set-approvals') modes.chosen(command.mode)
			attempt(port.send(command))
		},
	}
}

function submit(submission: Submission, tools: ActionTools): void {
	const { context, prompts, shell, attempt, send } = tools
	switch (submission.kind) {
		case 'prompt': {
			const { text, images, whenBusy } = submission
			const texts = text === '' ? [] : [{ type: 'text' as const, text }]
			return attempt(prompts.send({ role: 'user', content: [...texts, ...images] }, whenBusy))
		}
		case 'command': {
			const command = findSlashCommand(submission.name)
			if (command) return run(command, submission.argument, context)
			// A prompt of an MCP server, which only the runtime knows.
			if (submission.name.startsWith('mcp__'))
				return attempt(
					prompts.send(userText(`/${submission.name} ${submission.argument}`.trimEnd()), 'queue'),
				)
			return attempt(customCommand(submission, tools))
		}
		case 'shell':
			// The model hears of it with the next prompt.
			return attempt(shell.run(submission.command).then(told => told && prompts.tell(told)))
		case 'note':
			return send({ type: 'remember', text: submission.text, scope: 'project' })
	}
}

function run(command: SlashCommand, argument: string, context: SlashContext): void {
	const refusal = refusedArgument(command, argument)
	if (refusal !== undefined) return context.notify('warning', refusal)
	// A command that is no promise fails like one that is.
	context.attempt((async () => command.run(argument, context))())
}

/** What no command of the screen is called may be a command of the user's own, which the runtime knows. */
async function customCommand(
	{ name, argument }: Extract<Submission, { kind: 'command' }>,
	{ context: { options, notify }, prompts }: ActionTools,
): Promise<void> {
	const { commands } = (await options.port.queries.extensions?.()) ?? { commands: [] }
	if (!isCustomCommand(name, commands)) return notify('warning', unknownCommand(name, commands))
	await prompts.send(userText(argument === '' ? `/${name}` : `/${name} ${argument}`), 'steer')
}

async function rewind(
	{ toSeq, prompt, isUndo }: RewindPoint,
	way: RewindScope,
	{ options, surface }: ActionDeps,
): Promise<void> {
	await options.port.send({ type: 'rewind', toSeq, ...way })
	if (way.conversation && !isUndo && prompt !== '') surface()?.restorePrompt(userText(prompt))
}

/** What was to steer a run that is stopped would otherwise go out behind the next prompt. */
function takeBackSteers({ options, store, surface }: ActionDeps): void {
	const steers = store.view.queue.filter(({ whenBusy }) => whenBusy === 'steer')
	if (steers.length === 0) return
	const taken = steers.map(({ queueId, message }) =>
		options.port.send({ type: 'take-back', queueId }).then(
			() => [message],
			// The run has it already.
			() => [],
		),
	)
	void Promise.all(taken).then(messages => {
		// The first stands uppermost.
		for (const message of messages.flat().reverse()) surface()?.restorePrompt(message)
	})
}

/** What is only to be read is a page, and leaves no trace. */
function show(blocks: readonly Block[], { store, surface }: ActionDeps): void {
	const pages = blocks.filter(
		block => block.kind === 'table' || block.kind === 'expanded' || block.kind === 'notice',
	)
	const open = surface()?.openPage
	if (open && blocks.length > 0 && pages.length === blocks.length) open(pages)
	else store.show(...blocks)
}

/** The clipboard is loaded when something is copied. */
function copyTo(
	{ environment = {}, feedProgram }: TuiOptions,
	control: ActionDeps['control'],
): SlashContext['copy'] {
	let clipboard: Promise<Clipboard> | undefined
	return async text => {
		clipboard ??= import('./outside/clipboard.ts').then(
			({ Clipboard }) => new Clipboard({ environment, platform: process.platform, control, feedProgram }),
		)
		return (await clipboard).copy(text)
	}
}
