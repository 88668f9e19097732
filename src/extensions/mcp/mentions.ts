// Mentions of what MCP servers bring: `@server:uri` in a prompt, `server:uri` as a path, `/mcp__server__prompt` with words.

export type ResourceMention = { server: string; uri: string }
export type PromptCall = { command: string; values: readonly string[] }

/** `server:uri` of a server there is; a path on a disk never is one. */
export function resourceIn(path: string, servers: ReadonlySet<string>): ResourceMention | undefined {
	// A plugin's server has a colon in its own name.
	const server = [...servers].find(name => path.startsWith(`${name}:`))
	if (server === undefined) return undefined
	const uri = path.slice(server.length + 1)
	return uri === '' ? undefined : { server, uri }
}

/** Behind an `@` that begins a word; punctuation at the end belongs to the sentence. */
export function resourceMentions(text: string, servers: ReadonlySet<string>): readonly ResourceMention[] {
	const words = [...text.matchAll(/(?<=^|[\s([{,;'"])@(?:"([^"\n]+)"|([^\s"]+))/g)]
	const found = words.flatMap(([, quoted, plain = '']) => {
		const path = quoted ?? plain.replace(/[\])},.;:!?']+$/, '')
		return resourceIn(path, servers) ?? []
	})
	return [...new Map(found.map(each => [`${each.server}:${each.uri}`, each])).values()]
}

/** `/mcp__server__prompt one "two words"` at the beginning of what was typed. */
export function promptCall(text: string): PromptCall | undefined {
	const [, command, rest = ''] = /^\s*\/(mcp__[\w-]+)(?=\s|$)([\s\S]*)$/.exec(text) ?? []
	if (command === undefined) return undefined
	const words = rest.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)
	return {
		command,
		values: Array.from(words, ([, double, single, plain]) => double ?? single ?? plain ?? ''),
	}
}
