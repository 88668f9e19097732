import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { deniedBy, isLonely } from '../../../src/safety/sandbox/denial.ts'

const why = (output: string, exitCode = 1, network: 'off' | 'on' = 'off') =>
	deniedBy({ network }, { exitCode, output })

describe('a failure is put down to the sandbox', () => {
	test.for([
		"touch: cannot touch '/etc/x': Read-only file system",
		"error: EROFS: read-only file system, open '/home/ada/.cache/x'",
		'OSError: [Errno 30] Read-only file system: /usr/lib/x',
		'error: failed to write: Read-only file system (os error 30)',
		'error: could not write config file .git/config: Device or resource busy',
		'bash: line 1: AGENTS.md: Is a directory',
		"mv: cannot move '.vscode' to 'x': Device or resource busy",
	])('that wrote where it may not: %s', line => {
		assert.match(why(`before\n${line}\nafter\n`) ?? '', /^It wrote where commands may not write/)
	})

	test.for([
		'curl: (6) Could not resolve host: example.com',
		'npm error code EAI_AGAIN',
		'fatal: unable to access https://github.com/x: Could not resolve host: github.com',
		'ssh: Could not resolve hostname github.com: Temporary failure in name resolution',
		'connect: Network is unreachable',
		'Error: getaddrinfo ENOTFOUND registry.npmjs.org',
		'failed to lookup address information: Temporary failure in name resolution',
		'dial tcp: lookup proxy.golang.org: no such host',
	])('that needed the network: %s', line => {
		assert.match(why(line) ?? '', /^It needed the network/)
		assert.equal(why(line, 1, 'on'), undefined)
	})
})

describe('a failure is not put down to the sandbox', () => {
	test.for([
		'error TS2345: Argument of type string is not assignable',
		'bash: ./run.sh: Permission denied',
		"rm: cannot remove 'build': Is a directory",
		'Error: listen EADDRINUSE: address already in use',
		'cat: missing: No such file or directory',
		'expected "x" to be "y"',
	])('%s', line => {
		assert.equal(why(line), undefined)
	})

	test('when it did not fail', () => {
		assert.equal(why('warning: Read-only file system', 0), undefined)
	})

	test('because of something said long before the end', () => {
		assert.equal(why(`Read-only file system\n${'x\n'.repeat(20_000)}`), undefined)
	})
})

test('a server that cannot be reached on localhost is told apart', () => {
	const lonely = (output: string) => isLonely({ network: 'off' }, { exitCode: 7, output })
	assert.ok(lonely('curl: (7) Failed to connect to localhost port 3000: Connection refused'))
	assert.ok(lonely('Error: connect ECONNREFUSED 127.0.0.1:5432'))
	assert.ok(!lonely('Error: connect ECONNREFUSED 10.0.0.1:5432'))
})
