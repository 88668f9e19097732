// Plays a scene on a screen of one size under one theme, through the whole of the screen as it is started.

import { USUAL_SCREEN } from '../../../../src/core/screen/screen-settings.ts'
import { startTui } from '../../../../src/tui/start.tsx'
import { FakePort } from '../fake-port.ts'
import type { ScreenPicture } from '../screen-picture.ts'
import { ScreenTerminal } from '../screen-terminal.ts'
import { NOW, type Scene } from './scene.ts'

/** The background that a theme is pictured on, in the words of `COLORFGBG`. */
const BACKGROUNDS: Readonly<Record<string, string>> = { dark: '15;0', light: '0;15', ansi16: '15;0' }

export async function pictureScene(
	scene: Scene,
	{ size, theme }: { size: string; theme: string },
	/** Called with the terminal when the scene has been played. @returns the picture that is wanted of it */
	look: (terminal: ScreenTerminal) => Promise<ScreenPicture>,
): Promise<ScreenPicture> {
	const [columns, rows] = size.split('x').map(Number)
	const terminal = new ScreenTerminal(columns, rows)
	let at = NOW
	const port = new FakePort({ gitBranch: async () => 'main', ...scene.queries }, () => at)
	const exited = startTui({
		version: '1.0.0',
		environment: {
			HOME: '/home/me',
			COLORTERM: 'truecolor',
			TERM: 'xterm-256color',
			COLORFGBG: BACKGROUNDS[theme],
		},
		folder: '/home/me/project',
		...(scene.startFacts && { startFacts: scene.startFacts }),
		port,
		screen: {
			first: { ...USUAL_SCREEN, theme },
			settled: async () => ({ ...USUAL_SCREEN, theme }),
			runCommand: async () => '',
		},
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	try {
		await scene.play({
			port,
			terminal,
			ago: ms => {
				at = NOW - ms
			},
		})
		return await look(terminal)
	} finally {
		port.close()
		await exited
	}
}
