// What the user can do, away from keys and drawing. Nothing here throws: what goes wrong is shown.

import type { Command } from '../core/commands.ts'
import { errorInfo } from '../core/errors.ts'
import { type TextPart, type UserMessage, userText } from '../core/messages.ts'
import type { RewindPoint } from '../core/runtime-port.ts'
import { createChoices, type Surface } from './choices.ts'
import type { Submission } from './composer/submission.ts'
import { contextBlock } from './context-block.ts'
import type { Way } from './dialogs/rewind-items.ts'
import { effortName, modeName } from './format.ts'
import { costBlock, helpBlocks, statusBlock } from './info-blocks.ts'
import { memoryBlocks } from './memory-blocks.ts'
import { nextMode } from './mode-cycle.ts'
import { sanitize } from './sanitize.ts'
import type { ScreenStore } from './screen-store.ts'
import { type LocalAction, type NewRule, slashAction } from './slash-commands.ts'
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
	chooseRewind(): void
	/** Goes back, and gives the prompt back that was gone back on. */
	rewind(point: RewindPoint, way: Way): void
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

	const choices = createChoices({ options, store, surface, notify, attempt, send })

	async function exportSession(file: string): Promise<void> {
		const { sessionId, hasMessages } = store.view
		if (!options.exportSession) return notify('error', 'Sessions cannot be exported here.')
		if (!sessionId || !hasMessages) return notify('info', 'There is nothing to export yet.')
		notify('info', `Written to ${sanitize(await options.exportSession(sessionId, file))}`)
	}

	async function addRule(rule: NewRule): Promise<void> {
		if (!options.permissions) return notify('error', 'Rules cannot be kept here.')
		await options.permissions.add(rule)
		const where = rule.scope === 'user' ? 'everywhere' : 'in this project'
		notify('info', `From now on ${where}: ${rule.list} ${rule.text}`)
	}

	async function rewind({ toSeq, prompt, isUndo }: RewindPoint, way: Way): Promise<void> {
		await port.send({ type: 'rewind', toSeq, ...way })
		if (way.conversation && !isUndo && prompt !== '') surface()?.restorePrompt(userText(prompt))
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
				return attempt(choices.model())
			case 'choose-session':
				return attempt(choices.session())
			case 'choose-fork':
				return attempt(choices.fork())
			case 'choose-rule':
				return attempt(choices.rule())
			case 'choose-rewind':
				return attempt(choices.rewind())
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
				return attempt(port.lookups.contextUse().then(use => store.show(contextBlock(use))))
			case 'memory':
				return attempt(port.lookups.notes().then(lists => store.show(...memoryBlocks(lists, home))))
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
		if (action.kind === 'export') attempt(exportSession(action.file))
		else if (action.kind === 'send' && action.command.type === 'session-resume')
			attempt(choices.resume(action.command.selector))
		else if (action.kind === 'send') send(action.command)
		else if (action.kind === 'local') local(action.action)
		else if (action.kind === 'add-rule') attempt(addRule(action.rule))
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
			if (!store.expand()) notify('info', 'Nothing more has been cut.')
		},
		help: () => local('help'),
		chooseSession: () => local('choose-session'),
		chooseRewind: () => local('choose-rewind'),
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
