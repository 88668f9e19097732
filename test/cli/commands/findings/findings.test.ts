import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { extensionFindings } from '../../../../src/cli/commands/findings/extension-findings.ts'
import { type WebSettings, webFindings } from '../../../../src/cli/commands/findings/web-findings.ts'
import { homeFolders } from '../../../../src/workspace/places/home-folders.ts'
import { DEFAULT_SETTINGS } from '../../../../src/workspace/settings/settings-schema.ts'
import { body, openWebServer } from '../../../support/web/web-server.ts'

async function webLines(
	changes: { allowedHosts?: string[]; webSearch?: Partial<WebSettings['webSearch']> },
	env = {},
) {
	const { fetch, webSearch } = DEFAULT_SETTINGS
	const settings = {
		fetch: { ...fetch, ...(changes.allowedHosts && { allowedHosts: changes.allowedHosts }) },
		webSearch: { ...webSearch, ...changes.webSearch },
	}
	return (await webFindings(settings, env)).map(({ state, text }) => `${state} ${text}`)
}

describe('the web', () => {
	test('where fetch may go', async () => {
		assert.deepEqual(await webLines({}), [
			'ok fetch: of this machine and its network nothing (fetch.allowedHosts)',
		])
		assert.deepEqual(await webLines({ allowedHosts: ['127.0.0.1', 'docs.intra:8080'] }), [
			'ok fetch: of this machine and its network only 127.0.0.1, docs.intra:8080 (fetch.allowedHosts)',
		])
		assert.match((await webLines({ allowedHosts: ['*.intra'] }))[0]!, /^missing .*\*\.intra allows nothing/)
	})

	test('whether the engine answers, without searching for anything or showing the key', async () => {
		const server = await openWebServer({ '/': body('hello', {}) })
		const url = `${server.origin}/search?q={query}`
		const there = await webLines({ webSearch: { url, apiKeyEnv: 'ENGINE' } }, { ENGINE: 'secret-1234' })
		assert.deepEqual(there.slice(1), [`ok web_search: 127.0.0.1:${server.port} answers`])
		const [request] = server.requests
		assert.deepEqual([request?.url, request?.headers.authorization], ['/', undefined])
		const keyless = await webLines({ webSearch: { url, apiKeyEnv: 'ENGINE' } })
		assert.equal(keyless[2], 'missing web_search: ENGINE is not set, so it finds nothing')
		const gone = await webLines({ webSearch: { url: 'http://127.0.0.1:9/?q={query}' } })
		assert.match(gone[1]!, /^missing web_search: 127\.0\.0\.1:9: .*nothing listens there/)
	})
})

describe('extensions', () => {
	async function lines(files: Record<string, string>) {
		const root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-findings-')))
		onTestFinished(() => rm(root, { recursive: true, force: true }))
		for (const [name, text] of Object.entries(files)) {
			await mkdir(dirname(join(root, name)), { recursive: true })
			await writeFile(join(root, name), text)
		}
		const [cwd, home] = [join(root, 'project'), join(root, 'home')]
		await mkdir(cwd, { recursive: true })
		const folders = homeFolders({ env: { KEELSON_HOME: join(home, 'k') }, home, cwd })
		return (await extensionFindings({ cwd, home, folders })).map(({ state, text }) => `${state} ${text}`)
	}

	test('none, or how many of each kind', async () => {
		assert.deepEqual(await lines({}), ['ok extensions: none'])
		const hooks = {
			PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'touch ran' }] }],
			Stop: [],
		}
		const found = await lines({
			'home/.claude/commands/a.md': 'x',
			'home/.claude/commands/b/c.md': 'x',
			'home/.claude/skills/s/SKILL.md': '---\nname: s\n---\n',
			'home/.claude/settings.json': JSON.stringify({ hooks }),
			'home/k/settings.json': JSON.stringify({
				mcpServers: { one: { command: 'x' }, two: { command: 'y' } },
			}),
		})
		assert.deepEqual(found, ['ok extensions: 2 commands, 1 skill, 1 hook, 2 servers'])
	})

	test('what is not trusted, and what cannot be read, is told', async () => {
		const [counts, ...problems] = await lines({
			'project/.mcp.json': JSON.stringify({ mcpServers: { evil: { command: 'touch', args: ['ran'] } } }),
			'home/.claude/settings.json': '{ broken',
		})
		assert.equal(counts, 'ok extensions: none')
		assert.match(
			problems.join('\n'),
			/missing extensions: this folder is not trusted\. \.mcp\.json is not used\./,
		)
		assert.match(problems.join('\n'), /missing extensions: .*settings\.json is not a JSON object/)
	})
})
