// Rules hold for a tool that nobody has heard of: what it declares of itself is all they go by.

import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { describe, test } from 'vitest'
import type { ApprovalMode } from '../../../src/core/approval.ts'
import type { JsonSchema } from '../../../src/core/json.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { PermissionDecision } from '../../../src/core/permission.ts'
import { okResult } from '../../../src/core/tool.ts'
import { defineTool } from '../../../src/tools/executor/define-tool.ts'
import { ruledCalls } from '../../../src/tools/executor/ruled-call.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'
import { defineChangingTool } from '../../../src/tools/files/changing-tool.ts'
import { defineReadingTool } from '../../../src/tools/files/reading-tool.ts'
import { callOf, executed, executing } from '../../support/tools/executing.ts'
import { openWorkFolder, type WorkFolder } from '../../support/tools/work-folder.ts'
import { writtenRules } from '../../support/tools/written-rules.ts'

const PATH: JsonSchema = {
	type: 'object',
	properties: { path: { type: 'string' } },
	required: ['path'],
	additionalProperties: false,
}

/** Shows a file, or whatever a folder holds. */
const peek = ({ deps }: WorkFolder) =>
	defineReadingTool<{ path: string }>(
		{
			name: 'peek',
			description: 'Looks into files.',
			inputSchema: PATH,
			run: async (_input, place, { host }) => {
				const isFile = (await host.files.stat(place.real))?.kind === 'file'
				return okResult(
					isFile ? Buffer.from((await host.files.read(place.real))!).toString() : 'all that is in it',
				)
			},
		},
		deps,
	)

const stamp = ({ deps }: WorkFolder) =>
	defineChangingTool<{ path: string }>(
		{
			name: 'stamp',
			description: 'Puts a stamp into a file.',
			inputSchema: PATH,
			subject: ({ path }) => path,
			plan: async ({ path }, open) => [{ ...(await open(path)), after: Buffer.from('stamped\n') }],
		},
		deps,
	)

/** Made by somebody who did not say what it does. */
const stranger = ({ deps }: WorkFolder) =>
	defineTool<{ path: string }>({
		name: 'stranger',
		description: 'Does something.',
		inputSchema: PATH,
		checkSchema: deps.checkSchema,
		run: async ({ path }) => okResult(`done with ${path}`),
	})

async function call(
	make: typeof peek,
	path: string,
	rules: readonly string[],
	{ mode = { kind: 'all' }, yolo = false }: { mode?: ApprovalMode; yolo?: boolean } = {},
) {
	const folder = await openWorkFolder({ 'a.txt': 'open\n', 'secret/b.txt': 'hidden\n' })
	await symlink('secret/b.txt', folder.path('link'))
	const { workspace, host, root } = folder
	const tool: Tool = make(folder)
	const asked: PermissionDecision[] = []
	const result = await executed(
		callOf(tool.spec.name, { path }),
		executing([tool], {
			host,
			policy: () => ({ mode, sessionGrants: new Set(), yolo }),
			permissions: ruledCalls({ rules: () => writtenRules(...rules), root, workspace }),
			async approve(permission) {
				asked.push(permission)
				return { decision: { answer: 'no' }, by: 'user' }
			},
		}),
	)
	return { said: `${result.outcome}: ${textOf(result.content)}`, asked }
}

const DENIED = /^refused: not run: the rule .* in the test denies it/
const ASKED = /^refused: refused by the user/

describe('a new tool that reads files', () => {
	test('does not read what a rule denies reading, by no name, and reads the rest', async () => {
		for (const path of ['secret/b.txt', 'link', './secret/../secret/b.txt'])
			assert.match((await call(peek, path, ['deny read(secret/**)'])).said, DENIED, path)
		assert.equal((await call(peek, 'a.txt', ['deny read(secret/**)'])).said, 'ok: open\n')
		assert.match((await call(peek, 'a.txt', ['deny read'])).said, DENIED)
	})

	test('is asked about on a folder in which something is denied, unless it leaves that out by itself', async () => {
		const { said, asked } = await call(peek, '.', ['deny read(secret/**)'])
		assert.match(said, ASKED)
		assert.match(asked[0]!.reasons[0]!, /^It looks through a folder in which the rule read\(secret\/\*\*\)/)
		assert.match((await call(peek, '.', ['deny read(/elsewhere/**)'])).said, /^ok/)
	})

	test('is not held back by a rule about changing', async () => {
		assert.equal((await call(peek, 'a.txt', ['deny edit(**)'])).said, 'ok: open\n')
	})
})

test('a new tool that changes files changes none that a rule protects from reading or editing', async () => {
	for (const rule of ['deny edit(new.txt)', 'deny write(new.txt)', 'deny read(new.txt)', 'deny edit'])
		assert.match((await call(stamp, 'new.txt', [rule])).said, DENIED, rule)
	assert.match((await call(stamp, 'new.txt', ['deny edit(other.txt)'])).said, /^ok/)
})

describe('a tool that does not say what it does', () => {
	test('is privileged and asks; plan mode does not run it', async () => {
		const { said, asked } = await call(stranger, 'a.txt', [], { mode: { kind: 'ask' } })
		assert.match(said, ASKED)
		assert.deepEqual([asked[0]!.tier, asked[0]!.outcome], ['privileged', 'ask'])
		assert.match(
			(await call(stranger, 'a.txt', [], { mode: { kind: 'plan' } })).said,
			/^refused: not run: plan/,
		)
	})

	test('may touch anything, so a rule about any file asks in every mode, and refuses where nobody is asked', async () => {
		for (const rule of ['deny read(secret/**)', 'deny edit(secret/**)', 'deny read']) {
			const { said, asked } = await call(stranger, 'a.txt', [rule])
			assert.match(said, ASKED, rule)
			assert.match(asked[0]!.reasons[0]!, /^It may be what the rule .* denies\.$/)
			assert.match((await call(stranger, 'a.txt', [rule], { yolo: true })).said, /it may be what the rule/)
			const none = await call(stranger, 'a.txt', [rule], { mode: { kind: 'none' } })
			assert.match(none.said, /it may be what the rule/)
		}
		assert.match((await call(stranger, 'a.txt', ['ask read(secret/**)'])).said, ASKED)
		assert.match((await call(stranger, 'a.txt', ['deny edit'])).said, DENIED)
	})

	test('runs when it is allowed by its name, and no rule about files allows it', async () => {
		const mode = { kind: 'ask' } as const
		assert.equal((await call(stranger, 'a.txt', ['allow stranger'], { mode })).said, 'ok: done with a.txt')
		assert.match((await call(stranger, 'a.txt', ['allow edit(**)', 'allow read(**)'], { mode })).said, ASKED)
	})
})
