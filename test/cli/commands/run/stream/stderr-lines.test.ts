import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import {
	type Denial,
	denialLine,
	foldDenials,
	NO_DENIALS,
} from '../../../../../src/cli/commands/run/stream/denials.ts'
import { foldResult, startResult } from '../../../../../src/cli/commands/run/stream/run-result.ts'
import { stderrLines, stderrWords } from '../../../../../src/cli/commands/run/stream/stderr-lines.ts'
import { resultLine } from '../../../../../src/cli/commands/run/stream/stream-json.ts'
import type { AgentEvent } from '../../../../../src/core/events.ts'
import type { ApprovalId, CallId, RunId, SessionId } from '../../../../../src/core/ids.ts'
import { userText } from '../../../../../src/core/messages.ts'
import type { PermissionDecision } from '../../../../../src/core/permission.ts'
import { backgroundEndsText } from '../../../../../src/core/text/background-end.ts'
import { evaluate } from '../../../../../src/safety/evaluate.ts'
import { assessCommand } from '../../../../../src/safety/shell-policy/assess-command.ts'
import { commandSubject, PLACE } from '../../../../support/gate/gate-cases.ts'
import { answer, scriptedProvider } from '../../../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../../../support/runtime/start-runtime.ts'
import { randomText } from '../../../../support/secret-cases.ts'
import { writtenRules } from '../../../../support/tools/written-rules.ts'

const terminal = { isTTY: true }
const file = {}

test.each([
	['text', {}, file, file, 'everything'],
	['text', { quiet: true }, file, terminal, 'waits'],
	['json', {}, file, terminal, 'waits'],
	['json', {}, terminal, terminal, 'waits'],
	['json', {}, file, file, 'nothing'],
	['json', { quiet: true }, file, terminal, 'waits'],
	['stream-json', {}, file, terminal, 'waits'],
	// Its own lines are on that screen.
	['stream-json', {}, terminal, terminal, 'nothing'],
	['stream-json', {}, file, file, 'nothing'],
	['stream-json', { verbose: true }, file, file, 'everything'],
] as const)('%s with %j: %s', (format, flags, stdout, stderr, words) => {
	assert.equal(stderrWords(flags, format, { stdout, stderr }), words)
})

test('that a prompt was masked is said, also where only what one has to know is', async () => {
	const token = `ghp_${randomText('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789', 36, 'on stderr')}`
	const started = await startRuntime({ provider: scriptedProvider(answer('fine')) })
	try {
		await started.prompt(`use ${token}`)
		await started.until('run-end')
		const [first] = started.envelopes
		assert.ok(first)
		const result = started.envelopes.reduce(foldResult, startResult(first.sessionId))
		const { warnings } = JSON.parse(
			resultLine(result, { durationMs: 1, failure: undefined, isJsonAnswer: false }),
		)
		assert.deepEqual(warnings, ['a secret in the prompt was masked before it was kept and sent'])
		for (const words of ['everything', 'waits'] as const) {
			const lines = started.envelopes.flatMap(envelope => stderrLines(envelope, [], words))
			assert.deepEqual(
				lines.filter(line => line.includes('secret')),
				['warning: a secret in the prompt was masked before it was kept and sent'],
			)
			assert.ok(!lines.join('\n').includes(token))
		}
	} finally {
		await started.stop()
	}
})

test('of what the model is told to mend the first line is said, and of a command in the background its end', () => {
	const lines = (text: string) => {
		const event = { type: 'correction', message: userText(text) } as const
		return stderrLines(
			{ seq: 1, at: 0, sessionId: 's' as SessionId, runId: 'r' as RunId, event },
			[],
			'everything',
		)
	}
	assert.deepEqual(lines('Your answer does not fit.\n\nAnswer again, with nothing else.'), [
		'told the model: Your answer does not fit.',
	])
	assert.deepEqual(lines(backgroundEndsText(['bg-1 has ended: exit code 1 after 2.0s · npm test'])), [
		'bg-1 has ended: exit code 1 after 2.0s · npm test',
	])
})

describe('a refused command that writes outside the workspace names what alone would allow it', () => {
	const cases: readonly (readonly [command: string, ways: readonly string[]])[] = [
		['touch /opt/data/x', ["--allow 'shell(touch /opt/data/x)'", "--add-dir '/opt/data' --approve all"]],
		[
			'cp a.txt /opt/data/sub/',
			["--allow 'shell(cp a.txt /opt/data/sub/)'", "--add-dir '/opt/data/sub' --approve all"],
		],
		['mkdir /opt/a && tee /srv/b/c < a.txt', ["--add-dir '/opt' --add-dir '/srv/b' --approve all"]],
		['echo x > /opt/data/x', ["--add-dir '/opt/data' --approve all"]],
	]
	for (const [command, ways] of cases)
		test(command, () => {
			const { assessment } = assessCommand(command, PLACE)
			const rules = (allowed: readonly string[]) => ({
				rules: writtenRules(...allowed.map(rule => `allow ${rule}`)),
				base: { root: PLACE.cwd, home: PLACE.home },
			})
			const policy = { mode: { kind: 'ask' }, now: 0, sessionGrants: new Set<string>(), yolo: false } as const
			const subject = commandSubject(command)
			const permission = evaluate(assessment, subject, { ...policy, rules: rules([]) })
			assert.equal(permission.outcome, 'ask-always')
			const named = refusedByNobody(command, permission).wouldAllow
			assert.deepEqual(
				named.filter(way => way.startsWith('--a')),
				ways,
			)

			const allowed = named.flatMap(way =>
				[...way.matchAll(/--allow '([^']+)'/g)].map(([, rule = '']) => rule),
			)
			if (allowed.length > 0)
				assert.equal(evaluate(assessment, subject, { ...policy, rules: rules(allowed) }).outcome, 'allow')
			const added = named.flatMap(way =>
				[...way.matchAll(/--add-dir '([^']+)'/g)].map(([, folder = '']) => folder),
			)
			const wider = assessCommand(command, { ...PLACE, roots: [...PLACE.roots, ...added] }).assessment
			assert.equal(evaluate(wider, undefined, { ...policy, mode: { kind: 'all' } }).outcome, 'allow')
		})

	test('and one that may not be covered by what is wider, the rule that covers exactly it', () => {
		const permission = evaluate(assessCommand('rm old.txt', PLACE).assessment, commandSubject('rm old.txt'), {
			mode: { kind: 'ask' },
			now: 0,
			sessionGrants: new Set(),
			yolo: false,
			rules: { rules: [], base: { root: PLACE.cwd, home: PLACE.home } },
		})
		assert.deepEqual(permission.projectRules, undefined)
		assert.equal(refusedByNobody('rm old.txt', permission).wouldAllow[0], "--allow 'shell(rm old.txt)'")
	})
})

function refusedByNobody(command: string, permission: PermissionDecision): Denial {
	const approvalId = 'a1' as ApprovalId
	const callId = 'c1' as CallId
	const request = { approvalId, callId, tool: 'shell', input: { command }, permission }
	const events = [
		{ type: 'approval-request', request },
		{ type: 'approval-end', approvalId, decision: { answer: 'no' }, by: 'nobody' },
	] as unknown as readonly AgentEvent[]
	const [denial] = events.reduce(foldDenials, NO_DENIALS).list
	assert.ok(denial)
	assert.match(denialLine(denial), /^refused: .*; allowed with --a/)
	return denial
}
