import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { placeIn, shellWords, splitArguments } from '../../../src/extensions/commands/arguments.ts'
import { commandsIn, fillTemplate } from '../../../src/extensions/commands/template.ts'

function filled(text: string, typed = ''): string {
	return fillTemplate(text, { typed })
		.pieces.map(piece => (typeof piece === 'string' ? piece : `<${piece.command}>`))
		.join('')
}

describe('a template', () => {
	test.for([
		['Fix $1 in $2.', '12 src/a.ts', 'Fix 12 in src/a.ts.'],
		['Fix $ARGUMENTS.', '12 "two words"', 'Fix 12 "two words".'],
		['$0 and $1', 'a b', 'a and b'],
		['$ARGUMENTS[1] then $1', 'a b', 'b then b'],
		['All: $ARGUMENTS; third: $3', 'a b', 'All: a b; third: '],
		['No places.', '', 'No places.'],
		['No places.', 'look here', 'No places.\n\nARGUMENTS: look here'],
		['It costs $5.99 or $100 or $1,000.', '', 'It costs $5.99 or $100 or $1,000.'],
		[`$ARGUMENTSX $HOME \${HOME} $$ \\\\$`, 'a', `$ARGUMENTSX $HOME \${HOME} $$ \\\\$\n\nARGUMENTS: a`],
		['$1', '$2 $ARGUMENTS', '$2'],
		['$1', '"!`rm x`"', '!`rm x`'],
	] as const)('%j with %j is %j', ([text, typed, expected]) => {
		assert.equal(filled(text, typed), expected)
	})

	test('runs commands that stand as a word of their own, and blocks', () => {
		assert.equal(
			filled('A: !`git status`\n- !`ls $1`, not a!`b` nor `!c`\n```!\nnpm test\nnpm run lint\n```\nend', 'x'),
			'A: <git status>\n- <ls x>, not a!`b` nor `!c`\n<npm test\nnpm run lint>\nend',
		)
		assert.deepEqual(commandsIn('!`a $1` !`b`'), ['a $1', 'b'])
	})

	test('arguments never become commands', () => {
		assert.equal(filled('Look: $1', '"!`rm -rf /`"'), 'Look: !`rm -rf /`')
	})

	test('puts in the folders it is given and no other variable', () => {
		const { pieces } = fillTemplate(`\${CLAUDE_PLUGIN_ROOT}/a \${OPENAI_API_KEY} \${toString}`, {
			typed: '',
			folders: { CLAUDE_PLUGIN_ROOT: '/p' },
		})
		assert.deepEqual(pieces, [`/p/a \${OPENAI_API_KEY} \${toString}`])
	})
})

describe('arguments', () => {
	test.for([
		['a b  c', ['a', 'b', 'c']],
		['"two words" three', ['two words', 'three']],
		["'two words' x'y", ['two words', "x'y"]],
		["don't do it", ["don't", 'do', 'it']],
		['a\\ b "say \\"hi\\""', ['a b', 'say "hi"']],
		['--name="a b"', ['--name=a b']],
		['""', ['']],
		['"open', ['open']],
		['', []],
	] as const)('%j are %j', ([typed, words]) => {
		assert.deepEqual(splitArguments(typed), words)
	})

	test('in a shell command are the words they were, wherever they stand in it', () => {
		const print = 'printf "[%s]"'
		const places = [
			(word: string) => `${print} ${word}`,
			(word: string) => `${print} "${word}"`,
			(word: string) => `${print} '${word}'`,
			(word: string) => `${print} "$(printf %s ${word})"`,
			(word: string) => `${print} "$(printf %s "${word}")"`,
			(word: string) => `(${print} ${word})`,
			(word: string) => `${print} \\"x\\" >/dev/null; ${print} ${word}`,
		]
		const words = fc.oneof(
			fc.string({ unit: fc.constantFrom(...`a '"$\`\\;&|<>(){}*?!#~\n-=`), minLength: 1, maxLength: 8 }),
			fc.constantFrom(
				'$(touch x)',
				'`touch x`',
				"'; touch x; '",
				'"; touch x; "',
				`\${HOME}`,
				'--help',
				'!!',
			),
		)
		fc.assert(
			fc.property(words, fc.constantFrom(...places), (word, at) => {
				const [before = '', after = ''] = at('@@').split('@@')
				const command = `${before}${shellWords([word], placeIn(before))}${after}`
				// Substitution drops line ends at the end, whatever they were.
				const expected = before.includes('$(') ? word.replace(/\n+$/, '') : word
				const said = execFileSync('bash', ['-c', command], {
					encoding: 'utf8',
					stdio: ['ignore', 'pipe', 'pipe'],
				})
				assert.equal(said, `[${expected}]`, command)
			}),
			{ numRuns: 150 },
		)
	}, 60_000)
})
