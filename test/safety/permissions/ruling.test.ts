import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import type { PermissionDecision } from '../../../src/core/permission.ts'
import { callSubject } from '../../../src/safety/permissions/call-subject.ts'
import { withRealNames } from '../../../src/safety/permissions/real-rules.ts'
import { matchRules, rulesToStore } from '../../../src/safety/permissions/ruling.ts'
import { createApplyPatchTool } from '../../../src/tools/builtin/apply-patch.ts'
import { createGrepTool } from '../../../src/tools/builtin/grep.ts'
import { createReadTool } from '../../../src/tools/builtin/read.ts'
import { createShellTool } from '../../../src/tools/builtin/shell.ts'
import { createWriteTool } from '../../../src/tools/builtin/write.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'
import { createBackgroundCommands } from '../../../src/tools/process/background-commands.ts'
import { openWorkFolder, type WorkFolder } from '../../support/tools/work-folder.ts'
import { writtenRules } from '../../support/tools/written-rules.ts'

const shellOn = ({ workspace, deps }: WorkFolder) =>
	createShellTool({
		workspace,
		background: createBackgroundCommands(),
		checkSchema: deps.checkSchema,
		searchPath: process.env.PATH ?? '',
	})

async function judge(folder: WorkFolder, tool: Tool, input: object, written: readonly string[]) {
	const { assessment, touches } = await folder.assess(tool, input)
	const { workspace, host } = folder
	const base = { root: folder.root, home: workspace.home }
	const standing = await withRealNames(writtenRules(...written), base, host.files)
	const subject = await callSubject(
		{ tool: tool.spec.name, facts: tool.facts, permission: assessment, touches },
		{ workspace, files: host.files, rules: standing },
	)
	const match = matchRules(subject, assessment, { rules: standing, base })
	return {
		answer: match?.kind ?? 'nothing',
		by: match?.rule.text,
		stored: rulesToStore(subject, assessment),
	}
}

const answerTo = async (command: string, ...written: readonly string[]) => {
	const folder = await openWorkFolder({ 'a.txt': 'a', 'sub/b.txt': 'b' })
	return (await judge(folder, shellOn(folder), { command }, written)).answer
}

