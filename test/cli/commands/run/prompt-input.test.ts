import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'vitest'
import { promptWords } from '../../../../src/cli/commands/run/prompt-input.ts'

const source = JSON.stringify(
	new URL('../../../../src/cli/commands/run/prompt-input.ts', import.meta.url).href,
)

test('what lies in the pipe is read, without its byte order mark, however busy we were while it was waited for', async () => {
	const busy = `
		import { readPrompt } from ${source}
		const prompt = readPrompt('explain this', process.stdin)
		for (const end = Date.now() + 200; Date.now() < end; );
		process.stdout.write(await prompt)`
	const child = spawn(process.execPath, ['--input-type=module', '-e', busy], {
		stdio: ['pipe', 'pipe', 'inherit'],
	})
	child.stdin.end('\ufeffthe log')
	assert.equal(await text(child.stdout), 'explain this\n\n<stdin>\nthe log\n</stdin>')
})

test('a prompt and - are both, in either order; two words are a prompt without quotes', () => {
	assert.deepEqual(promptWords('explain this', '-'), { prompt: 'explain this', waits: true })
	assert.deepEqual(promptWords('-', 'explain this'), { prompt: 'explain this', waits: true })
	assert.deepEqual(promptWords('-', undefined), { prompt: '-', waits: false })
	assert.throws(() => promptWords('fix', 'it'), {
		code: 'usage',
		message: 'too many arguments: fix, it. A prompt of several words stands in quotes.',
	})
})

test('with - beside it the prompt waits for stdin, also where nothing else would', async () => {
	const waiting = `
		import { readPrompt } from ${source}
		const prompt = readPrompt('explain this', process.stdin, { waits: true })
		let isRead = false
		prompt.then(() => { isRead = true })
		// Longer than a prompt that is whole without it is held up.
		setTimeout(() => process.stderr.write(String(isRead)), 700)
		process.stdout.write(await prompt)`
	const child = spawn(process.execPath, ['--input-type=module', '-e', waiting], {
		stdio: ['pipe', 'pipe', 'pipe'],
	})
	child.stderr.once('data', (said: Buffer) => {
		assert.equal(String(said), 'false')
		child.stdin.end('the log')
	})
	assert.equal(await text(child.stdout), 'explain this\n\n<stdin>\nthe log\n</stdin>')
})
