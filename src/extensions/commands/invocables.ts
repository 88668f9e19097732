// Invocables: what `/name` and `$name` in a prompt can stand for, a custom command or a skill, and finding them there.

import type { Skill } from '../skills/skill.ts'
import type { CustomCommand } from './custom-command.ts'

export type Invocable = { kind: 'command'; command: CustomCommand } | { kind: 'skill'; skill: Skill }

export type Invocables = {
	/** By its whole name, or by the last step of it where that is nobody else's. Capitals do not count. */
	find(name: string): Invocable | undefined
	/** Of those that `/name` can call: commands, and skills that are for the user. */
	all: readonly Invocable[]
	/** Whole sentences. */
	problems: readonly string[]
}

export function invocables(commands: readonly CustomCommand[], skills: readonly Skill[]): Invocables {
	const byName = new Map<string, Invocable>()
	const problems: string[] = []
	for (const command of commands) byName.set(command.name.toLowerCase(), { kind: 'command', command })
	for (const skill of skills.filter(({ isForUser }) => isForUser)) {
		const before = byName.get(skill.name.toLowerCase())
		if (before?.kind === 'command')
			problems.push(
				`/${skill.name} is the skill of ${skill.path}; the command of ${before.command.path} has the same name and is not used.`,
			)
		byName.set(skill.name.toLowerCase(), { kind: 'skill', skill })
	}
	const byLastStep = new Map<string, Invocable | 'several'>()
	for (const [name, invocable] of byName) {
		const last = name.split(':').at(-1)!
		byLastStep.set(last, byLastStep.has(last) ? 'several' : invocable)
	}
	return {
		all: [...byName.values()],
		problems,
		find(name) {
			const wanted = name.toLowerCase()
			const short = byLastStep.get(wanted)
			return byName.get(wanted) ?? (short === 'several' ? undefined : short)
		},
	}
}

export function nameOf(invocable: Invocable): string {
	return invocable.kind === 'command' ? invocable.command.name : invocable.skill.name
}

/** `/name arguments` at the very beginning. A path is none: `/usr/bin` has a slash where a name would end. */
export function slashIn(prompt: string): { name: string; typed: string } | undefined {
	const [, name, typed] = /^\/([\p{L}\p{N}_][\p{L}\p{N}_:.-]*)(?=\s|$)([\s\S]*)$/u.exec(prompt) ?? []
	return name === undefined ? undefined : { name, typed: (typed ?? '').trim() }
}

/** `$name` as a word of its own; which of them is a skill is for others to say. */
export function mentionsIn(prompt: string): readonly string[] {
	const found = prompt.matchAll(
		/(?<=^|[\s([{,;:'"`])\$([\p{L}\p{N}][\p{L}\p{N}_:-]*(?:\.[\p{L}\p{N}_-]+)*)/gu,
	)
	return [...new Set(Array.from(found, match => match[1]!))].slice(0, MOST_MENTIONS)
}

const MOST_MENTIONS = 10
