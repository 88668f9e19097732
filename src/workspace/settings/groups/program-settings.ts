// Settings of the program around a session: its log file, and the MCP servers it starts.

import type { JsonSchema } from '../../../core/json.ts'
import { LOG_LEVELS } from '../../../core/logging/logger.ts'
import type { LogLevel } from '../../../core/services/logging.ts'
import { atLeast, section } from './fields.ts'

export type ProgramSettings = {
	log: {
		/** What is written to the log file; left out, there is none. */
		level: LogLevel | undefined
	}
	mcp: {
		/** How long a run without a screen waits for servers to start, in milliseconds; with one, 300 at most. */
		waitMs: number
	}
}

export const PROGRAM_DEFAULTS: ProgramSettings = {
	log: { level: undefined },
	mcp: { waitMs: 5_000 },
}

export const PROGRAM_SCHEMAS: Readonly<Record<keyof ProgramSettings, JsonSchema>> = {
	log: section({
		level: {
			enum: [...LOG_LEVELS],
			description: 'What is written to the log file; left out, there is none.',
		},
	}),
	mcp: section({
		waitMs: atLeast(
			0,
			'Milliseconds that agent run waits for MCP servers to start; the screen waits 300 at most.',
		),
	}),
}
