import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { readScript } from '../../../src/safety/shell-parser/bash-syntax.ts'
import { literal } from '../../../src/safety/shell-parser/bash-words.ts'

const words = (source: string) => readScript(source).commands.map(command => command.words.map(literal))

describe('words', () => {
	test('come without their quotes', () => {
		assert.deepEqual(words(`r""m 'a b' "c d" e\\ f $'g\\th' ''`), [['rm', 'a b', 'c d', 'e f', 'g\th', '']])
	})

	test('with a variable or a pattern in them are not known', () => {
		assert.deepEqual(
			readScript('cat "$X"/*.ts ~/a').commands[0]?.words.map(word => word.pieces),
			[
				[{ kind: 'literal', value: 'cat' }],
				[
					{ kind: 'variable', name: 'X', isQuoted: true },
					{ kind: 'literal', value: '/' },
					{ kind: 'pattern', text: '*' },
					{ kind: 'literal', value: '.ts' },
				],
				[{ kind: 'home' }, { kind: 'literal', value: '/a' }],
			],
		)
	})

	test('that are quoted or escaped hold no pattern and no home folder', () => {
		assert.deepEqual(words(`cat '*' "~" \\~ \\*`), [['cat', '*', '~', '~', '*']])
	})
})

describe('a script', () => {
	test('shows every simple command, wherever it hides', () => {
		const source = 'a && (b | c); { d; }; e "$(f `g`)" <(h); i() { j; }; if k; then l; fi; m <<E\n$(n)\nE\n'
		assert.deepEqual(
			words(source)
				.map(([name]) => name)
				.sort(),
			[...'abcdefghjklmn'],
		)
	})

	test('that is nothing but simple commands has no obstacles', () => {
		assert.deepEqual(readScript('a && b || ! c | d; (e; { f; }) 2>&1\ntime g').obstacles, [])
	})

	test('names what stands in the way of judging it', () => {
		const cases: Record<string, readonly string[]> = {
			'a &': ['a background command (&)'],
			'a $(b)': ['command substitution'],
			'a <(b)': ['process substitution'],
			'f() { a; }': ['a function definition'],
			'for PATH in a; do b; done': ['a loop over the variable PATH'],
			'for x; do b; done': ['a loop over arguments'],
			'for ((;;)); do b; done': ['a loop that computes'],
			'while true; do b; done': ['a loop without an end'],
			'select x in a; do b; done': ['a loop that asks'],
			'[[ -v a ]]': ['[[ -v ]]'],
			'[[ a -eq b ]]': ['[[ -eq ]]'],
			'a <<E\nb': ['a here-document with an end that is hard to see'],
			'((1))': ['arithmetic'],
			'a )': ["a syntax error (unexpected token ')')"],
			'a\u200b': ['invisible characters'],
			'a\u0007': ['control characters'],
		}
		for (const [source, obstacles] of Object.entries(cases))
			assert.deepEqual(readScript(source).obstacles, obstacles)
	})

	test('tells what loops put into variables', () => {
		const { loopValues } = readScript(
			'for f in a {b,c}.ts; do for g in *; do d; done; done; while read -r h; do e; done; for f in z; do y; done',
		)
		assert.deepEqual(
			[...loopValues].map(([name, values]) => [name, values?.map(({ text }) => text)]),
			[
				['f', ['a', 'b.ts', 'c.ts', 'z']],
				['g', ['*']],
				['h', undefined],
			],
		)
	})

	test('tells whose output a command is given', () => {
		const { commands } = readScript('a | b | (c); d')
		assert.deepEqual(
			commands.map(({ text, pipedFrom }) => [text, pipedFrom?.text]),
			[
				['a', undefined],
				['b', 'a'],
				['c', undefined],
				['d', undefined],
			],
		)
	})

	test('that goes deeper than anybody reads says that it is not all there', () => {
		for (const piece of ['$(', '(', '{ ', 'if ', '"$(', 'coproc ', '`', 'while ', '[[ (', '${x:-'])
			assert.equal(readScript(piece.repeat(2_000)).obstacles.length > 0, true, piece)
		assert.equal(readScript(`${'$('.repeat(40)}rm${')'.repeat(40)}`).isIncomplete, true)
	})

	test('that goes on for longer than anybody reads does so, too, and takes no squared effort', () => {
		// Any of these at 200 000 characters takes minutes where its effort is squared.
		for (const piece of ['set -- a;', 'ls |', 'x\n', '${a:-', '$((1+', '$(', '` '])
			assert.equal(readScript(piece.repeat(200_000 / piece.length)).isIncomplete, true, piece)
		assert.equal(readScript('ls; '.repeat(1_400)).isIncomplete, false)
	})

	test('tells which commands share a statement', () => {
		const { commands } = readScript('a | b; c "$(d)"')
		assert.deepEqual(
			commands.map(({ words, statement }) => [words[0]?.text, statement]),
			[
				['a', 0],
				['b', 0],
				['c', 1],
				['d', 1],
			],
		)
	})
})

test('a backslash that nothing follows is dropped by bash, or not, so it stands in the way', () => {
	const [dropped, kept, escaped] = ["show '\n' ~\\", 'show ~\\', 'show a\\\\'] as const
	assert.deepEqual(inBash([`HOME=/h; ${dropped}`, kept]), [[['\n', '/h']], [['~\\']]])
	for (const text of [dropped, kept]) {
		const { commands, obstacles } = readScript(text)
		assert.deepEqual(obstacles, ['a backslash at its very end'])
		assert.deepEqual(commands[0]?.words.at(-1)?.pieces, [{ kind: 'home' }])
	}
	assert.deepEqual(readScript(escaped).obstacles, [])
	assert.deepEqual(words(escaped), [['show', 'a\\']])
})

