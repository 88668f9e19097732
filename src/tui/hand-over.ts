// The terminal for another program, until that is done: an editor, a login, the shell the user goes back to.

import type { OpenTerminal } from './open-terminal.ts'

/**
 * @param suspend - Ink's: gives the terminal back as it was before Ink had it, and takes it again
 * @param ending - the screen is to end: nothing is taken from whoever has the terminal then
 */
export async function handOver(
	use: () => Promise<void>,
	{
		terminal: { pace, output, theme },
		outside,
		suspend,
		ending,
	}: {
		terminal: Pick<OpenTerminal, 'pace' | 'output' | 'theme'>
		outside: { hold(): void; unhold(): void }
		suspend(use: () => Promise<void>): Promise<void>
		ending: AbortSignal
	},
): Promise<void> {
	// What the terminal has been asked it would answer to another program.
	await pace.stop()
	await output.stopAsking()
	await suspend(async () => {
		output.control(theme.silence)
		outside.hold()
		output.hold()
		await use().finally(() => {
			if (ending.aborted) return
			pace.resume()
			output.unhold()
			outside.unhold()
		})
		output.control(theme.questions)
	})
}
