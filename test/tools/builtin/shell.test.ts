import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { setSearchPath } from '../../support/for-one-test.ts'
import { handClock } from '../../support/hand-clock.ts'
import { openShellFolder, type ShellFolder } from '../../support/tools/shell-folder.ts'

describe('a command', () => {
	test('answers with its exit code and what it wrote to either output', async () => {
		const { shellTool, say } = await openShellFolder()
		assert.equal(await say(shellTool, { command: 'echo one; echo two >&2' }), 'ok: exit code 0\none\ntwo\n')
	})

	test('that fails says so first', async () => {
		const { shellTool, run } = await openShellFolder()
		const result = await run(shellTool, { command: 'echo no; exit 3' })
		assert.deepEqual([result.outcome, textOf(result.content)], ['failed', 'exit code 3\nno\n'])
		assert.ok(result.detail?.type === 'command' && result.detail.exitCode === 3)
	})

	test('that is ended by a signal names it', async () => {
		const { shellTool, say } = await openShellFolder()
		assert.equal(await say(shellTool, { command: 'kill -9 $$' }), 'failed: ended by SIGKILL\n(no output)')
	})

	test('runs in the folder it is given', async () => {
		const { shellTool, say, write } = await openShellFolder()
		await write('sub/a.txt', '')
		assert.equal(await say(shellTool, { command: 'ls', cwd: 'sub' }), 'ok: exit code 0\na.txt\n')
	})

	test('in a folder that is not there could not be started', async () => {
		const { shellTool, say } = await openShellFolder()
		const said = await say(shellTool, { command: 'ls', cwd: 'missing' })
		assert.match(said, /^failed: could not be started: there is no folder missing$/)
	})

	test('shows its output while it runs', async () => {
		const { shellTool, run } = await openShellFolder()
		const cancel = new AbortController()
		const seen: string[] = []
		const progress = (text: string) => {
			seen.push(text)
			cancel.abort()
		}
		const result = await run(
			shellTool,
			{ command: 'echo first; sleep 60' },
			{ signal: cancel.signal, progress },
		)
		assert.deepEqual([seen.join(''), result.outcome], ['first\n', 'cancelled'])
	})

	test('that takes too long is stopped, and what it said by then is kept', async () => {
		const { shellTool, run } = await openShellFolder()
		const clock = handClock()
		const progress = async () => {
			await clock.asleepFor(300)
			clock.advance(300)
		}
		const command = { command: 'echo begun; sleep 60', timeout_ms: 300 }
		const { outcome, content } = await run(shellTool, command, { clock, progress })
		assert.equal(
			`${outcome}: ${textOf(content)}`,
			'failed: stopped after 0.3 s; give a longer timeout_ms, or background for what does not end\nbegun\n',
		)
	})

	test('with an output of 40 MB keeps its beginning and its end', { timeout: 60_000 }, async () => {
		const { shellTool, run } = await openShellFolder()
		const result = await run(shellTool, {
			command: "echo begin; head -c 40000000 /dev/zero | tr '\\0' x; echo end",
		})
		const text = textOf(result.content)
		assert.match(text.slice(0, 40), /^exit code 0\nbegin\nxxx/)
		assert.match(text.slice(-40), /xxx?end\n$/)
		assert.match(text, /\n\[… (?:29|30)\d{6} characters left out …\]\n/)
		assert.ok(text.length < 10_001_000)
	})
})

