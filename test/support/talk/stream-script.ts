// A scripted client of `--input-format stream-json`: writes lines to the built program's stdin and waits for lines of
// its stdout, the way a program does that has nothing else.

import type { ChildProcess } from 'node:child_process'
import { isObject } from '../../../src/core/json.ts'
import { type AgentOptions, type Ended, jsonLines, startAgent } from '../run-agent.ts'
import { talkAgent } from './talk-agent.ts'

export type StreamLine = { type: string; [key: string]: unknown }

/** Where a test does something to the process, or to its streams. */
export function startScriptProcess(args: readonly string[], options: AgentOptions) {
	const { child, ended } = startAgent(args, { ...options, stdin: 'open' })
	return { child, ...scripting(child, ended) }
}

export function startScript(args: readonly string[], options: AgentOptions) {
	const agent = talkAgent(args, options)
	return { kill: agent.kill, ...scripting(agent, agent.ended) }
}

function scripting({ stdin, stdout }: Pick<ChildProcess, 'stdin' | 'stdout'>, whenEnded: Promise<Ended>) {
	const lines: StreamLine[] = []
	let read = 0
	let rest = ''
	let heard = () => {}
	stdout?.on('data', (text: string) => {
		const parts = `${rest}${text}`.split('\n')
		rest = parts.pop() ?? ''
		lines.push(...jsonLines(parts.join('\n')))
		heard()
	})
	// A program that has left is told by how it ended.
	stdin?.on('error', () => {})
	const say = (line: string) => void stdin?.write(`${line}\n`)
	const sayJson = (line: object) => say(JSON.stringify(line))
	/** The next line that has all of `wanted`; those before it are passed over. */
	const next = (wanted: object): Promise<StreamLine> =>
		new Promise((resolve, reject) => {
			const look = () => {
				while (read < lines.length) {
					const line = lines[read++]
					if (!line || !isMatch(line, wanted)) continue
					// What comes before it is asked for the next one is for that.
					heard = () => {}
					return resolve(line)
				}
			}
			heard = look
			look()
			void whenEnded.then(({ stderr }) =>
				reject(new Error(`ended without ${JSON.stringify(wanted)}: ${stderr}${JSON.stringify(lines)}`)),
			)
		})
	const ended = whenEnded.then(end => ({ ...end, lines: lines as readonly StreamLine[] }))
	return {
		say,
		next,
		ended,
		prompt: (content: unknown, more: object = {}) =>
			sayJson({ type: 'user', message: { role: 'user', content }, ...more }),
		control: (request_id: string, request: object) =>
			sayJson({ type: 'control_request', request_id, request }),
		answer: (request_id: unknown, response: object) =>
			sayJson({ type: 'control_response', response: { subtype: 'success', request_id, response } }),
		end() {
			stdin?.end()
			return ended
		},
	}
}

function isMatch(line: unknown, wanted: object): boolean {
	if (!isObject(line)) return false
	return Object.entries(wanted).every(([key, value]) =>
		isObject(value) ? isMatch(line[key], value) : line[key] === value,
	)
}
