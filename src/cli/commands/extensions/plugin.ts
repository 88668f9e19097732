// `agent plugin …`: installs, lists, updates and removes plugins. What one brings along is listed before it is trusted, and
// what an update changes before that is.

import { homedir } from 'node:os'
import { AgentError } from '../../../core/errors.ts'
import { nearestNames } from '../../../core/text/nearest.ts'
import { pluginContent } from '../../../extensions/plugins/plugin-content.ts'
import { fileChanges, type PluginFiles } from '../../../extensions/plugins/plugin-files.ts'
import { type PluginManifest, readManifest } from '../../../extensions/plugins/plugin-manifest.ts'
import { folderFiles } from '../../../runtime/extensions/plugins/folder-files.ts'
import { pluginOffers } from '../../../runtime/extensions/plugins/plugin-offers.ts'
import {
	type FoundPlugin,
	findAgain,
	findPlugin,
	isPinned,
	sourceText,
} from '../../../runtime/extensions/plugins/plugin-source.ts'
import {
	type InstalledPlugin,
	installedPlugins,
	installPlugin,
	removePlugin,
	trustedFiles,
} from '../../../runtime/extensions/plugins/plugin-store.ts'
import { type Environment, homeFolders } from '../../../workspace/places/home-folders.ts'
import type { UntrustedItem } from '../../../workspace/trust/trust-offers.ts'
import { visible } from '../../../workspace/trust/unused-content.ts'
import { confirm } from '../../io/confirm.ts'
import type { Output } from '../../io/output.ts'
import { startProgress } from '../../io/progress.ts'

export type PluginArguments = {
	output: Pick<Output, 'out' | 'error' | 'statusRow'>
	/** Trusts what was listed without asking. */
	yes?: boolean | undefined
	place?: { env: Environment; cwd: string; home: string }
}

/** @returns the exit code; 4 where nobody said that it is trusted */
export async function addPlugin(source: string, args: PluginArguments): Promise<number> {
	const { output, place = here() } = args
	const folders = homeFolders(place)
	const found = await whileFetching(source, output, onFetched => findPlugin(source, place, onFetched))
	const { manifest, offers, problems } = contentOf(found.files, found.fallback)
	const { name } = manifest
	if ((await installedPlugins(folders)).some(plugin => plugin.name === name))
		throw new AgentError(
			'usage',
			`there is a plugin ${name} already; agent plugin update ${name} fetches it anew, agent plugin remove ${name} removes it`,
		)
	printPlugin({ manifest, from: sourceText(found.source), files: found.files, offers }, output)
	printProblems(problems, found, output)
	if (!(await isTrusted(`Trust ${name} and install it?`, args))) return NOT_TRUSTED
	await installPlugin({ name, source: found.source, files: found.files }, folders)
	output.out(`\n${name} is installed; its commands begin with /${name}:\n`)
	return 0
}

export async function listPlugins(args: PluginArguments): Promise<number> {
	const { output, place = here() } = args
	const plugins = await installedPlugins(homeFolders(place))
	if (plugins.length === 0)
		output.out('there are no plugins; agent plugin add <folder | git URL> installs one\n')
	for (const plugin of plugins) {
		const state = (await trustedFiles(plugin)) ? '' : '  (not used: it has changed since it was trusted)'
		output.out(`${plugin.name}  ${visible(sourceText(plugin.source))}${state}\n`)
	}
	return 0
}

export async function showPlugin(name: string, args: PluginArguments): Promise<number> {
	const { output, place = here() } = args
	const plugin = await installed(name, place)
	const { files } = await folderFiles(plugin.root)
	const { manifest, offers } = contentOf(files, name)
	printPlugin({ manifest, from: sourceText(plugin.source), files, offers }, output)
	output.out(`  folder: ${visible(plugin.root)}\n`)
	if (await trustedFiles(plugin)) return 0
	output.error(`${name} has changed since it was trusted, and is not used\n`)
	return 1
}

export async function updatePlugin(name: string, args: PluginArguments): Promise<number> {
	const { output, place = here() } = args
	const plugin = await installed(name, place)
	const found = await whileFetching(name, output, onFetched => findAgain(plugin.source, place.env, onFetched))
	const { files: before } = await folderFiles(plugin.root).catch(() => ({ files: NO_FILES }))
	const changes = fileChanges(before, found.files)
	if (changes.length === 0 && (await trustedFiles(plugin))) {
		const why = isPinned(plugin.source) ? '; it is held at that commit' : ''
		output.out(`${name} is as it was: ${visible(sourceText(found.source))}${why}\n`)
		return 0
	}
	const is = contentOf(found.files, name)
	printUpdate({ name, plugin, found, changes }, offersOf(before, name), is.offers, output)
	printProblems(is.problems, found, output)
	if (!(await isTrusted(`Trust ${name} as it is now?`, args))) return NOT_TRUSTED
	await installPlugin({ name, source: found.source, files: found.files }, homeFolders(place))
	output.out(`\n${name} is updated\n`)
	return 0
}

