import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { compileGlob } from '../../../src/safety/paths/glob-pattern.ts'
import { asPattern, overlap } from '../../../src/safety/permissions/path-overlap.ts'

describe('a path stands to a pattern', () => {
	const cases: [named: string, path: string, expected: string][] = [
		['a/b', 'a/b', 'inside'],
		['a/b', 'a/b/c', 'inside'],
		['a/b', 'a', 'above'],
		['a/b', '', 'above'],
		['a/b', 'a/c', 'apart'],
		['a/b', 'ab', 'apart'],
		['a/**', 'a', 'above'],
		['a/**', 'a/x', 'inside'],
		['**/*.pem', 'src', 'above'],
		['**/*.pem', 'src/x.pem', 'inside'],
		['**/*.pem', 'src/*.ts', 'above'],
		['**/.env', '*', 'inside'],
		['a/b', '*', 'above'],
		['a/b', '*/b', 'inside'],
		['a/b', '[xyz]/b', 'apart'],
		['a/b', 'a*', 'above'],
		['a/b', '**', 'inside'],
		['a/b/c', '**/c', 'inside'],
		['a/b', 'x\0y', 'inside'],
		['a/b', 'c/x\0y', 'apart'],
		['{a,b/c}/d', 'b/c', 'above'],
		['{a,b/c}/d', 'b/c/d', 'inside'],
		['{a,{b,c}}/d', 'c/d', 'inside'],
		['{a,b}/d', 'c', 'apart'],
		['ab**', 'ab', 'above'],
		['a?c', 'abc', 'inside'],
		[String.raw`a\*b/c`, 'a*b/c', 'inside'],
		[String.raw`a\*b/c`, 'axb/c', 'apart'],
	]
	for (const [named, path, expected] of cases)
		test(`${JSON.stringify(path)} to ${named}: ${expected}`, () =>
			assert.equal(overlap(named, path), expected))
})

const STEP = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '?', '**', '[ab]', '{a,b}')
const NAME = fc.constantFrom('a', 'b', 'ab', 'ba', 'c')

test('whatever a pattern fits is never apart from it, nor is any folder above', () => {
	fc.assert(
		fc.property(
			fc.array(STEP, { minLength: 1, maxLength: 4 }),
			fc.array(NAME, { minLength: 1, maxLength: 4 }),
			(pattern, path) => {
				const named = pattern.join('/')
				fc.pre(compileGlob(named)?.(path.join('/')) ?? false)
				for (let length = 1; length <= path.length; length++)
					assert.notEqual(overlap(named, path.slice(0, length).join('/')), 'apart')
				assert.equal(overlap(named, [...path, 'below'].join('/')), 'inside')
			},
		),
		{ numRuns: 3_000 },
	)
})

test('a shell pattern that may become a named path is never apart from it', () => {
	fc.assert(
		fc.property(
			fc.array(STEP, { minLength: 1, maxLength: 4 }),
			fc.array(STEP, { minLength: 1, maxLength: 4 }),
			fc.array(NAME, { minLength: 1, maxLength: 4 }),
			(one, other, path) => {
				const [named, given] = [one.join('/'), other.filter(step => step !== '{a,b}').join('/')]
				const meets = (pattern: string) => compileGlob(pattern)?.(path.join('/')) ?? false
				fc.pre(meets(named) && meets(given))
				assert.notEqual(overlap(named, given), 'apart')
			},
		),
		{ numRuns: 3_000 },
	)
})

test('a path as a pattern means itself', () => {
	for (const path of ['a*b', '[x]', '{a,b}', String.raw`back\slash`, 'plain', 'a?'])
		assert.equal(compileGlob(asPattern(path))?.(path), true, path)
	assert.equal(compileGlob(asPattern('a*b'))?.('axb'), false)
})
