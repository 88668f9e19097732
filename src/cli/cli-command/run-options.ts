// The options of a run, which the chat, `run` and `resume` have in common.

import type { ApprovalMode } from '../../core/approval.ts'
import { LOG_LEVELS } from '../../core/logging/logger.ts'
import type { Effort } from '../../core/model.ts'
import type { SandboxMode } from '../../core/sandbox.ts'
import { APPROVAL_WORDS } from '../../core/text/approval-words.ts'
import type { OutputFormat } from '../startup/flags.ts'
import { type CliOption, optionParts } from './cli-command.ts'

const EFFORTS: readonly Effort[] = ['none', 'low', 'medium', 'high']
const MODES: readonly Exclude<ApprovalMode['kind'], 'until'>[] = ['ask', 'auto-edit', 'plan', 'all', 'none']
const SANDBOX_MODES: readonly SandboxMode[] = ['read-only', 'workspace-write', 'off']
const FORMATS: readonly OutputFormat[] = ['text', 'json', 'stream-json']

export const PROFILE_OPTION: CliOption = {
	flags: '--profile <name>',
	description: 'with this profile of your settings',
	values: 'profiles',
}

export const RUN_OPTIONS: readonly CliOption[] = [
	{
		flags: '-m, --model <provider/model[,next…]>',
		description: 'model, or a fallback chain',
		values: 'models',
	},
	{
		flags: '--effort <effort>',
		description: 'how much the model thinks: none, low, medium or high',
		values: EFFORTS,
	},
	PROFILE_OPTION,
	{ flags: '-c, --continue', description: 'go on with the newest session of this folder' },
	{ flags: '-r, --resume [session]', description: 'go on with one session', values: 'sessions' },
	{ flags: '--fork', description: 'copy the session first' },
	{
		flags: '--take-over',
		description:
			'go on with a session whose process cannot be seen from here: on another machine, in a container',
	},
	{ flags: '-C, --cd <folder>', description: 'working folder' },
	{
		flags: '--add-dir <folder>',
		description: 'further folder that may be changed; may be given again',
		isRepeatable: true,
	},
	{
		flags: '--approve <mode>',
		description: APPROVAL_WORDS,
		values: MODES,
	},
	{
		flags: '--allow <rule>',
		description: "what needs no question this time, such as 'shell(npm test)'; may be given again",
		isRepeatable: true,
	},
	{
		flags: '--sandbox <mode>',
		description: 'what commands may change: read-only, workspace-write or off',
		values: SANDBOX_MODES,
	},
	{ flags: '--yolo', description: 'ask nothing, not even for the dangerous' },
	{ flags: '--output-format <format>', description: 'text, json or stream-json', values: FORMATS },
	{
		flags: '--input-format <format>',
		description: 'text, or stream-json: prompts, answers and control requests as lines on stdin',
		values: ['text', 'stream-json'],
	},
	{ flags: '--json', description: 'the same as --output-format stream-json' },
	{ flags: '--include-partial-messages', description: 'stream-json: text as it comes, too' },
	{ flags: '--json-schema <file>', description: 'the answer is JSON that fits this JSON Schema' },
	{ flags: '-o, --output-last-message <file>', description: 'write the answer to a file, too' },
	{ flags: '--max-turns <n>', description: 'turns a run may take' },
	{ flags: '--max-cost <usd>', description: 'US dollars a run may cost' },
	{ flags: '--timeout <duration>', description: 'time a run may take: 90s, 10m' },
	{ flags: '--tools <names>', description: 'only these tools' },
	{ flags: '--disallowed-tools <names>', description: 'not these tools' },
	{ flags: '--system-prompt <text>', description: 'instead of the built-in one' },
	{ flags: '--append-system-prompt <text>', description: 'after the built-in one' },
	{ flags: '--no-session', description: 'store nothing' },
	{ flags: '--bare', description: 'no AGENTS.md, skills, hooks or MCP servers' },
	{ flags: '-v, --verbose', description: 'progress on stderr, whatever the output format' },
	{ flags: '-q, --quiet', description: 'on stderr only what holds a run up, and how it ends' },
	{
		flags: '--log-level <level>',
		description: 'write a log file (agent doctor names it): error, warn, info or debug',
		values: LOG_LEVELS,
	},
	{
		flags: '--screen-reader',
		description: 'the screen as plain lines, for a screen reader; so does ACCESSIBLE=1',
	},
	{ flags: '--full', description: 'the screen on the whole window; F11 changes that' },
	{ flags: '--no-color', description: 'no colours' },
	// What Claude's SDK writes behind the name of the program that it starts.
	{
		flags: '--permission-prompt-tool <tool>',
		description: 'stdio: approvals are asked on stdout',
		isHidden: true,
	},
	{ flags: '--permission-mode <mode>', description: '--approve in the words of the SDK', isHidden: true },
	{ flags: '--allowedTools <rules>', description: 'what needs no question in this session', isHidden: true },
	{ flags: '--disallowedTools <names>', description: 'the same as --disallowed-tools', isHidden: true },
	{ flags: '--fork-session', description: 'the same as --fork', isHidden: true },
	{ flags: '--no-session-persistence', description: 'the same as --no-session', isHidden: true },
	{ flags: '--max-budget-usd <usd>', description: 'the same as --max-cost', isHidden: true },
]

/** What holds for every session of a program that serves them to others; the rest is about one prompt, or about what is printed. */
export const SERVED_OPTIONS: readonly string[] = [
	'--model',
	'--profile',
	'--effort',
	'--add-dir',
	'--approve',
	'--allow',
	'--sandbox',
	'--yolo',
	'--max-turns',
	'--max-cost',
	'--timeout',
	'--tools',
	'--disallowed-tools',
	'--bare',
]

/** Those of a run's options that a command takes too. @param names - as `--model` */
export function runOptionsNamed(names: readonly string[]): readonly CliOption[] {
	return RUN_OPTIONS.filter(option => optionParts(option).names.some(name => names.includes(name)))
}
