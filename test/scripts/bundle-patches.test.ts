import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type BuildFailure, build, type Plugin } from 'esbuild'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { test } from 'vitest'
import { loadTokenCounter } from '../../src/runtime/context/token-counter.ts'

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

test('tokens are counted in the bundle as they are outside it', async () => {
	const file = join(scripts, '../src/runtime/context/token-counter.ts')
	const { loadTokenCounter: loadBundled } = (await bundled(
		`export { loadTokenCounter } from ${JSON.stringify(file)}`,
	)) as { loadTokenCounter: typeof loadTokenCounter }
	const [inBundle, outside] = await Promise.all([loadBundled(), loadTokenCounter()])
	const texts = ['', 'hello world', '<|endoftext|>', 'naïve 한국어 👩‍👩‍👧', 'const x = 1\n'.repeat(500)]
	assert.deepEqual(texts.map(inBundle), texts.map(outside))
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
