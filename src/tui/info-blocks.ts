// What the screen itself can tell: help, status, cost, the context window.

import type { UnixMs } from '../core/ids.ts'
import { modelName } from '../core/model-ref.ts'
import { cost, effortName, homeShortened, modeName, percent, tokens } from './format.ts'
import { sanitizeLine } from './sanitize.ts'
import { SLASH_COMMANDS } from './slash-commands.ts'
import type { Block } from './view-block.ts'
import type { View } from './view-state.ts'

export function helpBlocks(): readonly Block[] {
	return [
		{
			kind: 'table',
			title: 'Commands',
			rows: SLASH_COMMANDS.map(({ name, argument, description }) => [
				argument === undefined ? `/${name}` : `/${name} ${argument}`,
				description,
			]),
		},
		{ kind: 'table', title: 'Keys', rows: KEYS },
	]
}

const KEYS: readonly (readonly [string, string])[] = [
	['Enter', 'send; while a run is active, steer it'],
	['Tab', 'while a run is active: send after it'],
	['Shift+Enter, Alt+Enter, Ctrl+J, \\ Enter', 'new line'],
	['Esc', 'interrupt the run; twice on an empty prompt: go back to an earlier one'],
	['Ctrl+C', 'clear the prompt, then cancel, twice to leave'],
	['Ctrl+D', 'leave, on an empty prompt'],
	['Shift+Tab', 'ask → auto-edit → plan'],
	['Alt+↑', 'take the newest waiting prompt back'],
	['Up, Ctrl+R', 'earlier prompts'],
	['@', 'a file'],
	['!', 'a shell command of your own'],
	['#', 'a note to remember'],
	['Ctrl+G', 'the prompt in your editor'],
	['Ctrl+V', 'an image from the clipboard'],
	['Ctrl+O', 'all of what was cut last; again: of what was cut before it'],
	['Ctrl+T', 'the plan'],
	['Ctrl+L', 'draw the screen again'],
	['Ctrl+Z', 'suspend'],
]

export function statusBlock(
	view: View,
	input: { version: string; home: string | undefined; now: UnixMs },
): Block {
	return {
		kind: 'table',
		title: `Keelson ${input.version}`,
		rows: [
			[
				'session',
				view.hasMessages
					? `${view.sessionId ?? ''}${view.name ? ` (${view.name})` : ''}`
					: 'new, nothing stored yet',
			],
			['model', view.model ? sanitizeLine(modelName(view.model)) : 'none chosen'],
			['effort', effortName(view.effort)],
			['mode', modeName(view.approvals, input.now)],
			['folder', homeShortened(view.cwd ?? '', input.home)],
			...contextRows(view),
			['cost', cost(view.costMicroUsd)],
		],
	}
}

export function costBlock({ usage, costMicroUsd }: View): Block {
	return {
		kind: 'table',
		title: 'This session',
		rows: [
			['cost', cost(costMicroUsd)],
			['sent', `${tokens(usage.inputTokens)} tokens`],
			[
				'of these cached',
				`${tokens(usage.cachedInputTokens)} (${percent(usage.cachedInputTokens, usage.inputTokens)})`,
			],
			['written to the cache', tokens(usage.cacheWriteTokens)],
			['received', `${tokens(usage.outputTokens)} tokens`],
			['of these reasoning', tokens(usage.reasoningTokens)],
		],
	}
}

function contextRows({ context }: View): readonly (readonly [string, string])[] {
	if (!context) return []
	const { usedTokens, windowTokens } = context
	return [
		[
			'window',
			`${tokens(usedTokens)} of ${tokens(windowTokens)} tokens (${percent(usedTokens, windowTokens)})`,
		],
	]
}
