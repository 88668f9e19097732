// Flags of which one would silently win over the other, or do nothing: whoever typed them meant something by both.

import { AgentError } from '../../core/errors.ts'
import { inputFormat, outputFormat, type RawFlags } from './flags.ts'

/** @throws AgentError `usage` */
export function requireNoContradiction(flags: RawFlags): void {
	const found = CONTRADICTIONS.find(({ holds }) => holds(flags))
	if (found) throw new AgentError('usage', found.message(flags))
}

/** Those of a run without a screen. @throws AgentError `usage` */
export function requireRunFlags(flags: RawFlags): void {
	requireNoContradiction(flags)
	if (flags.resume === true && !flags.continue && !flags.last)
		throw new AgentError(
			'usage',
			'--resume without a terminal needs the session: --resume <session>, or --continue for the newest',
		)
	const isStream = outputFormat(flags) === 'stream-json' || inputFormat(flags) === 'stream-json'
	if (flags.includePartialMessages && !isStream)
		throw new AgentError('usage', '--include-partial-messages goes with --output-format stream-json')
}

type Contradiction = { holds(flags: RawFlags): boolean; message(flags: RawFlags): string }

const CONTRADICTIONS: readonly Contradiction[] = [
	{
		holds: ({ json, outputFormat: format }) => json === true && (format ?? 'stream-json') !== 'stream-json',
		message: ({ outputFormat: format }) =>
			`--json is --output-format stream-json, and --output-format is ${format}; leave one of them out`,
	},
	{
		holds: ({ yolo, approve }) => yolo === true && (approve === 'none' || approve === 'plan'),
		message: ({ approve }) =>
			`--yolo lets everything run, --approve ${approve} only what reads; leave one of them out`,
	},
	{
		holds: flags => flags.continue === true && typeof flags.resume === 'string',
		message: ({ resume }) => `--continue is the newest session, --resume is ${resume}; leave one of them out`,
	},
]
