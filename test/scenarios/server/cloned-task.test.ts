import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { Servers } from '../../support/server/servers.ts'

// A task that works in a git repository of its own, on two servers that do not share a folder.

describe.skipIf(!hasPostgres)('a task in a git repository', () => {
	let postgres: Postgres
	beforeAll(async () => {
		postgres = await startPostgres()
	})
	afterAll(async () => {
		await postgres?.end()
	})

	test('is cloned where it is allowed, acts by nothing of it, is cloned anew elsewhere, and leaves a patch', {
		timeout: 60_000,
	}, async () => {
		const servers = await Servers.open(await postgres.freshDatabase())
		try {
			const { desk, model } = servers
			const origin = join(desk.cwd, 'origin')
			const acted = join(desk.cwd, 'acted')
			const hook = { type: 'command', command: `touch ${acted}` }
			const hooks = { hooks: { SessionStart: [{ hooks: [hook] }], PreToolUse: [{ hooks: [hook] }] } }
			await mkdir(join(origin, '.keelson'), { recursive: true })
			await writeFile(join(origin, '.keelson/settings.json'), JSON.stringify(hooks))
			await writeFile(join(origin, 'a.txt'), 'one\n')
			const git = (...args: string[]) =>
				execFileSync('git', ['-C', origin, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
					encoding: 'utf8',
				})
			git('init', '-q')
			git('add', '-A')
			git('commit', '-qm', 'first')
			const workspace = `file://${origin}@${git('rev-parse', 'HEAD').trim()}`
			const start = (name: string, ...more: string[]) =>
				servers.start(name, ['--approve', 'all', '--sandbox', 'off', ...more])
			await start('none')
			const refused = await servers.answer('POST', '/v1/tasks', { prompt: 'x', workspace })
			assert.equal(refused.status, 400)
			assert.match(await refused.text(), /this server clones nothing.*--allow-git/)
			await servers.end('none')

			await Promise.all(['one', 'two'].map(name => start(name, '--allow-git', desk.cwd)))
			const elsewhere = workspace.replace(desk.cwd, '/elsewhere')
			assert.match(
				await (await servers.answer('POST', '/v1/tasks', { prompt: 'x', workspace: elsewhere })).text(),
				/does not clone from \/elsewhere/,
			)
			const shell = (command: string) => [{ name: 'shell', arguments: { command } }]
			const begun = join(desk.cwd, 'begun')
			model.script(
				{ calls: shell('pwd; echo half > half.txt') },
				{ calls: shell(`echo $$ > ${begun}.tmp; mv ${begun}.tmp ${begun}; exec sleep 600`) },
				{ calls: shell('ls; echo two > a.txt') },
				{ text: 'done' },
			)
			const { id } = await servers.ask('POST', '/v1/tasks', { prompt: 'change it', workspace })
			while (!existsSync(begun)) await new Promise(resolve => setTimeout(resolve, 20))
			await servers.killRunner(id)
			// Nobody else ends what a killed process had begun without a sandbox.
			process.kill(Number(await readFile(begun, 'utf8')))
			const task = await servers.until(id, 'completed')
			assert.equal(task.workspace, workspace)
			const told = JSON.stringify(model.requests.at(-2)?.body)
			assert.match(told, /cloned anew here/)
			// What it had written on the other server is not there, and nothing of it is in the patch.
			assert.deepEqual(
				task.artifacts.map(({ name }: { name: string }) => name),
				['changes.patch'],
			)
			const patch: string = task.artifacts[0].content.text
			assert.match(patch, /^-one\n\+two\n/m)
			assert.doesNotMatch(patch, /half/)
			// A later task of the session goes on from that patch, in another copy, and the model is told so.
			model.script({ calls: shell('cat a.txt; echo three > b.txt') }, { text: 'that too' })
			const more = { prompt: 'and now b', workspace, session: task.session }
			const next = await servers.until((await servers.ask('POST', '/v1/tasks', more)).id, 'completed')
			const [asked, answered] = model.requests.slice(-2).map(({ body }) => JSON.stringify(body))
			assert.match(
				asked!,
				/cloned anew for this, and what the task before had left as changes\.patch is applied/,
			)
			assert.match(answered!, /exit code 0\\ntwo\\n/)
			assert.match(next.artifacts[0].content.text, /^-one\n\+two\n[\s\S]*^\+three\n/m)
			// Of another commit it is no patch.
			await writeFile(join(origin, 'a.txt'), 'four\n')
			git('commit', '-qam', 'second')
			const other = `file://${origin}@${git('rev-parse', 'HEAD').trim()}`
			model.script({ text: 'nothing to do' })
			const last = await servers.ask('POST', '/v1/tasks', { ...more, workspace: other })
			assert.deepEqual((await servers.until(last.id, 'completed')).artifacts, [])
			assert.match(
				JSON.stringify(model.requests.at(-1)?.body),
				/no change to its files that is told of above is here/,
			)
			assert.ok(!existsSync(acted), 'a hook of the repository has run')
			const runner = await servers.runnerOf(id)
			assert.equal((await servers.end(runner)).code, 143)
			assert.deepEqual(await readdir(`${servers.homeOf(runner)}-worktrees/clones`), [])
		} finally {
			await servers.close()
		}
	})
})