export async function removePluginNamed(name: string, args: PluginArguments): Promise<number> {
	const { output, place = here() } = args
	await removePlugin(await installed(name, place), homeFolders(place))
	output.out(`${name} is removed\n`)
	return 0
}

/** Until git knows how many objects there are, the row has the time that it has taken. */
async function whileFetching<Found>(
	what: string,
	output: PluginArguments['output'],
	fetch: (onFetched: (done: number, total: number) => void) => Promise<Found>,
): Promise<Found> {
	const progress = startProgress(output, { what: `fetching ${visible(what)}`, unit: 'items' })
	try {
		return await fetch((done, total) => progress.at(done, total))
	} finally {
		progress.end()
	}
}

/** A needed approval that nobody gave. */
const NOT_TRUSTED = 4

function here() {
	return { env: process.env, cwd: process.cwd(), home: homedir() }
}

async function installed(
	name: string,
	place: NonNullable<PluginArguments['place']>,
): Promise<InstalledPlugin> {
	const plugins = await installedPlugins(homeFolders(place))
	const found = plugins.find(plugin => plugin.name === name)
	if (found) return found
	const names = plugins.map(plugin => plugin.name)
	const near = nearestNames(name, names)
	const hint =
		near.length > 0 ? `did you mean ${near.join(' or ')}?` : `there are ${names.join(', ') || 'none'}`
	throw new AgentError('usage', `there is no plugin ${JSON.stringify(name)}; ${hint}`)
}

const NO_FILES: PluginFiles = new Map()

/** Its folder stands for wherever it will be. */
const ROOT = 'PLUGIN'

function contentOf(files: PluginFiles, fallback: string) {
	const manifest = readManifest(files, fallback)
	const content = pluginContent(files, manifest, ROOT)
	return {
		manifest,
		offers: pluginOffers(content, { name: manifest.name, root: ROOT }),
		problems: content.problems,
	}
}

/** Of files that may be broken by now. */
function offersOf(files: PluginFiles, name: string): readonly UntrustedItem[] {
	try {
		return contentOf(files, name).offers
	} catch {
		return []
	}
}

function printPlugin(
	plugin: {
		manifest: PluginManifest
		from: string
		files: PluginFiles
		offers: readonly UntrustedItem[]
	},
	output: PluginArguments['output'],
): void {
	const { manifest, from, files, offers } = plugin
	const { name, version, description } = manifest
	output.out(`${name}${version === undefined ? '' : ` ${visible(version)}`}\n`)
	if (description !== undefined) output.out(`  ${visible(description)}\n`)
	output.out(`  from ${visible(from)}, ${files.size} files\n`)
	output.out(offers.length === 0 ? 'It brings nothing along that Keelson uses.\n' : 'It brings along:\n')
	printOffers(offers, output)
}

function printProblems(
	problems: readonly string[],
	{ leftOut }: Pick<FoundPlugin, 'leftOut'>,
	output: PluginArguments['output'],
): void {
	for (const problem of problems) output.error(`warning: ${visible(problem)}\n`)
	if (leftOut.length === 0) return
	const some = leftOut.slice(0, 10).map(visible).join(', ')
	output.error(
		`warning: links and other repositories are left out: ${some}${leftOut.length > 10 ? ', …' : ''}\n`,
	)
}

function printOffers(offers: readonly UntrustedItem[], output: PluginArguments['output']): void {
	for (const { kind, file, effect } of offers) output.out(`  ${visible(file)}  ${kind}: ${visible(effect)}\n`)
}

function printUpdate(
	update: { name: string; plugin: InstalledPlugin; found: FoundPlugin; changes: readonly string[] },
	before: readonly UntrustedItem[],
	now: readonly UntrustedItem[],
	output: PluginArguments['output'],
): void {
	const { name, plugin, found, changes } = update
	output.out(`${name}: ${visible(sourceText(plugin.source))} → ${visible(sourceText(found.source))}\n`)
	for (const change of changes) output.out(`  ${visible(change)}\n`)
	const without = (all: readonly UntrustedItem[], others: readonly UntrustedItem[]) =>
		all.filter(({ kind, effect }) => !others.some(other => other.kind === kind && other.effect === effect))
	const [added, gone] = [without(now, before), without(before, now)]
	if (added.length > 0) output.out('New in it:\n')
	printOffers(added, output)
	if (gone.length > 0) output.out('No longer in it:\n')
	printOffers(gone, output)
}

async function isTrusted(question: string, { yes, output }: PluginArguments): Promise<boolean> {
	if (yes) return true
	if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
		output.error(`error: nobody is there to say that this is trusted; --yes says so\n`)
		return false
	}
	const answer = await confirm(question)
	if (!answer) output.error('not trusted; nothing was changed\n')
	return answer
}
