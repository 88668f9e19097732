import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import {
	canBeAsked,
	type PictureWay,
	pictureQuestions,
	TerminalPictures,
} from '../../../src/tui/pictures/terminal-pictures.ts'
import { createInputAssembler } from '../../../src/tui/terminal/input-assembler.ts'

async function wayOf(replies: readonly string[]): Promise<PictureWay | undefined> {
	const pictures = new TerminalPictures({
		ask: () => {},
		window: () => ({ columns: 100, rows: 40 }),
	})
	const way = pictures.way()
	for (const reply of replies) pictures.takeReply(reply)
	return way
}

/** Read from the programs themselves, but for those of Apple's and Windows' systems, which are documented. */
const TERMINALS: readonly (readonly [string, readonly string[], PictureWay | undefined])[] = [
	[
		'kitty',
		['\x1b_Gi=31;OK\x1b\\', '\x1bP>|kitty(0.26.5)\x1b\\', '\x1b[6;20;9t', '\x1b[4;780;990t', '\x1b[?62;c'],
		{ way: 'kitty', cell: { width: 9, height: 20 } },
	],
	[
		'xterm as a VT340, which tells its largest picture alone',
		['\x1bP>|XTerm(379)\x1b\\', '\x1b[?1;0;1024S', '\x1b[?2;0;1000;800S', '\x1b[?63;1;2;4;6;9;15;16;22;28c'],
		{
			...{ way: 'sixel', cell: { width: 10, height: 20 } },
			...{ colours: 1024, most: { width: 1000, height: 800 } },
		},
	],
	[
		'xterm as it comes',
		['\x1bP>|XTerm(379)\x1b\\', '\x1b[?1;3S', '\x1b[?2;3S', '\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c'],
		undefined,
	],
	[
		'iTerm2',
		[
			'\x1b]1337;Capabilities=T3CwLrMSc7UUw9Ts3BFGsSyHNoSx\x1b\\',
			'\x1bP>|iTerm2 3.5.10\x1b\\',
			'\x1b[4;800;1000t',
			'\x1b[?62;4c',
		],
		{ way: 'iterm2', cell: { width: 10, height: 20 }, readsWebp: true },
	],
	[
		'WezTerm',
		['\x1bP>|WezTerm 20240203-110809-5046fc22\x1b\\', '\x1b[6;22;11t', '\x1b[?65;4;6;18;22c'],
		{ way: 'iterm2', cell: { width: 11, height: 22 }, readsWebp: true },
	],
	[
		'Windows Terminal, and tmux that draws',
		['\x1b[6;20;10t', '\x1b[?61;4;6;7;14;21;22;23;24;28;32;42c'],
		{ way: 'sixel', cell: { width: 10, height: 20 }, colours: 256, most: undefined },
	],
	['one without pictures', ['\x1b[6;20;10t', '\x1b[?1;2c'], undefined],
	['one that is of level 4 and shows none', ['\x1b[6;20;10t', '\x1b[?4;2c'], undefined],
	['one that does not know its cells', ['\x1b_Gi=31;OK\x1b\\', '\x1b[?62;4c'], undefined],
	['one that says its cells are nothing', ['\x1b_Gi=31;OK\x1b\\', '\x1b[6;0;0t', '\x1b[?62;c'], undefined],
	['one that cannot with these pixels', ['\x1b_Gi=31;EINVAL\x1b\\', '\x1b[6;20;9t', '\x1b[?62;c'], undefined],
	[
		'one with another feature of the letter',
		['\x1b]1337;Capabilities=T3FoFtGs\x07', '\x1b[6;20;9t', '\x1b[?62c'],
		undefined,
	],
]

describe('how pictures are shown is what the terminal says', () => {
	for (const [name, replies, way] of TERMINALS)
		test(name, async () => assert.deepEqual(await wayOf(replies), way))
})

test('no answer is typed, wherever a slow link cuts it', () => {
	const replies = TERMINALS.flatMap(([, replies]) => replies)
	const all = replies.join('')
	for (const size of [1, 2, 3, 7, all.length]) {
		const heard: string[] = []
		const assembler = createInputAssembler(reply => heard.push(reply))
		const typed = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
			assembler.push(all.slice(index * size, (index + 1) * size), 0),
		)
		assert.equal(typed.join('') + assembler.flush(0), '')
		assert.deepEqual(heard, replies)
	}
})

test('a multiplexer is not asked for what it would take for something else', () => {
	assert.equal(
		pictureQuestions({ TMUX: '/tmp/tmux-0/default,1,0', TERM: 'tmux-256color' }).includes('\x1b_'),
		false,
	)
	assert.equal(canBeAsked({ TERM: 'screen-256color', TMUX: '/tmp/tmux-0/default,1,0' }), true)
	assert.equal(canBeAsked({ TERM: 'screen.xterm-256color', STY: '12.pts-0' }), false)
	assert.equal(canBeAsked({ TERM: 'xterm-kitty' }), true)
})

test('what reads files by itself is known to, also where it shows pictures otherwise; WebP only where it does', async () => {
	const fileWay = async (replies: readonly string[]) => {
		const pictures = new TerminalPictures({ ask: () => {}, window: () => ({ columns: 100, rows: 40 }) })
		const way = pictures.way()
		for (const reply of replies) pictures.takeReply(reply)
		return [(await way)?.way, pictures.fileWay()?.readsWebp]
	}
	const end = ['\x1b[6;20;10t', '\x1b[?62;4c']
	const kitty = '\x1b_Gi=31;OK\x1b\\'
	assert.deepEqual(await fileWay([kitty, '\x1bP>|WezTerm 20240203\x1b\\', ...end]), ['kitty', true])
	assert.deepEqual(await fileWay(['\x1bP>|mintty 3.7.0\x1b\\', ...end]), ['iterm2', false])
	assert.deepEqual(await fileWay([kitty, '\x1bP>|kitty(0.40)\x1b\\', ...end]), ['kitty', undefined])
	assert.deepEqual(await fileWay(end), ['sixel', undefined])
})
