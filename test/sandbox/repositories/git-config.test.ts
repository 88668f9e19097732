import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { isHarmlessConfig } from '../../../src/sandbox/repositories/git-config.ts'

const nowhere = () => false

describe('settings of a repository', () => {
	test.for([
		'',
		'[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote "origin"]\n\turl = git@host:a/b.git # here\n',
		'\uFEFF[core]\r\n\tfilemode\r\n; said\r\n[branch "a]b\\"c"] merge = refs/heads/main\r\n',
	])('that start no program are harmless: %j', text => {
		assert.equal(isHarmlessConfig(text, nowhere), true)
	})

	test.for([
		'[core]\n\tfsmonitor = evil',
		'[CORE] HooksPath=evil',
		'[core]\n\tbare = false \\\n fsmonitor = evil',
		'[core]bare=false\n[filter "x"]clean=evil',
		'[core][core]fsmonitor = evil',
		'[core.x]\nbare = false',
		'[include]\n\tpath = other',
		'[includeIf "gitdir:~/"]\n\tpath = other',
		'[submodule "x"]\n\tupdate = !evil',
		'[alias]\n\tst = !evil',
		'fsmonitor = evil',
		'[core]\n\tworktree = /home/ada',
		'no settings at all',
	])('that may start one are not: %j', text => {
		assert.equal(isHarmlessConfig(text, nowhere), false)
	})

	test('may name the folder that they are in', () => {
		const isHere = (path: string) => path === '../../../sub'
		assert.equal(isHarmlessConfig('[core]\n\tworktree = ../../../sub\n', isHere), true)
		assert.equal(isHarmlessConfig('[core]\n\tworktree = "../../../sub"\n', isHere), true)
	})

	test('that git reads a program from are never taken for harmless, however they are written', () => {
		const piece = fc.constantFrom(
			...['[core]', '[ core ]', '[Core "a"]', '[core.a]', '[remote "o"]', '[filter "x"]', '[include]', '['],
			...['fsmonitor', 'bare', 'url', 'clean', 'path', 'hooksPath', 'filemode', '=', '= a', '"', '\\', '\\"'],
			...['\n', '\r\n', '\r', ' ', '\t', '\v', '\f', '\u00a0', '\uFEFF', '#', ';', '# x', ']', 'true', '!'],
			...['[core]\n\tbare = false\n', '\tfsmonitor = evil\n'],
		)
		let harmless = 0
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 9 }), pieces => {
				const text = pieces.join('')
				if (!isHarmlessConfig(text, nowhere)) return
				harmless++
				const { stdout } = spawnSync(
					'git',
					['config', '--file', '-', '--list', '--name-only', '--no-includes'],
					{
						input: text,
						encoding: 'utf8',
					},
				)
				assert.doesNotMatch(stdout, /fsmonitor|clean|path/i)
			}),
			{ numRuns: 3_000 },
		)
		assert.ok(harmless > 50)
	}, 60_000)
})
