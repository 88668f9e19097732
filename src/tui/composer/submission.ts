// Classifying a submitted text: a prompt, a slash command, a shell command or a note. The first character decides.

import type { ImagePart } from '../../core/messages.ts'
import type { RuntimeQueries } from '../../core/runtime-port.ts'
import type { TuiOptions } from '../state/tui-options.ts'
import { type Attachments, expandMarkers, imagesIn, NO_ATTACHMENTS } from './attachments.ts'

export type Submission =
	| { kind: 'prompt'; text: string; images: readonly ImagePart[]; whenBusy: 'steer' | 'queue' }
	/** `name` is without the slash and need not be one that exists. */
	| { kind: 'command'; name: string; argument: string }
	| { kind: 'shell'; command: string }
	| { kind: 'note'; text: string }

export type SlashCommandInfo = {
	/** Without the slash. */
	name: string
	description: string
	aliases?: readonly string[]
	/** What may follow, in brackets, or what has to. A command that needs none is run as soon as it is chosen from the list. */
	argument?: string
	/** It always waits for what may follow. */
	isWaiting?: true
	/** What the argument can be, for completion. Asked for once for each line. Left out: anything. */
	values?(sources: ValueSources): readonly ArgumentValue[] | Promise<readonly ArgumentValue[]>
	/** Enter would run it: loads what it will need. What it cannot do the command itself will tell. */
	expect?(sources: ValueSources): Promise<unknown>
}

/** Where values come from that only the runtime, or whoever started it, knows. */
export type ValueSources = Pick<RuntimeQueries, 'models' | 'sessions' | 'servers'> &
	Partial<Pick<RuntimeQueries, 'rewindPoints' | 'agents' | 'offeredTools' | 'changes'>> &
	Pick<TuiOptions, 'profiles' | 'settings'> & {
		/** Their names. */
		themes?(): Promise<readonly string[]>
	}

/** `value` is the whole argument; one that ends in a blank is its beginning. */
export type ArgumentValue = { value: string; description?: string }

/**
 * `//` at the start stands for one slash. A path such as `/usr/bin` is a prompt, and so is a Markdown heading or
 * anything else with `#` that has more than one line.
 * @param text - as typed, markers not expanded, so that what was pasted never turns into a command
 * @returns undefined when there is nothing to send
 */
export function submissionOf(
	text: string,
	attachments: Attachments,
	whenBusy: 'steer' | 'queue',
): Submission | undefined {
	const typed = text.trimEnd()
	const full = (part: string) => expandMarkers(part, attachments).trim()
	if (typed.trimStart() === '') return undefined

	const command = typed.startsWith('/') && COMMAND.exec(typed)
	if (command) return { kind: 'command', name: command[1] ?? '', argument: full(command[2] ?? '') }
	if (typed.startsWith('!')) {
		const line = full(typed.slice(1))
		return line === '' ? undefined : { kind: 'shell', command: line }
	}
	const note = /^#(?!#)(.*)$/.exec(typed)
	if (note) {
		const line = full(note[1] ?? '')
		return line === '' ? undefined : { kind: 'note', text: line }
	}
	const prompt = typed.startsWith('//') ? typed.slice(1) : typed
	return {
		kind: 'prompt',
		text: expandMarkers(prompt, attachments),
		images: imagesIn(prompt, attachments),
		whenBusy,
	}
}

/**
 * What stands on the command line. A slash command means the same there as in the composer, and none of them is sent to a
 * model. All else is a prompt as it stands: nobody keeps a note or runs a command of the shell's by way of arguments.
 */
export function firstSubmission(text: string): Submission | undefined {
	if (text === '') return undefined
	const submission = submissionOf(text, NO_ATTACHMENTS, 'queue')
	if (submission?.kind === 'command') return submission
	return { kind: 'prompt', text: text.replace(/^\/\//, '/'), images: [], whenBusy: 'queue' }
}

const COMMAND = /^\/(\p{L}[\p{L}\p{N}_:-]*)(?=\s|$)(.*)$/su