describe('an output that is no text', () => {
	test('is counted and not shown, and neither is it while the command runs', async () => {
		const { shellTool, run, write } = await openShellFolder()
		await write('noise.sh', 'head -c 3145728 "$(command -v node)" | gzip -1')
		const seen: string[] = []
		const progress = (text: string) => {
			if (seen.push(text) === 1) void write('seen', 'it')
		}
		// What is read together with the size would hide that as well.
		const wait = 'until [ -s seen ]; do sleep 0.01; done'
		const command = `bash noise.sh > picture.bin; wc -c < picture.bin; ${wait}; cat picture.bin`
		const result = await run(shellTool, { command }, { progress })
		const text = textOf(result.content)
		const [, size = ''] = /^exit code 0\n(\d+)\n/.exec(text) ?? []
		assert.equal(
			text,
			`exit code 0\n${size}\n(binary output, ${Number(size) + size.length + 1} bytes, not shown)`,
		)
		assert.ok(Number(size) > 100_000)
		assert.equal(seen.join(''), `${size}\n(binary output, not shown)\n`)
	})

	test('from the background is counted in the same way', async () => {
		const { shellTool, outputTool, say } = await openShellFolder()
		const command = 'head -c 200000 "$(command -v node)" | gzip -1 > x.bin; head -c 50000 x.bin; touch done'
		await say(shellTool, { command, background: true })
		const text = await until(
			() => say(outputTool, { id: 'bg-1' }),
			said => said.includes('binary'),
		)
		assert.match(text, /^ok: (?:still running|exit code 0)\n\(binary output, \d+ bytes, not shown\)$/)
	})

	test('is text after all where it says that it is UTF-16', async () => {
		const { shellTool, say } = await openShellFolder()
		const text = '\ufeff日本語のテキスト\n'
		const bytes = [...Buffer.from(text, 'utf16le')].map(byte => `\\x${byte.toString(16).padStart(2, '0')}`)
		const command = `printf '${bytes.join('')}'`
		assert.equal(await say(shellTool, { command }), `ok: exit code 0\n${text}`)
		const inPieces = bytes.map(byte => `printf '${byte}'`).join('; ')
		assert.equal(await say(shellTool, { command: inPieces }), `ok: exit code 0\n${text}`)
	})

	test('is none because it begins with the mark of UTF-16', async () => {
		const { shellTool, say } = await openShellFolder()
		const command = `printf '\\xff\\xfe'; for i in $(seq 40); do printf '\\x01\\x02\\x03\\x80\\x90\\x00\\x07\\x08'; done`
		assert.equal(await say(shellTool, { command }), 'ok: exit code 0\n(binary output, 322 bytes, not shown)')
	})
})

describe('a background command', () => {
	test('goes on, and each look shows what is new', async () => {
		const { shellTool, outputTool, say, run, root } = await openShellFolder()
		const started = await run(shellTool, {
			command: 'echo one; until [ -e go ]; do sleep 0.01; done; echo two',
			background: true,
		})
		assert.equal(
			textOf(started.content),
			'started in the background as bg-1; read its output with shell_output',
		)
		const first = await until(
			() => say(outputTool, { id: 'bg-1' }),
			text => text.includes('one'),
		)
		assert.equal(first, 'ok: still running\none\n')
		await writeFile(join(root, 'go'), '')
		const second = await until(
			() => say(outputTool, { id: 'bg-1' }),
			text => text.includes('two'),
		)
		assert.ok(!second.includes('one'))
		await until(
			() => say(outputTool, { id: 'bg-1' }),
			text => text === 'ok: exit code 0\n(no new output)',
		)
	})

	test('can be ended with everything it started', async () => {
		const { shellTool, outputTool, say, run } = await openShellFolder()
		await run(shellTool, { command: 'sleep 60 & echo $!; wait', background: true })
		const text = await until(
			() => say(outputTool, { id: 'bg-1' }),
			said => /\d/.test(said),
		)
		const pid = Number(/\d+\n$/.exec(text)?.[0])
		assert.match(await say(outputTool, { id: 'bg-1', kill: true }), /^ok: ended by SIGTERM/)
		assert.equal(isRunning(pid), false)
	})

	test('nobody knows is an error that names those there are', async () => {
		const { outputTool, say } = await openShellFolder()
		assert.equal(
			await say(outputTool, { id: 'bg-9' }),
			'failed: there is no background command bg-9; none is running',
		)
	})
})

