// Profiles as the first lines of the model picker, and by their names. One that is chosen changes the model from the next prompt on; how a
// model is reached, and with whose key, is settled at the start of the program, so that is said and nothing is changed.

import { modelName } from '../../core/model-ref.ts'
import type { ListItem } from '../list/found-items.ts'
import type { OfferedProfile, TuiOptions } from '../state/tui-options.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import type { SlashContext } from './slash-command.ts'

type Chooser = Pick<SlashContext, 'notify' | 'send'> & { options: Pick<TuiOptions, 'profiles'> }

export async function profileItems(context: Chooser): Promise<readonly ListItem<() => void>[]> {
	const profiles = await context.options.profiles?.()
	return (profiles?.all ?? []).map(profile => ({
		value: () => choose(profile, context),
		label: `profile ${sanitizeLine(profile.name)}`,
		detail: [
			...(profile.name === profiles?.inForce ? ['in force'] : []),
			sanitizeLine(profile.chain.map(modelName).join(', then ')) || 'no model of its own',
			...(profile.effort ? [`effort ${profile.effort}`] : []),
			...(profile.needsStart ? ['needs another start'] : []),
		].join(' · '),
	}))
}

/** For the name of one that was typed. @returns whether there is one of that name */
export async function chooseProfile(name: string, context: Chooser): Promise<boolean> {
	const profile = (await context.options.profiles?.())?.all.find(each => each.name === name)
	if (profile) choose(profile, context)
	return profile !== undefined
}

function choose(profile: OfferedProfile, { notify, send }: Chooser): void {
	const { name, chain, effort, needsStart, approvals } = profile
	const again = `agent --profile ${name} --continue`
	if (needsStart !== undefined) {
		const what = needsStart === 'login' ? 'an account' : 'providers'
		notify('warning', `Profile ${name} has ${what} of its own, which needs another start: ${again}`)
		return
	}
	if (chain.length > 0) send({ type: 'set-model', chain })
	if (effort) send({ type: 'set-effort', effort })
	if (approvals)
		notify('info', `Profile ${name} would also have approvals ${approvals}: /approve ${approvals}`)
}
