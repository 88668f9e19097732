import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { changesItsProcess, sharingTests } from '../../scripts/sharing-tests.ts'

describe('a file changes its process', () => {
	const cases: readonly (readonly [changes: boolean, source: string])[] = [
		[true, "process.env.HOME = '/'"],
		[true, "process.env['HOME'] = '/'"],
		[true, 'delete process.env.HOME'],
		[true, 'process.umask(0)'],
		[true, "process.on('exit', () => {})"],
		[true, "process.chdir('/')"],
		[true, 'process.kill(process.pid)'],
		[true, 'process.argv.push(name)'],
		[true, "process.argv[2] = 'x'"],
		[true, 'globalThis.fetch = fake'],
		[true, 'vi.useFakeTimers()'],
		[true, `const text = \`\${process.exit()}\``],
		[true, 'if (isOurs) process.exitCode = 1'],
		[false, 'const { PATH } = process.env'],
		[false, 'process.kill(child.pid)'],
		[false, 'const [, script] = [process.argv[1], process.argv]'],
		[false, "const program = 'process.exit(3)'"],
		[false, `const program = \`process.on('exit', () => {}); \${process.env.HOME}\``],
		[false, 'const words = /globalThis|process.exit/u'],
		[false, '// A signal: process.kill(process.pid)\nconst one = 1'],
		[false, 'function theirs(get: typeof globalThis.fetch): void {}'],
		[false, "const isThere = 'fetch' in globalThis"],
		[false, 'if (process.argv[1] === import.meta.filename) {\n\tprocess.exitCode = 1\n}'],
	]
	test.each(cases)('%s: %s', (changes, source) => {
		assert.equal(changesItsProcess('a.test.ts', source), changes)
	})
})

test('a file that puts back what it changes may share its process, and one that does not may not', () => {
	const [puttingBack, changing] = ['test/tui/screens.test.ts', 'test/tools/web/web-request.test.ts']
	assert.deepEqual(
		[puttingBack, changing].map(file => sharingTests(file)),
		[[puttingBack], []],
	)
})
