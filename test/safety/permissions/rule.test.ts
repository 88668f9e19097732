import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { parseRule, type RuleList } from '../../../src/safety/permissions/rule.ts'
import { wordsAsText } from '../../../src/safety/permissions/rule-words.ts'

const read = (text: string, list: RuleList = 'deny') => {
	const rule = parseRule(text, list)
	if ('expected' in rule) return rule
	return rule.kind === 'files' ? { ...rule, pattern: rule.pattern?.text } : rule
}

describe('a rule is read', () => {
	const cases: [text: string, rule: object][] = [
		['shell', { kind: 'command', words: [] }],
		['shell(npm test)', { kind: 'command', words: ['npm', 'test'] }],
		[' shell( git  commit ) ', { kind: 'command', words: ['git', 'commit'] }],
		[`shell(echo 'a b' "c")`, { kind: 'command', words: ['echo', 'a b', 'c'] }],
		['edit(src/**)', { kind: 'files', use: 'edit', pattern: 'src/**' }],
		['write(docs/*.md)', { kind: 'files', use: 'edit', pattern: 'docs/*.md' }],
		['read(~/notes/)', { kind: 'files', use: 'read', pattern: 'notes/**' }],
		['read(./a/./b)', { kind: 'files', use: 'read', pattern: 'a/b' }],
		['read', { kind: 'files', use: 'read', pattern: undefined }],
		['fetch(Example.com)', { kind: 'host', name: 'example.com' }],
		['fetch(*.example.com)', { kind: 'host', name: '*.example.com' }],
		['fetch(domain:example.com)', { kind: 'host', name: 'example.com' }],
		['WebFetch(domain:*.Example.com)', { kind: 'host', name: '*.example.com' }],
		['WebFetch', { kind: 'tool', name: 'fetch' }],
		['fetch(::1)', { kind: 'host', name: '::1' }],
		['mcp__github__*', { kind: 'tool', name: 'mcp__github__*' }],
		['todo', { kind: 'tool', name: 'todo' }],
	]
	for (const [text, rule] of cases) test(text, () => assert.deepEqual(read(text), rule))
})

describe('what cannot be read says what was expected', () => {
	const cases: [text: string, list: RuleList, expected: RegExp][] = [
		['', 'deny', /shell\(words\)/],
		['shell(', 'deny', /shell\(words\)/],
		['shell()', 'deny', /plain words/],
		['shell(npm test | tee x)', 'deny', /plain words/],
		['shell(echo $HOME)', 'allow', /plain words/],
		['shell(a; b)', 'allow', /plain words/],
		['shell(X=1 npm test)', 'allow', /plain words/],
		['shell(ls *)', 'allow', /plain words/],
		['shell', 'allow', /first words of a command/],
		['shell(python3)', 'allow', /python3 runs whatever it is given/],
		['shell(/usr/bin/env)', 'allow', /runs whatever/],
		['edit(../other/**)', 'deny', /without \.\./],
		['edit()', 'deny', /with a path/],
		['read([a)', 'deny', /with a path/],
		['fetch(https://example.com/x)', 'allow', /name of a host/],
		['grep(x)', 'deny', /only shell, read, edit, write and fetch/],
	]
	for (const [text, list, expected] of cases)
		test(`${list} ${text}`, () => {
			const rule = read(text, list)
			assert.ok('expected' in rule, 'it was read')
			assert.match(rule.expected, expected)
		})
})

test('words written as a rule are read as the same words again', () => {
	for (const words of [
		['npm', 'test'],
		['a b', "it's"],
		['x)', '$HOME', '*'],
		['-rf', '--a=b', '#'],
	]) {
		const rule = parseRule(`shell(${wordsAsText(words)})`, 'deny')
		assert.deepEqual(rule, { kind: 'command', words })
	}
})
