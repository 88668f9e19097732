import assert from 'node:assert/strict'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { LOCAL } from '../../../src/core/services/auth-context.ts'
import { createTokenList, ownToken, readTokenFile } from '../../../src/services/embedded/token-list.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

const LONG = 'a-token-that-is-long-enough'

test('a token is whose line it stands in, and no other word is one', async () => {
	const path = join(await temporaryFolder(), 'tokens')
	const lines = `\ufeff# ours\n\n${LONG}-1 crm/ann # her laptop\n  ${LONG}-2\tshop/bob@example.com  \r\n`
	await writeFile(path, lines, { mode: 0o600 })
	const tokens = createTokenList(await readTokenFile(path))
	assert.deepEqual(await tokens.authenticate(`${LONG}-1`), { app: 'crm', user: 'ann' })
	assert.deepEqual(await tokens.authenticate(`${LONG}-2`), { app: 'shop', user: 'bob@example.com' })
	for (const other of ['', LONG, `${LONG}-1 `, `${LONG}-3`, 'crm/ann', '# ours'])
		assert.equal(await tokens.authenticate(other), undefined, other)
	tokens.replace([])
	assert.equal(await tokens.authenticate(`${LONG}-1`), undefined)
})

test('a file that is wrong is named with its line and what would be right; no token is repeated', async () => {
	const path = join(await temporaryFolder(), 'tokens')
	const cases: readonly [text: string, says: RegExp][] = [
		['', /no token in it/],
		['# only words\n', /no token in it/],
		[`${LONG} crm/ann\n${LONG}\n`, /line 2: .*TOKEN APP\/USER/],
		[`${LONG} crm\n`, /line 1/],
		[`${LONG} crm/ann/x\n`, /line 1/],
		[`${LONG} crm/../x\n`, /line 1/],
		[`${LONG} crm/ann more\n`, /line 1/],
		[`${LONG} crm/ann#1\n`, /line 1/],
		[`${LONG} crm/ann\n# old\n${LONG} crm/bob\n`, /line 3: its token stands in line 1 already/],
		[`${LONG} ../ann\n`, /line 1/],
	]
	for (const [text, says] of cases) {
		await writeFile(path, text, { mode: 0o600 })
		await assert.rejects(readTokenFile(path), error => {
			assert.ok(error instanceof AgentError && error.code === 'config-invalid', text)
			assert.match(error.message, says)
			return !error.message.includes(LONG)
		})
	}
	await writeFile(path, `short crm/ann\n${LONG} crm/bob\n`, { mode: 0o600 })
	assert.deepEqual(
		(await readTokenFile(path)).map(({ isShort }) => isShort),
		[true, false],
	)
	await assert.rejects(readTokenFile(`${path}-none`), { code: 'config-invalid' })
	// Whoever starts the server is warned of it.
	await writeFile(path, `short crm/ann\n${LONG} crm/bob\n`, { mode: 0o600 })
	assert.deepEqual(
		(await readTokenFile(path)).map(({ isShort }) => isShort),
		[true, false],
	)
})

test.skipIf(process.platform === 'win32')(
	'a file that others may read is refused with the command that helps',
	async () => {
		const path = join(await temporaryFolder(), 'tokens')
		await writeFile(path, `${LONG} crm/ann\n`)
		for (const mode of [0o644, 0o640, 0o604]) {
			await chmod(path, mode)
			await assert.rejects(readTokenFile(path), { code: 'config-invalid', message: /mode 06.*chmod 600/ })
		}
	},
)

test('the own token is made once, for its user alone', async () => {
	const path = join(await temporaryFolder(), 'home', 'server-token')
	const [first, second] = [await ownToken(path), await ownToken(path)]
	assert.deepEqual(first, second)
	const token = (await readFile(path, 'utf8')).trim()
	assert.ok(token.length >= 40)
	if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600)
	assert.deepEqual(await createTokenList([first]).authenticate(token), LOCAL)
	await writeFile(path, '', { mode: 0o600 })
	await assert.rejects(ownToken(path), { code: 'config-invalid', message: /remove it/ })
})
