import assert from 'node:assert/strict'
import { test } from 'vitest'

// Plain JavaScript, because `npm run measure` needs nothing that has to be built.
const {
	measureNames,
	readSources,
}: {
	readSources(folder: string): { path: string; text: string }[]
	measureNames(files: readonly { path: string; text: string }[]): {
		repeated: readonly { name: string; paths: readonly string[] }[]
		functions: number
		p90: number
		longest: readonly { path: string; line: number; lines: number }[]
	}
} = await import(`${import.meta.dirname}/../../scripts/measure-names.mjs`)

test('a type name that two files declare is counted once, with both places', () => {
	const { repeated } = measureNames([
		{ path: 'a.ts', text: 'export type Row = string\ntype Only = 1\nimport type { Row2 } from "x"' },
		{ path: 'b.ts', text: 'class Row {}\n// type Only = 2\nconst text = `\ntype Only = 3\n`' },
	])
	assert.deepEqual(repeated, [{ name: 'Row', paths: ['a.ts', 'b.ts'] }])
})

test('functions, methods and named arrow functions are measured, calls and signatures are not', () => {
	const text = [
		'export async function first({ a, b }: { a: string; b: number }): Promise<{ c: string }> {',
		"\tif (a === '}') return { c: `{` + b }",
		'\treturn other({',
		"\t\tc: a.replace(/[{'\"]/g, ''),",
		'\t})',
		'}',
		'type Port = {',
		'\tsend(command: string): Promise<void>',
		'}',
		'class Box {',
		'\tprivate open(): void {',
		'\t\tthis.close()',
		'\t}',
		'}',
		'const short = (value: number): { value: number } => {',
		'\treturn { value }',
		'}',
	].join('\n')
	const { functions, longest } = measureNames([{ path: 'a.ts', text }])
	assert.equal(functions, 3)
	assert.deepEqual(
		longest.map(({ line, lines }) => [line, lines]),
		[
			[1, 6],
			[11, 3],
			[15, 3],
		],
	)
})

test('nine functions in ten are no longer than p90', () => {
	const text = Array.from({ length: 10 }, (_, index) => `function f${index}() {${'\n'.repeat(index)}}`).join(
		'\n',
	)
	assert.equal(measureNames([{ path: 'a.ts', text }]).p90, 9)
})

test('no type name of the sources has two meanings', () => {
	const { repeated } = measureNames(readSources(`${import.meta.dirname}/../../src`))
	assert.deepEqual(repeated, [])
})
