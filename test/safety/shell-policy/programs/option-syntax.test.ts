// How programs take their words apart: what each may be given as the real one reads it, and what it may not.

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { explainCommand } from '../../../../src/safety/explain.ts'
import { assessCommand } from '../../../../src/safety/shell-policy/assess-command.ts'
import { PROGRAM_RULES } from '../../../../src/safety/shell-policy/programs/known-programs.ts'
import { PLACE } from '../../../support/gate/gate-cases.ts'

const verdict = (command: string) => explainCommand(command, PLACE).verdict
const asked = (commands: readonly string[]) => commands.filter(command => verdict(command) !== 'auto')

describe('what a program reads in its own way', () => {
	const READ: Readonly<Record<string, readonly string[]>> = {
		'xxd has words for options and stops at an operand': [
			'xxd -ps in out',
			'xxd -ps /etc/shadow',
			'xxd -pl in out',
			'xxd in -- out',
			'xxd in --',
			'xxd in -p',
			'nice xxd in --',
			'xxd -c5x in out',
		],
		'tree takes the values of all letters from the words behind': [
			'tree -Po x package.json',
			'tree -oP package.json x',
			'tree -aPo x .git/hooks/pre-commit',
			'tree -L2 -o x',
			'tree -LL 1 2',
		],
		'ps reads everything once more as BSD options': [
			'ps -uaxeww',
			'ps aux -e',
			'ps axe',
			'ps -ef e',
			'ps eww',
		],
		'an encoding may be a file': [
			'iconv -f ./secret a.txt',
			'iconv -f../outside/secret a.txt',
			'iconv --from-code=/etc/shadow a.txt',
			'iconv -t link -t sub/link a.txt',
			'iconv -ct link/secret a.txt',
		],
		'a list of checksums names files anywhere': [
			'md5sum -c list',
			'sha256sum --check list',
			'sha512sum -cw list',
			'b2sum -wc < list',
			'shasum -c list',
			'cksum --check list',
		],
		'names are looked up elsewhere': [
			'netstat',
			'netstat -a',
			'netstat -tlp',
			'netstat -r',
			'hostname -f',
			'hostname -d',
			'hostname -i',
			'hostname -sf',
			'hostname --fqdn',
		],
		'links are followed on the way down': [
			'ls -LR',
			'ls -RL sub',
			'ls -R --dereference',
			'ls --recursive -L',
			'du -L',
			'du -shL sub',
			'du --dereference',
			'grep -R x',
			'rg -L x',
			'tree -l',
		],
		'a file of options, also as a value and behind the dashes': [
			'strings @opts',
			'strings -n @opts a.bin',
			'strings -t @opts a.bin',
			'strings -- @opts',
			'nm @opts',
			'nm -- @opts',
			'objdump -h -- @opts',
			'size -- @opts a.o',
			'readelf -a @opts',
		],
		'letters are joined only where they are read that way': [
			'shasum -bc sums',
			'yq -rC .a a.yaml',
			'pip list -vq',
		],
		'and options behind operands as well': ['zipinfo a.zip -x b', 'zipinfo a.zip -l'],
		'two dashes are not the end everywhere': ['jq . -- a.json', 'unzip -l -- a.zip', 'ps -- aux'],
	}
	for (const [what, commands] of Object.entries(READ))
		test(what, () => assert.deepEqual(asked(commands), commands))
})

test('what people write every day is still not asked about', () => {
	assert.deepEqual(
		asked([
			'xxd -ps in',
			'xxd -c5 in',
			'xxd -l 16 in',
			'tree -L 2 -a sub',
			'tree -aL 2 sub',
			'ps -ef',
			'ps aux',
			'netstat -tlnp',
			'netstat -rn',
			'hostname',
			'hostname -I',
			'iconv -f UTF-8 -t ASCII//TRANSLIT a.txt',
			'iconv -f latin1 a.txt',
			'ls -la',
			'ls sub -la',
			'ls -lL',
			'ls -R sub',
			'du -sh sub',
			'du -sh *',
			'seq 10 -1 1',
			'head a.txt -n 5',
			'head -20 a.txt',
			'grep x a.txt -n',
			'grep x *.ts',
			'wc -l *',
			'nm a.o',
			'strings *.bin',
			'jq -r .a a.json',
			'unzip -l a.zip',
			'zipinfo -1 a.zip',
			'docker ps -a',
			'npm ls -g --depth=0',
			'pip list --format=json',
			'top -bn1',
			'shasum -a 256 a.txt',
			'sha256sum -b a.txt',
			'echo *',
			'echo src/*',
			"awk -F, '{print $1}' a.csv",
		]),
		[],
	)
})

test('an abbreviated name asks, for every program and every name', () => {
	const wrong: string[] = []
	for (const [program, { long = '', longWithValue = '', exact = '' }] of PROGRAM_RULES) {
		// Every program says its version in full.
		const known = new Set([
			'version',
			'help',
			...long.split(' '),
			...longWithValue.split(' '),
			...exact.split(' ').map(undashed),
		])
		for (const name of known)
			for (let length = 1; length < name.length; length++) {
				const short = name.slice(0, length)
				for (const word of known.has(short) ? [] : [`--${short}`, `--${short}=x`])
					if (verdict(`${program} ${word}`) === 'auto') wrong.push(`${program} ${word}`)
			}
	}
	assert.deepEqual(wrong, [])
})

function undashed(name: string): string {
	return name.replace(/^-+/, '')
}

test('a rule that says nothing of it takes no joined letters, no attached values and no late options', () => {
	// None of the developer's programs says more than it has to.
	for (const command of ['npm ls -ag', 'pip list -vV', 'npm ls -g -a x -- y'])
		assert.notEqual(verdict(command), 'auto')
})

test('a pattern looks into a folder, whatever it is given to', () => {
	const commands = [
		'echo ../*',
		'echo /etc/*',
		'echo ~/.ssh/*',
		'basename -a ~/*',
		'expr ../*/x : y',
		'tr a ../*',
		'which /home/*/bin/*',
		'printf %s ../*',
		'[ -f ../* ]',
	]
	assert.deepEqual(asked(commands), commands)
	const { footing } = assessCommand('echo sub/*/*', PLACE)
	assert.deepEqual(footing.reads, ['/home/ada/work/sub/*'])
})

test('of many words in the place of a pattern the others are files', () => {
	for (const command of ['fd ./*', 'fdfind ./*', 'grep ./*', 'rg ./*'])
		assert.ok(assessCommand(command, PLACE).footing.reads.includes('/home/ada/work/*'), command)
})

test('what is set for the whole command keeps programs from loading and leaving anything', () => {
	const { env } = assessCommand('shasum a.txt', PLACE)
	assert.deepEqual([env.PERL5LIB, env.PERLLIB, env.PYTHONPATH, env.RUBYLIB], ['', '', '', ''])
	assert.equal(env.XDG_CONFIG_HOME, undefined)
	assert.equal(assessCommand('ls; top -bn1 | head', PLACE).env.XDG_CONFIG_HOME, '/dev/null')
})
