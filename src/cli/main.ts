// The entry: a bare `agent` goes straight to the screen, everything else through the command table.

import { type ErrorInfo, errorInfo } from '../core/errors.ts'
import { reveal } from '../tui/text/sanitize.ts'
import { processOutput } from './io/output.ts'

declare const KEELSON_VERSION: string

// Started by the launcher of an older Node: when that one dies, however it dies, so do we.
if (process.env.KEELSON_LAUNCHER_FD) (await import('./io/launcher-link.ts')).watchLauncher(process.env)

const output = processOutput()
const context = { version: KEELSON_VERSION, output }
const argv = process.argv.slice(2)

try {
	process.exitCode = await main()
} catch (error) {
	// A bug shows its stack to whoever asks for it; everybody else gets one line.
	const { code, message } = errorInfo(error)
	output.error(`error: ${reveal(message).text}\n`)
	await resultOf({ code, message })
	if (process.env.KEELSON_DEBUG && error instanceof Error) output.error(`${error.stack}\n`)
	const { codeForError } = await import('./io/exit-codes.ts')
	process.exitCode = codeForError(code)
}
await output.drained()
const lost = output.lost?.()
if (lost) {
	output.error(`error: stdout cannot be written: ${lost.message}\n`)
	process.exitCode = 1
	await output.drained()
}
process.exit()

async function main(): Promise<number> {
	// commander costs 20 ms that the first frame need not wait for.
	if (argv.length === 0 && process.stdin.isTTY && process.stdout.isTTY)
		return (await import('./commands/chat/chat.ts')).chat({ prompt: undefined, flags: {}, ...context })
	return (await import('./program.ts')).runProgram(argv, { ...context, mistyped: resultOf })
}

/** Whoever reads results gets one of a run that never began, too. */
async function resultOf(failure: ErrorInfo): Promise<void> {
	// What no command line with such a wish lacks; the parser is not there to ask, it has just failed.
	if (!argv.some(word => word.includes('json'))) return
	const [{ printEarlyFailure }, { AGENT: root }] = await Promise.all([
		import('./commands/run/early-failure.ts'),
		import('./program.ts'),
	])
	printEarlyFailure(argv, failure, { root, output })
}
