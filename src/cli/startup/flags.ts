// Command-line flags as our own types. A value that makes no sense is named together with what would.

import type { ApprovalMode } from '../../core/approval.ts'
import { AgentError } from '../../core/errors.ts'
import { isLogLevel, LOG_LEVELS } from '../../core/logging/logger.ts'
import type { Effort } from '../../core/model.ts'
import type { SandboxMode } from '../../core/sandbox.ts'
import type { LogLevel } from '../../core/services/logging.ts'
import { APPROVAL_WORDS, approvalModeOf } from '../../core/text/approval-words.ts'
import { durationMs } from '../../core/time/duration.ts'
import { LONGEST_TIMER_MS } from '../../workspace/settings/groups/fields.ts'
import type { FlagSettings } from '../../workspace/settings-layers.ts'

/** As commander hands them over: strings and booleans, spelled in camel case. */
export type RawFlags = {
	model?: string
	profile?: string
	continue?: boolean
	resume?: string | true
	last?: boolean
	fork?: boolean
	takeOver?: boolean
	cd?: string
	addDir?: readonly string[]
	approve?: string
	allow?: readonly string[]
	sandbox?: string
	yolo?: boolean
	outputFormat?: string
	inputFormat?: string
	json?: boolean
	includePartialMessages?: boolean
	outputLastMessage?: string
	maxTurns?: string
	maxCost?: string
	timeout?: string
	effort?: string
	jsonSchema?: string
	tools?: string
	disallowedTools?: string
	systemPrompt?: string
	appendSystemPrompt?: string
	/** commander's form of `--no-session`. */
	session?: boolean
	bare?: boolean
	verbose?: boolean
	quiet?: boolean
	logLevel?: string
	/** Those of Claude's SDK; `asOwnFlags` makes ours of them. */
	permissionPromptTool?: string
	permissionMode?: string
	allowedTools?: string
	forkSession?: boolean
	/** commander's form of `--no-session-persistence`. */
	sessionPersistence?: boolean
	maxBudgetUsd?: string
	color?: boolean
	screenReader?: boolean
	full?: boolean
}

/** What flags say of settings. */
export function flagSettings(flags: RawFlags): FlagSettings {
	return {
		'budget.maxTurns': positiveInteger('--max-turns', flags.maxTurns),
		'budget.maxCostUsd': dollars('--max-cost', flags.maxCost),
		'budget.timeoutMs': timeoutMs(flags),
		effort: effort(flags),
		'sandbox.mode': sandboxMode(flags),
		'log.level': logLevel(flags),
	}
}

export function approvalMode(words: string, now: number): ApprovalMode {
	const mode = approvalModeOf(words, now)
	if (mode) return mode
	throw new AgentError('usage', `--approve ${words}: expected ${APPROVAL_WORDS}`)
}

export function timeoutMs(flags: RawFlags): number | undefined {
	if (flags.timeout === undefined) return undefined
	const ms = durationMs(flags.timeout)
	if (!ms)
		throw new AgentError('usage', `--timeout ${flags.timeout}: expected a duration such as 90s, 10m or 1h30m`)
	if (ms > LONGEST_TIMER_MS)
		throw new AgentError('usage', `--timeout ${flags.timeout}: expected at most 24 days, such as 48h`)
	return ms
}

export function positiveInteger(flag: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined
	if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(Number(text)))
		throw new AgentError('usage', `${flag} ${text}: expected a whole number of at least 1`)
	return Number(text)
}

export function dollars(flag: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined
	const amount = Number(text.replace(/^\$/, ''))
	if (!Number.isFinite(amount) || amount < 0 || text.trim() === '')
		throw new AgentError('usage', `${flag} ${text}: expected US dollars such as 0.50`)
	return amount
}

export function effort(flags: RawFlags): Effort | undefined {
	switch (flags.effort) {
		case undefined:
		case 'none':
		case 'low':
		case 'medium':
		case 'high':
			return flags.effort
		default:
			throw new AgentError('usage', `--effort ${flags.effort}: expected none, low, medium or high`)
	}
}

export function logLevel({ logLevel: level }: RawFlags): LogLevel | undefined {
	if (level === undefined || isLogLevel(level)) return level
	throw new AgentError('usage', `--log-level ${level}: expected ${LOG_LEVELS.join(', ')}`)
}

export function sandboxMode(flags: RawFlags): SandboxMode | undefined {
	switch (flags.sandbox) {
		case undefined:
		case 'read-only':
		case 'workspace-write':
		case 'off':
			return flags.sandbox
		default:
			throw new AgentError('usage', `--sandbox ${flags.sandbox}: expected read-only, workspace-write or off`)
	}
}

export type OutputFormat = 'text' | 'json' | 'stream-json'

export function outputFormat(flags: RawFlags): OutputFormat {
	if (flags.outputFormat === undefined) return flags.json ? 'stream-json' : 'text'
	if (flags.outputFormat === 'text' || flags.outputFormat === 'json' || flags.outputFormat === 'stream-json')
		return flags.outputFormat
	throw new AgentError('usage', `--output-format ${flags.outputFormat}: expected text, json or stream-json`)
}

export function inputFormat({ inputFormat: format = 'text' }: RawFlags): 'text' | 'stream-json' {
	if (format === 'text' || format === 'stream-json') return format
	throw new AgentError('usage', `--input-format ${format}: expected text or stream-json`)
}

export function names(list: string | undefined): readonly string[] | undefined {
	return list
		?.split(',')
		.map(name => name.trim())
		.filter(name => name !== '')
}
