// The permission store: the rules of the settings and what the user has allowed for this project. Read at each call,
// so that what is added or deleted counts at once.

import type { NewRule } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { namedTools, OWN_TOOL_NAMES } from '../../extensions/tool-names.ts'
import type { RuleList, StandingRule } from '../../safety/permissions/rule.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { projectFile, readProjectFile, writeProjectFile } from '../../workspace/places/project-file.ts'
import { openUserSettings } from '../../workspace/settings/user-settings.ts'
import type { WrittenRule } from '../../workspace/settings-layers.ts'

export type PermissionBook = {
	/** The project's root, links resolved: where relative paths in rules start. */
	readonly root: string
	rules(): readonly StandingRule[]
	listed(): readonly ListedRule[]
	/** @throws AgentError `config-invalid` for a rule that cannot be read, or the system's own error */
	add(rule: NewRule): Promise<void>
	/** @throws AgentError `rejected` for a rule that stands in a file of the project */
	remove(rule: ListedRule): Promise<void>
	allowForProject(rules: readonly string[]): Promise<void>
	/** Rules that do not count because they cannot be read. Whole sentences. */
	readonly problems: readonly string[]
}

/**
 * `user`: everywhere. `project`: what the user said about this project. `session`: in this process, and nowhere written.
 * `folder`: in a file the project brings along.
 */
export type RuleScope = 'user' | 'project' | 'session' | 'folder'
export type ListedRule = { list: RuleList; text: string; scope: RuleScope; from: string }

/**
 * @param written - from the settings
 * @throws AgentError `config-invalid` for a rule of the user's own that cannot be read: a wall that silently does not
 * stand is worse than none
 */
export async function openPermissionBook({
	written,
	folders,
	root,
}: {
	written: readonly WrittenRule[]
	folders: Pick<HomeFolders, 'settingsFile'>
	root: string
}): Promise<PermissionBook> {
	const file = projectFile(folders, root, 'permissions')
	const problems: string[] = []
	const all = [
		...written.map(({ list, text, source }) => {
			const scope = source.layer === 'user' ? ('user' as const) : ('folder' as const)
			return { list, text, scope, from: source.from }
		}),
		...rulesIn(await readProjectFile(file), file.path),
	]
	let standing: readonly RuleRecord[] = []
	for (const rule of all) {
		const read = await standingRule(rule)
		if (!('problem' in read)) standing = [...standing, read]
		else if (rule.scope === 'folder') problems.push(read.problem)
		else throw new AgentError('config-invalid', read.problem)
	}

	/** Reads the file again, because another session may have written to it. */
	const rewrite = async (change: (rules: readonly ListedRule[]) => readonly ListedRule[]) => {
		const rules = change(rulesIn(await readProjectFile(file), file.path))
		await writeProjectFile(file, contentOf(rules))
	}
	const put = (rules: readonly RuleRecord[]) => {
		standing = [...standing.filter(old => !rules.some(rule => isSame(old.listed, rule.listed))), ...rules]
	}

	return {
		root,
		problems,
		rules: () => standing.map(({ rule }) => rule),
		listed: () => standing.map(({ listed }) => listed),
		async add({ list, text, scope }) {
			const from = { user: folders.settingsFile, project: file.path, session: 'an answer' }[scope]
			const listed: ListedRule = { list, text, scope, from }
			const read = await standingRule(listed)
			if ('problem' in read) throw new AgentError('config-invalid', read.problem)
			if (scope === 'project') await rewrite(rules => mergeRules(rules, [listed]))
			else if (scope === 'user')
				await changeUserList(folders.settingsFile, list, texts => [...new Set([...texts, text])])
			put([read])
		},
		async remove(rule) {
			if (rule.scope === 'folder')
				throw new AgentError('rejected', `${rule.text} stands in ${rule.from}; it can only be deleted there`)
			if (rule.scope === 'project') await rewrite(rules => rules.filter(each => !isSame(each, rule)))
			else if (rule.scope === 'user')
				await changeUserList(rule.from, rule.list, texts => texts.filter(text => text !== rule.text))
			standing = standing.filter(({ listed }) => !isSame(listed, rule))
		},
		async allowForProject(texts) {
			const rules = texts.map(
				(text): ListedRule => ({ list: 'allow', text, scope: 'project', from: file.path }),
			)
			const read = await Promise.all(
				rules.map(async rule => {
					const found = await standingRule(rule)
					if ('problem' in found) throw new AgentError('internal', found.problem)
					return found
				}),
			)
			await rewrite(before => mergeRules(before, rules))
			put(read)
		},
	}
}

type RuleRecord = { rule: StandingRule; listed: ListedRule }

/** Most people have no rules, and reading one takes the whole grammar of commands. */
async function standingRule(listed: ListedRule): Promise<RuleRecord | { problem: string }> {
	const { parseRule } = await import('../../safety/permissions/rule.ts')
	const { list, text, scope, from } = listed
	const rule = parseRule(text, list)
	if ('expected' in rule)
		return { problem: `${from}: permissions.${list}: ${JSON.stringify(text)} must be ${rule.expected}` }
	const other = rule.kind === 'tool' && list !== 'allow' ? otherName(rule.name) : undefined
	if (other !== undefined)
		return { problem: `${from}: permissions.${list}: ${JSON.stringify(text)} is no tool here; ${other} is` }
	return { rule: { list, rule, text, scope: `${SCOPE_NAMES[scope]} (${from})` }, listed }
}

/** A wall around a tool that is called something else would not stand. A program may bring tools of any other name. */
function otherName(name: string): string | undefined {
	if (name.endsWith('*') || OWN_TOOL_NAMES.includes(name)) return undefined
	const { names } = namedTools([name])
	if (names.length > 0) return names[0] === name ? undefined : names[0]
	return nearestNames(name, OWN_TOOL_NAMES)[0]
}

const SCOPE_NAMES: Readonly<Record<RuleScope, string>> = {
	user: 'your settings',
	project: 'your rules for this project',
	session: 'your rules for this session',
	folder: "the project's settings",
}

const LISTS: readonly RuleList[] = ['allow', 'ask', 'deny']

function rulesIn(content: JsonObject | undefined, from: string): readonly ListedRule[] {
	return LISTS.flatMap(list => {
		const texts = content?.[list]
		return Array.isArray(texts)
			? texts.map((text): ListedRule => ({ list, text: String(text), scope: 'project', from }))
			: []
	})
}

function contentOf(rules: readonly ListedRule[]): JsonObject {
	const entries = LISTS.map(list => [list, rules.filter(rule => rule.list === list).map(({ text }) => text)])
	return Object.fromEntries(entries.filter(([, texts]) => texts!.length > 0))
}

function mergeRules(before: readonly ListedRule[], more: readonly ListedRule[]): readonly ListedRule[] {
	return [...before, ...more.filter(rule => !before.some(each => isSame(each, rule)))]
}

function isSame(a: ListedRule, b: ListedRule): boolean {
	return a.list === b.list && a.text === b.text && a.scope === b.scope && a.from === b.from
}

async function changeUserList(
	path: string,
	list: RuleList,
	change: (texts: readonly string[]) => readonly string[],
): Promise<void> {
	const settings = await openUserSettings(path)
	const before = settings.get(`permissions.${list}`)
	await settings.set(`permissions.${list}`, [...change(Array.isArray(before) ? before.map(String) : [])])
}
