import assert from 'node:assert/strict'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { createOutlineTool } from '../../../src/tools/builtin/outline.ts'
import { outlineOf } from '../../../src/tools/outline/file-outline.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

/** Rows as the model sees them, without the head. */
const rows = (name: string, text: string) => {
	const found = outlineOf(name, text)
	assert.ok(found, name)
	return found.symbols.map(
		({ first, last, depth, text: shown }) =>
			`${'  '.repeat(depth)}${first}${last === undefined ? '' : `-${last}`}: ${shown}`,
	)
}

const CASES: readonly [name: string, text: string, expected: readonly string[]][] = [
	[
		'a.ts',
		`// function inComment() {
import x from 'x'
const text = \`function inTemplate() { \${ { a: '}' } } \`
export type Kind =
	| { kind: 'a' }
	| { kind: 'b' }

/* { */
export class Box<T> extends Map<string, T> {
	#size = 0 // {
	static readonly of = /[{"']/
	constructor(
		private a: string,
	) {
		super()
	}

	async put(key: string): Promise<void> {
		if (key) call(key)
		function inner() {}
	}
}
const one = () => 1
function overload(a: string): void
function overload(a: unknown) {
	return a
}
export default { a: 1 }
`,
		[
			`3: const text = \`function inTemplate() { \${ { a: '}' } } \``,
			'4-6: export type Kind =',
			'9-22: export class Box<T> extends Map<string, T>',
			'  10: #size = 0 //',
			`  11: static readonly of = /[{"']/`,
			'  12-16: constructor(',
			'  18-21: async put(key: string): Promise<void>',
			'23: const one = () => 1',
			'24: function overload(a: string): void',
			'25-27: function overload(a: unknown)',
			'28: export default { a: 1 }',
		],
	],
	[
		'a.py',
		`#!/usr/bin/env python3
"""def in_docstring():
    pass"""
LIMIT = 3

@decorator
class Box(Base):
    """class Inner:"""

    def put(
        self,
        key,
    ):
        text = """
def not_here():
"""
        return text

    async def get(self):
        def inner(): pass
        return inner

def last(): return 1
`,
		[
			'4: LIMIT = 3',
			'7-21: class Box(Base):',
			'  10-17: def put(',
			'  19-21: async def get(self):',
			'23: def last(): return 1',
		],
	],
	[
		'a.go',
		`package a

type Box struct {
	Size int \`json:"{"\`
}

type (
	A int
)

const Limit = 3

func (b *Box) Put(key string) error {
	for { /* } */ }
	return nil
}
`,
		[
			'3-5: type Box struct',
			'7-9: type (',
			'11: const Limit = 3',
			'13-16: func (b *Box) Put(key string) error',
		],
	],
	[
		'a.rs',
		`// mod comment {
pub struct Box<'a> {
    name: &'a str,
}

impl<'a> Box<'a> {
    pub const MAX: usize = 3;
    pub(crate) async fn put<T>(&self, c: char) -> bool
    where
        T: Clone,
    {
        c == '{' || c == '\\'' || r#"fn no() {"#.len() > 1
    }
}

macro_rules! each {
    ($x:expr) => { $x };
}

#[cfg(test)]
mod tests {
    #[test]
    fn works() {}
}
`,
		[
			"2-4: pub struct Box<'a>",
			"6-14: impl<'a> Box<'a>",
			'  7: pub const MAX: usize = 3;',
			'  8-13: pub(crate) async fn put<T>(&self, c: char) -> bool',
			'16-18: macro_rules! each',
			'21-24: mod tests',
			'  23: fn works() {}',
		],
	],
	[
		'A.java',
		`package a;

public final class Box<T>
        extends Base {
    private static final int LIMIT = 3;

    @Override
    public <R> List<R> put(String key) throws IOException {
        if (key == null) { return null; }
        String text = """
            class No {
            """;
        return null;
    }

    enum Kind { A, B }
}
`,
		[
			'3-17: public final class Box<T>',
			'  5: private static final int LIMIT = 3;',
			'  8-14: public <R> List<R> put(String key) throws IOException',
			'  16: enum Kind { A, B }',
		],
	],
	[
		'a.cpp',
		`#include <map>
#define OPEN {
namespace a {
class Box : public Base
{
public:
    explicit Box(int size);
    ~Box() {}
private:
    int size_ = 1'000;
};

int Box::put(const char *key)
{
    return key[0] == '{';
}
}
static int plain(void) {
    if (1) { return 2; }
}
struct gnu
  {
    int a;
  };
#define NOT_HERE 1 /* a comment
                      over lines */
MACRO(a,
      b)
void next(int a)
{
}
`,
		[
			'3-17: namespace a',
			'  4-11: class Box : public Base',
			'    7: explicit Box(int size);',
			'    8: ~Box() {}',
			'  13-16: int Box::put(const char *key)',
			'18-20: static int plain(void)',
			'21-24: struct gnu',
			// Nobody can tell where a macro ends.
			'27: MACRO(a,',
			'29-31: void next(int a)',
		],
	],
	[
		'a.rb',
		`module A
  LIMIT = 3
  class Box < Base
    def put(key)
      text = <<~TEXT
        def not_here
        end
      TEXT
      if key then text end
    end

    private def get = 1
  end
end
`,
		[
			'1-14: module A',
			'  2: LIMIT = 3',
			'  3-13: class Box < Base',
			'    4-10: def put(key)',
			'    12: private def get = 1',
		],
	],
	[
		'a.php',
		`<p>class Html {</p>
<?php
namespace A;

abstract class Box
{
    const LIMIT = 3;

    public function put(string $key): bool
    {
        // }
        return $key === '{';
    }
}

function plain() { return <<<TEXT
function no() {
TEXT; }
?>
function html() {
`,
		[
			'3: namespace A;',
			'5-14: abstract class Box',
			'  7: const LIMIT = 3;',
			'  9-13: public function put(string $key): bool',
			'16-18: function plain() { return <<<TEXT',
		],
	],
	[
		'a.sh',
		`#!/bin/bash
# no() {
put() {
  case $1 in
    a) echo "}" ;;
    *) echo 'no() {' \${x#y} ;;
  esac
  cat <<EOF
not_here() {
EOF
}
function get { echo; }
`,
		['3-11: put()', '12: function get { echo; }'],
	],
	['run', '#!/usr/bin/env bash\ngo() {\n  :\n}\n', ['2-4: go()']],
	[
		'a.md',
		`---
title: no
---
# One
text

\`\`\`sh
# no heading
\`\`\`

Two
---

### Deep ###
end
# Last
`,
		['4-15: # One', '  11-15: Two', '    14-15: ### Deep ###', '16: # Last'],
	],
]

