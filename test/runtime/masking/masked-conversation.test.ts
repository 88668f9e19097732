// T3: what is certain to be a secret is neither in the log nor on its way to a model, and a call still runs with it.

import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import type { ModelPart } from '../../../src/core/model.ts'
import { answer, finish, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'
import { randomText } from '../../support/secret-cases.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const tokenOf = (seed: string) => `ghp_${randomText(letters, 36, seed)}`
const TYPED = tokenOf('typed')
const SAID = tokenOf('said')
const CALLED = tokenOf('called')
const text = (delta: string): ModelPart => ({ type: 'text-delta', text: delta })

async function logOf(home: string): Promise<string> {
	const names = await readdir(join(home, 'sessions'), { recursive: true })
	const logs = names.filter(name => name.endsWith('.jsonl'))
	assert.ok(logs.length > 0, 'there is a log')
	return (await Promise.all(logs.map(name => readFile(join(home, 'sessions', name), 'utf8')))).join('')
}

test('a token in a prompt, in an answer cut anywhere and in a call is masked in the log, on the screen and in later requests', async () => {
	const pieces = [...`I use ${SAID} here.\n`].map(text)
	const provider = scriptedProvider(
		[...pieces, ...toolCalls(['c1', 'shell', { command: `printf %s ${CALLED} | wc -c` }])],
		answer('done'),
		answer('again'),
	)
	const started = await startRuntime({ provider, approvals: { kind: 'all' } })
	try {
		await started.prompt(`the token is ${TYPED}, use it`)
		await started.until('run-end')
		await started.prompt('and again')
		await started.until('run-end')
		const everything = JSON.stringify([started.envelopes, provider.requests.map(each => each.messages)])
		for (const kept of [everything, await logOf(started.home)]) {
			for (const secret of [TYPED, SAID, CALLED]) assert.ok(!kept.includes(secret), secret)
			assert.match(kept, /the token is \[REDACTED:token\], use it/)
			assert.match(kept, /printf %s \[REDACTED:token\] \| wc -c/)
		}
		const shown = started.envelopes.flatMap(({ event }) => (event.type === 'text-delta' ? [event.text] : []))
		assert.ok(shown.length > 3, 'the answer came in pieces')
		assert.ok(shown.join('').startsWith('I use [REDACTED:token] here.\n'), shown.join(''))
		// The command had all forty characters.
		assert.ok(JSON.stringify(provider.requests[1]!.messages.at(-1)).includes('0\\n40\\n'))
		const notices = started.envelopes.flatMap(({ event }) => (event.type === 'notice' ? [event.text] : []))
		assert.ok(
			notices.some(each => /a secret in the prompt was masked/.test(each)),
			notices.join('\n'),
		)
		// What was sent before is sent again byte for byte.
		const [second, third] = [provider.requests[1]!, provider.requests[2]!].map(each => each.messages)
		assert.equal(JSON.stringify(third!.slice(0, second!.length)), JSON.stringify(second))
	} finally {
		await started.stop()
	}
})

test('a prompt that is to be sent as it is goes out and is kept with its token', async () => {
	const provider = scriptedProvider(answer('fine'))
	const started = await startRuntime({ provider })
	try {
		const message = { role: 'user' as const, content: [{ type: 'text' as const, text: `use ${TYPED}` }] }
		await started.port.send({ type: 'prompt', message, whenBusy: 'queue', secrets: 'as-is' })
		await started.until('run-end')
		assert.ok(JSON.stringify(provider.requests[0]!.messages).includes(TYPED))
		assert.ok((await logOf(started.home)).includes(TYPED))
	} finally {
		await started.stop()
	}
})

test('a guess is no reason to change a prompt', async () => {
	const provider = scriptedProvider(answer('fine'), [finish('stop')])
	const started = await startRuntime({ provider })
	try {
		const guess = `password=hunter22 and ${randomText(letters, 40, 'guess')}`
		await started.prompt(guess)
		await started.until('run-end')
		assert.ok(JSON.stringify(provider.requests[0]!.messages).includes(guess))
	} finally {
		await started.stop()
	}
})

test('the screen can ask how a prompt would be sent', async () => {
	const started = await startRuntime({ provider: scriptedProvider() })
	try {
		const ask = async (prompt: string) => started.port.queries.maskedPrompt?.(prompt)
		assert.equal(await ask(`use ${TYPED}`), 'use [REDACTED:token]')
		assert.equal(await ask('password=hunter22'), undefined)
	} finally {
		await started.stop()
	}
})