describe('an allow rule', () => {
	const NPM = 'allow shell(npm test)'
	const COMMIT = 'allow shell(git commit)'
	const cases: [command: string, rules: readonly string[], answer: string][] = [
		['npm test', [NPM], 'allow'],
		['npm test -- --watch=false', [NPM], 'allow'],
		[`npm 'test'`, [NPM], 'allow'],
		['npm   test 2>&1', [NPM], 'allow'],
		['npm test > /dev/null 2>&1', [NPM], 'allow'],
		['npm test | tail -n 5', [NPM], 'allow'],
		['cd sub && npm test', [NPM], 'allow'],
		['git commit -m "x y"', [COMMIT], 'allow'],
		['npm test && git commit -m x', [NPM, COMMIT], 'allow'],
		['npm test && git commit -m x', [NPM], 'nothing'],
		['npm testx', [NPM], 'nothing'],
		['npm', [NPM], 'nothing'],
		['./npm test', [NPM], 'nothing'],
		['npm test; touch x', [NPM], 'nothing'],
		['npm test > out.txt', [NPM], 'nothing'],
		['npm test < a.txt', [NPM], 'nothing'],
		['npm test $(touch x)', [NPM], 'nothing'],
		['npm test `touch x`', [NPM], 'nothing'],
		['npm test <(touch x)', [NPM], 'nothing'],
		['npm test &', [NPM], 'nothing'],
		['npm() { touch x; }; npm test', [NPM], 'nothing'],
		['PATH=. npm test', [NPM], 'nothing'],
		['export PATH=.; npm test', [NPM], 'nothing'],
		['env npm test', [NPM], 'nothing'],
		['timeout 5 npm test', [NPM], 'nothing'],
		['bash -c "npm test"', [NPM], 'nothing'],
		['npm test --script-shell=./evil', [NPM], 'nothing'],
		['npm test --prefix /elsewhere', [NPM], 'nothing'],
		['npm test \u200b', [NPM], 'nothing'],
		['cd / && npm test', [NPM], 'nothing'],
		['git -c core.hooksPath=x commit', [COMMIT], 'nothing'],
		['git commit --amend ~/.ssh/id_rsa', [COMMIT], 'nothing'],
		['rm -r build', ['allow shell(rm)'], 'nothing'],
		['rm -r build', ['allow shell(rm -r build)'], 'allow'],
		['rm -r build src', ['allow shell(rm -r build)'], 'nothing'],
		...['rimraf', 'srm', 'wipe', 'trash', 'shred'].flatMap((program): [string, string[], string][] => [
			[`${program} build`, [`allow shell(${program} build)`], 'allow'],
			[`${program} build src docs`, [`allow shell(${program} build)`], 'nothing'],
			[`${program} build`, [`allow shell(${program})`], 'nothing'],
		]),
		['python3.12 check.py -x', ['allow shell(python3.12 check.py)'], 'nothing'],
		['python3 check.py', ['allow shell(python3 check.py)'], 'allow'],
		['python3 check.py -x', ['allow shell(python3 check.py)'], 'nothing'],
		['make test', ['allow shell(make test)'], 'allow'],
		['make test SHELL=./evil', ['allow shell(make test)'], 'nothing'],
		['go test -exec ./evil ./...', ['allow shell(go test)'], 'nothing'],
		['cargo test SHELL=x', ['allow shell(cargo test)'], 'nothing'],
		['git push --force', ['allow shell(git push)'], 'nothing'],
		['sudo npm test', ['allow shell(sudo npm test)'], 'nothing'],
		['ls', [NPM], 'nothing'],
		[`npm test ${'x '.repeat(6_000)}`, [NPM], 'nothing'],
	]
	for (const [command, written, answer] of cases)
		test(`${command.slice(0, 60)} under ${written.join(', ')}: ${answer}`, async () =>
			assert.equal(await answerTo(command, ...written), answer))
})