test('bash takes the same words apart in the same way', () => {
	const piece = fc.constantFrom(
		'a',
		'b c',
		"'",
		'"',
		'\\',
		' ',
		'\t',
		'\n',
		';',
		'|',
		'&&',
		'#',
		'-x',
		'=',
		'/',
		'.',
		"$'",
		'\\n',
		'!',
		'~',
		':',
		'%',
		'@',
		'^',
		'{',
		'}',
		',',
		'+',
	)
	const source = fc.array(piece, { maxLength: 12 }).map(pieces => `show ${pieces.join('')}`)
	assertSameCalls(source, 300, text => {
		const { commands, obstacles } = readScript(text)
		const calls = commands.map(command => command.words.map(literal))
		const isPlain =
			obstacles.length === 0 &&
			commands.every(
				({ words, redirections, assignments }) =>
					words.length > 0 && redirections.length + assignments.length === 0,
			) &&
			calls.every(call => call[0] === 'show' && !call.includes(undefined))
		return isPlain ? calls.map(([, ...rest]) => rest) : undefined
	})
})

test('braces become the same words in bash', () => {
	const piece = fc.constantFrom(
		'a',
		'b',
		'{',
		'}',
		',',
		'..',
		'1',
		'3',
		'-',
		'.',
		'/',
		"'c d'",
		'\\',
		'*',
		'{a,b}',
		'{1..3}',
		'{,x}',
		"'}'",
		'"{"',
		'\\${x',
		'\\}',
	)
	const source = fc
		.array(piece, { minLength: 1, maxLength: 7 })
		.map(pieces => `set -f; show ${pieces.join('')}`)
	assertSameCalls(source, 400, text => {
		const { commands, obstacles } = readScript(text)
		const [, shown, ...others] = commands
		const words = shown?.words.map(word =>
			word.pieces.map(each =>
				each.kind === 'literal' ? each.value : each.kind === 'pattern' ? each.text : undefined,
			),
		)
		const isPlain =
			obstacles.length === 0 &&
			others.length === 0 &&
			words?.every(word => !word.includes(undefined)) === true
		return isPlain ? [words.map(word => word.join('')).slice(1)] : undefined
	})
})

test('a here-document ends where bash says it does', () => {
	const line = fc.constantFrom(
		'E',
		' E',
		'\tE',
		'E ',
		'EE',
		'text',
		"'",
		'"',
		'\\',
		'$x',
		'a\\',
		'',
		'<<E',
		'#',
		'show inside',
		'`',
		'$(',
	)
	const script = fc
		.tuple(
			fc.constantFrom('<<E', "<<'E'", '<<-E', '<<"E"', '<<\\E', '<< E'),
			fc.array(line, { maxLength: 5 }),
		)
		.map(([operator, lines]) => `cat > /dev/null ${operator}\n${lines.join('\n')}\nE\nshow after`)
	assertSameCalls(script, 300, text => {
		const { commands, obstacles } = readScript(text)
		const calls = commands.map(({ words }) => words.map(literal)).filter(([name]) => name === 'show')
		const isAll = commands.every(({ words }) => /^(?:cat|show)$/.test(words[0]?.text ?? ''))
		// Other lines behind its end are commands of their own, and seen as such.
		return obstacles.length === 0 && isAll ? calls.map(([, ...rest]) => rest) : undefined
	})
})

type Calls = (string | undefined)[][]

/**
 * Of texts that are understood bash shows the same words. Many at a time, because starting it takes longer than all of them.
 * @param calls - the words of each call of `show`, or undefined for what is not understood
 */
function assertSameCalls(
	source: fc.Arbitrary<string>,
	numRuns: number,
	calls: (text: string) => Calls | undefined,
): void {
	const atATime = 50
	let understood = 0
	fc.assert(
		fc.property(fc.array(source, { minLength: atATime, maxLength: atATime }), texts => {
			const expected = texts.flatMap(text => {
				const found = calls(text)
				return found ? [{ text, calls: found }] : []
			})
			understood += expected.length
			const shown = inBash(expected.map(({ text }) => text))
			const actual = expected.map(({ text }, index) => ({ text, calls: shown[index] }))
			assert.deepEqual(actual, expected)
		}),
		// Most texts are no commands that can be understood, and counted as none when they came one by one.
		{ numRuns: (3 * numRuns) / atATime },
	)
	assert.ok(understood > numRuns / 4, String(understood))
}

/** For each text the words of each call, as bash hands them over. */
function inBash(texts: readonly string[]): string[][][] {
	const script = `show() { printf '%s\\0' "$#" "$@" >&3; }
for text; do (eval "$text"); printf '\\0' >&3; done`
	const { output } = spawnSync('bash', ['--norc', '--noprofile', '-c', script, 'bash', ...texts], {
		stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
	})
	const fields = String(output[3]).split('\0').slice(0, -1)
	return texts.map(() => {
		const calls: string[][] = []
		for (let count = fields.shift(); count; count = fields.shift())
			calls.push(fields.splice(0, Number(count)))
		return calls
	})
}
