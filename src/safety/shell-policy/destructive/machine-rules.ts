// Hard rules about the machine and its processes: more rights, disks, stopping it, ending what others run.

import type { HardRule } from './hard-rule.ts'

export const MACHINE_RULES: readonly HardRule[] = [
	{
		rule: 'more-power',
		when: ({ program, facts }) =>
			facts.kind === 'power' ? `${program} takes the rights of somebody else.` : undefined,
	},
	{
		rule: 'more-power',
		when: ({ program, texts }) => {
			switch (program) {
				case 'docker':
				case 'podman':
				case 'nerdctl':
					return texts.some(text => text === '--privileged' || /^--(?:pid|ipc|userns)=host$/.test(text)) ||
						texts.some((text, index) => isWholeSystem(text, texts[index - 1]))
						? `${program} gives the container this whole machine.`
						: undefined
				case 'chmod':
					return texts.some(text => /^(?:(?:[goa]*u[goa]*|a)?\+[rwxt]*s[rwxt]*|0*[4-7][0-7]{3})$/.test(text))
						? 'Whoever starts the file gets the rights of its owner.'
						: undefined
				case 'enable':
					return texts.some(text => /^-[a-zA-Z]*f/.test(text))
						? 'It loads a program into the shell itself.'
						: undefined
				case 'setcap':
					return 'It gives a program rights of the system.'
				case 'visudo':
					return 'It says who may become root.'
				case 'usermod':
				case 'gpasswd':
				case 'adduser':
					return texts.some(text => /^(?:sudo|wheel|root|admin|docker|lxd|disk|shadow)$/.test(text))
						? 'It makes somebody a member of a group that is as good as root.'
						: undefined
				case 'nsenter':
					return texts.some(
						(text, index) =>
							/^(?:-t|--target=?)1$/.test(text) ||
							(/^(?:-t|--target)$/.test(texts[index - 1] ?? '') && text === '1'),
					)
						? 'It goes into what runs the machine.'
						: undefined
				case 'osascript':
					return texts.some(text => /\bwith administrator privileges\b/.test(text))
						? 'It takes the rights of an administrator.'
						: undefined
				case 'getent':
					return /^g?shadow$/.test(texts[0] ?? '') ? 'It prints hashes of passwords.' : undefined
				default:
					return undefined
			}
		},
	},
	{
		rule: 'remote-shell',
		when: ({ program, texts }) => {
			const isNetcat = /^(?:nc|ncat|netcat|nc\.\w+)$/.test(program)
			const hands =
				(isNetcat && texts.some((text, index) => isShellHanded(text, texts[index + 1] ?? ''))) ||
				(/^(?:socat|socat1)$/.test(program) && texts.some(text => /\b(?:exec|system|shell):/i.test(text)))
			return hands ? 'It hands a shell to another machine.' : undefined
		},
	},
	{
		rule: 'opened-to-others',
		when: ({ program, texts }) => {
			if (!/^(?:auto)?ssh$/.test(program)) return undefined
			const opens = texts.some(
				(text, index) =>
					/^-[46AaCfGgKkMNnqsTtVvXxYy]*R/.test(text) ||
					/^-oRemoteForward\b/i.test(text) ||
					(texts[index - 1] === '-o' && /^RemoteForward\b/i.test(text)),
			)
			return opens ? 'It lets another machine connect to this one.' : undefined
		},
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
			if (
				program === 'diskutil' &&
				texts.some(text =>
					/^(?:erase|partition|zero|reformat|secureErase|delete(?:Container|Volume))/i.test(text),
				)
			)
				return 'diskutil erases a disk.'
			return undefined
		},
	},
]

/** `-e /bin/sh`, `-lvpe`, `--sh-exec=…`. */
function isShellHanded(option: string, next: string): boolean {
	if (/^--(?:sh-|lua-)?exec(?:=|$)/.test(option)) return true
	return (
		/^-[a-zA-Z]*[ec]$/.test(option) &&
		/^(?:\S*\/)?(?:\w*sh|cmd(?:\.exe)?|powershell\S*|python\S*|perl)\b/.test(next)
	)
}

/** `-v /:/host` and `--mount type=bind,source=/,target=/host` */
function isWholeSystem(text: string, before: string | undefined): boolean {
	return (
		(/^(?:-v|--volume=)?\/(?:etc|root|proc|sys|dev)?\/?:/.test(text) &&
			(/^-/.test(text) || /^-[a-zA-Z]*v$|^--volume$/.test(before ?? ''))) ||
		/(?:^|,)(?:source|src)=\/(?:etc|root|proc|sys|dev)?\/?(?:,|$)/.test(text)
	)
}

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
