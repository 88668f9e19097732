// Settings of what may run: approvals, rules, and the sandbox of commands.

import type { JsonSchema } from '../../../core/json.ts'
import { between, hosts, MOST_MB, section, texts } from './fields.ts'

export type PermissionSettings = {
	approvals: ApprovalSettings
	/** Rules by tool and command prefix. A deny wins over an ask, and that over an allow. */
	permissions: {
		allow: readonly string[]
		ask: readonly string[]
		deny: readonly string[]
	}
	sandbox: {
		/** Left out: `workspace-write` where the system can, else `off`. */
		mode: 'read-only' | 'workspace-write' | 'off' | undefined
		/** Left out: `ask` where somebody is there to answer or hosts are allowed, else `off`. */
		network: 'off' | 'ask' | 'on' | undefined
		/** Hosts that need no question where `network` is `ask`. */
		allowedHosts: readonly string[]
		/** Further folders that commands may write. */
		writable: readonly string[]
		/** Of one command: processes and threads at a time. */
		maxProcesses: number
		/** Left out: four fifths of what there is. */
		maxMemoryMb: number | undefined
		maxFileMb: number
		keepFreeMb: number
	}
}

export type ApprovalSettings = {
	mode: 'ask' | 'all' | 'none' | 'auto-edit' | 'plan'
	/** `run`: commands that the sandbox holds need no question. Left out, that is so in a folder that is trusted. */
	sandboxed: 'ask' | 'run' | undefined
}

export const APPROVALS: JsonSchema = section({
	mode: {
		enum: ['ask', 'all', 'none', 'auto-edit', 'plan'],
		description: 'What may run without a question.',
	},
	sandboxed: {
		enum: ['ask', 'run'],
		description: 'run, the default in a trusted folder: commands that the sandbox holds need no question.',
	},
})

export const PERMISSION_DEFAULTS: PermissionSettings = {
	approvals: { mode: 'ask', sandboxed: undefined },
	permissions: { allow: [], ask: [], deny: [] },
	sandbox: {
		mode: undefined,
		network: undefined,
		allowedHosts: [],
		writable: [],
		maxProcesses: 4_096,
		maxMemoryMb: undefined,
		maxFileMb: 20_000,
		keepFreeMb: 500,
	},
}

export const PERMISSION_SCHEMAS: Readonly<Record<keyof PermissionSettings, JsonSchema>> = {
	approvals: APPROVALS,
	permissions: section({
		allow: texts(
			'What may run without a question. shell(npm test): commands whose words begin with these, word for word for what runs other programs or destroys. edit(src/**), read(~/notes/**): files, relative to the project. fetch(example.com), fetch(*.example.com): hosts. mcp__server__tool, mcp__server__*: tools. Never a dangerous call.',
		),
		ask: texts(
			'What always asks, in the same words; shell alone is every command. Sees through wrappers and inner scripts.',
		),
		deny: texts(
			'What never runs, in any mode, in the same words. Wins over the other two. edit(…) and write(…) are every tool that changes files, read(…) every tool that reads them.',
		),
	}),
	sandbox: section({
		mode: { enum: ['read-only', 'workspace-write', 'off'], description: 'What commands may write.' },
		network: {
			enum: ['off', 'ask', 'on'],
			description:
				'Whether commands reach the network; ask, the default where somebody answers: each host once.',
		},
		allowedHosts: hosts('Hosts that need no question.'),
		writable: texts('Further folders that commands may write.'),
		maxProcesses: between(16, 4_194_304, 'Processes and threads of one command at a time.'),
		maxMemoryMb: between(
			64,
			MOST_MB,
			'Memory of all processes of one command; left out, four fifths of what there is.',
		),
		maxFileMb: between(1, MOST_MB, 'How large a file may be that a command writes.'),
		keepFreeMb: between(0, MOST_MB, 'A command that leaves less than this free on a disk is ended.'),
	}),
}
