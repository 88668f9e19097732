import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import {
	ATTRIBUTES,
	COMMANDS,
	FOLDERS,
	HELPERS,
	openTrapFolder,
	PLACES,
	SETTINGS,
	STRONG,
} from '../../support/gate/git-traps.ts'
import { longer } from '../../support/soak.ts'

const folder = openTrapFolder()
afterAll(() => folder.close())

const spelled = fc.constantFrom(
	(section: string, key: string, value: string) => `[${section}]\n\t${key} = ${value}\n`,
	(section: string, key: string, value: string) => `[${section}]${key.toUpperCase()}="${value}"`,
	(section: string, key: string, value: string) => `[${section}] ${key}=${value} ; said\r\n`,
	(section: string, key: string, value: string) =>
		`[${section}]\n# [user]\n${key}\t=\t${value.replace('=', '\\\n=')}\\\n\n`,
	(section: string, key: string, value: string) =>
		`; x\\\n[${section}]\n ${key} = "${value.slice(0, 2)}"${value.slice(2)} # x\n`,
)
const naming = (names: readonly string[]) => names.map(name => `${name} = EVIL`)
const lineOf = (texts: readonly string[]) =>
	fc.tuple(fc.constantFrom(...texts), spelled).map(([text, spell]) => {
		const [name = '', value = ''] = text.split(' = ')
		const steps = name.split('.')
		const section = steps.length === 2 ? steps[0]! : `${steps[0]} "${steps.slice(1, -1).join('.')}"`
		return `\n${spell(section, steps.at(-1)!, value)}`
	})
const trap = fc.record({
	places: fc.uniqueArray(fc.constantFrom(...Object.keys(PLACES)), { minLength: 1, maxLength: 2 }),
	lines: fc
		.tuple(
			fc.array(lineOf(naming(STRONG)), { maxLength: 1 }),
			fc.array(lineOf([...naming(SETTINGS), ...HELPERS]), { minLength: 1, maxLength: 4 }),
		)
		.map(([strong, others]) => [...strong, ...others]),
	attributes: fc.subarray([...ATTRIBUTES], { minLength: 4 }),
	isAdded: fc.boolean(),
	commands: fc.uniqueArray(
		fc
			.tuple(fc.constantFrom(...COMMANDS), fc.constantFrom('', '', '', ...FOLDERS), fc.boolean())
			.map(([command, place, byOption]) =>
				place === ''
					? `git ${command}`
					: byOption
						? `git -C ${place} ${command}`
						: `cd ${place} && git ${command}`,
			),
		{ minLength: 8, maxLength: 8 },
	),
})

/** One of which it is known that git starts what it names. */
const KNOWN = {
	places: ['the settings'],
	lines: ['\n[diff]external = EVIL\n'],
	attributes: [],
	isAdded: false,
	commands: ['git status', 'git diff', 'git log'],
}

describe('git that runs unasked', () => {
	test(
		'starts nothing that any repository names, wherever it names it',
		async () => {
			let unasked = 0
			let asked = 0
			let wouldStart = 0
			await fc.assert(
				fc.asyncProperty(trap, async ({ places, lines, attributes, isAdded, commands }) => {
					folder.reset()
					for (const place of places)
						for (const [path, text] of PLACES[place]!(lines.join(''))) folder.append(path, text)
					for (const [path, text] of attributes) folder.append(path, text)
					if (isAdded) folder.free('git -c core.fsmonitor=false add .gitmodules; mv .gitmodules plain/gone')
					const outcomes = await Promise.all(commands.map(command => folder.verdict(command)))
					const runs = commands.filter((_, at) => outcomes[at] === 'allow')
					const others = commands.filter((_, at) => outcomes[at] !== 'allow')
					unasked += runs.length
					asked += others.length
					if (runs.length > 0 && folder.starts(runs))
						assert.fail(runs.filter(one => folder.starts([one])).join('\n'))
					if (others.length > 0 && folder.starts(others)) wouldStart++
				}),
				{ numRuns: 20, examples: [[KNOWN]] },
			)
			// Both sides are there: what runs, and what would have started something.
			assert.ok(
				unasked > longer(8) && wouldStart > 0,
				`${unasked} unasked, ${asked} asked, ${wouldStart} would start`,
			)
			if (longer(1) > 1)
				console.log(
					`${unasked} ran unasked, ${asked} asked, in ${wouldStart} of the rounds those start a program`,
				)
		},
		longer(120_000),
	)

	test('is none that is told where to look, what to obey or to check signatures', async () => {
		const asked = [
			...[
				'GIT_DIR=sub/.git git status',
				'export GIT_DIR=sub/.git; git status',
				'env GIT_CONFIG_COUNT=0 git status',
			],
			...[
				'unset GIT_CONFIG_COUNT; git status',
				'read GIT_DIR; git status',
				'printf -v GIT_DIR x; git status',
			],
			...['for GIT_CONFIG_COUNT in 0; do git status; done', 'declare -x GIT_DIR=sub; git status'],
			...['git -c core.fsmonitor=x status', 'git --git-dir=sub/.git status', 'git --work-tree=sub status'],
			...[
				'git log --show-signature',
				'git log --format=%G?',
				'git log --format=%+GK',
				"git log '--format=%h% GT'",
			],
			...[
				'git show --pretty=tformat:%-GF',
				'git rev-list --format=%GP HEAD',
				"git tag -l --format='%(signature)'",
			],
			...[
				'git log --remerge-diff',
				'git log -p --diff-merges=remerge',
				'git log -p --textconv',
				'git diff --ext-diff',
			],
			...[
				'git grep --textconv one',
				'git cat-file --filters HEAD:a.txt',
				'git diff --submodule=log',
				'git ls-remote o',
			],
			...[
				'git archive --remote=o HEAD',
				'git submodule summary',
				'git verify-commit HEAD',
				'cd .git && git log',
			],
			...['git -C bare log', 'cd .git/modules/sep && git status'],
		]
		folder.reset()
		const unasked = await Promise.all(asked.map(async command => (await folder.verdict(command)) === 'allow'))
		assert.deepEqual(
			asked.filter((_, at) => unasked[at]),
			[],
		)
	})

	test('is all that only reads, where no repository names anything', async () => {
		folder.reset()
		const places = ['', 'sub', 'sub/deep', 'sep', 'plain']
		const commands = COMMANDS.map((command, at) => `git -C ./${places[at % places.length]} ${command}`)
		const outcomes = await Promise.all(commands.map(command => folder.verdict(command)))
		assert.deepEqual(
			commands.filter((_, at) => outcomes[at] !== 'allow'),
			[],
		)
	})
})