describe.each(CASES)('the outline of %s', (name, text, expected) => {
	test('names its symbols with their lines, and nothing that stands in a string or a comment', () => {
		assert.deepEqual(rows(name, text), expected)
	})

	test('is the same with other line ends', () => {
		assert.deepEqual(rows(name, text.replaceAll('\n', '\r\n')), expected)
	})

	test('of any beginning of it names only lines that are there', () => {
		for (let end = 0; end < text.length; end++) {
			const cut = text.slice(0, end)
			const lines = cut.split('\n')
			for (const { first, last = first, text: shown } of outlineOf(name, cut)?.symbols ?? []) {
				assert.ok(first >= 1 && last >= first && last <= lines.length, `${first}-${last} of ${lines.length}`)
				const word = shown.split(' ')[0]!
				assert.ok(lines[first - 1]!.includes(word), `${word} in line ${first}`)
			}
		}
	})
})

test('where brackets do not match it says where things begin and not where they end', () => {
	assert.deepEqual(rows('a.ts', 'function a() {\n\tb(\n}\nfunction c() {\n}\n'), [
		'1: function a()',
		'4: function c()',
	])
	const long = `function a() {${'b();'.repeat(200)}`
	assert.deepEqual(rows('a.ts', `${long}\n}\n`), [`1: ${long.slice(0, 500)}`])
})