describe('before a command runs', () => {
	test('its tier is known from its text', async () => {
		const { shellTool } = await openShellFolder()
		const prepared = ['git status', 'npm test', 'rm -rf /'].map(command => shellTool.prepare({ command }))
		const tiers = (await Promise.all(prepared)).map(each => 'tier' in each && each.tier)
		assert.deepEqual(tiers, ['read-only', 'side-effecting', 'privileged'])
	})

	test('a folder outside the workspace asks', async () => {
		const { assess, outside } = await openShellFolder()
		const { outcome, reasons } = await assess({ command: 'ls', cwd: outside })
		assert.deepEqual([outcome, reasons[0]], ['ask', `It runs in ${outside}, outside the workspace.`])
	})

	test('a link that leads outside asks, wherever it stands', async () => {
		const { assess, outside, root, write, home } = await openShellFolder()
		await write('sub/a.txt', '')
		await writeFile(join(outside, 'b.txt'), '')
		await mkdir(join(home, '.ssh'))
		await symlink(join(outside, 'b.txt'), join(root, 'sub/link.txt'))
		await symlink(outside, join(root, 'folder'))
		const cases: Record<string, string> = {
			'cat sub/a.txt': 'allow',
			'cat sub/link.txt': 'ask',
			'cat sub/*.txt': 'ask',
			'cat */*.txt': 'ask',
			'cat < sub/link.txt': 'ask',
			'ls folder': 'ask',
			'cat folder/b.txt': 'ask',
			'cd folder && ls': 'ask',
			'git -C folder status': 'ask',
			'cat $(printf x) sub/link.txt': 'ask',
			'f=sub/link.txt; cat "$f"': 'ask',
			'diff <(cat sub/link.txt) sub/a.txt': 'ask',
			'echo "$(cat sub/link.txt)"': 'ask',
			'find . -type f -exec cat {} +': 'allow',
			'find sub -exec cat {} +': 'ask',
			'find sub -exec ls -l {} \\;': 'ask',
			'find . -exec grep x {} \\;': 'ask',
			'diff -r sub .': 'ask',
			'diff -r sub sub': 'ask',
		}
		for (const [command, outcome] of Object.entries(cases))
			assert.equal((await assess({ command })).outcome, outcome, command)
		// Beside what a yes for the session would cover they keep it from doing so.
		const keys = async (command: string) => (await assess({ command })).sessionKeys
		assert.deepEqual(await keys('npm test; cat sub/a.txt'), ['shell:npm test'])
		assert.deepEqual(await keys('gh pr list; cat sub/a.txt'), ['reading:gh'])
		assert.deepEqual(await keys('npm test; cat sub/link.txt'), [])
		assert.deepEqual(await keys('gh pr list; cat sub/link.txt'), [])
		await symlink(join(home, '.ssh/id_rsa'), join(root, 'notes.txt'))
		for (const command of ['cat notes.txt', 'cat n*'])
			assert.equal((await assess({ command })).outcome, 'ask-always', command)
	})
})

test('a yes for the session covers all reading of the repository that the workspace is a folder of, and nothing else', async () => {
	const { assess, root, outside, git } = await openShellFolder(undefined, 'repository/pkg')
	const top = join(root, '..')
	execFileSync('git', ['init', '-q'], { cwd: top })
	await symlink(outside, join(root, 'link'))
	const asked = async (command: string) => {
		const { outcome, sessionKeys } = await assess({ command })
		return [outcome, ...sessionKeys]
	}
	const key = `reading:git in ${top}`
	assert.deepEqual(await asked('git status'), ['ask', key])
	assert.deepEqual(await asked('cd . && git log -p | head -3'), ['ask', key])
	assert.deepEqual(await asked('npm test; git diff'), ['ask', 'shell:npm test', key])
	assert.deepEqual(await asked('git status; ls link/'), ['ask'])
	git('config', 'diff.external', 'x')
	assert.deepEqual(await asked('git status'), ['ask'])
})

