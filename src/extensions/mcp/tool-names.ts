// MCP tool names: `mcp__server__tool`, the form that rules and hooks of other programs know too. A server cannot choose
// names that a rule about another server covers.

import { createHash } from 'node:crypto'

/**
 * The part of the names that stands for each server. Two underscores end it, so there are none in it, nor one at an end.
 * @returns a different one for each name
 */
export function serverSlugs(names: readonly string[]): ReadonlyMap<string, string> {
	const plain = new Set(names.filter(name => slugOf(name) === name))
	const slugs = new Map<string, string>()
	const taken = new Set(plain)
	for (const name of names) {
		const slug = slugOf(name)
		const isFree = slug === name || (slug !== '' && !taken.has(slug))
		const own = isFree ? slug : `${slug.slice(0, MOST_SLUG - 9)}_${hash(name)}`.replace(/^_/, '')
		taken.add(own)
		slugs.set(name, own)
	}
	return slugs
}

/** @returns a different name for each tool of the server, in the same order */
export function toolNames(slug: string, tools: readonly string[]): readonly string[] {
	const taken = new Set<string>()
	return tools.map(tool => {
		const whole = `mcp__${slug}__${tool.replaceAll(NOT_IN_NAMES, '_')}`
		const isFree = whole.length <= MOST_CHARACTERS && !taken.has(whole)
		const name = isFree ? whole : `${whole.slice(0, MOST_CHARACTERS - 9)}_${hash(tool)}`
		taken.add(name)
		return name
	})
}

function slugOf(name: string): string {
	return name
		.replaceAll(NOT_IN_NAMES, '_')
		.replaceAll(/__+/g, '_')
		.replaceAll(/^_|_$/g, '')
		.slice(0, MOST_SLUG)
		.replace(/_$/, '')
}

function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

const NOT_IN_NAMES = /[^A-Za-z0-9_-]/g

/** What every provider takes. */
const MOST_CHARACTERS = 64
/** Leaves room for a tool's own name. */
const MOST_SLUG = 32
