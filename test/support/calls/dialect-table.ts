// Lets a model write its calls in every form and every fault of it, to a whole session over a real socket, and prints as
// Markdown what became of them:
//   node test/support/calls/dialect-table.ts

import { finalText } from '../../../src/core/messages.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { type FormVariant, variantsOf, WRITTEN_FORMS } from '../../fixtures/calls/written-calls.ts'
import { startModelServer } from '../model-server/model-server.ts'
import { startRuntime } from '../runtime/start-runtime.ts'

const VARIANTS: readonly FormVariant[] = [
	'intact',
	'missing',
	'single',
	'trailing',
	'unknown',
	'sentence',
	'two',
	'torn',
	'ended',
	'quoted',
]

const server = await startModelServer({ wires: ['chat'] })
let unread = 0
let count = 0
print(`| form | ${VARIANTS.join(' | ')} |`)
print(`| --- |${' --- |'.repeat(VARIANTS.length)}`)
for (const form of WRITTEN_FORMS) {
	const cells = new Map<FormVariant, Set<string>>()
	for (const [variant, text, expected] of variantsOf(form)) {
		const observed = await outcomeOf(text)
		count += 1
		const isUnread = expected !== 'text' && observed === 'text'
		if (isUnread) unread += 1
		const word =
			observed === expected || (expected.startsWith('read') && observed === 'read')
				? observed
				: `**${observed}**`
		cells.set(variant, (cells.get(variant) ?? new Set()).add(word))
	}
	const row = VARIANTS.map(variant => [...(cells.get(variant) ?? ['–'])].join(', '))
	print(`| ${form.name.replaceAll('|', '\\|')} | ${row.join(' | ')} |`)
}
print(`\n${count} replies, ${unread} successes with an unread call.`)
await server.close()

/** A run in which the first reply is this text, and the next says that all is done. */
async function outcomeOf(text: string): Promise<string> {
	const before = server.requests.length
	server.onRequest(() => ({
		text: server.requests.length - before === 1 ? (text.match(/.{1,7}/gs) ?? []) : 'Done.',
	}))
	const mine: ProviderConfig = {
		id: 'mine',
		api: 'chat',
		baseUrl: server.url,
		key: async () => ({ value: 'k', source: 'test' }),
		keyName: 'K',
		keyOptional: true,
	}
	const runtime = await startRuntime({
		files: { 'a.ts': 'alpha\n' },
		approvals: { kind: 'all' },
		runtime: { providers: [mine], chain: { models: [{ provider: 'mine', model: 'm' }], isChosen: true } },
	})
	try {
		await runtime.prompt('What does a.ts say?')
		const { reason } = await runtime.until('run-end')
		const events = runtime.envelopes.map(envelope => envelope.event)
		const called = events.flatMap(event => (event.type === 'tool-end' ? [event.callId] : []))
		const answer = events
			.flatMap(event => (event.type === 'message-end' ? [finalText(event.message)] : []))
			.at(-1)
		if (reason !== 'finished') return reason
		if (called.length > 0) return 'read'
		return answer === 'Done.' ? 'correction' : 'text'
	} finally {
		await runtime.stop()
	}
}

function print(line: string): void {
	process.stdout.write(`${line}\n`)
}
