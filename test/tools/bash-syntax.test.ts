import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { literal, readScript } from '../../src/tools/bash-syntax.ts'

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
			'for x in a; do b; done': ['a loop'],
			'[[ -f a ]]': ['[[ ]]'],
			'((1))': ['arithmetic'],
			'a )': ["a syntax error (unexpected token ')')"],
			'a\u200b': ['invisible characters'],
			'a\u0007': ['control characters'],
		}
		for (const [source, obstacles] of Object.entries(cases))
			assert.deepEqual(readScript(source).obstacles, obstacles)
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
	fc.assert(
		fc.property(source, text => {
			const { commands, obstacles } = readScript(text)
			const calls = commands.map(command => command.words.map(literal))
			const isPlain =
				obstacles.length === 0 &&
				commands.every(
					({ words, redirections, assignments }) =>
						words.length > 0 && redirections.length + assignments.length === 0,
				) &&
				calls.every(call => call[0] === 'show' && !call.includes(undefined))
			fc.pre(isPlain)
			assert.deepEqual(
				inBash(text),
				calls.map(([, ...rest]) => rest),
				JSON.stringify(text),
			)
		}),
		{ numRuns: 300 },
	)
})

/** The words of each call, as bash hands them over. */
function inBash(text: string): string[][] {
	const script = `show() { printf '%s\\0' "$#" "$@" >&3; }\n${text}`
	const { output } = spawnSync('bash', ['--norc', '--noprofile', '-c', script], {
		stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
	})
	const fields = String(output[3]).split('\0').slice(0, -1)
	const calls: string[][] = []
	while (fields.length > 0) calls.push(fields.splice(0, Number(fields.shift())))
	return calls
}