describe('a deny rule', () => {
	const PUSH = 'deny shell(git push)'
	const cases: [command: string, rules: readonly string[], answer: string][] = [
		['git push', [PUSH], 'deny'],
		['git push origin main', [PUSH], 'deny'],
		['git pushx', [PUSH], 'nothing'],
		['git status', [PUSH], 'nothing'],
		['git commit -m push', [PUSH], 'nothing'],
		['echo git push', [PUSH], 'nothing'],
		['/usr/bin/git push', [PUSH], 'deny'],
		[`g'i't pu\\sh`, [PUSH], 'deny'],
		['git -C . push', [PUSH], 'deny'],
		['git -c a=b --no-pager push', [PUSH], 'deny'],
		['ls; git push', [PUSH], 'deny'],
		['ls && (git push)', [PUSH], 'deny'],
		['echo $(git push)', [PUSH], 'deny'],
		['for x in 1; do git push; done', [PUSH], 'deny'],
		['env A=1 git push', [PUSH], 'deny'],
		['timeout 5 git push', [PUSH], 'deny'],
		['nohup nice git push', [PUSH], 'deny'],
		['bash -c "git push"', [PUSH], 'deny'],
		['sh -c "cd x && timeout 3 git push"', [PUSH], 'deny'],
		[`eval 'git push'`, [PUSH], 'deny'],
		['find . -exec git push \\;', [PUSH], 'deny'],
		['echo origin | xargs git push', [PUSH], 'deny'],
		['echo push | xargs git', [PUSH], 'maybe'],
		['git $VERB', [PUSH], 'maybe'],
		['$PROGRAM push', [PUSH], 'maybe'],
		["echo 'git push' | bash", [PUSH], 'deny'],
		['bash <<END\ngit push\nEND', [PUSH], 'deny'],
		['cat "git push" | tee x | bash', [PUSH], 'maybe'],
		[`python3 -c "import os; os.system('git push')"`, [PUSH], 'maybe'],
		[`${'true; '.repeat(200)}git push`, [PUSH], 'deny'],
		// Behind more than is read, in a script of its own or under another name it may be there.
		[`bash -c '${'true; '.repeat(2_000)}g""it push'`, [PUSH], 'maybe'],
		[`eval '${'true; '.repeat(2_000)}git p""ush'`, [PUSH], 'maybe'],
		[`${'nice '.repeat(70)}git pu""sh`, [PUSH], 'maybe'],
		['alias g=git; g push', [PUSH], 'maybe'],
		['x=push; git "$x"', [PUSH], 'maybe'],
		['git -c alias.p=push p', [PUSH], 'maybe'],
		['npm exec -c "git push"', [PUSH], 'maybe'],
		['git rebase -x "git push" HEAD~1', [PUSH], 'maybe'],
		[`make -f - <<< $'x:\n\tgit push'`, [PUSH], 'maybe'],
		["vim -c ':!git push' x", [PUSH], 'maybe'],
		[`bash -c '${'true; '.repeat(20)}git status'`, [PUSH], 'nothing'],
		['alias g=git; g status', [PUSH], 'nothing'],
		['vim -c ":%s/git push/git pull/" x', [PUSH], 'nothing'],
		['rm -fr x', ['deny shell(rm -rf)'], 'deny'],
		['rm -r -f x', ['deny shell(rm -rf)'], 'deny'],
		['rm x', ['deny shell(rm -rf)'], 'nothing'],
		['git push origin main --force', ['deny shell(git push --force)'], 'deny'],
		['git push --forc origin', ['deny shell(git push --force)'], 'deny'],
		['git push origin', ['deny shell(git push --force)'], 'nothing'],
		['ls', ['deny shell'], 'deny'],
		['npm test', ['allow shell(npm test)', 'ask shell(npm)', 'deny shell(npm)'], 'deny'],
		['npm test', ['allow shell(npm test)', 'ask shell(npm)'], 'ask'],
		['ls', ['ask shell(ls)'], 'ask'],
		['cat sub/b.txt', ['deny read(sub/**)'], 'deny'],
		['cat ./sub/../sub/b.txt', ['deny read(sub)'], 'deny'],
		['cd sub && cat b.txt', ['deny read(sub)'], 'deny'],
		['cat SUB/B.txt', ['deny read(sub)'], 'deny'],
		['cat su*/b.txt', ['deny read(sub/b.txt)'], 'deny'],
		['python3 x.py --file=sub/b.txt', ['deny read(sub)'], 'deny'],
		['cat a.txt', ['deny read(sub)'], 'nothing'],
		['cat sub/b.txt', ['deny edit(sub/**)'], 'nothing'],
		['echo x > sub/b.txt', ['deny edit(sub/**)'], 'deny'],
		['touch sub/new', ['deny write(sub/**)'], 'deny'],
	]
	for (const [command, written, answer] of cases)
		test(`${command.slice(0, 60)} under ${written.join(', ')}: ${answer}`, async () =>
			assert.equal(await answerTo(command, ...written), answer))
})

