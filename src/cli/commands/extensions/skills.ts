// `agent skills …`: lists the skills of this folder and its user, shows one, and validates them by the specification.

import { readdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { AgentError } from '../../../core/errors.ts'
import { nearestNames } from '../../../core/text/nearest.ts'
import type { ExtensionOrigin } from '../../../extensions/extension-files.ts'
import { readSkills, type Skill } from '../../../extensions/skills/skill.ts'
import { validateSkill } from '../../../extensions/skills/validate-skill.ts'
import { loadExtensionFiles } from '../../../runtime/extensions/load-extension-files.ts'
import { loadedSkill } from '../../../runtime/extensions/loaded-skill.ts'
import { type Environment, homeFolders } from '../../../workspace/places/home-folders.ts'
import { openFolder } from '../../../workspace/trust/trust.ts'
import { unusedContent, visible } from '../../../workspace/trust/unused-content.ts'
import type { Output } from '../../io/output.ts'

export type SkillsArguments = {
	output: Pick<Output, 'out' | 'error'>
	json?: boolean | undefined
	place?: { env: Environment; cwd: string; home: string }
}

export async function listSkills(args: SkillsArguments): Promise<number> {
	const { output, json } = args
	const skills = await skillsHere(args)
	if (json) {
		const rows = skills.map(({ name, description, path, origin, isForModel, isForUser }) => ({
			name,
			description,
			path,
			origin: originText(origin),
			model: isForModel,
			user: isForUser,
		}))
		output.out(`${JSON.stringify(rows)}\n`)
		return 0
	}
	if (skills.length === 0)
		output.out(
			'there are no skills here; .agents/skills/<name>/SKILL.md or ~/.agents/skills/<name>/SKILL.md is one\n',
		)
	for (const { name, description, path, origin } of skills)
		output.out(
			`${visible(name)}  (${originText(origin)})  ${visible(description.replaceAll(/\s+/g, ' '))}\n  ${visible(path)}\n`,
		)
	return 0
}

export async function showSkill(name: string, args: SkillsArguments): Promise<number> {
	const skills = await skillsHere(args)
	const skill = skills.find(each => each.name === name)
	if (!skill) {
		const names = skills.map(each => each.name)
		const near = nearestNames(name, names)
		const hint =
			near.length > 0 ? `did you mean ${near.join(' or ')}?` : `there are ${names.join(', ') || 'none'}`
		throw new AgentError('usage', `there is no skill ${JSON.stringify(name)} here; ${hint}`)
	}
	args.output.out(`${visibleText(await loadedSkill(skill))}\n`)
	return 0
}

/** @returns the exit code; 1 where a skill does not pass */
export async function validateSkills(path: string | undefined, args: SkillsArguments): Promise<number> {
	const { output, place = here() } = args
	const files = await skillFilesAt(path, place)
	let failed = 0
	for (const file of files) {
		const problems = await validateSkill(await readFile(file, 'utf8'), basename(dirname(file)))
		for (const { line, level, message } of problems)
			output.out(`${visible(file)}:${line}: ${level}: ${visible(message)}\n`)
		if (problems.some(({ level }) => level === 'error')) failed += 1
		else output.out(`${visible(file)}: valid\n`)
	}
	return failed > 0 ? 1 : 0
}

function here() {
	return { env: process.env, cwd: process.cwd(), home: homedir() }
}

async function skillsHere({ output, place = here() }: SkillsArguments): Promise<readonly Skill[]> {
	const folders = homeFolders(place)
	const folder = await openFolder({ cwd: place.cwd, folders })
	const files = await loadExtensionFiles({ home: place.home, folders, folder })
	const { skills, problems } = await readSkills(files)
	for (const problem of [...unusedContent(folder), ...files.problems, ...problems])
		output.error(`warning: ${visible(problem)}\n`)
	return skills
}

/** Looking at a file is no use of it, so nothing has to be trusted for that. */
async function skillFilesAt(
	path: string | undefined,
	place: NonNullable<SkillsArguments['place']>,
): Promise<readonly string[]> {
	if (path === undefined) {
		const own = ['.agents/skills', '.keelson/skills', '.claude/skills'].map(folder => join(place.cwd, folder))
		const found = (await Promise.all(own.map(skillFilesIn))).flat()
		if (found.length > 0) return found
		throw new AgentError('usage', `there are no skills in ${place.cwd}; name a SKILL.md or its folder`)
	}
	const absolute = resolve(place.cwd, path)
	const found = await stat(absolute).catch(() => undefined)
	if (!found) throw new AgentError('usage', `${path}: there is no such file or folder`)
	if (found.isFile()) return [absolute]
	if (await isFile(join(absolute, 'SKILL.md'))) return [join(absolute, 'SKILL.md')]
	const below = await skillFilesIn(absolute)
	if (below.length > 0) return below
	throw new AgentError('usage', `${path}: there is no SKILL.md in it or in a folder below it`)
}

async function skillFilesIn(folder: string): Promise<readonly string[]> {
	const names = await readdir(folder).catch((): string[] => [])
	const files = names.sort().map(name => join(folder, name, 'SKILL.md'))
	const isThere = await Promise.all(files.map(isFile))
	return files.filter((_, index) => isThere[index])
}

async function isFile(path: string): Promise<boolean> {
	return (await stat(path).catch(() => undefined))?.isFile() === true
}

function originText(origin: ExtensionOrigin): string {
	return origin.scope === 'plugin' ? `plugin ${origin.plugin}` : origin.scope
}

/** Lines stay lines. */
function visibleText(text: string): string {
	return text.split('\n').map(visible).join('\n')
}