describe('git that runs unasked starts no program of the repository', () => {
	const COMMANDS = [
		'git status',
		'git diff',
		'git log -p -2',
		'git log --format="%h %(trailers)"',
		'git show HEAD',
		'git show -m HEAD~1',
		'git log -m -p -3',
		'git log --first-parent -p -3',
		'git show HEAD:a.txt',
		'git blame a.txt',
		'git stash list',
		'git ls-files -m',
		'git grep one',
		'git diff HEAD~1 --stat',
		'git describe --always',
		'cd sub && git status',
		'git -C sub status',
		'cd bare && git status',
		'cd bare && git log',
		'cd sub/nested && git status && git log && git diff',
		'git branch -a',
		'git branch --sort=-committerdate',
		'git tag',
		'git remote -v',
		'git diff --cached --stat',
		'git check-attr -a a.txt',
		'git for-each-ref --format="%(refname) %(describe) %(trailers)"',
		'cat a.txt | head -1',
	]
	const TRAPS: Record<string, (folder: ShellFolder, evil: string) => Promise<void> | void> = {
		'core.fsmonitor': ({ git }, evil) => git('config', 'core.fsmonitor', evil),
		'core.pager': ({ git }, evil) => git('config', 'core.pager', evil),
		'pager.log': ({ git }, evil) => git('config', 'pager.log', evil),
		'diff.external': ({ git }, evil) => git('config', 'diff.external', evil),
		'a diff driver': async ({ git, write }, evil) => {
			await write('.gitattributes', '* diff=x\n')
			git('config', 'diff.x.command', evil)
		},
		'a text converter': async ({ git, write }, evil) => {
			await write('.git/info/attributes', '* diff=x\n')
			git('config', 'diff.x.textconv', evil)
		},
		'a clean filter': async ({ git, write }, evil) => {
			await write('.gitattributes', '* filter=x\n')
			git('config', 'filter.x.clean', evil)
		},
		'a filter process': async ({ git, write }, evil) => {
			await write('.gitattributes', '* filter=x\n')
			git('config', 'filter.x.process', evil)
		},
		'a helper in an included file': async ({ git, write }, evil) => {
			await write('.gitattributes', '* diff=x\n')
			await write('more.cfg', `[diff "x"]\n\ttextconv = ${evil}\n`)
			git('config', 'include.path', '../more.cfg')
		},
		'an alias named like a command': ({ git }, evil) => git('config', 'alias.status', `!${evil}`),
		'a signature checker': ({ git }, evil) => {
			git('config', 'gpg.program', evil)
			git('config', 'log.showSignature', 'true')
		},
		hooks: async ({ git, write }, evil) => {
			for (const hook of [
				'post-index-change',
				'post-checkout',
				'reference-transaction',
				'fsmonitor-watchman',
			])
				await write(`.git/hooks/${hook}`, await readFile(evil, 'utf8'), 0o755)
			git('config', 'core.hooksPath', '.git/hooks')
		},
		'a submodule with settings of its own': async ({ git, write, root }, evil) => {
			await write('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = none\n')
			await writeFile(
				join(root, 'sub/.git/config'),
				`[core]\n\trepositoryformatversion = 0\n\tfsmonitor = ${evil}\n[filter "x"]\n\tclean = ${evil}\n`,
			)
			await write('sub/.gitattributes', '* filter=x\n')
			git('add', '.gitmodules')
		},
		'a bare repository among the files': async ({ root, write }, evil) => {
			await write(
				'bare/config',
				`[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${root}\n\tfsmonitor = ${evil}\n\tpager = ${evil}\n`,
			)
		},
		'a helper in a file that is included for this folder': async ({ git, write, root }, evil) => {
			await write('.gitattributes', '* diff=x filter=x\n')
			await write('more.cfg', `[diff "x"]\n\tcommand = ${evil}\n[filter "x"]\n\tclean = ${evil}\n`)
			git('config', `includeIf.gitdir:${root}/.path`, '../more.cfg')
		},
		'a helper in the settings of this work tree': async ({ git, write }, evil) => {
			await write('.gitattributes', '* diff=x\n')
			git('config', 'extensions.worktreeConfig', 'true')
			git('config', '--worktree', 'diff.x.textconv', evil)
		},
		'a merge driver': async ({ git, write }, evil) => {
			await write('.gitattributes', 'a.txt merge=x\n')
			git('config', 'merge.x.driver', evil)
			git('config', 'log.diffMerges', 'remerge')
		},
		'editors, helpers and servers': ({ git }, evil) => {
			for (const name of ['editor', 'askPass', 'sshCommand', 'gitProxy', 'alternateRefsCommand'])
				git('config', `core.${name}`, evil)
			git('config', 'credential.helper', evil)
			git('config', 'interactive.diffFilter', evil)
			git('config', 'trailer.h.command', evil)
			git('config', 'remote.origin.uploadpack', evil)
		},
		'aliases named like the rest': ({ git }, evil) => {
			for (const name of ['diff', 'log', 'show', 'blame', 'branch', 'grep', 'ls-files', 'describe'])
				git('config', `alias.${name}`, `!${evil}`)
		},
		'a file that stands for another repository': async ({ git, write, root }, evil) => {
			git('config', '--file', join(root, 'bare/config'), 'core.fsmonitor', evil)
			await write('bare/.git', 'gitdir: .\n')
			await write('sub/nested/.git', 'gitdir: ../../bare\n')
		},
		'a promisor remote': ({ git }, evil) => {
			git('config', 'extensions.partialClone', 'origin')
			git('config', 'core.repositoryFormatVersion', '1')
			git('config', 'remote.origin.url', `ext::${evil}`)
			git('config', 'remote.origin.promisor', 'true')
			git('config', 'protocol.ext.allow', 'always')
		},
	}
	for (const [trap, set] of Object.entries(TRAPS))
		test(trap, { timeout: 30_000 }, async () => {
			const folder = await openRepository()
			const ran = join(folder.outside, 'ran')
			const evil = join(folder.outside, 'evil.sh')
			await writeFile(evil, `#!/bin/sh\necho ran >> ${ran}\ncat\n`, { mode: 0o755 })
			await set(folder, evil)
			await folder.write('a.txt', 'three\n')
			const outcomes = await Promise.all(COMMANDS.map(command => folder.assess({ command })))
			const unasked = COMMANDS.filter((_, at) => outcomes[at]?.outcome === 'allow')
			// All of them by one shell, and one by one where something came of it, to say which it was.
			const all = unasked.map(command => `( ${command} )`).join('\n')
			assert.equal((await folder.assess({ command: all })).outcome, 'allow')
			const { detail } = await folder.run(folder.shellTool, { command: all })
			assert.equal(detail?.type === 'command' && detail.exitCode, 0)
			if (!existsSync(ran)) return
			for (const command of unasked) {
				await rm(ran, { force: true })
				await folder.run(folder.shellTool, { command })
				assert.equal(existsSync(ran), false, `${command} ran it`)
			}
			assert.fail('one of them ran it, and none alone')
		})

	test('and in a repository that names none, all of them run unasked', { timeout: 30_000 }, async () => {
		const folder = await openRepository()
		for (const command of COMMANDS.filter(each => !/bare|nested| (?:log|show) -m /.test(each)))
			assert.equal((await folder.assess({ command })).outcome, 'allow', command)
	})

	test('what does with merges as a setting says is asked about in every repository', async () => {
		const folder = await openRepository()
		for (const command of ['git show -m HEAD~1', 'git log -m -p -3', 'git log -pm -1'])
			assert.equal((await folder.assess({ command })).outcome, 'ask', command)
		// A list of files takes no `-m` for merges.
		assert.equal((await folder.assess({ command: 'git ls-files -m' })).outcome, 'allow')
	})

	test('programs named by the user, not by the repository, are nobody else’s business', async () => {
		const folder = await openRepository()
		folder.git('config', '--global', 'filter.lfs.process', 'git-lfs filter-process')
		assert.equal((await folder.assess({ command: 'git status' })).outcome, 'allow')
	})

	test('a program of the workspace never stands in for one of the system', async () => {
		const folder = await openRepository()
		const ran = join(folder.outside, 'ran')
		await folder.write('bin/ls', `#!/bin/sh\necho ran > ${ran}\n`, 0o755)
		setSearchPath(`${join(folder.root, 'bin')}:${process.env.PATH}`)
		await folder.run(folder.shellTool, { command: 'ls' })
		assert.equal(existsSync(ran), false)
	})
})

