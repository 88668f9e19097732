// The engine masks what is certain to be a secret as the program does: in prompts, in what a model says and in calls.

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createEngine } from '../../../src/library/engine/create-engine.ts'
import { defineTool } from '../../../src/library/tools/define-tool.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { randomText } from '../../support/secret-cases.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const tokenOf = (seed: string) => `ghp_${randomText(LETTERS, 36, `engine ${seed}`)}`

test('a tool of the application gets the token, and neither requests nor the answer have it', async () => {
	const [typed, said, called] = [tokenOf('typed'), tokenOf('said'), tokenOf('called')]
	const got: string[] = []
	const login = defineTool<{ token: string }>({
		name: 'login',
		description: 'Logs in.',
		parameters: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
		run: ({ token }) => {
			got.push(token)
			return 'logged in'
		},
	})
	const provider = scriptedProvider(
		[{ type: 'text-delta', text: `I have ${said} here. ` }, ...toolCalls(['c1', 'login', { token: called }])],
		answer(`It was ${said}.`),
	)
	const engine = createEngine({
		providers: [provider],
		model: 'test/scripted',
		tools: [login],
		approvals: { kind: 'all' },
	})
	try {
		const done = await engine.run(`the token is ${typed}`)
		assert.equal(done.text, 'It was [REDACTED:token].')
		assert.deepEqual(got, [called])
		const sent = JSON.stringify(provider.requests.map(({ messages }) => messages))
		for (const secret of [typed, said, called]) assert.ok(!sent.includes(secret), secret)
		assert.match(sent, /the token is \[REDACTED:token\]/)
		assert.match(sent, /I have \[REDACTED:token\] here/)
	} finally {
		await engine.close()
	}
})