describe('a wall around files, and a command that only comes near it', () => {
	const SUB = ['deny read(sub/**)'] as const
	const cases: [command: string, rules: readonly string[], answer: string][] = [
		// It looks through a folder above.
		['grep -r key .', SUB, 'crosses'],
		['grep -rn key', SUB, 'crosses'],
		['grep --recursive -e key ./', SUB, 'crosses'],
		['grep -d recurse key .', SUB, 'crosses'],
		['grep -R key other', SUB, 'crosses'],
		['rg key', SUB, 'crosses'],
		['rg -uu key .', SUB, 'crosses'],
		['rg -e key ..', SUB, 'crosses'],
		['cd other && rg key ..', SUB, 'crosses'],
		['cd .. && rg key', SUB, 'crosses'],
		['ag key', SUB, 'crosses'],
		['git grep key', SUB, 'crosses'],
		['git grep key HEAD', SUB, 'crosses'],
		['git -C . grep key -- :/', SUB, 'crosses'],
		['find . -type f -exec cat {} +', SUB, 'crosses'],
		['find . -name "*.txt" | xargs cat', SUB, 'crosses'],
		['find . -name "*.txt" | sort | xargs grep key', SUB, 'crosses'],
		['git ls-files | xargs cat', SUB, 'crosses'],
		['rg --files | while read -r file; do cat "$file"; done', SUB, 'crosses'],
		['cat $(git ls-files)', SUB, 'crosses'],
		['tar c . | base64', SUB, 'crosses'],
		['cp -r . /tmp/x', SUB, 'crosses'],
		['ln -s . x', SUB, 'crosses'],
		['mv ../work /tmp/x', SUB, 'crosses'],
		['timeout 5 grep -r key .', SUB, 'crosses'],
		['bash -c "grep -r key ."', SUB, 'crosses'],
		['ls && echo $(rg key)', SUB, 'crosses'],
		['grep -r key .', ['deny read(**/*.pem)'], 'crosses'],
		['grep -r key other', ['deny read(**/*.pem)'], 'crosses'],
		['grep -r key /', ['deny read(~/x)'], 'crosses'],
		['rm -rf ../work', ['deny edit(sub/**)'], 'crosses'],
		['find . -delete', ['deny edit(sub/**)'], 'crosses'],
		['grep -r key .', ['ask read(sub/**)'], 'ask'],
		// It names the folder, or what is in it, in some other way.
		['grep -r key sub', SUB, 'deny'],
		['ls sub', SUB, 'deny'],
		['rm -rf sub', ['deny edit(sub/**)'], 'deny'],
		['git show HEAD:sub/b.txt', SUB, 'deny'],
		['F=sub/b.txt; cat $F', SUB, 'deny'],
		['for f in sub/b.txt; do cat "$f"; done', SUB, 'deny'],
		['for f in sub/*; do cat "$f"; done', SUB, 'deny'],
		['cat su*/b.txt', SUB, 'maybe'],
		['cat [st]*/b.txt', SUB, 'maybe'],
		['cat */b.txt', SUB, 'deny'],
		['cat {sub,other}/b.txt', SUB, 'deny'],
		// It comes by a link.
		['cat link', SUB, 'deny'],
		['cat folder/b.txt', SUB, 'deny'],
		['cat li*', SUB, 'deny'],
		['cat sub/b.txt', ['deny read(folder/**)'], 'deny'],
		['grep -r key folder', SUB, 'deny'],
		// It stays away from it.
		['grep -r key other', SUB, 'nothing'],
		['grep key a.txt', SUB, 'nothing'],
		['grep -n key *.txt', SUB, 'nothing'],
		['cat a.txt | rg key', SUB, 'nothing'],
		['rg --files', SUB, 'nothing'],
		['rg key other a.txt', SUB, 'nothing'],
		['git grep key -- other', SUB, 'nothing'],
		['find . -name "*.txt"', SUB, 'nothing'],
		['find other -type f | xargs cat', SUB, 'nothing'],
		['ls *.txt | xargs wc -l', SUB, 'nothing'],
		['ls -R', SUB, 'nothing'],
		['cat *.txt', ['deny read(**/*.pem)'], 'nothing'],
		['git status', SUB, 'nothing'],
		['npm test', SUB, 'nothing'],
		['grep -r key .', ['deny edit(sub/**)'], 'nothing'],
		['rm -rf build', ['deny edit(sub/**)'], 'nothing'],
	]
	for (const [command, written, answer] of cases)
		test(`${command} under ${written.join(', ')}: ${answer}`, async () => {
			const folder = await openWorkFolder({ 'a.txt': 'a', 'sub/b.txt': 'b', 'other/c.txt': 'c' })
			await symlink('sub/b.txt', folder.path('link'))
			await symlink('sub', folder.path('folder'))
			assert.equal((await judge(folder, shellOn(folder), { command }, written)).answer, answer)
		})
})

