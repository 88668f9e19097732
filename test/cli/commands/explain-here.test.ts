import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { explain } from '../../../src/cli/commands/explain.ts'
import { makeDesk, runAgent } from '../../support/run-agent.ts'

describe('explain --here', () => {
	test('can be typed', async () => {
		const desk = await makeDesk()
		onTestFinished(desk.remove)
		const { code, stdout, stderr } = await runAgent(['explain', '--here', '--json', 'ls'], { desk })
		assert.deepEqual([code, stderr], [0, ''])
		assert.equal(JSON.parse(stdout).decision.outcome, 'allow')
	})

	test('a rule of the user decides, and is named; the verdict on the text stays what it is', async () => {
		const place = await openPlace({
			permissions: { allow: ['shell(npm test)'], deny: ['shell(git push)'], ask: ['shell(ls)'] },
		})
		const scope = `your settings (${join(place.home, 'keelson/settings.json')})`
		const told = await place.explained('npm test -- --fast', 'git push', 'ls', 'make all', 'npm run lint')
		assert.deepEqual(
			told.map(({ verdict, decision }) => [verdict, decision.outcome, decision.decidedBy?.rule]),
			[
				['ask', 'allow', 'shell(npm test)'],
				['ask', 'deny', 'shell(git push)'],
				['auto', 'ask', 'shell(ls)'],
				['ask', 'ask', undefined],
				['ask', 'ask', undefined],
			],
		)
		assert.deepEqual(told[0].decision, {
			tier: 'side-effecting',
			outcome: 'allow',
			isWorkspaceEdit: false,
			title: 'npm test -- --fast',
			reasons: [
				`The rule shell(npm test) in ${scope} allows it.`,
				'It runs the script “test” of package.json.',
			],
			parts: told[0].decision.parts,
			sessionKeys: ['shell:npm test -- --fast'],
			projectRules: ['shell(npm test)'],
			decidedBy: { rule: 'shell(npm test)', scope },
		})
		assert.deepEqual(told[4].decision.projectRules, ['shell(npm run lint)'])
	})

	test('what the repository would make git run is seen', async () => {
		const place = await openPlace({})
		assert.deepEqual(outcomes(await place.explained('git status')), ['auto: allow'])
		execFileSync('git', ['config', 'diff.x.textconv', './evil'], { cwd: place.cwd, env: place.env })
		const [told] = await place.explained('git status')
		assert.equal(`${told.verdict}: ${told.decision.outcome}`, 'auto: ask')
		assert.match(told.decision.reasons[0], /^The repository sets diff\.x\.textconv/)
	})

	test('what a folder brings along makes it stricter, and allows itself nothing', async () => {
		const place = await openPlace({})
		const permissions = { allow: ['shell(touch a)'], deny: ['shell(make)'] }
		await place.write('.keelson/settings.json', JSON.stringify({ permissions }))
		const { error } = await place.run('touch a')
		assert.match(error, /^warning: .* permissions\.allow is never taken from a project file/)
		assert.deepEqual(outcomes(await place.explained('touch a', 'make')), ['ask: ask', 'ask: deny'])
	})

	test('the approval mode of the settings counts, and no mode gets over a hard case', async () => {
		const all = await openPlace({ approvals: { mode: 'all' } })
		assert.deepEqual(outcomes(await all.explained('make', 'rm -rf ~')), [
			'ask: allow',
			'ask-hard: ask-always',
		])
		const none = await openPlace({ approvals: { mode: 'none' } })
		assert.deepEqual(outcomes(await none.explained('make', 'ls')), ['ask: deny', 'auto: allow'])
	})

	test('a person reads the decision below, with what a yes could cover', async () => {
		const place = await openPlace({})
		const { out } = await place.run('npm test')
		assert.equal(
			out,
			[
				'ask: npm test',
				'  It runs the script “test” of package.json.',
				'',
				'ask       npm test',
				'          It runs the script “test” of package.json. [options/npm]',
				'',
				'here: ask',
				'  It runs the script “test” of package.json.',
				'  for this session: shell:npm test',
				'  always: shell(npm test)',
				'',
			].join('\n'),
		)
	})
})

// biome-ignore lint/suspicious/noExplicitAny: what was printed is read as a script would
const outcomes = (told: readonly any[]) =>
	told.map(({ verdict, decision }) => `${verdict}: ${decision.outcome}`)

/** A repository in a folder of its own, and a user with these settings. */
async function openPlace(settings: object) {
	const base = await realpath(await mkdtemp(join(tmpdir(), 'explain-here-')))
	onTestFinished(() => rm(base, { recursive: true, force: true }))
	const [cwd, home] = [join(base, 'work'), join(base, 'home')]
	const env = {
		PATH: process.env.PATH ?? '',
		HOME: home,
		KEELSON_HOME: join(home, 'keelson'),
		GIT_CONFIG_NOSYSTEM: '1',
	}
	const write = async (path: string, text: string) => {
		await mkdir(dirname(join(cwd, path)), { recursive: true })
		await writeFile(join(cwd, path), text)
	}
	await write('a.txt', 'a')
	await write('../home/keelson/settings.json', JSON.stringify(settings))
	execFileSync('git', ['init', '-q'], { cwd, env })
	const run = async (command: string | undefined, lines: readonly string[] = []) => {
		const said = { out: '', error: '' }
		await explain({
			command,
			json: command === undefined,
			here: true,
			stdin: chunks(lines),
			output: {
				out: text => {
					said.out += text
				},
				error: text => {
					said.error += text
				},
			},
			cwd,
			home,
			env,
		})
		return said
	}
	return {
		cwd,
		home,
		env,
		write,
		run,
		async explained(...commands: readonly string[]) {
			const { out } = await run(
				undefined,
				commands.map(command => `${JSON.stringify(command)}\n`),
			)
			return out
				.trimEnd()
				.split('\n')
				.map(line => JSON.parse(line))
		},
	}
}

async function* chunks(lines: readonly string[]) {
	for (const line of lines) yield new TextEncoder().encode(line)
}
