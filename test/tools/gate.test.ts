import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { assessCommand } from '../../src/tools/command-rules/assess-command.ts'
import { explainCommand } from '../../src/tools/explain.ts'
import { ASK, AUTO, HARD } from './gate-cases.ts'

const context = { cwd: '/home/ada/work', roots: ['/home/ada/work'], home: '/home/ada' }
const verdict = (command: string) => explainCommand(command, context).verdict
const assess = (command: string) => assessCommand(command, context).assessment
const shown = (command: string) => JSON.stringify(command.slice(0, 80))

describe('everyday reading is not asked about', () => {
	for (const command of AUTO)
		test(shown(command), () =>
			assert.equal(verdict(command), 'auto', explainCommand(command, context).reasons.join(' ')),
		)
})

describe('what may do more than read asks', () => {
	for (const command of ASK)
		test(shown(command), () =>
			assert.equal(verdict(command), 'ask', explainCommand(command, context).reasons.join(' ')),
		)
})

describe('what nobody gets over asks whatever the mode', () => {
	for (const command of HARD) test(shown(command), () => assert.equal(verdict(command), 'ask-hard'))
})

describe('a harmless command stops being harmless', () => {
	const harmless = fc.constantFrom(...AUTO.filter(command => !/[\n#]/.test(command)))
	const spoiled: Record<string, (command: string) => string> = {
		'with a redirection to a file': command => `${command} > out.txt`,
		'with an appended redirection': command => `${command} >> out.txt`,
		'with a command substitution': command => `${command}; echo $(id)`,
		'with backticks': command => `${command}; echo "\`id\`"`,
		'with an assignment in front': command => `X=1; ${command}`,
		'when another command follows': command => `${command}; frobnicate`,
		'when another command follows on a new line': command => `${command}\nfrobnicate`,
		'when it is piped into another program': command => `${command} | frobnicate`,
		'in the background': command => `${command} &`,
		'inside an interpreter': command => `bash -c '${command.replaceAll("'", '"')}'`,
		'inside a function': command => `f() { ${command}; }`,
		'with an invisible character': command => `${command} \u200b`,
		'with a control character': command => `${command}\u0007`,
	}
	for (const [how, spoil] of Object.entries(spoiled))
		test(how, () => {
			fc.assert(fc.property(harmless, command => verdict(spoil(command)) !== 'auto'))
		})

	test('but not by being followed by another one', () => {
		const joint = fc.constantFrom('; ', ' && ', ' || ', ' | ', '\n')
		fc.assert(
			fc.property(harmless, joint, harmless, (a, by, b) => {
				// From another folder the same path may lead elsewhere, and `time` and `!` only begin a pipeline.
				fc.pre(!a.startsWith('cd ') && !(by === ' | ' && /^(?:time|!) /.test(b)))
				assert.equal(verdict(`${a}${by}${b}`), 'auto')
			}),
		)
	})
})

test('an option that is not on the list asks, for every program that is', () => {
	const programs = AUTO.map(command => command.split(/[ \n|;<>]/)[0]!).filter(name =>
		/^[a-z0-9]{2,}$/.test(name),
	)
	const talkative = new Set([
		'echo',
		'printf',
		'test',
		'true',
		'command',
		'nice',
		'timeout',
		'time',
		'cd',
		'type',
		'expr',
	])
	for (const program of new Set(programs))
		if (!talkative.has(program)) assert.notEqual(verdict(`${program} --frobnicate=x`), 'auto', program)
})

describe('the assessment', () => {
	test('names every part, and the first reason is the one that decided', () => {
		const { need, tier, reasons, parts } = assess('cat a.txt | tee b.txt')
		assert.deepEqual(
			{ need, tier, reasons, parts },
			{
				need: 'approval',
				tier: 'side-effecting',
				reasons: ['tee is not known to only read.'],
				parts: [
					{ command: 'cat a.txt', need: 'none', reason: 'It prints files.', rule: 'read-only/cat' },
					{
						command: 'tee b.txt',
						need: 'approval',
						reason: 'tee is not known to only read.',
						rule: 'unknown-program',
					},
				],
			},
		)
	})

	test('offers one key for each part that asks, of exactly its words', () => {
		assert.deepEqual(assess("npm test && npm run 'a b' && ls").sessionKeys, [
			'shell:npm test',
			'shell:npm run "a b"',
		])
	})

	test('offers no key when one part could do anything next time', () => {
		for (const command of [
			'npm test && bash x.sh',
			'rm -rf build',
			'npm test > out.txt',
			'npm test $X',
			'sudo npm test',
			'npm test &',
		])
			assert.deepEqual(assess(command).sessionKeys, [], command)
	})

	test('a key given in one folder does not count in another', () => {
		const keys = assess('cd packages/a && npm test').sessionKeys
		assert.deepEqual(keys, ['shell:npm test in /home/ada/work or /home/ada/work/packages/a'])
	})

	test('a path has to be harmless from every folder the command may run in', () => {
		assert.equal(verdict('cd src; cat ../a.txt'), 'ask')
		assert.equal(verdict('cd src; cat a.txt'), 'auto')
	})

	test('a folder that only starts like the workspace is outside', () => {
		assert.equal(verdict('cat /home/ada/work-evil/a'), 'ask')
		assert.equal(verdict('cat /home/ada/work/a'), 'auto')
	})

	test('12 000 characters are judged in well under a second', () => {
		const start = performance.now()
		for (const piece of [
			'ls | grep b && ',
			'sudo -a ',
			'bash -c "',
			'$(',
			'((',
			'{a,',
			'/',
			's/[a/;',
			'"$x"',
		])
			verdict(piece.repeat(12_000 / piece.length))
		assert.ok(performance.now() - start < 5_000)
	})
})
