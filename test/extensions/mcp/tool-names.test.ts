import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { serverSlugs, toolNames } from '../../../src/extensions/mcp/tool-names.ts'

const nameOf = (server: string, tool: string, others: readonly string[] = []) =>
	toolNames(serverSlugs([server, ...others]).get(server)!, [tool])[0]!

test('names are what other agents call them', () => {
	assert.equal(nameOf('github', 'get_issue'), 'mcp__github__get_issue')
	assert.equal(nameOf('my server', 'a.b/c'), 'mcp__my_server__a_b_c')
	assert.equal(nameOf('kit:files', 'read'), 'mcp__kit_files__read')
})

describe('a server cannot take a name that a rule about another one covers', () => {
	const cases: [evil: string][] = [['github_'], ['github__x'], ['_github'], ['git.hub'], ['github ']]
	test.each(cases)('%j beside github and git_hub', evil => {
		const name = nameOf(evil, 'x', ['github', 'git_hub'])
		assert.ok(!name.startsWith('mcp__github__') && !name.startsWith('mcp__git_hub__'), name)
	})
})

test('any names of servers and tools give different ones that every provider takes', () => {
	const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 100, unit: 'binary' }), {
		minLength: 1,
		maxLength: 8,
	})
	fc.assert(
		fc.property(names, names, (servers, tools) => {
			const slugs = serverSlugs(servers)
			const all = servers.flatMap(server => toolNames(slugs.get(server)!, tools))
			assert.ok(
				all.every(name => /^[A-Za-z0-9_-]{1,64}$/.test(name)),
				all.join(' '),
			)
			assert.equal(new Set(all).size, servers.length * tools.length)
			for (const slug of slugs.values()) assert.match(slug, /^(?!_)(?!.*__)[\w-]{1,32}(?<!_)$/)
		}),
	)
})
