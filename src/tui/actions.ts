// What the user can do, away from keys and drawing. Nothing here throws: what goes wrong is shown.

import type { Command } from '../core/commands.ts'
import { errorInfo } from '../core/errors.ts'
import type { TextPart, UserMessage } from '../core/messages.ts'
import type { ModelRef } from '../core/model-ref.ts'
import type { Submission } from './composer/submission.ts'
import type { PickerItem } from './dialogs/Picker.tsx'
import { modelItems, sessionItems } from './dialogs/picker-items.ts'
import { effortName, modeName } from './format.ts'
import { contextBlock, costBlock, helpBlocks, statusBlock } from './info-blocks.ts'
import { nextMode } from './mode-cycle.ts'
import { sanitize } from './sanitize.ts'
import type { ScreenStore } from './screen-store.ts'
import { type LocalAction, slashAction } from './slash-commands.ts'
import type { TuiOptions } from './tui-options.ts'
import type { NoticeLevel } from './view-block.ts'

export type ActionDeps = {
	options: TuiOptions
	store: ScreenStore
	/** What only the components can do. */
	surface(): Surface | undefined
	/** Sequences such as the clipboard's. */
	control(sequence: string): void
	exit(): void
}

export type Surface = {
	open(list: PickerList): void
	/** Puts a prompt back that could not be sent or has been taken back. */
	restorePrompt(message: UserMessage): void
	openEditor(): void
}

/** Something to choose from; choosing does it. */
export type PickerList = { title: string; items: readonly PickerItem<() => void>[] }

export type Actions = {
	submit(submission: Submission): void
	send(command: Command): void
	/** @returns whether there was a run to interrupt */
	interrupt(): boolean
	cycleMode(): void
	/** @returns whether something was waiting */
	takeBack(): boolean
	expand(): void
	help(): void
	chooseSession(): void
	notify(level: NoticeLevel, text: string): void
}

export function createActions({ options, store, surface, control, exit }: ActionDeps): Actions {
	const { port } = options
	let wasAll = false
	let lastShell: AbortController | undefined
	/** Output of the user's own commands that has gone into no prompt yet. */
	let untold: readonly TextPart[] = []

	const notify = (level: NoticeLevel, text: string) =>
		store.show({ kind: 'notice', level, text: sanitize(text) })
	const attempt = (work: Promise<unknown>) => {
		work.catch((error: unknown) => notify('error', errorInfo(error).message))
	}
	const send = (command: Command) => {
		if (command.type === 'set-approvals') wasAll ||= command.mode.kind === 'all'
		attempt(port.send(command))
	}

	async function prompt(message: UserMessage, whenBusy: 'steer' | 'queue'): Promise<void> {
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

	async function note(text: string): Promise<void> {
		if (!options.saveNote) return notify('error', 'Notes cannot be kept here.')
		notify('info', `Noted in ${await options.saveNote(text)}`)
	}

	async function chooseModel(): Promise<void> {
		const items = modelItems(await port.lookups.models(), store.view.model)
		const setModel = (model: ModelRef) => () => send({ type: 'set-model', chain: [model] })
		surface()?.open({ title: 'Model', items: items.map(item => ({ ...item, value: setModel(item.value) })) })
	}

	async function chooseSession(): Promise<void> {
		const items = sessionItems(await port.lookups.sessions(), Date.now())
		const resume = (selector: string) => () => send({ type: 'session-resume', selector })
		surface()?.open({
			title: 'Sessions',
			items: items.map(item => ({ ...item, value: resume(item.value.sessionId) })),
		})
	}

	function copy(): void {
		const answer = store.view.blocks.recent.findLast(block => block.kind === 'answer')
		if (!answer) return notify('info', 'There is no answer to copy yet.')
		control(`\x1b]52;c;${Buffer.from(answer.text).toString('base64')}\x07`)
		notify(
			'info',
			'The last answer is on the clipboard, if your terminal lets programs put it there (OSC 52).',
		)
	}

	function local(action: LocalAction): void {
		const { view } = store
		const home = options.environment?.HOME
		switch (action) {
			case 'help':
				return store.show(...helpBlocks())
			case 'choose-model':
				return attempt(chooseModel())
			case 'choose-session':
				return attempt(chooseSession())
			case 'show-mode':
				return notify(
					'info',
					`Mode: ${modeName(view.approvals, Date.now())}. Change it with /approve ask|auto-edit|plan|all|none|10m.`,
				)
			case 'show-effort':
				return notify(
					'info',
					`Effort: ${effortName(view.effort)}. Change it with /effort none|low|medium|high.`,
				)
			case 'status':
				return store.show(statusBlock(view, { version: options.version, home, now: Date.now() }))
			case 'cost':
				return store.show(costBlock(view))
			case 'context':
				return attempt(port.lookups.contextUse().then(use => store.show(contextBlock(store.view, use.parts))))
			case 'diff':
				return attempt(shell('git --no-pager diff --stat --patch HEAD'))
			case 'copy':
				return copy()
			case 'editor':
				return surface()?.openEditor()
			case 'quit':
				return exit()
		}
	}

	function command(name: string, argument: string): void {
		const action = slashAction(name, argument, Date.now())
		if (action.kind === 'send') send(action.command)
		else if (action.kind === 'local') local(action.action)
		else notify('warning', action.text)
	}

	return {
		send,
		notify,
		submit(submission) {
			switch (submission.kind) {
				case 'prompt': {
					const { text, images, whenBusy } = submission
					const texts = text === '' ? [] : [{ type: 'text' as const, text }]
					return attempt(prompt({ role: 'user', content: [...texts, ...images] }, whenBusy))
				}
				case 'command':
					return command(submission.name, submission.argument)
				case 'shell':
					return attempt(ownCommand(submission.command))
				case 'note':
					return attempt(note(submission.text))
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
		expand() {
			if (!store.expand()) notify('info', 'Nothing has been cut since the last time.')
		},
		help: () => local('help'),
		chooseSession: () => local('choose-session'),
	}
}

/** As much of an output as one prompt should carry. */
function middleCut(text: string): string {
	const half = OUTPUT_CHARACTERS / 2
	if (text.length <= OUTPUT_CHARACTERS) return text
	return `${text.slice(0, half)}\n[… ${text.length - OUTPUT_CHARACTERS} characters removed here …]\n${text.slice(-half)}`
}

const OUTPUT_CHARACTERS = 20_000
