import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { explainCommand } from '../../../src/safety/explain.ts'
import { assessCommand } from '../../../src/safety/shell-policy/assess-command.ts'
import { ATTACKS, BENIGN, CATASTROPHIC, type GateCase, PLACE } from '../../support/gate/gate-cases.ts'
import { longTexts } from '../../support/gate/long-commands.ts'
import { cpuMs, leastMs } from '../../support/least-time.ts'
import { SOAK_TIMES } from '../../support/soak.ts'

const verdict = (command: string) => explainCommand(command, PLACE).verdict
const assess = (command: string) => assessCommand(command, PLACE).assessment
const shown = (command: string) => JSON.stringify(command.slice(0, 60))
const AUTO = BENIGN.map(({ command }) => command)

const SETS = {
	'everyday reading is not asked about': BENIGN,
	'what may do more than read asks': ATTACKS,
	'what nobody gets over asks whatever the mode': CATASTROPHIC,
}
for (const [what, cases] of Object.entries(SETS))
	describe(what, () => {
		for (const category of new Set(cases.map(each => each.category)))
			test(category, () => {
				const group = cases.filter(each => each.category === category)
				assert.deepEqual(group.map(judged), group.map(expected))
			})
	})

/** With the reason, so that a case that goes wrong says why. */
function judged({ command, verdict }: GateCase): string {
	const given = explainCommand(command, PLACE)
	return `${given.verdict}: ${command}${given.verdict === verdict ? '' : ` (${given.reasons.join(' ')})`}`
}

function expected({ command, verdict }: GateCase): string {
	return `${verdict}: ${command}`
}

describe('a harmless command stops being harmless', () => {
	const harmless = fc.constantFrom(...AUTO.filter(command => !/[\n#]/.test(command) && !/<<E/.test(command)))
	const spoiled: Record<string, (command: string) => string> = {
		'with a redirection to a file': command => `${command} > out.txt`,
		'with an appended redirection': command => `${command} >> out.txt`,
		'with a command substitution': command => `${command}; echo $(frobnicate)`,
		'with backticks': command => `${command}; echo "\`frobnicate\`"`,
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
		const { outcome, tier, reasons, parts } = assess('cat a.txt | tee b.txt')
		assert.deepEqual(
			{ outcome, tier, reasons, parts },
			{
				outcome: 'ask',
				tier: 'side-effecting',
				reasons: ['It writes its input to files.'],
				parts: [
					{ command: 'cat a.txt', outcome: 'allow', reason: 'It prints files.', rule: 'read-only/cat' },
					{
						command: 'tee b.txt',
						outcome: 'ask',
						reason: 'It writes its input to files.',
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

	test('a script in a command that goes on for longer than is looked at is not taken for what was read of it', () => {
		const script = `${'ls;'.repeat(1_600)} rm -rf ~`
		for (const command of [`bash -c '${script}'`, `eval '${script}'`, `bash <<'E'\n${script}\nE`])
			assert.equal(verdict(command), 'ask-hard', shown(command))
		assert.equal(verdict("bash -c 'ls; ls'"), 'ask')
	})

	test('12 000 characters are judged in a moment, whatever they are', { timeout: 120_000 }, async () => {
		const slow: string[] = []
		// The benchmark and the soak take all of them; which of them come here changes with every new one.
		const texts = [...longTexts()].filter((_, index) => SOAK_TIMES > 1 || index % 23 === 0)
		for (const text of texts) {
			// The goal is 50 ms, which the benchmark holds it to; here the machine may be doing other things as well.
			const tookMs = await leastMs(400, () =>
				cpuMs(() => assert.notEqual(verdict(text), 'auto', shown(text))),
			)
			if (tookMs > 400) slow.push(`${Math.round(tookMs)} ms: ${shown(text)}`)
		}
		assert.deepEqual(slow, [])
	})
})
