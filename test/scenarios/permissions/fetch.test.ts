import assert from 'node:assert/strict'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import type { ApprovalMode } from '../../../src/core/approval.ts'
import { textOf } from '../../../src/core/messages.ts'
import { openPermissionBook } from '../../../src/runtime/permissions/permission-book.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'
import { type Answers, html, openWebServer, redirect } from '../../support/web/web-server.ts'

type Given = {
	approvals?: ApprovalMode
	isInteractive?: boolean
	rules?: readonly { list: 'allow' | 'ask' | 'deny'; text: string }[]
}

async function start(answers: Answers, paths: readonly string[], given: Given = {}) {
	const server = await openWebServer(answers)
	const config = await realpath(await mkdtemp(join(tmpdir(), 'keelson-fetch-')))
	const source = { layer: 'user' as const, from: '/home/me/settings.json' }
	const permissions = await openPermissionBook({
		written: (given.rules ?? []).map(rule => ({ ...rule, source })),
		folders: { settingsFile: join(config, 'settings.json') },
		root: config,
	})
	const calls = paths.map((path, index) => toolCalls([String(index), 'fetch', { url: server.origin + path }]))
	const runtime = await startRuntime({
		provider: scriptedProvider(...calls, answer('done')),
		...given,
		runtime: {
			permissions,
			settings: { ...DEFAULT_SETTINGS, fetch: { allowedHosts: [`127.0.0.1:${server.port}`] } },
		},
	})
	onTestFinished(async () => {
		await runtime.stop()
		await rm(config, { recursive: true, force: true })
	})
	await runtime.prompt('look it up')
	return { runtime, server, permissions, visits: () => server.requests.map(({ url }) => url) }
}

function results({ envelopes }: StartedRuntime): readonly string[] {
	return envelopes.flatMap(({ event }) =>
		event.type === 'tool-end' ? [`${event.result.outcome}: ${textOf(event.result.content)}`] : [],
	)
}

const PAGE = html('<h1>Page</h1>')

describe('fetch asks', () => {
	test('once for a host, whatever the page, and "always" keeps the host', async () => {
		const { runtime, permissions, visits } = await start({ '/a': PAGE, '/b': PAGE }, ['/a', '/b'])
		const { request } = await runtime.until('approval-request')
		const { approvalId, permission } = request
		assert.deepEqual(permission.projectRules, ['fetch(127.0.0.1)'])
		assert.deepEqual(visits(), [])
		await runtime.port.send({
			type: 'approve',
			approvalId,
			decision: { answer: 'project' },
		})
		await runtime.until('run-end')
		assert.deepEqual(visits(), ['/a', '/b'])
		assert.deepEqual(
			permissions.listed().map(({ text }) => text),
			['fetch(127.0.0.1)'],
		)
	})

	test('nobody, where the mode or a rule has answered', async () => {
		const allowed = await start({ '/a': PAGE }, ['/a'], { approvals: { kind: 'all' }, isInteractive: false })
		await allowed.runtime.until('run-end')
		assert.match(results(allowed.runtime)[0]!, /^ok: [\s\S]*# Page/)
		const rules = [{ list: 'allow' as const, text: 'WebFetch(domain:127.0.0.1)' }]
		const ruled = await start({ '/a': PAGE }, ['/a'], { rules, isInteractive: false })
		await ruled.runtime.until('run-end')
		assert.match(results(ruled.runtime)[0]!, /^ok: /)
	})

	test('and goes nowhere without an answer, or where a rule denies it', async () => {
		const nobody = await start({ '/a': PAGE }, ['/a'], { isInteractive: false })
		await nobody.runtime.until('run-end')
		assert.match(results(nobody.runtime)[0]!, /^refused: .*nobody is there/)
		assert.deepEqual(nobody.visits(), [])
		const rules = [{ list: 'deny' as const, text: 'fetch(127.0.0.1)' }]
		const denied = await start({ '/a': PAGE }, ['/a'], { rules, approvals: { kind: 'all' } })
		await denied.runtime.until('run-end')
		assert.match(results(denied.runtime)[0]!, /^refused: .*the rule fetch\(127\.0\.0\.1\)/)
		assert.deepEqual(denied.visits(), [])
	})

	test('about the host a page redirects to', async () => {
		const { runtime, server } = await start({ '/to': redirect('http://localhost:1/there') }, ['/to'])
		const { request } = await runtime.until('approval-request')
		await runtime.port.send({
			type: 'approve',
			approvalId: request.approvalId,
			decision: { answer: 'session' },
		})
		await runtime.until('run-end')
		// It is not even a question: the port is not the one that was named.
		assert.match(results(runtime)[0]!, /^failed: localhost:1 is an address of this machine/)
		assert.equal(server.requests.length, 1)
	})
})

test('of a long page the model sees both ends, and the whole is in a file it can read', async () => {
	const lines = Array.from({ length: 5_000 }, (_, index) => `<p>line number ${index}</p>`)
	const { runtime } = await start({ '/long': html(lines.join('')) }, ['/long'], {
		approvals: { kind: 'all' },
	})
	await runtime.until('run-end')
	const [text = ''] = results(runtime)
	assert.match(
		text,
		/line number 0\n[\s\S]*bytes in \d+ lines removed here; the whole output is in[\s\S]*line number 4999\n<\/page>$/,
	)
	const [, path = ''] = /the whole output is in (\S+)/.exec(text) ?? []
	assert.match(await readFile(path, 'utf8'), /line number 2500\n/)
})
