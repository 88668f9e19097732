// What a hook's answer would mean, in sentences for who tries it out.

import type { HookEvent } from './hook.ts'
import type { HookReply } from './hook-output.ts'

export function meaningOf(event: HookEvent, reply: HookReply): readonly string[] {
	const { permission, block, stop, input, output, context, message, failure } = reply
	const found = [
		permission && PERMISSION[permission.outcome](because(permission.reason)),
		block !== undefined && `${BLOCKED[event] ?? 'It would be blocked'}${because(block)}.`,
		stop !== undefined && `The run would end${because(stop)}.`,
		input && `The tool would get ${JSON.stringify(input)}, and that would be judged anew.`,
		output !== undefined && `The model would see this output instead: ${output}`,
		context !== undefined && `The model would be told: ${context}`,
		message !== undefined && `You would be told: ${message}`,
		failure !== undefined && `It failed, and nothing would come of it: ${failure}`,
	].filter(text => typeof text === 'string')
	return found.length > 0 ? found : ['Nothing would change.']
}

const PERMISSION = {
	allow: (why: string) =>
		`The call would run without a question${why}; hard cases and your own rules ask all the same.`,
	ask: (why: string) => `You would be asked${why}.`,
	deny: (why: string) => `The call would not run${why}.`,
}

const BLOCKED: Partial<Record<HookEvent, string>> = {
	UserPromptSubmit: 'The prompt would be refused',
	Stop: 'The model would be sent back to work',
	SubagentStop: 'The sub-agent would be sent back to work',
	PreCompact: 'History would stay as it is',
}

function because(reason: string): string {
	return reason === '' ? '' : ` (${reason})`
}
