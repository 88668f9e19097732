// What the screen lets the user choose from: models, sessions, prompts to go back to or to fork at, permission rules.

import type { Command, SessionSummary, WhenBusy } from '../core/commands.ts'
import { errorInfo } from '../core/errors.ts'
import { type UserMessage, userText } from '../core/messages.ts'
import type { ModelRef } from '../core/model-ref.ts'
import type { RewindPoint } from '../core/runtime-port.ts'
import type { PickerItem } from './dialogs/Picker.tsx'
import { permissionItems } from './dialogs/permission-items.ts'
import { forkItems, modelItems } from './dialogs/picker-items.ts'
import { rewindItems } from './dialogs/rewind-items.ts'
import type { SessionPickerProps } from './dialogs/SessionPicker.tsx'
import type { ScreenStore } from './screen-store.ts'
import type { ShownRule, TuiOptions } from './tui-options.ts'
import type { NoticeLevel } from './view-block.ts'

export type Surface = {
	open(list: PickerList): void
	openSessions(choice: SessionChoice): void
	openRewind(point: RewindPoint): void
	/** Puts a prompt back that could not be sent or has been taken back. */
	restorePrompt(message: UserMessage): void
	openEditor(): void
}

/** Something to choose from; choosing does it. */
export type PickerList = { title: string; items: readonly PickerItem<() => void>[]; isQuestion?: boolean }

/** Earlier sessions, to take one up or to look after them. */
export type SessionChoice = Pick<
	SessionPickerProps,
	'sessions' | 'folder' | 'onChoose' | 'onRename' | 'onDelete'
>

export type ChoiceDeps = {
	options: TuiOptions
	store: ScreenStore
	surface(): Surface | undefined
	notify(level: NoticeLevel, text: string): void
	/** Shows what goes wrong. */
	attempt(work: Promise<unknown>): void
	send(command: Command): void
}

export type Choices = {
	model(): Promise<void>
	session(): Promise<void>
	fork(): Promise<void>
	rule(): Promise<void>
	rewind(): Promise<void>
	/** Not a choice yet: it becomes one where another process has the session open. */
	resume(selector: string): Promise<void>
}

export function createChoices({ options, store, surface, notify, attempt, send }: ChoiceDeps): Choices {
	const { port } = options

	async function chooseModel(): Promise<void> {
		const items = modelItems(await port.lookups.models(), store.view.model)
		const setModel = (model: ModelRef) => () => send({ type: 'set-model', chain: [model] })
		surface()?.open({ title: 'Model', items: items.map(item => ({ ...item, value: setModel(item.value) })) })
	}

	async function chooseSession(): Promise<void> {
		const { renameSession, deleteSession } = options
		const isDone = (work: Promise<unknown>) =>
			work.then(
				() => true,
				(error: unknown) => {
					notify('error', errorInfo(error).message)
					return false
				},
			)
		surface()?.openSessions({
			sessions: await port.lookups.sessions(),
			folder: options.folder,
			onChoose: session => attempt(resume(session.sessionId)),
			onRename: renameSession && ((session, name) => isDone(rename(session, name, renameSession))),
			onDelete: deleteSession && (session => isDone(deleteSession(session.sessionId))),
		})
	}

	/** The one that is open here can only be named through its own runtime. */
	function rename(
		{ sessionId }: SessionSummary,
		name: string,
		renameSession: NonNullable<TuiOptions['renameSession']>,
	): Promise<void> {
		return sessionId === store.view.sessionId
			? port.send({ type: 'session-rename', name })
			: renameSession(sessionId, name)
	}

	/** Where another process has it open, there are two ways to go on all the same. */
	async function resume(selector: string): Promise<void> {
		try {
			await port.send({ type: 'session-resume', selector })
		} catch (error) {
			const { code, message } = errorInfo(error)
			if (code !== 'session-busy') throw error
			const go = (whenBusy: WhenBusy) => () => send({ type: 'session-resume', selector, whenBusy })
			notify('warning', message)
			surface()?.open({
				title: 'Another process has this session open',
				isQuestion: true,
				items: [
					{ value: go('watch'), label: 'Look at it', detail: 'follow what is written there' },
					{ value: go('fork'), label: 'Go on in a copy of it', detail: '' },
				],
			})
		}
	}

	/** From before a prompt, which then stands in the input again. */
	async function chooseFork(): Promise<void> {
		const items = forkItems(await port.lookups.rewindPoints(), Date.now())
		const fork = (at: (typeof items)[number]['value']) => () => {
			if (!at) return send({ type: 'session-fork' })
			const command: Command = at.isFirst
				? { type: 'session-new' }
				: { type: 'session-fork', atSeq: at.toSeq }
			attempt(port.send(command).then(() => surface()?.restorePrompt(userText(at.prompt))))
		}
		surface()?.open({
			title: 'Go on in a copy',
			items: items.map(item => ({ ...item, value: fork(item.value) })),
		})
	}

	async function chooseRule(): Promise<void> {
		const items = permissionItems((await options.permissions?.list()) ?? [])
		if (items.length === 0)
			return notify('info', 'There are no rules yet. /permissions allow shell(npm test) adds one.')
		const deleting = (rule: ShownRule) => () => {
			const remove = async () => {
				await options.permissions?.remove(rule)
				notify('info', `Deleted: ${rule.list} ${rule.text} (${rule.from})`)
			}
			const [item] = permissionItems([rule])
			surface()?.open({
				title: 'Delete this rule?',
				isQuestion: true,
				items: [
					{ label: 'Keep it', detail: '', value: () => {} },
					{ label: `Delete ${item?.label}`, detail: item?.detail ?? '', value: () => attempt(remove()) },
				],
			})
		}
		surface()?.open({
			title: 'Permissions (choose one to delete it)',
			items: items.map(item => ({ ...item, value: deleting(item.value) })),
		})
	}

	async function chooseRewind(): Promise<void> {
		if (store.view.run) return notify('warning', 'Interrupt the run before going back.')
		const points = await port.lookups.rewindPoints()
		if (points.length === 0) return notify('info', 'There is no earlier prompt to go back to.')
		const items = rewindItems(points, Date.now())
		surface()?.open({
			title: 'Go back to before',
			items: items.map(item => ({ ...item, value: () => attempt(openRewind(item.value)) })),
		})
	}

	async function openRewind(point: RewindPoint): Promise<void> {
		const [whole = point] = point.isUncounted ? await port.lookups.rewindPoints(point.toSeq) : []
		surface()?.openRewind(whole)
	}

	return {
		model: chooseModel,
		session: chooseSession,
		fork: chooseFork,
		rule: chooseRule,
		rewind: chooseRewind,
		resume,
	}
}
