// The metrics of telemetry: their names, units and attributes. Names beginning with `gen_ai.` are those of OpenTelemetry's
// conventions for generative AI, with the buckets these ask for; the others are our own.

/** Name → what it is. The page of the manual and the dashboard are held against this table. */
export const METRICS = {
	'gen_ai.client.token.usage': {
		kind: 'histogram',
		unit: '{token}',
		about: 'Tokens of one request to a model, by gen_ai.token.type.',
		buckets: [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864],
	},
	'gen_ai.client.operation.duration': {
		kind: 'histogram',
		unit: 's',
		about: 'Time of one request to a model.',
		buckets: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
	},
	'gen_ai.invoke_agent.duration': {
		kind: 'histogram',
		unit: 's',
		about: 'Time of one run, of the agent itself or of a sub-agent.',
		buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600],
	},
	'gen_ai.execute_tool.duration': {
		kind: 'histogram',
		unit: 's',
		about: 'Time of one tool call.',
		buckets: [0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900],
	},
	'keelson.queue.wait': {
		kind: 'histogram',
		unit: 's',
		about: 'Time a prompt or a task has waited before it began, by keelson.queue.',
		buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800],
	},
	'keelson.run.active': { kind: 'up-down', unit: '{run}', about: 'Runs going on just now.' },
	'keelson.runs': { kind: 'counter', unit: '{run}', about: 'Runs that have ended, by keelson.run.reason.' },
	'keelson.turns': { kind: 'counter', unit: '{turn}', about: 'Turns that have ended.' },
	'keelson.cost': {
		kind: 'counter',
		unit: 'USD',
		about: 'What requests have cost, where the price is known.',
	},
	'keelson.errors': {
		kind: 'counter',
		unit: '{error}',
		about: 'Failures by error.type and keelson.error.source (attempt, tool, run).',
	},
	'keelson.retries': { kind: 'counter', unit: '{retry}', about: 'Requests that were sent again.' },
	'keelson.fallbacks': {
		kind: 'counter',
		unit: '{fallback}',
		about: 'Changes to the next model of a chain.',
	},
	'keelson.approvals': {
		kind: 'counter',
		unit: '{approval}',
		about: 'Questions whether a call may run, by answer and by whom.',
	},
	'keelson.compactions': { kind: 'counter', unit: '{compaction}', about: 'Histories that were condensed.' },
	'keelson.tasks': {
		kind: 'counter',
		unit: '{task}',
		about: 'Tasks that have ended, by keelson.task.state.',
	},
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof METRICS

export type Metric = { unit: string; about: string } & (
	| { kind: 'counter' | 'up-down' }
	| { kind: 'histogram'; buckets: readonly number[] }
)

/** What is not known is left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export type Measure = (name: MetricName, value: number, attributes: Attributes) => void
