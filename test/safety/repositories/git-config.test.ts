import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { readGitConfig } from '../../../src/safety/repositories/git-config.ts'
import { actsRegardless, isHarmlessConfig } from '../../../src/safety/repositories/harmless-settings.ts'
import { longer } from '../../support/soak.ts'

const nowhere = () => false

describe('settings of a repository', () => {
	test.for([
		'',
		'[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote "origin"]\n\turl = git@host:a/b.git # here\n',
		'\xef\xbb\xbf[core]\r\n\tfilemode\r\n; said\r\n[branch "a]b\\"c"] merge = refs/heads/main\r\n',
		'[core]\n\tautocrlf = in\\\nput\n[branch "main"]\n\tvscode-merge-base = origin/main',
	])('that start no program are harmless: %j', text => {
		assert.equal(isHarmlessConfig(text, nowhere), true)
	})

	test.for([
		'[core]\n\tfsmonitor = evil',
		'[CORE] HooksPath=evil',
		'[core]\n\tbare = false \\\n\n fsmonitor = evil',
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

	test('under which a reading git still acts are known by name, whatever stands between section and key', () => {
		const acts = (text: string) => readGitConfig(text)?.filter(actsRegardless).length
		assert.equal(acts('[diff "a\\"]b"] textconv=x\n[DIFF.a.b]Command\n[filter "\n"]clean=x'), undefined)
		assert.equal(
			acts('[diff "a\\"]b"] textconv=x\n[DIFF.a.b]Command\n[diff]external=x\n[Filter "A"]Process=x'),
			4,
		)
		assert.equal(acts('[log] diffMerges = "r"\n[log] diffMerges = off\n[diff "x"] xfuncname = y'), 1)
	})
})

describe('a settings file', () => {
	const piece = fc.constantFrom(
		...[
			'[core]',
			'[ core ]',
			'[Core "a"]',
			'[core.a]',
			'[remote "o"]',
			'[filter "x\\y\\""]',
			'[include]',
			'[',
		],
		...[
			'fsmonitor',
			'bare',
			'url',
			'clean',
			'path',
			'hooksPath',
			'x1-y',
			'=',
			'= a',
			'"',
			'\\',
			'\\"',
			'\\n',
		],
		...[
			'\n',
			'\r\n',
			'\r',
			' ',
			'  b',
			'\t',
			'\v',
			'\f',
			'\u00a0',
			'\uFEFF',
			'#',
			';',
			'# x',
			']',
			'true',
			'!',
		],
		...['[core]\n\tbare = false\n', '\tfsmonitor = evil\n', '\\\n', '"a;b"', '= "a  b" c  # d\n'],
	)
	const bytes = (text: string) => Buffer.from(text).toString('latin1')
	const gits = (text: string) => {
		const args = ['config', '--file', '-', '--list', '-z', '--no-includes']
		const { status, stdout } = spawnSync('git', args, {
			input: Buffer.from(text, 'latin1'),
			encoding: 'latin1',
		})
		return status === 0 ? stdout : undefined
	}

	test(
		'is read as git reads it',
		() => {
			let understood = 0
			fc.assert(
				fc.property(fc.array(piece, { maxLength: 9 }), pieces => {
					const text = bytes(`[core]\n${pieces.join('')}`)
					const ours = readGitConfig(text)
					if (ours) understood++
					const shown = ours?.map(({ name, value }) => `${name}${value === undefined ? '' : `\n${value}`}\0`)
					assert.equal(shown?.join(''), gits(text), JSON.stringify(text))
				}),
				{ numRuns: 150 },
			)
			assert.ok(understood > 10)
		},
		longer(60_000),
	)

	test(
		'that git reads a program from is never taken for harmless, however it is written',
		() => {
			let harmless = 0
			fc.assert(
				fc.property(fc.array(piece, { maxLength: 9 }), pieces => {
					const text = bytes(pieces.join(''))
					if (!isHarmlessConfig(text, nowhere)) return
					harmless++
					assert.doesNotMatch(gits(text) ?? '', /(?:^|\0)[^\n\0]*(?:fsmonitor|clean|path)/i)
				}),
				{ numRuns: 1_500 },
			)
			assert.ok(harmless > 25)
		},
		longer(60_000),
	)
})
