import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'vitest'

const source = JSON.stringify(
	new URL('../../../../src/cli/commands/run/prompt-input.ts', import.meta.url).href,
)

test('what lies in the pipe is read, however busy we were while it was waited for', async () => {
	const busy = `
		import { readPrompt } from ${source}
		const prompt = readPrompt('explain this', process.stdin)
		for (const end = Date.now() + 200; Date.now() < end; );
		process.stdout.write(await prompt)`
	const child = spawn(process.execPath, ['--input-type=module', '-e', busy], {
		stdio: ['pipe', 'pipe', 'inherit'],
	})
	child.stdin.end('the log')
	assert.equal(await text(child.stdout), 'explain this\n\n<stdin>\nthe log\n</stdin>')
})