describe('what "always for this project" would store', () => {
	const cases: [command: string, stored: readonly string[]][] = [
		['npm test', ['shell(npm test)']],
		['npm test -- a', ['shell(npm test)']],
		['npm run build -- --fast', ['shell(npm run build)']],
		['git commit -m x', ['shell(git commit)']],
		['cargo test --lib', ['shell(cargo test)']],
		['tsc --noEmit -p .', ['shell(tsc --noEmit -p .)']],
		['git add . && git commit -m "a b"', ['shell(git add)', 'shell(git commit)']],
		['npm test | tail -n 3', ['shell(npm test)']],
		['npm test && npm test -- x', ['shell(npm test)']],
		[`mytool 'a b'`, [`shell(mytool 'a b')`]],
		...(
			'python3 x.py|node x.js|bash x.sh|sh -c ls|perl x|ruby x|awk 1 x|npx x|uvx x|make test|just x|env npm test|' +
			'timeout 5 npm test|xargs npm test|sudo ls|rm x|dd if=a of=b|mv a b|npm test > x|npm test $(ls)|X=1 npm test|' +
			'npm install x|npm exec x|yarn add x|pip install x|cargo install x|cargo run|go run .|git push|git config a b|' +
			'git -C sub commit|npm test && rm x|npm run|curl http://x|ssh x|source x|mytool $X|mytool *|npm test &|' +
			'for f in a; do npm test; done & |ls|cd /tmp && npm test'
		)
			.split('|')
			.map((command): [string, readonly string[]] => [command, []]),
		...['rm', 'rimraf', 'srm', 'wipe', 'trash'].map((program): [string, string[]] => [
			`${program} build`,
			[],
		]),
	]
	for (const [command, stored] of cases)
		test(`${command}: ${stored.join(', ') || 'nothing'}`, async () => {
			const folder = await openWorkFolder({ 'sub/x': '' })
			assert.deepEqual((await judge(folder, shellOn(folder), { command }, [])).stored, stored)
		})

	test('covers the command it was stored for', async () => {
		const folder = await openWorkFolder()
		for (const command of ['npm run build -- --fast', 'git add . && git commit -m "a b"', `mytool 'a b'`]) {
			const { stored } = await judge(folder, shellOn(folder), { command }, [])
			const allowed = stored.map(rule => `allow ${rule}`)
			assert.equal((await judge(folder, shellOn(folder), { command }, allowed)).answer, 'allow', command)
		}
	})
})

test('a folder outside the workspace is not where rules hold', async () => {
	const folder = await openWorkFolder()
	await symlink(folder.outside, folder.path('link'))
	for (const cwd of [folder.outside, 'link', '..'])
		assert.deepEqual(
			await judge(folder, shellOn(folder), { command: 'npm test', cwd }, ['allow shell(npm test)']),
			{ answer: 'nothing', by: undefined, stored: [] },
			cwd,
		)
})