test('a file that is made to be slow is not', () => {
	const bombs: readonly [name: string, piece: string][] = [
		['a.ts', '`${'],
		['a.ts', '=/['],
		['a.ts', `'"\n`],
		['a.sh', '<<A\n'],
		['a.py', `"""'''\n`],
		['A.java', '<a> '],
		['a.c', 'a * '],
		['a.md', '# '],
		['a.md', '#        '],
		['a.rs', `r#"'`],
		['a.php', '<?php ?>'],
	]
	for (const [name, piece] of bombs) {
		const text = `class A {\n${piece.repeat(200_000 / piece.length)}\n`
		// What is not linear here takes minutes, and the test is stopped.
		assert.ok(outlineOf(name, text), name)
	}
})

test('in our own sources every row begins with the line it names, and ranges lie in each other or apart', async () => {
	const root = join(import.meta.dirname, '../../../src')
	let ranges = 0
	for (const name of await readdir(root, { recursive: true })) {
		if (!/\.tsx?$/.test(name)) continue
		const text = await readFile(join(root, name), 'utf8')
		const lines = text.split('\n')
		const open: number[] = []
		for (const { first, last, depth, text: shown } of outlineOf(name, text)!.symbols) {
			const line = lines[first - 1]!.trim().replace(/\s+/g, ' ')
			assert.ok(line.startsWith(shown), `${name}:${first}`)
			while (open.length > 0 && open.at(-1)! < first) open.pop()
			assert.equal(depth, open.length, `${name}:${first}`)
			if (last === undefined) continue
			ranges++
			assert.ok(last <= (open.at(-1) ?? lines.length), `${name}:${first}-${last}`)
			assert.doesNotMatch(lines[last - 1]!, /^\s*$/, `${name}:${last}`)
			if (/\b(?:class|interface)\b/.test(shown)) open.push(last)
		}
	}
	assert.ok(ranges > 2_000, String(ranges))
})

describe('the tool', () => {
	test('shows the outline of a file of the workspace', async () => {
		const folder = await openWorkFolder({ 'a.ts': 'export class A {\n\tb() {}\n}\n', 'b.ts': '' })
		const tool = createOutlineTool(folder.deps)
		assert.deepEqual(await folder.call(tool, { path: 'a.ts' }), {
			outcome: 'ok',
			content: [{ type: 'text', text: '[TypeScript/JavaScript, 3 lines]\n1-3: export class A\n  2: b() {}' }],
			detail: { type: 'counted', count: 2, unit: 'symbols' },
		})
		assert.equal(
			await folder.say(tool, { path: 'b.ts' }),
			'ok: [TypeScript/JavaScript, 0 lines]\n[no symbols found]',
		)
	})

	test('says so when it does not know the language, when there is no text, and when there is no file', async () => {
		const folder = await openWorkFolder({ 'a.xyz': 'fn a', 'b.ts': new Uint8Array([0, 1, 2]) })
		await mkdir(folder.path('sub'))
		const tool = createOutlineTool(folder.deps)
		assert.equal(
			await folder.say(tool, { path: 'a.xyz' }),
			'ok: [the language of a.xyz is not known to outline; use grep or read]',
		)
		assert.match(await folder.say(tool, { path: 'b.ts' }), /^ok: \[b\.ts is .+; it has no outline\]$/)
		assert.equal(await folder.say(tool, { path: 'none.ts' }), 'failed: there is no file none.ts')
		assert.equal(
			await folder.say(tool, { path: 'sub' }),
			'failed: sub is no regular file; use list for folders',
		)
	})
})
