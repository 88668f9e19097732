// Hard rules about the machine and its processes: more rights, disks, stopping it, ending what others run.

import type { HardRule } from './hard-rule.ts'

export const MACHINE_RULES: readonly HardRule[] = [
	{
		rule: 'more-power',
		when: ({ program, facts }) =>
			facts.kind === 'power' ? `${program} takes the rights of somebody else.` : undefined,
	},
	{
		rule: 'shutdown',
		when: ({ program, facts: { stopsMachine }, texts }) => {
			if (stopsMachine === 'always') return `${program} stops this machine.`
			if (stopsMachine === 'by run level' && /^[0-6]$/.test(texts[0] ?? ''))
				return 'init changes the run level.'
			if (
				stopsMachine === 'by verb' &&
				texts.some(text =>
					/^(?:poweroff|reboot|halt|kexec|suspend|hibernate|emergency|rescue)(?:\.target)?$/.test(text),
				)
			)
				return `${program} stops this machine.`
			if (program === 'osascript' && texts.some(text => /\b(?:shut ?down|restart|log ?out)\b/i.test(text)))
				return 'It stops this machine.'
			return undefined
		},
	},
	{
		rule: 'kill-all',
		when: ({ program, texts }) => {
			if (program === 'killall5') return 'It ends every process.'
			if (program === 'pkill' || program === 'killall') return endsMany(program, texts)
			if (program !== 'kill') return undefined
			const [, ...later] = texts
			const isEverything =
				texts.at(-1) === '1' || later.includes('-1') || (texts[0] === '-1' && later.length === 0)
			return isEverything ? 'It ends every process it may.' : undefined
		},
	},
	{
		rule: 'fork-bomb',
		when: ({ program, command }) =>
			command.inFunction !== undefined && command.inFunction === program
				? `The function ${program} starts itself over and over.`
				: undefined,
	},
	{
		rule: 'disk',
		when: ({ program, facts, texts }) => {
			if (facts.kind === 'disk') return `${program} changes a disk.`
			if (program === 'diskutil' && texts.some(text => /^(?:erase|partition|zero|reformat)/i.test(text)))
				return 'diskutil erases a disk.'
			return undefined
		},
	},
]

/** `pkill -u ada`, `pkill .`: everything of somebody's, this program and its terminal among it. */
function endsMany(program: string, texts: readonly string[]): string | undefined {
	const operands = texts.filter(text => !/^-./.test(text))
	const byUser = texts.findIndex(text => /^-[a-zA-Z]*[uU]$|^-[uU].|^--(?:u|eu|user)(?:id)?(?:=|$)/.test(text))
	const user = texts[byUser] ?? ''
	// What follows the option is the user, unless it is joined.
	const isApart = byUser !== -1 && !/=|^-[uU]./.test(user)
	const names = operands.length - (isApart ? 1 : 0)
	if (byUser !== -1 && names === 0) return `${program} ends every process of a user.`
	if (program !== 'pkill') return undefined
	if (texts.some(text => /^-[a-z]*v[a-z]*$|^--inverse$/.test(text))) return 'It ends every other process.'
	return operands.some(text => /^(?:[.^$*+]*|\[.*\][*+]?)$/.test(text))
		? 'It ends every process it may.'
		: undefined
}
