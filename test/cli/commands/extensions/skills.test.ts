import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import { listSkills, showSkill, validateSkills } from '../../../../src/cli/commands/extensions/skills.ts'
import { validateSkill } from '../../../../src/extensions/skills/validate-skill.ts'
import { homeFolders } from '../../../../src/workspace/places/home-folders.ts'
import { openFolder, trust } from '../../../../src/workspace/trust/trust.ts'
import { temporaryFolder } from '../../../support/sessions/temporary-folder.ts'

async function desk(files: Readonly<Record<string, string>>) {
	const home = await temporaryFolder()
	const cwd = await temporaryFolder()
	await mkdir(join(cwd, '.git'))
	for (const [name, text] of Object.entries(files)) {
		const path = name.startsWith('~/') ? join(home, name.slice(2)) : join(cwd, name)
		await mkdir(dirname(path), { recursive: true })
		await writeFile(path, text)
	}
	const place = { env: { KEELSON_HOME: home }, cwd, home }
	const said = { out: '', error: '' }
	const output = {
		out: (text: string) => {
			said.out += text
		},
		error: (text: string) => {
			said.error += text
		},
	}
	const folders = homeFolders(place)
	return {
		cwd,
		said,
		args: { output, place },
		trustFolder: async () => trust(await openFolder({ cwd, folders }), folders),
	}
}

const skill = (name: string, more = '') =>
	`---\nname: ${name}\ndescription: What ${name} is for\n${more}---\nDo it.\n`

describe('agent skills', () => {
	test('lists the user’s, and the project’s once it is trusted', async () => {
		const { args, said, trustFolder } = await desk({
			'~/.agents/skills/mine/SKILL.md': skill('mine'),
			'.agents/skills/ours/SKILL.md': skill('ours'),
		})
		assert.equal(await listSkills(args), 0)
		assert.match(said.out, /^mine {2}\(user\) {2}What mine is for$/m)
		assert.ok(!said.out.includes('ours'))
		assert.match(said.error, /this folder is not trusted.*ours\/SKILL\.md is not used/)
		await trustFolder()
		said.out = ''
		await listSkills({ ...args, json: true })
		assert.deepEqual(
			JSON.parse(said.out).map(({ name, origin }: { name: string; origin: string }) => [name, origin]),
			[
				['mine', 'user'],
				['ours', 'project'],
			],
		)
	})

	test('shows one as the model would get it, and names what is near', async () => {
		const { args, said } = await desk({
			'~/.agents/skills/pdf/SKILL.md': skill('pdf'),
			'~/.agents/skills/pdf/scripts/a.py': '',
		})
		assert.equal(await showSkill('pdf', args), 0)
		assert.match(said.out, /<skill name="pdf">[\s\S]*scripts\/a\.py[\s\S]*Do it\./)
		await assert.rejects(showSkill('pfd', args), /did you mean pdf\?/)
	})

	test('validates all of the folder, with 1 where one does not pass', async () => {
		const { args, said, cwd } = await desk({
			'.agents/skills/good/SKILL.md': skill('good'),
			'.claude/skills/bad/SKILL.md': skill('worse'),
		})
		assert.equal(await validateSkills(undefined, args), 1)
		assert.ok(said.out.includes(`${cwd}/.agents/skills/good/SKILL.md: valid`))
		assert.ok(
			said.out.includes(
				`${cwd}/.claude/skills/bad/SKILL.md:2: error: name is "worse" and the folder is "bad"`,
			),
		)
		for (const path of ['.agents/skills', '.agents/skills/good', '.agents/skills/good/SKILL.md'])
			assert.equal(await validateSkills(path, args), 0, path)
		await assert.rejects(validateSkills('nowhere', args), /there is no such file or folder/)
		await assert.rejects(validateSkills('.git', args), /there is no SKILL\.md/)
	})
})

describe('a skill is held against the specification:', () => {
	const cases: readonly [
		what: string,
		text: string,
		problems: readonly (readonly [number, string, RegExp])[],
	][] = [
		[
			'all there is',
			skill('pdf', 'license: MIT\ncompatibility: any\nmetadata:\n  a: b\nallowed-tools: Read Bash(git:*)\n'),
			[],
		],
		['no front matter', 'Do it.\n', [[1, 'error', /there is no front matter/]]],
		['no end of it', '---\nname: pdf\n', [[1, 'error', /no second ---/]]],
		[
			'nothing in it',
			'---\n---\nDo it.\n',
			[
				[1, 'error', /name is missing/],
				[1, 'error', /description is missing/],
			],
		],
		[
			'capitals',
			'---\ndescription: a\nname: PDF\n---\nx',
			[
				[3, 'error', /lower-case/],
				[3, 'error', /have to be the same/],
			],
		],
		[
			'two hyphens',
			'---\nname: p--df\ndescription: a\n---\nx',
			[
				[2, 'error', /single hyphens/],
				[2, 'error', /the same/],
			],
		],
		[
			'too long',
			`---\nname: pdf\ndescription: ${'a'.repeat(1_025)}\n---\nx`,
			[[3, 'error', /1025 characters; at most 1024/]],
		],
		[
			'a colon',
			'---\nname: pdf\ndescription: Use when: asked\n---\nx',
			[[3, 'error', /description is no YAML/]],
		],
		[
			'a list of tools',
			'---\nname: pdf\ndescription: a\nallowed-tools: [Read, Sudo]\n---\nx',
			[
				[4, 'warning', /is a list/],
				[4, 'warning', /no tool "Sudo"/],
			],
		],
		[
			'a typing error',
			'---\nname: pdf\ndescription: a\nlicence: MIT\n---\nx',
			[[4, 'warning', /did you mean license\?/]],
		],
		['no text', '---\nname: pdf\ndescription: a\n---\n', [[5, 'warning', /no text behind/]]],
		['a book', `---\nname: pdf\ndescription: a\n---\n${'line\n'.repeat(501)}`, [[5, 'warning', /501 lines/]]],
	]
	for (const [what, text, problems] of cases)
		test(what, async () => {
			const found = await validateSkill(text, 'pdf')
			assert.deepEqual(
				found.map(({ line, level }) => [line, level]),
				problems.map(([line, level]) => [line, level]),
				JSON.stringify(found),
			)
			for (const [index, [, , words]] of problems.entries()) assert.match(found[index]!.message, words)
		})
})
