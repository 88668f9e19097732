// An open transcript viewer over a long session, its keys and its frames.

import { onTestFinished } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { CallId, SessionId } from '../../../src/core/ids.ts'
import { okResult, type ToolResult } from '../../../src/core/tool.ts'
import { truncate } from '../../../src/tools/executor/truncate.ts'
import { KEYMAP } from '../../../src/tui/input/keymap.ts'
import { pieceReader } from '../../../src/tui/viewer/pieces.ts'
import type { ViewerReach } from '../../../src/tui/viewer/reach.ts'
import { LogTranscript } from '../../../src/tui/viewer/transcript.ts'
import { Viewer } from '../../../src/tui/viewer/viewer.ts'
import {
	message,
	runEnd,
	runStart,
	sessionStart,
	story,
	toolEnd,
	toolStart,
	turnStart,
} from '../sessions/story.ts'
import { PATIENCE_MS } from '../soak.ts'
import { PLAIN } from './plain-theme.ts'
import { storedLog } from './stored-transcript.ts'

const AGENT = '01AGENT' as SessionId

function ended(id: string, result: ToolResult): StoredEvent {
	return { type: 'tool-end', callId: id as CallId, tool: 'shell', result }
}

const command = (text: string, exitCode = 0) =>
	okResult(text, { type: 'command', exitCode, timedOut: false, durationMs: 1 })
const edited = okResult('', {
	type: 'files',
	seen: [{ path: '/work/a.ts', sha256: '' }],
	diff: '--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-old word\n+new word\n',
	added: 1,
	removed: 1,
})

/** A needle at the start, one in what is folded, one in what was cut, and a long way between them. */
async function session(): Promise<readonly StoredEvent[]> {
	const output = Array.from({ length: 9000 }, (_, line) =>
		line === 5000 ? 'a needle in the middle' : `line ${line}`,
	).join('\n')
	const cut = await truncate(output, async () => '/kept/c1.txt')
	const lines = Array.from({ length: 30 }, (_, line) =>
		line === 3 ? 'the second needle' : `row ${line}`,
	).join('\n')
	return [
		sessionStart('/work'),
		runStart('find the Needle'),
		turnStart(1),
		message('I look.', ['c1', 'c2']),
		toolStart('c1'),
		ended('c1', command(cut)),
		toolStart('c2'),
		ended('c2', command(lines)),
		turnStart(2),
		message('', ['c3']),
		toolStart('c3'),
		ended('c3', edited),
		message('Done:\n\n```ts\nconst one = 1\n```\n\nand\n\n```sh\nnpm test\n```\n'),
		runEnd(),
		...Array.from({ length: 400 }, (_, run) => [
			runStart(`prompt ${run}`),
			turnStart(1),
			message(`answer ${run}`),
			runEnd(),
		]).flat(),
		runStart('ask somebody'),
		turnStart(1),
		message('', ['d1', 'f1']),
		toolStart('d1'),
		{
			type: 'agent-start',
			callId: 'd1' as CallId,
			agentId: AGENT,
			agent: 'explore',
			task: 'look',
			isBackground: false,
		},
		toolEnd('d1', 'It looked.'),
		toolStart('f1'),
		ended('f1', command('it broke', 2)),
		message('The end.'),
		runEnd(),
	]
}

/** The viewer over that session, without a terminal. */
export async function opened({ columns = 80, rows = 24, reach = {} as Partial<ViewerReach> } = {}) {
	const agent = story(
		[sessionStart('/work'), runStart('look'), message('The agent says hello.'), runEnd()],
		AGENT,
	)
	const { readLog } = await storedLog(story(await session()), [agent])
	const copied: string[] = []
	let isClosed = false
	const transcript = new LogTranscript(pieceReader(readLog, undefined), undefined)
	await transcript.toEnd()
	const viewer = new Viewer(transcript, {
		theme: PLAIN,
		reach: {
			readLog,
			readArtefact: async path =>
				path === '/kept/c1.txt'
					? Array.from({ length: 9000 }, (_, line) =>
							line === 5000 ? 'a needle in the middle' : `line ${line}`,
						).join('\n')
					: undefined,
			copy: async text => {
				copied.push(text)
				return 'Copied'
			},
			...reach,
		},
		onClose: () => {
			isClosed = true
		},
	})
	onTestFinished(() => viewer.close())
	const frame = () => viewer.frame(columns, rows).map(row => row.replaceAll(/\x1b\[\d*m/g, ''))
	/** Resolves when the frame is so; what the viewer fetches meanwhile may come. */
	const until = (isMet: (text: string) => boolean): Promise<string> =>
		new Promise((resolve, reject) => {
			const late = setTimeout(() => reject(new Error(`never so:\n${frame().join('\n')}`)), PATIENCE_MS)
			const look = () => {
				const text = frame().join('\n')
				viewer.loadNear()
				if (!isMet(text)) return
				clearTimeout(late)
				stop()
				resolve(text)
			}
			const stop = viewer.subscribe(look)
			look()
		})
	const type = (keys: string) => {
		for (const key of keys.match(/<[^>]+>|[^<]/gu) ?? [])
			viewer.press(
				key.length > 1 && key.startsWith('<')
					? { kind: 'key', chord: key.slice(1, -1), at: 0 }
					: { kind: 'text', text: key, at: 0 },
			)
	}
	frame()
	return { viewer, frame, until, type, copied, isClosed: () => isClosed }
}

export const cursorRow = (text: string) => text.split('\n').find(row => row.startsWith('▌')) ?? ''

/** The viewer's keys, and one of the user's own. */
export function withOwnKey(chord: string, action: string) {
	return { ...KEYMAP, viewer: { ...KEYMAP.viewer, [chord]: action } }
}
