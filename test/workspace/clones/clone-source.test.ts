import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import {
	allowedPlace,
	cloneSource,
	isAllowed,
	isCloneSource,
} from '../../../src/workspace/clones/clone-source.ts'

const SHA = 'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334'

describe('a repository at a commit', () => {
	test.each([
		[`https://github.com/you/shop@${SHA}`, 'https://github.com/you/shop', 'github.com'],
		[
			`https://GitHub.com:443/you/shop.git@${SHA.toUpperCase()}`,
			'https://GitHub.com:443/you/shop.git',
			'github.com',
		],
		[`http://127.0.0.1:8080/r@${SHA}`, 'http://127.0.0.1:8080/r', '127.0.0.1:8080'],
		[`ssh://git@host.example:2222/r.git@${SHA}`, 'ssh://git@host.example:2222/r.git', 'host.example:2222'],
		[`git@github.com:you/shop.git@${SHA}`, 'git@github.com:you/shop.git', 'github.com'],
		[`git://127.0.0.1:9418/r@${SHA}`, 'git://127.0.0.1:9418/r', '127.0.0.1:9418'],
		[`file:///srv/git/shop%20two@${SHA}`, 'file:///srv/git/shop%20two', '/srv/git/shop two'],
		[
			`https://host.example/@scope/r@${SHA}${SHA.slice(0, 24)}`,
			'https://host.example/@scope/r',
			'host.example',
		],
	])('%s', (workspace, url, place) => {
		assert.ok(isCloneSource(workspace))
		const source = cloneSource(workspace)
		assert.deepEqual([source.url, source.place], [url, place])
		assert.match(source.commit, /^[0-9a-f]{40,64}$/)
	})

	test.each([
		['https://github.com/you/shop', /whole id of a commit/],
		['https://github.com/you/shop@main', /whole id of a commit/],
		['https://github.com/you/shop@a1b2c3d', /whole id of a commit/],
		[`https://ann:hunter2@github.com/r@${SHA}`, /password or a token/],
		[`https://hunter2@github.com/r@${SHA}`, /password or a token/],
		[`ext::sh -c id@${SHA}`, undefined],
		[`ext://sh@${SHA}`, /may begin with/],
		[`fd://7@${SHA}`, /may begin with/],
		[`ssh://-oProxyCommand=id/r@${SHA}`, /no machine|no URL/],
		[`git@-oProxyCommand=id:r@${SHA}`, undefined],
		[`git@host:-oProxyCommand=id@${SHA}`, /no URL/],
		[`file://other.host/r@${SHA}`, /names no machine/],
		[`https://host/a\nb@${SHA}`, /blank/],
	])('%s is refused, and no password is repeated', (workspace, why) => {
		if (why === undefined) return assert.ok(!isCloneSource(workspace))
		assert.throws(
			() => cloneSource(workspace),
			(error: unknown) =>
				error instanceof AgentError &&
				error.code === 'usage' &&
				why.test(error.message) &&
				!error.message.includes('ann:hunter2'),
		)
	})

	test.each([
		[`https://github.com/r@${SHA}`, ['github.com'], true],
		[`https://GITHUB.com/r@${SHA}`, ['github.com'], true],
		[`https://github.com:8443/r@${SHA}`, ['github.com'], false],
		[`https://github.com:8443/r@${SHA}`, ['github.com:8443'], true],
		[`https://github.com.evil.example/r@${SHA}`, ['github.com'], false],
		[`https://evil.example/github.com@${SHA}`, ['github.com'], false],
		[`git@github.com:you/r@${SHA}`, ['github.com'], true],
		[`file:///srv/git/r@${SHA}`, ['/srv/git'], true],
		[`file:///srv/git-other/r@${SHA}`, ['/srv/git'], false],
		[`file:///srv/git/../secret@${SHA}`, ['/srv/git'], false],
		[`file:///srv/git/%2e%2e/secret@${SHA}`, ['/srv/git'], false],
		[`https://github.com/r@${SHA}`, [], false],
	])('%s where %j is allowed: %s', (workspace, allowed, expected) => {
		assert.equal(isAllowed(cloneSource(workspace), allowed.map(allowedPlace)), expected)
	})
})
