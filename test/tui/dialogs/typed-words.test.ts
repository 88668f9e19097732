// Words that somebody types for the prompt while a dialog is there, or comes up: whatever they are, none of them says yes.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { Decision } from '../../../src/core/approval.ts'
import type { Command } from '../../../src/core/commands.ts'
import type { AgentEvent, EventOf } from '../../../src/core/events.ts'
import type { QuestionId } from '../../../src/core/ids.ts'
import { startTui } from '../../../src/tui/start.tsx'
import type { TrustAnswer, TuiOptions } from '../../../src/tui/state/tui-options.ts'
import { approvalRequest, FakePort, opened, runStart } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'
import { longer, SOAK_SEED } from '../../support/soak.ts'

const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
})

/** Numbers that look random, the same ones for a seed. */
function numbers(seed: number): (below: number) => number {
	let state = seed >>> 0
	return below => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return Math.floor((state / 2 ** 32) * below)
	}
}

const LETTERS = 'etaoinshrdlcumwfgypbvkxjqzäéß_-./:,;!?'

/** As people write, some with a digit inside. In front one is an answer where the digits answer at once. */
function word(below: (limit: number) => number, mayBeginWithDigit: boolean): string {
	const letters = Array.from({ length: 1 + below(7) }, () => LETTERS[below(LETTERS.length)]!).join('')
	switch (below(4)) {
		case 0:
			return mayBeginWithDigit ? `${1 + below(5)}${letters}` : letters
		case 1:
			return `${letters[0]}${1 + below(5)}${letters}`
		default:
			return below(2) === 0 ? letters.toUpperCase() : letters
	}
}

/** Key by key, in one write, or pasted; now and then with Enter behind it. */
function keysOf(text: string, below: (limit: number) => number): readonly string[] {
	const end = below(3) === 0 ? ['\r'] : [' ']
	switch (below(4)) {
		case 0:
			return [`\x1b[200~${text}\x1b[201~`, ...end]
		case 1:
			return [text, ...end]
		default:
			return [...text, ...end]
	}
}

const DIALOGS = ['ordinary', 'hard', 'several', 'question', 'tabs', 'rewind', 'trust'] as const
type Dialog = (typeof DIALOGS)[number]

const KEEP = 'keep it so'
const TOPIC = { header: 'Sandbox', descriptions: ['what is held runs unasked', 'each is a question'] }

const SHOWS: Readonly<Record<Dialog, string>> = {
	ordinary: 'Run this command?',
	hard: 'Dangerous.',
	several: '1 of 2',
	question: KEEP,
	tabs: KEEP,
	rewind: 'what would become of the files',
	trust: 'trust this folder',
}

async function opening(dialog: Dialog) {
	const answers: TrustAnswer[] = []
	const trust: Partial<TuiOptions> =
		dialog === 'trust'
			? {
					trust: Promise.resolve({
						question: {
							folder: '/home/me/project',
							offers: [{ kind: 'mcp-server', file: '.mcp.json', effect: 'starts a server' }],
							changes: [],
						},
						answer: (given: TrustAnswer) => void answers.push(given),
					}),
				}
			: {}
	const change = { path: 'a.txt', what: 'changed' } as const
	const point = { toSeq: 1, at: 1, prompt: 'go', changedFiles: 1, preview: { changes: [change], left: [] } }
	const port = new FakePort({ rewindPoints: async () => [point] })
	const terminal = new ScreenTerminal(80, 24)
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
		...trust,
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	leave.push(() => {
		port.close()
		return exited
	})
	if (dialog !== 'trust') port.emit(opened)
	if (dialog === 'rewind') {
		await terminal.until('Ask for anything')
		terminal.type('/rewind\r')
		await terminal.until('Go back to before')
		terminal.type('\r')
	} else if (dialog !== 'trust') port.emit(runStart('go'))
	return { port, terminal, answers }
}

function withCommand({ request, ...asked }: EventOf<'approval-request'>): AgentEvent {
	return { ...asked, request: { ...request, command: 'make' } }
}

function yeses(sent: readonly Command[], trusted: readonly TrustAnswer[]): readonly unknown[] {
	const isYes = ({ answer }: Decision) => answer !== 'no' && answer !== 'no-with-reason'
	return [
		...sent.filter(
			command =>
				(command.type === 'approve' && isYes(command.decision)) ||
				(command.type === 'answer' && command.answer === KEEP) ||
				command.type === 'rewind',
		),
		...trusted.filter(answer => answer === 'trust'),
	]
}

/** Longer than a dialog takes no key, or a digit waits for more: the time is the behaviour itself. */
const pastTheGuard = () => new Promise(resolve => setTimeout(resolve, 450))

describe('words typed into a dialog', () => {
	for (const dialog of DIALOGS)
		test(`${dialog}: none of them says yes`, async () => {
			const below = numbers(7 + SOAK_SEED + DIALOGS.indexOf(dialog))
			const mayBeginWithDigit = dialog === 'question' || dialog === 'tabs' || dialog === 'rewind'
			// Three hundred in each in the soak.
			let left = longer(36)
			for (let count = 0; left > 0; count++) {
				const { port, terminal, answers } = await opening(dialog)
				if (dialog === 'question' || dialog === 'tabs') {
					const questionId = `q${count}` as QuestionId
					const question = {
						questionId,
						callId: 'c1' as never,
						text: 'How?',
						options: [KEEP, 'ask'],
						...TOPIC,
					}
					port.emit({ type: 'question-request', question })
					const other = { ...question, questionId: `r${count}` as QuestionId, allowsSeveral: true as const }
					if (dialog === 'tabs') port.emit({ type: 'question-request', question: other })
				} else if (dialog === 'ordinary' || dialog === 'hard' || dialog === 'several') {
					const sessionKeys = dialog === 'hard' ? [] : ['shell:make']
					const outcome = dialog === 'hard' ? 'ask-always' : 'ask'
					const asked = approvalRequest(`a${count}`, { title: 'make', outcome, sessionKeys })
					port.emit(asked.type === 'approval-request' ? withCommand(asked) : asked)
					if (dialog === 'several')
						port.emit(approvalRequest(`b${count}`, { title: 'make', outcome, sessionKeys }))
				}
				await terminal.until(SHOWS[dialog])
				// Half of them come while nobody can have read the question yet.
				if (count % 2 === 0) await pastTheGuard()
				for (let typed = 0; typed < 10 && left > 0; typed++, left--)
					for (const keys of keysOf(word(below, mayBeginWithDigit), below)) terminal.type(keys)
				await pastTheGuard()
				assert.deepEqual(yeses(port.sent, answers), [])
			}
		})
})
