import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isProxied } from '../../../src/providers/http/proxy.ts'

const CASES: readonly [url: string, env: Record<string, string>, isProxied: boolean][] = [
	['https://api.openai.com/v1', {}, false],
	['https://api.openai.com/v1', { HTTPS_PROXY: 'http://proxy:8080' }, true],
	['https://api.openai.com/v1', { https_proxy: 'http://proxy:8080' }, true],
	['https://api.openai.com/v1', { HTTPS_PROXY: '' }, false],
	['https://api.openai.com/v1', { ALL_PROXY: 'socks5://proxy:1080' }, true],
	['https://api.openai.com/v1', { HTTP_PROXY: 'http://proxy:8080' }, false],
	['http://127.0.0.1:8000/v1', { HTTPS_PROXY: 'http://proxy:8080' }, false],
	['http://127.0.0.1:8000/v1', { HTTP_PROXY: 'http://proxy:8080' }, true],
]

const EXEMPTIONS: readonly [exempt: string, url: string, isProxied: boolean][] = [
	['*', 'https://api.openai.com/v1', false],
	['openai.com', 'https://api.openai.com/v1', false],
	['.openai.com', 'https://api.openai.com/v1', false],
	['*.openai.com', 'https://api.openai.com/v1', false],
	['API.OPENAI.COM', 'https://api.openai.com/v1', false],
	['example.com, api.openai.com', 'https://api.openai.com/v1', false],
	['example.com', 'https://api.openai.com/v1', true],
	['penai.com', 'https://api.openai.com/v1', true],
	['localhost:8000', 'https://localhost:8000/v1', false],
	['localhost:8000', 'https://localhost:9000/v1', true],
	['[::1]', 'https://[::1]:9000/v1', false],
	['::1', 'https://[::1]:9000/v1', false],
	['::2', 'https://[::1]:2/v1', true],
	['10.0.0.0/8', 'https://10.20.30.40/v1', false],
	['10.0.0.0/8', 'https://11.0.0.1/v1', true],
	['10.0.0.0/8', 'https://10.example.com/v1', true],
	['10.0.0.0/33', 'https://10.0.0.0/v1', true],
	['fd00::/8', 'https://[fd12::1]/v1', false],
	['fd00::/8', 'https://[fe80::1]/v1', true],
	[' , ', 'https://api.openai.com/v1', true],
]

for (const [url, env, expected] of CASES) {
	test(`${url} with ${JSON.stringify(env)} is ${expected ? '' : 'not '}asked through a proxy`, () => {
		assert.equal(isProxied(url, env), expected)
	})
}

for (const [exempt, url, expected] of EXEMPTIONS) {
	test(`NO_PROXY=${exempt} ${expected ? 'says nothing about' : 'exempts'} ${url}`, () => {
		assert.equal(isProxied(url, { HTTPS_PROXY: 'http://proxy:8080', NO_PROXY: exempt }), expected)
	})
}
