// A command that looks through a folder in which a rule denies something: the whole way through `execute`.

import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ApprovalMode, Decision } from '../../../src/core/approval.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { PermissionDecision } from '../../../src/core/permission.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import { createShellTool } from '../../../src/tools/builtin/shell.ts'
import { ruledCalls } from '../../../src/tools/executor/ruled-call.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'
import { createBackgroundCommands } from '../../../src/tools/process/background-commands.ts'
import { callOf, executed, executing } from '../../support/tools/executing.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'
import { writtenRules } from '../../support/tools/written-rules.ts'

const RULE = 'the rule read(secret/**) in the test'

async function run(
	command: string,
	{ mode, decision, yolo = false }: { mode: ApprovalMode; decision: Decision; yolo?: boolean },
) {
	const folder = await openWorkFolder({ 'a.txt': 'key a\n', 'secret/b.txt': 'key b\n' })
	const { workspace, host, deps, root } = folder
	const tool = createShellTool({
		workspace,
		background: createBackgroundCommands(),
		checkSchema: deps.checkSchema,
		searchPath: process.env.PATH ?? '',
	}) as Tool
	const asked: PermissionDecision[] = []
	const result = await executed(
		callOf('shell', { command }),
		executing([tool], {
			host: { ...host, clock: nodeClock },
			policy: () => ({ mode, sessionGrants: new Set(), yolo }),
			permissions: ruledCalls({ rules: () => writtenRules('deny read(secret/**)'), root, workspace }),
			async approve(assessment) {
				asked.push(assessment)
				return { decision, by: 'user' }
			},
		}),
	)
	return { said: `${result.outcome}: ${textOf(result.content)}`, asked }
}

const NO: Decision = { answer: 'no' }
const ONCE: Decision = { answer: 'once' }

test('it asks in every mode and says why; no answer but this once is offered', async () => {
	for (const kind of ['ask', 'auto-edit', 'all'] as const) {
		const { said, asked } = await run('grep -r key .', { mode: { kind }, decision: NO })
		assert.match(said, /^refused: refused by the user/, kind)
		assert.equal(asked.length, 1, kind)
		const { reasons, sessionKeys, projectRules, decidedBy } = asked[0]!
		assert.equal(reasons[0], `It looks through a folder in which ${RULE} denies something.`)
		assert.deepEqual([sessionKeys, projectRules], [[], undefined])
		assert.deepEqual(decidedBy, { rule: 'read(secret/**)', scope: 'the test' })
	}
})

test('it runs when the user says so', async () => {
	const { said } = await run('grep -r key .', { mode: { kind: 'ask' }, decision: ONCE })
	assert.match(said, /^ok: [\s\S]*secret\/b\.txt:key b/)
})

test('where nobody is asked it does not run, and the model hears what would', async () => {
	const instead = 'name the folders it may look through, or use grep, which leaves that out'
	for (const given of [{ mode: { kind: 'ask' }, yolo: true } as const, { mode: { kind: 'none' } } as const])
		assert.deepEqual(await run('rg key', { ...given, decision: ONCE }), {
			said: `refused: not run: it looks through a folder in which ${RULE} denies something; ${instead}`,
			asked: [],
		})
})

test('what stays away from the folder, or names it, is decided as before', async () => {
	const mode = { kind: 'none' } as const
	assert.equal((await run('grep -n key a.txt', { mode, decision: NO })).said, 'ok: exit code 0\n1:key a\n')
	assert.equal((await run('ls -R', { mode, decision: NO })).said.slice(0, 3), 'ok:')
	for (const command of ['cat secret/b.txt', 'rg key secret', 'grep -r key ./secret'])
		assert.equal(
			(await run(command, { mode, decision: NO })).said,
			`refused: not run: ${RULE} denies it; do not try the same in another way`,
			command,
		)
})
