// Validating a skill by the words of the specification, which asks for more than is needed to load one: what is found is
// told with its line, so that an author can mend it.

import type { JsonValue } from '../../core/json.ts'
import { isObject } from '../../core/json.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { type FrontMatter, field, listField, readFrontMatter } from '../front-matter.ts'
import { namedTools } from '../tool-names.ts'

export type SkillProblem = {
	/** In `SKILL.md`, from 1. */
	line: number
	message: string
	/** A warning does not make it invalid: this or another program has its own mind about it. */
	level: 'error' | 'warning'
}

/** @param folder - the name of the folder it is in */
export async function validateSkill(text: string, folder: string): Promise<readonly SkillProblem[]> {
	const matter = await readFrontMatter(text)
	const lineOf = fieldLines(text)
	const problems: SkillProblem[] = []
	const tell = (level: SkillProblem['level'], name: string, message: string) =>
		problems.push({ line: lineOf(name), message, level })
	if (matter.problem) problems.push({ ...matter.problem, level: 'error' })
	else if (!matter.hasFrontMatter)
		problems.push({
			line: 1,
			level: 'error',
			message: 'there is no front matter: --- and the fields name and description come first',
		})
	else {
		for (const { line, message } of matter.repaired) problems.push({ line, message, level: 'error' })
		checkName(matter, folder, tell)
		checkDescription(matter, tell)
		checkOthers(matter, tell)
		checkBody(matter, text, problems)
	}
	return problems.sort((a, b) => a.line - b.line)
}

type TellProblem = (level: SkillProblem['level'], name: string, message: string) => void

function checkName(matter: FrontMatter, folder: string, tell: TellProblem): void {
	const name = field(matter, 'name')
	if (name === undefined || name === null) return tell('error', 'name', 'name is missing')
	if (typeof name !== 'string') return tell('error', 'name', `name is ${shown(name)}; it has to be a text`)
	if (name.length < 1 || name.length > 64)
		tell('error', 'name', `name has ${name.length} characters; 1 to 64 are allowed`)
	if (!/^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(name))
		tell(
			'error',
			'name',
			`name is ${shown(name)}; lower-case letters, digits and single hyphens between them are allowed`,
		)
	if (name !== folder)
		tell(
			'error',
			'name',
			`name is ${shown(name)} and the folder is ${shown(folder)}; they have to be the same`,
		)
}

function checkDescription(matter: FrontMatter, tell: TellProblem): void {
	const description = field(matter, 'description')
	if (description === undefined || description === null)
		return tell('error', 'description', 'description is missing')
	if (typeof description !== 'string')
		return tell('error', 'description', `description is ${shown(description)}; it has to be a text`)
	if (description.trim() === '') tell('error', 'description', 'description is empty')
	if (description.length > 1_024)
		tell('error', 'description', `description has ${description.length} characters; at most 1024 are allowed`)
}

function checkOthers(matter: FrontMatter, tell: TellProblem): void {
	const compatibility = field(matter, 'compatibility')
	if (compatibility !== undefined && (typeof compatibility !== 'string' || compatibility.length > 500))
		tell('error', 'compatibility', 'compatibility has to be a text of at most 500 characters')
	const license = field(matter, 'license')
	if (license !== undefined && typeof license !== 'string')
		tell('error', 'license', `license is ${shown(license)}; it has to be a text`)
	const metadata = field(matter, 'metadata')
	if (metadata !== undefined && !isObject(metadata))
		tell('error', 'metadata', `metadata is ${shown(metadata)}; it has to be names with values`)
	const tools = field(matter, 'allowed-tools')
	if (tools !== undefined && typeof tools !== 'string')
		tell('warning', 'allowed-tools', 'allowed-tools is a list; the specification has one text with blanks')
	for (const problem of namedTools(listField(matter, 'allowed-tools') ?? []).problems)
		tell('warning', 'allowed-tools', problem)
	for (const name of Object.keys(matter.fields)) {
		if (SPECIFIED.includes(name) || EXTRAS.includes(name)) continue
		const near = nearestNames(name, [...SPECIFIED, ...EXTRAS])
		const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : ''
		tell('warning', name, `${shown(name)} is no field that is known${hint}`)
	}
}

/** The whole text is in the conversation once the skill is loaded. */
function checkBody(matter: FrontMatter, text: string, problems: SkillProblem[]): void {
	const lines = matter.body.trim() === '' ? 0 : matter.body.trimEnd().split('\n').length
	const line = text.split('\n').length - matter.body.split('\n').length + 1
	if (lines === 0)
		problems.push({ line, level: 'warning', message: 'there is no text behind the front matter' })
	if (lines > 500)
		problems.push({
			line,
			level: 'warning',
			message: `the text has ${lines} lines; below 500 are recommended, the rest in files of its own`,
		})
}

const SPECIFIED = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']

/** What other programs and this one read as well. */
const EXTRAS = [
	'agent',
	'argument-hint',
	'context',
	'disable-model-invocation',
	'effort',
	'hooks',
	'model',
	'paths',
	'user-invocable',
	'version',
	'when_to_use',
]

function fieldLines(text: string): (name: string) => number {
	const lines = text.split('\n')
	return name =>
		Math.max(
			0,
			lines.findIndex((line, index) => index > 0 && line.startsWith(`${name}:`)),
		) + 1
}

function shown(value: JsonValue): string {
	const text = JSON.stringify(value)
	return text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text
}
