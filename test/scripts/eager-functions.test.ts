import assert from 'node:assert/strict'
import { test } from 'vitest'
// @ts-expect-error: the build is JavaScript
import { withEagerFunctions } from '../../scripts/eager/eager-functions.mjs'

function eager(
	code: string,
	{ only, isInCycle = false }: { only?: string; isInCycle?: boolean } = {},
): string {
	return withEagerFunctions(
		code,
		(start: number, end: number) => only === undefined || code.slice(start, end) === only,
		{ isInCycle },
	)
}

async function exportsOf(code: string): Promise<Record<string, unknown>> {
	return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

const FORMS = `export let log=[];
log.push(early(1),typeof late);
const { n } = nested(2);
function early(a){ return a + inner(a); function inner(b){ return b * 10 } }
async function waits(){ return 'waited' }
function* counts(){ yield 1; yield 2 }
function strict(){ 'use strict'; return twice(4); function twice(a){ return a * 2 } }
function nested(n){ const arrow=a=>a+n, other=function(a){ return a-n }; return { n: arrow(1) + other(1), m: a => ({ a }) } }
function shadow(a){ function a(){ return 'inner' } return a() }
function recursive(a){ return a === 0 ? 'end' : recursive(a - 1) }
class Base{ name(){ return 'base' } static make(){ return new this() } }
class Derived extends Base{ name(){ return super.name() + '+' } get twice(){ return this.name() + this.name() } }
const object={ plain(a){ return this.b + a }, b: 1, async later(){ return 'later' }, *each(){ yield* [7] }, ['comp' + 'uted'](){ return 'c' }, get got(){ return 'g' }, set got(a){ log.push(a) }, __proto__: { up(){ return 'up' } }, over(){ return super.up() }, 'in quotes'(){ return 'q' }, 5(){ return 'five' } };
if (true) { function inBlock(){ return 'block' } log.push(inBlock()) }
for (const [a] of [[() => 'loop']]) log.push(a());
log.push(n, await waits(), [...counts()], strict(), shadow(1), recursive(3), Derived.make().twice, object.plain(2), await object.later(), [...object.each()], object.computed(), object.got, object.over(), object['in quotes'](), object[5](), (() => 'iife')(), (function(){ return new.target })());
object.got = 'set';
log.push(object.plain.name, object.later.name, nested.name, nested.length);
var late = 1;
export { early as first, late };
export default function named(){ return 'default' }`

test('a module does what it did, whatever form its functions have', async () => {
	const [before, after] = [await exportsOf(FORMS), await exportsOf(eager(FORMS))]
	assert.deepEqual(after.log, before.log)
	assert.equal((after.first as (a: number) => number)(3), 33)
	assert.equal((after.default as () => string)(), 'default')
})

test('only what was called is marked', () => {
	const code = 'function a(){return()=>1}function b(){}var c=()=>2;'
	assert.equal(
		eager(code, { only: 'function a(){return()=>1}' }),
		';var a=(function(){return()=>1});function b(){}var c=()=>2;',
	)
	assert.equal(eager(code, { only: '()=>2' }), 'function a(){return()=>1}function b(){}var c=(()=>2);')
})

test('in modules that import each other a declaration stays one, for it is called before its line is reached', () => {
	const code = 'a();function a(){return b();function b(){return 1}}'
	assert.equal(
		eager(code, { isInCycle: true }),
		'a();function a(){;var b=(function(){return 1});return b();}',
	)
})
