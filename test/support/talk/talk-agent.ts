// The built program that somebody talks with on stdin and stdout, which are all of it that is looked at.

import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { talkWarm } from '../program/warm-agent.ts'
import { type AgentOptions, baseEnvironment, type Ended, startAgent } from '../run-agent.ts'

const MAIN = join(import.meta.dirname, '../../../dist/main.mjs')

export type TalkingAgent = {
	stdin: Writable | null
	stdout: Readable | null
	stderr: Readable | null
	ended: Promise<Ended>
	/** Whatever it does; nothing where it has ended. */
	kill(): void
}

/** Without a process of its own, where one is not taken by another already. */
export function talkAgent(
	args: readonly string[],
	{ desk, env }: Pick<AgentOptions, 'desk' | 'env'>,
): TalkingAgent {
	const warm = talkWarm(MAIN, { args, cwd: desk.cwd, env: { ...baseEnvironment(desk), ...env } })
	if (warm) {
		for (const output of [warm.stdout, warm.stderr]) output.setEncoding('utf8')
		return warm
	}
	const { child, ended } = startAgent(args, { desk, ...(env && { env }), stdin: 'open' })
	const { stdin, stdout, stderr } = child
	return { stdin, stdout, stderr, ended, kill: () => child.kill('SIGKILL') }
}

/** `text` is all that comes on its stdin. Whether that is a pipe is not to be seen. */
export function tellAgent(
	args: readonly string[],
	options: Pick<AgentOptions, 'desk' | 'env'>,
	text: string,
): Promise<Ended> {
	const agent = talkAgent(args, options)
	// One that asks for nothing may have left already.
	agent.stdin?.on('error', () => {})
	agent.stdin?.end(text)
	return agent.ended
}
