// The result line of a run that never began: what was typed could not be understood, or named nothing.

import type { ErrorInfo } from '../../../core/errors.ts'
import type { SessionId } from '../../../core/ids.ts'
import type { CliCommand } from '../../cli-command/cli-command.ts'
import type { Output } from '../../io/output.ts'
import { startResult } from './stream/run-result.ts'
import { resultLine } from './stream/stream-json.ts'

/** Prints nothing where no result was asked for, or another command was meant than one that runs a prompt. */
export function printEarlyFailure(
	argv: readonly string[],
	failure: ErrorInfo,
	{ root, output }: { root: CliCommand; output: Output },
): void {
	if (!isRun(argv, root) || !wantsResult(argv)) return
	const context = { failure, durationMs: performance.now(), isJsonAnswer: false }
	output.out(`${resultLine(startResult('' as SessionId), context)}\n`)
}

function isRun(argv: readonly string[], root: CliCommand): boolean {
	const named = root.commands?.find(({ name, aliases = [] }) =>
		[name, ...aliases].includes(argv.find(word => !word.startsWith('-')) ?? ''),
	)
	return named === undefined || named.isDefault === true || named.name === 'run' || named.name === 'resume'
}

function wantsResult(argv: readonly string[]): boolean {
	const end = argv.indexOf('--')
	const words = end === -1 ? argv : argv.slice(0, end)
	const format = words.flatMap((word, at) => {
		if (word === '--output-format') return [words[at + 1] ?? '']
		return word.startsWith('--output-format=') ? [word.slice('--output-format='.length)] : []
	})
	return words.includes('--json') || format.some(each => each === 'json' || each === 'stream-json')
}
