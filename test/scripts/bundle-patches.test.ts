import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type BuildFailure, build, type Plugin } from 'esbuild'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { test } from 'vitest'
import { ScreenTerminal } from '../support/screen/screen-terminal.ts'

const scripts = join(import.meta.dirname, '../../scripts')
const { patches }: { patches(how?: { mustAllApply: boolean }): Plugin } = await import(
	join(scripts, 'bundle-patches.mjs')
)
const { requiredBuiltins, withoutBuiltinImports }: Builtins = await import(
	join(scripts, 'bundle-builtins.mjs')
)

type Builtins = { requiredBuiltins(): Plugin; withoutBuiltinImports(code: string): string }

/** The source as it would be in the bundle, loaded. */
async function bundled(source: string): Promise<Record<string, unknown>> {
	const { outputFiles } = await build({
		stdin: { contents: source, resolveDir: import.meta.dirname },
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node20',
		minify: true,
		loader: { '.wasm': 'binary' },
		plugins: [requiredBuiltins(), patches()],
		write: false,
	})
	const code = withoutBuiltinImports(outputFiles[0]?.text ?? '')
	assert.doesNotMatch(code, /\bfrom"node:|\brequire\(/)
	return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

test('the width of a text is the same with the patch and without', async () => {
	const { width } = (await bundled("export { default as width } from 'string-width'")) as {
		width: typeof stringWidth
	}
	const part = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.string({ unit: 'binary' }),
		fc.constantFrom(
			'Ω',
			'й',
			'é',
			'─',
			'한',
			'ᄀ',
			'ﾞ',
			'👍🏽',
			'👩‍👩‍👧',
			'🇩🇪',
			'1️⃣',
			'1\u20E3',
			'❤',
			'❤️',
			'\u001B[1m',
			'\n',
		),
	)
	const text = fc.array(part).map(parts => parts.join(''))
	fc.assert(
		fc.property(text, fc.boolean(), (value, ambiguousIsNarrow) =>
			assert.equal(width(value, { ambiguousIsNarrow }), stringWidth(value, { ambiguousIsNarrow })),
		),
	)
})

test('every way to import a built-in module gives that module', async () => {
	const { found } = await bundled(`
		import whole, { sep } from 'node:path'
		import * as all from 'node:path'
		import { join as joined } from 'node:path'
		import { exitCode, argv } from 'node:process'
		const required = require('path')
		export const found = [whole.join, sep, all.join, joined, argv, required.join]
	`)
	const path = process.getBuiltinModule('node:path')
	assert.deepEqual(found, [path.join, path.sep, path.join, path.join, process.argv, path.join])
})

test('a patch of a file that is no longer there fails the build, by its name', async () => {
	const plugins = [patches({ mustAllApply: true })]
	const stdin = { contents: "export * from 'string-width'", resolveDir: import.meta.dirname }
	const built = build({ stdin, bundle: true, platform: 'node', plugins, write: false, logLevel: 'silent' })
	const failure: BuildFailure = await built.then(
		() => assert.fail('it was built'),
		error => error,
	)
	const missed = failure.errors.map(error => error.text)
	assert.ok(
		missed.includes('no file in the bundle is /commander\\/lib\\/command\\.js$/: change or drop its patch'),
	)
	assert.ok(missed.every(text => !text.includes('string-width')))
})

type InkOutput = {
	write(x: number, y: number, text: string, options: { transformers: readonly Transform[] }): void
	clip(clip: { x1?: number; x2?: number; y1?: number; y2?: number }): void
	unclip(): void
	get(): { output: string; height: number }
}
type Transform = (line: string, index: number) => string
type InkOutputClass = new (size: { width: number; height: number }) => InkOutput

test('a frame is the same with the patch and without', async () => {
	const file = join(scripts, '../node_modules/ink/build/output.js')
	const { default: plain } = (await import(file)) as { default: InkOutputClass }
	const { default: quick } = (await bundled(`export { default } from ${JSON.stringify(file)}`)) as {
		default: InkOutputClass
	}
	const styled = fc
		.tuple(
			fc.constantFrom('1;22', '31;39', '38;5;243;39', '7;27', '48;5;10;49'),
			fc.string({ unit: 'grapheme-ascii' }),
		)
		.map(
			([codes, text]) =>
				`\x1b[${codes.slice(0, codes.lastIndexOf(';'))}m${text}\x1b[${codes.split(';').at(-1)}m`,
		)
	const piece = fc.oneof(
		fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
		styled,
		fc.constantFrom('│ ', '한국', '👍🏽', '\n', '  ', '❯'),
		// What goes on over the end of a line, as a whole or in part.
		fc.constantFrom(
			'\x1b[1;33ma',
			'b\x1b[39m',
			'c\x1b[0m',
			'\x1b[38;2;1;2;39md',
			'e\x1b[22m',
			'\x1b[2mf',
			'g\x1b[m',
		),
		fc.constantFrom('\x1b]8;;https://a.b/c\x07h', 'i\x1b]8;;\x07'),
	)
	const text = fc.array(piece, { maxLength: 6 }).map(parts => parts.join(''))
	const bound = fc.option(fc.integer({ min: -1, max: 9 }), { nil: undefined })
	const write = fc.record({ y: fc.integer({ min: -1, max: 7 }), x: fc.constantFrom(0, 0, 0, 0, 3), text })
	const frame = fc.record({
		width: fc.integer({ min: 4, max: 30 }),
		height: fc.integer({ min: 1, max: 8 }),
		clips: fc.array(fc.record({ y1: bound, y2: bound, x1: fc.constantFrom(undefined, 0, 2), x2: bound }), {
			maxLength: 2,
		}),
		writes: fc.array(write, { maxLength: 5 }),
		isDim: fc.boolean(),
	})
	const numbered: Transform = (line, index) => (line === '' ? '' : `\x1b[2m${index}${line}\x1b[22m`)
	let whole = 0
	fc.assert(
		fc.property(frame, ({ width, height, clips, writes, isDim }) => {
			const [expected, made] = [plain, quick].map(Output => {
				const output = new Output({ width, height })
				for (const clip of clips) output.clip(clip as Parameters<InkOutput['clip']>[0])
				for (const [index, { x, y, text }] of writes.entries()) {
					// What follows the inner one is in the outer one alone.
					if (index === 3 && clips.length > 1) output.unclip()
					output.write(x, y, text, { transformers: isDim ? [numbered] : [] })
				}
				for (const _ of clips) output.unclip()
				return output.get()
			})
			if (expected?.output.trim() !== '') whole++
			assert.deepEqual(made, expected)
		}),
		{ numRuns: 1_000 },
	)
	assert.ok(whole > 100, `${whole}`)
})

type LineUpdate = (previous: string, next: string, columns: number) => string

test('a row is changed into the next with the patch as without, and a row as wide only where it differs', async () => {
	const file = join(scripts, '../node_modules/ink/build/line-update.js')
	const { default: plain } = (await import(file)) as { default: LineUpdate }
	const { default: quick } = (await bundled(`export { default } from ${JSON.stringify(file)}`)) as {
		default: LineUpdate
	}
	const text = fc.oneof(
		fc.string({ unit: 'grapheme-ascii', maxLength: 9 }),
		fc.constantFrom('│', '─────────────────', '  ', '            ', '…', 'é', '한국', '👍🏽'),
	)
	const codes = fc.constantFrom(
		'1;22',
		'2;22',
		'31;39',
		'38;5;243;39',
		'38;2;1;2;39;39',
		'7;27',
		'48;5;10;49',
		'4;0',
	)
	const styled = fc.tuple(codes, text).map(([both, inner]) => {
		const parameters = both.split(';')
		return `\x1b[${parameters.slice(0, -1).join(';')}m${inner}\x1b[${parameters.at(-1)}m`
	})
	const row = fc.array(fc.oneof(text, styled), { maxLength: 6 }).map(parts => parts.join(''))
	// As rows are: what is typed stands between the same edges.
	const edge = fc.constantFrom('', '│ > ', '\x1b[36m│\x1b[39m ')
	const pair = fc.tuple(row, row, edge, edge).map(([before, after, left, right]) => {
		const width = Math.max(stringWidth(before), stringWidth(after))
		return [before, after].map(each => `${left}${each}${' '.repeat(width - stringWidth(each))}${right}`)
	})
	const pairs = fc.sample(fc.oneof(pair, fc.tuple(row, row)), 400)
	const columns = 60
	const drawn = pairs.filter(rows => rows.every(each => stringWidth(each) <= columns))
	const [expected, made] = await Promise.all(
		[plain, quick].map(async update => {
			const terminal = new ScreenTerminal(columns, drawn.length)
			for (const [index, [before = '', after = '']] of drawn.entries())
				terminal.stdout.write(
					`\x1b[${index + 1};1H${before}\x1b[${index + 1};1H${update(before, after, columns)}`,
				)
			await terminal.settled()
			return terminal.picture()
		}),
	)
	assert.deepEqual(made, expected)
	const [typed, before] = ['│ > hello   \x1b[38;5;243m│\x1b[39m', '│ > hell    \x1b[38;5;243m│\x1b[39m']
	assert.equal(quick(before, typed, columns), '\x1b[9Go')
})
