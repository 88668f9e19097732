// Skills: folders with a `SKILL.md`, by the specification of agentskills.io, read leniently: a wrong name is told and the
// skill is there all the same; without a description nobody could know when to use it, so it is left out.

import { posix } from 'node:path'
import type { Effort } from '../../core/model.ts'
import type { ExtensionFiles, ExtensionOrigin, ExtensionText } from '../extension-files.ts'
import { booleanField, type FrontMatter, listField, readFrontMatter, textField } from '../front-matter.ts'
import { effortOf } from '../model-fields.ts'
import { type NamedTools, namedTools } from '../tool-names.ts'

export type Skill = {
	/** A plugin's with the plugin's name in front: `office:pdf`. */
	name: string
	/** Foreign text. */
	description: string
	/** What stands behind the front matter. Foreign text. */
	text: string
	/** Of its `SKILL.md`, absolute. */
	path: string
	/** What its relative paths start from. */
	folder: string
	origin: ExtensionOrigin
	/** The model may load it by itself. */
	isForModel: boolean
	/** `/name` loads it. */
	isForUser: boolean
	argumentHint?: string
	/** What it is said to get by with. Left out: it does not say. */
	tools?: Pick<NamedTools, 'names' | 'narrowed' | 'isAll'>
	model?: string
	effort?: Effort
	/** It is meant for a sub-agent, this one where it is named. */
	fork?: { agent: string | undefined }
}

export type Skills = {
	/** One for each name, sorted by it: the project's before the user's. */
	skills: readonly Skill[]
	/** Whole sentences. */
	problems: readonly string[]
}

export async function readSkills({ skills: files }: Pick<ExtensionFiles, 'skills'>): Promise<Skills> {
	const skills = new Map<string, Skill>()
	const problems: string[] = []
	for (const file of files) {
		const skill = await readSkill(file, problems)
		if (!skill) continue
		const before = skills.get(skill.name)
		// Whoever keeps one skill in several of his own folders knows it, and the same text hides nothing.
		if (before && before.origin.scope !== skill.origin.scope && before.text !== skill.text)
			problems.push(`The skill ${skill.name} of ${before.path} is hidden by the one of ${skill.path}.`)
		skills.set(skill.name, skill)
	}
	return { skills: [...skills.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), problems }
}

async function readSkill(file: ExtensionText, problems: string[]): Promise<Skill | undefined> {
	const matter = await readFrontMatter(file.text)
	const tell = (what: string) => problems.push(`${file.path}: ${what}`)
	if (matter.problem || !matter.hasFrontMatter) {
		const { line, message } = matter.problem ?? { line: 1, message: 'there is no front matter' }
		tell(`line ${line}: ${message}; the skill is left out.`)
		return undefined
	}
	const description = textField(matter, 'description')
	if (description === undefined) {
		tell('it has no description, so nobody could know when to use it; the skill is left out.')
		return undefined
	}
	const name = nameOf(file, matter, tell)
	if (name === undefined) return undefined
	const { path, origin } = file
	return {
		name: origin.scope === 'plugin' ? `${origin.plugin}:${name}` : name,
		description,
		text: matter.body.trim(),
		path,
		folder: posix.dirname(path),
		origin,
		isForModel: booleanField(matter, 'disable-model-invocation') !== true,
		isForUser: booleanField(matter, 'user-invocable') !== false,
		...runFields(matter, tell),
	}
}

/** The folder's name is what the specification wants; another one that can be typed is what its author wants. */
function nameOf(
	file: Pick<ExtensionText, 'name'>,
	matter: FrontMatter,
	tell: (what: string) => void,
): string | undefined {
	const written = textField(matter, 'name')
	if (written === undefined || written === file.name) {
		if (isSkillName(file.name)) return file.name
		tell(`its folder’s name ${JSON.stringify(file.name)} cannot be a skill’s; the skill is left out.`)
		return undefined
	}
	if (isSkillName(written)) return written
	if (!isSkillName(file.name)) {
		tell(`neither ${JSON.stringify(written)} nor its folder’s name can be a skill’s; it is left out.`)
		return undefined
	}
	tell(`${JSON.stringify(written)} cannot be a skill’s name; it is ${file.name} like its folder.`)
	return file.name
}

/** What can be typed and shown; the specification wants less (`validate-skill.ts`). */
function isSkillName(name: string): boolean {
	return /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,127}$/u.test(name)
}

function runFields(
	matter: FrontMatter,
	tell: (what: string) => void,
): Pick<Skill, 'argumentHint' | 'tools' | 'model' | 'effort' | 'fork'> {
	const hint = textField(matter, 'argument-hint')
	const written = listField(matter, 'allowed-tools', 'allowed_tools')
	const tools = written && written.length > 0 ? namedTools(written) : undefined
	for (const problem of tools?.problems ?? []) tell(problem)
	const model = textField(matter, 'model')
	const effort = effortOf(matter)
	if (effort && 'problem' in effort) tell(effort.problem)
	return {
		...(hint !== undefined && { argumentHint: hint }),
		...(tools && { tools }),
		...(model !== undefined && model !== 'inherit' && { model }),
		...(effort && 'effort' in effort && effort),
		...(textField(matter, 'context') === 'fork' && { fork: { agent: textField(matter, 'agent') } }),
	}
}