/** The repository that every one of them begins with; without the samples of hooks. */
let template: string
beforeAll(async () => {
	template = await realpath(await mkdtemp(join(tmpdir(), 'shell-repository-')))
	const env = { ...process.env, HOME: template, GIT_CONFIG_NOSYSTEM: '1', GIT_TEMPLATE_DIR: '' }
	const script = `
		git config --global user.name Ada; git config --global user.email ada@example.com
		mkdir work; cd work
		git init -q; echo one > a.txt
		git init -q sub; echo one > sub/b.txt; git -C sub add .; git -C sub commit -qm one
		git add a.txt sub 2> hints; rm hints; git commit -qm one
		echo two > a.txt; git commit -qam two
		# A merge of two who changed the same line, and one more commit on top of it.
		git checkout -qb side HEAD~1; echo other > a.txt; git commit -qam other
		git checkout -q -; git merge -q -s ours -m both side
		git commit -q --allow-empty -m 'on top'
		echo three > a.txt; echo two > sub/b.txt
		git init -q --bare bare`
	// Given a socket, bash may take itself for a remote one's and read what the system says to those.
	execFileSync('bash', ['-euc', script], { cwd: template, env, stdio: ['ignore', 'pipe', 'inherit'] })
})
afterAll(() => rm(template, { recursive: true, force: true }))

async function openRepository(): Promise<ShellFolder> {
	const folder = await openShellFolder()
	cpSync(join(template, 'work'), folder.root, { recursive: true, preserveTimestamps: true })
	return folder
}

async function until(look: () => Promise<string>, isThere: (text: string) => boolean): Promise<string> {
	for (;;) {
		const text = await look()
		if (isThere(text)) return text
		await new Promise(resolve => setTimeout(resolve, 5))
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0)
	} catch {
		return false
	}
	// A process nobody has waited for can still be signalled; it does nothing any more. Nor does one that is gone by now.
	return /^State:\s+[^XZ]/m.test(statusOf(pid))
}

function statusOf(pid: number): string {
	try {
		return process.getBuiltinModule('node:fs').readFileSync(`/proc/${pid}/status`, 'utf8')
	} catch {
		return ''
	}
}
