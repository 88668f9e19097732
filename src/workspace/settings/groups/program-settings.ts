// Settings of the program around a session: its log file and telemetry, the terminal it runs in, and the MCP servers it
// starts.

import type { JsonSchema } from '../../../core/json.ts'
import { LOG_LEVELS } from '../../../core/logging/logger.ts'
import type { LogLevel } from '../../../core/services/logging.ts'
import { between, httpUrl, section } from './fields.ts'

export type LoggingSettings = {
	log: {
		/** What is written to the log file; left out, there is none. */
		level: LogLevel | undefined
	}
	telemetry: {
		/** Of a collector that takes OTLP over HTTP; left out, only the standard OTEL_* variables say so. */
		endpoint: string | undefined
		/** Requests to model providers carry the trace they belong to. */
		toProviders: boolean
	}
	tmux: {
		/** What the pane beside ours shows goes in front of each prompt. */
		pane: boolean
	}
	mcp: {
		/** How long a run without a screen waits for servers to start, in milliseconds; with one, 300 at most. */
		waitMs: number
	}
}

export const PROGRAM_DEFAULTS: LoggingSettings = {
	log: { level: undefined },
	telemetry: { endpoint: undefined, toProviders: false },
	tmux: { pane: false },
	mcp: { waitMs: 5_000 },
}

export const PROGRAM_SCHEMAS: Readonly<Record<keyof LoggingSettings, JsonSchema>> = {
	log: section({
		level: {
			enum: [...LOG_LEVELS],
			description: 'What is written to the log file; left out, there is none.',
		},
	}),
	telemetry: section({
		endpoint: httpUrl(
			'A collector that takes OTLP over HTTP, for example http://127.0.0.1:4318; left out, OTEL_EXPORTER_OTLP_ENDPOINT says.',
		),
		toProviders: {
			type: 'boolean',
			description: 'Requests to model providers say which trace they belong to (traceparent).',
		},
	}),
	tmux: section({
		pane: {
			type: 'boolean',
			description:
				'Inside tmux, put what the pane beside this one shows in front of each prompt, without secrets.',
		},
	}),
	mcp: section({
		waitMs: between(
			0,
			600_000,
			'Milliseconds that agent run waits for MCP servers to start; the screen waits 300 at most.',
		),
	}),
}