describe('path rules', () => {
	async function scene() {
		const folder = await openWorkFolder({ 'src/a.ts': 'a', 'docs/b.md': 'b', 'secret/key': 'k' })
		await mkdir(join(folder.outside, 'notes'))
		await writeFile(join(folder.outside, 'notes/n.txt'), 'n')
		await symlink(folder.outside, folder.path('src/link'))
		await symlink('../secret/key', folder.path('src/harmless'))
		const tools = {
			read: createReadTool(folder.deps),
			write: createWriteTool(folder.deps),
			patch: createApplyPatchTool(folder.deps),
			grep: createGrepTool(folder.deps),
		}
		const ask = async (tool: keyof typeof tools, input: object, ...written: readonly string[]) =>
			(await judge(folder, tools[tool] as Tool, input, written)).answer
		return { folder, ask }
	}

	test('an allowed edit is allowed where the file really is', async () => {
		const { ask, folder } = await scene()
		const content = 'new'
		const rule = 'allow edit(src/**)'
		assert.equal(await ask('write', { path: 'src/new.ts', content }, rule), 'allow')
		assert.equal(await ask('write', { path: folder.path('docs/../src/x'), content }, rule), 'allow')
		assert.equal(await ask('write', { path: 'docs/new.md', content }, rule), 'nothing')
		assert.equal(await ask('write', { path: 'src/link/x', content }, rule), 'nothing')
		assert.equal(await ask('write', { path: 'src/../docs/x', content }, rule), 'nothing')
		assert.equal(await ask('write', { path: 'src/AGENTS.md', content }, rule), 'nothing')
		assert.equal(await ask('write', { path: 'src2/x', content }, rule), 'nothing')
	})

	test('a patch is allowed when every file of it is, and denied when one of them is', async () => {
		const { ask } = await scene()
		const patch = '*** Begin Patch\n*** Add File: src/n.ts\n+x\n*** Add File: docs/n.md\n+y\n*** End Patch'
		assert.equal(await ask('patch', { patch }, 'allow edit(src/**)'), 'nothing')
		assert.equal(await ask('patch', { patch }, 'allow edit(src/**)', 'allow write(docs/*.md)'), 'allow')
		assert.equal(await ask('patch', { patch }, 'allow edit', 'deny write(docs/**)'), 'deny')
	})

	test('a wall stands around both names of a file, whatever the tool and the case', async () => {
		const { ask, folder } = await scene()
		const rule = 'deny read(secret)'
		for (const path of ['secret/key', 'SECRET/Key', 'src/../secret/key', 'src/harmless'])
			assert.equal(await ask('read', { path }, rule), 'deny', path)
		assert.equal(await ask('write', { path: 'secret/key', content: 'x' }, rule), 'nothing', 'it was not read')
		assert.equal(await ask('write', { path: 'secret/new', content: 'x' }, rule), 'deny')
		for (const path of ['secret', 'src/../SECRET', folder.path('secret')])
			assert.equal(await ask('grep', { pattern: 'x', path }, 'deny read(secret/**)'), 'deny', path)
		assert.equal(await ask('read', { path: 'src/a.ts' }, rule), 'nothing')
		assert.equal(await ask('grep', { pattern: 'x', path: 'secret' }, rule), 'deny')
	})

	test('a path outside is read unasked when a rule says so', async () => {
		const { ask, folder } = await scene()
		const path = join(folder.outside, 'notes/n.txt')
		assert.equal(await ask('read', { path }, `allow read(${folder.outside}/notes/**)`), 'allow')
		assert.equal(await ask('read', { path: 'src/link/notes/n.txt' }, 'allow read(src/**)'), 'nothing')
		assert.equal(await ask('read', { path }, 'allow read'), 'nothing')
	})
})

describe('a rule about a tool of an MCP server', () => {
	const cases: [rule: string, tool: string, isAllowed: boolean][] = [
		['mcp__github__get_issue', 'mcp__github__get_issue', true],
		['mcp__github__get_issue', 'mcp__github__get_issues', false],
		['mcp__github__*', 'mcp__github__get_issue', true],
		['mcp__github', 'mcp__github__get_issue', true],
		['mcp__github', 'mcp__github2__get_issue', false],
		['mcp__github', 'mcp__github_x__get_issue', false],
		['mcp__*', 'mcp__github__get_issue', true],
		['mcp__git', 'mcp__github__get_issue', false],
	]
	test.each(cases)('%s and %s', async (rule, tool, isAllowed) => {
		const folder = await openWorkFolder({})
		const permission: PermissionDecision = {
			tier: 'privileged',
			outcome: 'ask',
			isWorkspaceEdit: false,
			title: tool,
			reasons: [],
			sessionKeys: [],
		}
		const called = { tool, facts: undefined, permission, touches: {} }
		const { workspace, host } = folder
		for (const list of ['allow', 'deny']) {
			const rules = writtenRules(`${list} ${rule}`)
			const subject = await callSubject(called, { workspace, files: host.files, rules })
			const base = { root: folder.root, home: workspace.home }
			assert.equal(matchRules(subject, permission, { rules, base })?.kind, isAllowed ? list : undefined)
		}
	})
})
