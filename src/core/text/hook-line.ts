// What a hook has changed, as one line for people.

import type { HookEffect, HookResult } from '../events.ts'

export function hookLine({ hookEvent, hook, effect, text }: Omit<HookResult, 'callId'>): string {
	const [line = '', ...more] = text.trim().split('\n')
	const shown = line.length <= CHARACTERS ? line : line.slice(0, CHARACTERS).toWellFormed()
	const rest = shown !== line || more.length > 0 ? ' …' : ''
	return `hook ${hook} (${hookEvent}) ${DID[effect]}${shown === '' ? '' : `: ${shown}${rest}`}`
}

const CHARACTERS = 200

const DID: Record<HookEffect, string> = {
	allowed: 'allowed it',
	asks: 'wants you to be asked',
	denied: 'said no',
	'changed-input': 'changed the input',
	'changed-output': 'changed the output',
	context: 'told the model',
	blocked: 'sent the model back to work',
	stopped: 'ended the run',
}
