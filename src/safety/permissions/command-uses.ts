// File uses of a command, as far as its text tells: the paths it spells out, where links among them lead, and the
// folders it looks through.

import { posix } from 'node:path'
import type { Files } from '../../core/host.ts'
import type { Script, SimpleCommand } from '../shell-parser/bash-syntax.ts'
import type { Word } from '../shell-parser/bash-words.ts'
import { type Scope, targetOf } from '../shell-policy/analysis/scope.ts'
import { linksIn } from '../shell-policy/check-files.ts'
import { variantsOf } from '../shell-policy/expansion/loop-values.ts'
import { withInnerCommands } from '../shell-policy/nested/wrappers.ts'
import { overlap } from './path-overlap.ts'
import { type SearchedFolders, searchedFolders } from './searched-folders.ts'

export type CommandUse = {
	/** Of the simple command, as in the parts of an assessment. */
	text: string
	/** Absolute; what the shell would expand is still in them. */
	paths: readonly string[]
	searched: SearchedFolders
}

type Placed = { command: SimpleCommand; scope: Scope }

export function commandUses(placed: readonly Placed[], script: Script): readonly CommandUse[] {
	return placed.flatMap(({ command, scope }) =>
		variantsOf(command, script.loopValues).map(variant => {
			// What a loop goes over may be written out there and used by a name.
			const inner = variant.keyword === 'for' ? [variant] : withInnerCommands(variant)
			const words = inner.flatMap(each => [
				...(each.keyword ? each.words : each.words.slice(1)),
				...each.redirections.flatMap(({ target }) => target ?? []),
				...each.assignments.flatMap(({ value }) => value ?? []),
			])
			return {
				text: command.text,
				paths: [...new Set(words.flatMap(word => pathsIn(word, scope)))],
				searched: searchedFolders(inner, scope),
			}
		}),
	)
}

/** The same with both names of what is reached through a link. */
export async function withLinksFollowed(
	uses: readonly CommandUse[],
	files: Pick<Files, 'realPath' | 'list'>,
): Promise<readonly CommandUse[]> {
	const known = new Map<string, Promise<readonly string[]>>()
	const namesOf = (path: string) => {
		const names = known.get(path) ?? bothNames(path, files)
		known.set(path, names)
		return names
	}
	const followed = async (folders: readonly string[] | 'unknown') =>
		folders === 'unknown' ? folders : (await Promise.all(folders.map(namesOf))).flat()
	return Promise.all(
		uses.map(async ({ text, paths, searched }) => ({
			text,
			paths: (await Promise.all(paths.map(namesOf))).flat(),
			searched: { read: await followed(searched.read), edit: await followed(searched.edit) },
		})),
	)
}

async function bothNames(path: string, files: Pick<Files, 'realPath' | 'list'>): Promise<readonly string[]> {
	// Far longer than a path can be, or with an unknown part in the middle of a name.
	if (path.length > MAX_PATH || path.includes('\0')) return [path]
	const steps = path.split('/')
	const firstOpen = steps.findIndex(step => /[*?[]/.test(step))
	if (firstOpen === -1) return [path, await files.realPath(path)]
	const folder = steps.slice(0, firstOpen).join('/') || '/'
	// Where there are too many to follow, the gate asks for that reason.
	const links =
		(await linksIn(folder, steps.length - firstOpen, { files, left: MAX_ENTRIES }).catch(() => [])) ?? []
	const through = [folder, ...links.filter(link => overlap(path, link) !== 'apart')]
	const real = async (at: string) =>
		posix.join(await files.realPath(at), ...steps.slice(at === '/' ? 1 : at.split('/').length))
	return [path, ...(await Promise.all(through.map(real)))]
}

const MAX_PATH = 4_000
const MAX_ENTRIES = 2_000

/** The word itself, and what stands behind `=`, `:`, `@` or `,` in it, as in `--file=path` and `HEAD:path`. */
function pathsIn(word: Word, scope: Scope): readonly string[] {
	const whole = targetOf(word, scope)?.paths ?? []
	const behind = [...word.text.matchAll(/[=:@,]/g)].flatMap(({ index }) => {
		const value = word.text.slice(index + 1)
		if (value === '') return []
		return targetOf({ text: value, pieces: [{ kind: 'literal', value }] }, scope)?.paths ?? []
	})
	return [...whole, ...behind]
}
