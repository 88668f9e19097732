// The gate's promise, tried out: whatever it lets run unasked is run for real, and nothing may be different afterwards.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { test } from 'vitest'
import { GIT_ENVIRONMENT } from '../../src/tools/command-rules/git.ts'
import { explainCommand } from '../../src/tools/explain.ts'
import { openShellFolder, type ShellFolder } from '../support/shell-folder.ts'

const PROGRAMS =
	'ls cat tac nl head wc cut tr rev paste fold fmt expand column comm cmp diff uniq sort stat file du df tree realpath readlink od hexdump xxd strings base64 sha256sum cksum numfmt grep egrep rg jq find sed awk printf test [ echo date hostname id uname which type ps basename seq join expr command cd timeout nice'.split(
		' ',
	)
const GIT =
	'status log show diff diff-tree diff-index blame shortlog rev-list rev-parse merge-base name-rev describe ls-files ls-tree cat-file for-each-ref show-ref symbolic-ref branch tag remote reflog stash worktree config grep check-ignore count-objects whatchanged'.split(
		' ',
	)
const WORDS = [
	'a.txt',
	'b.txt',
	'new',
	'sub',
	'sub/c.txt',
	'./-o',
	'-',
	'--',
	'*',
	'*.txt',
	'su?',
	'"$HOME"',
	'$X',
	"'a b'",
	'HEAD',
	'HEAD~1',
	'main',
	'x=1',
	'1',
	'5',
	'0',
	']',
	'.',
	'-o',
	'-o new',
	'-onew',
	'-i',
	'-w',
	'-r',
	'-R',
	'-n',
	'-c',
	'-C',
	'-d',
	'-D',
	'-f',
	'-s',
	'-t',
	'-T',
	'-v',
	'-p',
	'-a',
	'-l',
	'-m',
	'-M',
	'-e',
	'-x',
	'-z',
	'-u',
	'-b',
	'-k2',
	'-5',
	'-n 2',
	'-rn',
	'-la',
	'--output=new',
	'--output',
	'--outp=new',
	'--files0-from=a.txt',
	'--pre=./evil',
	'--compress-program=./evil',
	'--ext-diff',
	'--textconv',
	'--list',
	'--all',
	'--get',
	'--contains',
	'--stat',
	'--oneline',
	'--format=%h',
	'--version',
	'--help',
	'-name',
	'-type f',
	'-delete',
	'-exec ./evil {} +',
	'-fprint new',
	'-print',
	'-o -name',
	'-printf %p',
	"'1,2p'",
	"'s/o/x/'",
	"'s/o/x/w new'",
	"'w new'",
	"'1e ./evil'",
	"'{print $1}'",
	`'{print > "new"}'`,
	`'{system("./evil")}'`,
	"'.a'",
	"'+%F'",
	"'%s\\n'",
	"'%n'",
	"'a[$(./evil)]'",
	'user.name Eve',
	'show',
	'list',
	'add',
	'2>/dev/null',
	'>/dev/null',
	'2>&1',
	'< a.txt',
	'> new',
	'>> a.txt',
	'>| new',
	'<> new',
	'&> new',
	'$(./evil)',
	'`./evil`',
	'<(./evil)',
	'{a,b}.txt',
	'~',
	'!',
	'&',
]

const call = fc
	.tuple(
		fc.oneof(
			fc.constantFrom(...PROGRAMS),
			fc.constantFrom(...GIT).map(name => `git ${name}`),
		),
		fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
	)
	.map(([program, words]) => [program, ...words].join(' '))
const script = fc
	.array(fc.tuple(call, fc.constantFrom(' | ', ' && ', '; ', ' || ', '\n')), { minLength: 1, maxLength: 3 })
	.map(calls =>
		calls.map(([text, joint], index) => (index === calls.length - 1 ? text : text + joint)).join(''),
	)

const RUNS = 400
const BATCH = 20

test('what runs unasked changes nothing', { timeout: 120_000 }, async () => {
	const folder = await openTrapFolder()
	const context = { cwd: folder.root, roots: [folder.root], home: folder.home }
	const commands = new Set<string>()
	while (commands.size < RUNS)
		for (const text of fc.sample(script, 500))
			if (commands.size < RUNS && explainCommand(text, context).verdict === 'auto') commands.add(text)
	const before = await snapshot(folder)
	const all = [...commands]
	for (let start = 0; start < all.length; start += BATCH) {
		const batch = all.slice(start, start + BATCH)
		for (const command of batch) await runBriefly(folder, command)
		assert.deepEqual(await snapshot(folder), before, `one of:\n${batch.join('\n')}`)
	}
})

async function openTrapFolder(): Promise<ShellFolder> {
	const folder = await openShellFolder()
	const { git, write } = folder
	git('init', '-q', '-b', 'main')
	await write('a.txt', 'one two\nthree four\none two\n')
	await write('b.txt', '{"a": 1}\n')
	await write('sub/c.txt', '1 2 3\n')
	await write('evil', '#!/bin/sh\ntouch ran\n', 0o755)
	git('add', '.')
	git('commit', '-qm', 'one')
	await write('a.txt', 'one two\nthree\n')
	git('commit', '-qam', 'two')
	await write('-o', 'a file that is named like an option\n')
	await write('b.txt', '{"a": 2}\n')
	return folder
}

/** As the shell tool would run it; what waits for something that never comes is stopped. */
async function runBriefly({ shell, root }: ShellFolder, command: string): Promise<void> {
	const running = shell.start({ run: { bash: command }, cwd: root, env: GIT_ENVIRONMENT, onOutput() {} })
	const timer = setTimeout(() => running.kill(), 2_000)
	await running.ended
	clearTimeout(timer)
}

async function snapshot({ root, outside, home }: ShellFolder): Promise<Record<string, string>> {
	const found: Record<string, string> = {}
	for (const base of [root, outside, home])
		for (const entry of await readdir(base, { recursive: true })) {
			const path = join(base, entry)
			const { mode, mtimeMs, size, isLink } = await lstat(path).then(stat => ({
				...stat,
				isLink: stat.isSymbolicLink(),
			}))
			const content =
				(mode & 0o170000) === 0o100000
					? createHash('sha256')
							.update(await readFile(path))
							.digest('hex')
					: isLink
						? await readlink(path)
						: ''
			found[path] = [mode.toString(8), mtimeMs, size, content].join(' ')
		}
	return found
}
