// Outlines by syntax tree: what a light scanner of lines cannot tell for sure.

import assert from 'node:assert/strict'
import { beforeAll, expect, test } from 'vitest'
import { outlineOf } from '../../../src/tools/outline/file-outline.ts'
import { grammarOf, syntaxSymbols } from '../../../src/tools/outline/syntax-symbols.ts'
import { openSyntax, type Syntax } from '../../../src/tools/outline/tree-sitter.ts'

let syntax: Syntax
beforeAll(async () => {
	const opened = await openSyntax()
	assert.ok(opened, 'the grammars are installed with this checkout')
	syntax = opened
})

async function outlined(extension: string, text: string): Promise<readonly string[] | undefined> {
	const found = await syntaxSymbols(text.split('\n'), grammarOf(extension)!, syntax)
	return found?.map(
		({ first, last, depth, text: shown }) =>
			`${'  '.repeat(depth)}${first}${last ? `-${last}` : ''}: ${shown}`,
	)
}

test.each([
	[
		'ts',
		'@sealed\nexport class A<T> extends B {\n\tprivate x = { f() {} }\n\tconstructor() {}\n\tget y(): T {\n\t\tconst inner = 1\n\t}\n}\nexport type U =\n\t| { a: 1 }\n\t| { b: 2 }\nnamespace N {\n\texport const z = 1\n}\nif (true) {\n\tfunction hidden() {}\n}\n',
		[
			'2-8: export class A<T> extends B',
			'  3: private x = { f() {} }',
			'  4: constructor() {}',
			'  5-7: get y(): T',
			'9-11: export type U =',
			'12-14: namespace N',
			'  13: export const z = 1',
		],
	],
	[
		'tsx',
		'export const App = () => <div>{"}"}</div>\nfunction B() {\n\treturn <p>{`1`}</p>\n}\n',
		['1: export const App = () => <div>{"}"}</div>', '2-4: function B()'],
	],
	[
		'py',
		'LIMIT = 3\nclass A(B):\n    SIZE: int = 1\n    @property\n    def b(self):\n        def inner(): pass\n        return """\ndef no(): pass\n"""\nasync def c(): pass\n',
		[
			'1: LIMIT = 3',
			'2-9: class A(B):',
			'  3: SIZE: int = 1',
			'  5-9: def b(self):',
			'10: async def c(): pass',
		],
	],
	[
		'c',
		'static char *\nname_of(int a,\n    int b)\n{\n\tstruct stat st;\n\treturn 0;\n}\n#ifdef X\nstruct pane {\n\tint id;\n};\n#endif\nint proto(void);\n',
		['1-7: static char * name_of(int a,', '9-11: struct pane'],
	],
	[
		'cpp',
		'namespace n {\ntemplate <typename T>\nclass K : public B {\n\tint f();\n\tvoid g() { if (x) {} }\n};\n}\n',
		['1-7: namespace n', '  3-6: class K : public B', '    4: int f();', '    5: void g() { if (x) {} }'],
	],
	[
		'go',
		'package a\n\ntype X struct {\n\tA int\n}\n\nfunc (x *X) Do() {\n}\n',
		['3-5: type X struct', '7-8: func (x *X) Do()'],
	],
	[
		'rs',
		'impl Foo for Bar {\n    fn x() {}\n}\nmod m {\n    pub fn y() {}\n}\n',
		['1-3: impl Foo for Bar', '  2: fn x() {}', '4-6: mod m', '  5: pub fn y() {}'],
	],
	[
		'java',
		'class A {\n  int f;\n  void g() {}\n  interface I {\n    void h();\n  }\n}\n',
		['1-7: class A', '  2: int f;', '  3: void g() {}', '  4-6: interface I', '    5: void h();'],
	],
	[
		'rb',
		'module M\n  class A\n    def self.x\n    end\n  end\nend\n',
		['1-6: module M', '  2-5: class A', '    3-4: def self.x'],
	],
	[
		'php',
		'<?php\nclass A {\n  private $b;\n  function f() {}\n}\n',
		['2-5: class A', '  3: private $b;', '  4: function f() {}'],
	],
	['sh', 'f() {\n  echo "}"\n}\n', ['1-3: f()']],
	[
		'cs',
		'namespace N {\n  class A {\n    int P { get; }\n    void M() {}\n  }\n}\n',
		['1-6: namespace N', '  2-5: class A', '    3: int P { get; }', '    4: void M() {}'],
	],
])('%s', async (extension, text, expected) => {
	expect(await outlined(extension, text)).toEqual(expected)
})

test('a text that does not fit its grammar is left to its lines', async () => {
	const text = 'export function whole() {\n}\n}}} <<< (\n'
	assert.equal(await outlined('ts', text), undefined)
	assert.equal(outlineOf('a.ts', text)?.symbols[0]?.text, 'export function whole()')
})
