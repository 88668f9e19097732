// The web page in real Chromium: what somebody sees and does there, and what nobody can make it do.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { deferred } from '../../../src/core/async/deferred.ts'
import { hasEnded, type Task, type TaskId } from '../../../src/core/services/tasks.ts'
import { whenAborted } from '../../support/deferred.ts'
import { answer, finish, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { cuttableProxy } from '../../support/server/cuttable-proxy.ts'
import {
	builtPage,
	type Chromium,
	launchChromium,
	NO_CHROMIUM,
	type PageFiles,
	routesOf,
	type Visit,
	type VisitOptions,
} from '../../support/server/in-chromium.ts'
import { FOCUSED, PAGE_CHECKS } from '../../support/server/page-checks.ts'
import { ANN, BOB, type Serving, type ServingOptions, startServing } from '../../support/server/serving.ts'
import { SOAK_TIMES } from '../../support/soak.ts'

if (NO_CHROMIUM) console.warn(`the web page is not tested in a browser: ${NO_CHROMIUM}`)

const SIZES_AND_COLOURS = [
	{ width: 1440, colorScheme: 'light' },
	{ width: 390, colorScheme: 'dark' },
	{ width: 1440, colorScheme: 'dark' },
	{ width: 390, colorScheme: 'light' },
] as const

const WITH_IT = {
	question: 'What goes with it?',
	header: 'On the side',
	options: ['milk', 'sugar', 'lemon'],
	descriptions: ['of oats', '', 'a slice'],
	multiple: true,
}

describe.skipIf(NO_CHROMIUM)('in Chromium, the page', () => {
	let browser: Chromium
	let files: PageFiles
	beforeAll(async () => {
		;[browser, files] = await Promise.all([launchChromium(), builtPage()])
	}, 60_000)
	afterAll(() => browser?.close())

	const serve = (options: ServingOptions = {}): Promise<Serving> =>
		startServing({ ...options, more: () => ({ routes: routesOf(files) }) })

	/** Whatever goes wrong in it fails the test. */
	async function open(url: string, options: VisitOptions = {}): Promise<Visit> {
		const visited = await browser.visit(url, options)
		onTestFinished(async () => {
			await visited.close()
			assert.deepEqual(visited.problems, [])
		})
		return visited
	}

	const card = (page: Page, text: string) => page.locator('.card[data-state="ready"]', { hasText: text })

	test('makes a task, shows its text as it comes, and asks; keys answer only where the question is', async () => {
		const go = deferred()
		const model = scriptedProvider(
			[
				{ type: 'reasoning-delta', text: 'They want a file.' },
				{ type: 'reasoning-end', text: 'They want a file.' },
				{ type: 'text-delta', text: 'First **words**' },
				() => go.promise,
				...toolCalls(['c1', 'write', { path: 'no.txt', content: 'never\n' }]),
			],
			toolCalls(['c2', 'write', { path: 'yes.txt', content: 'by a task\n' }]),
			answer('All is *written*.'),
		)
		const serving = await serve({ provider: () => model })
		const { page } = await open(serving.url)
		await page.getByLabel('Prompt').fill('make a file\nwith a line')
		await page.keyboard.press('Control+Enter')
		await page.locator('.answer.live strong', { hasText: 'words' }).waitFor()
		assert.equal(await page.locator('.doing').textContent(), 'Writing')
		const id = new URL(page.url()).hash.replace('#task=', '')
		go.resolve()

		await card(page, 'no.txt').waitFor()
		await page.getByRole('region', { name: 'Transcript' }).focus()
		for (const key of ['1', 'o', 'y', 's']) await page.keyboard.press(key)
		await page.getByLabel('If not, why?').fill('1 o s')
		await page.getByLabel('If not, why?').press('1')
		await page.getByLabel('If not, why?').press('Enter')

		await card(page, 'yes.txt').focus()
		await page.keyboard.press('1')
		const task = await serving.until(id, ({ state }) => hasEnded(state))
		await page.locator('.answer em', { hasText: 'written' }).waitFor()
		await page.locator('.state', { hasText: 'Done' }).waitFor()
		assert.equal(task.state, 'completed')
		assert.equal(existsSync(join(serving.cwd, 'no.txt')), false)
		assert.equal(await readFile(join(serving.cwd, 'yes.txt'), 'utf8'), 'by a task\n')
		assert.match(JSON.stringify(model.requests[1]?.messages), /1 o s1/)
		await page.getByText('Thoughts').click()
		await page.getByText('They want a file.').waitFor()
		const refused = page.locator('.call', { hasText: 'no.txt' })
		await refused.locator('summary').press('Enter')
		await refused.getByText('You were asked: refused: 1 o s1').waitFor()
		assert.equal(
			await page.locator('.call', { hasText: 'yes.txt' }).locator('ins').textContent(),
			'+by a task',
		)
		await page.locator('nav .row-state', { hasText: 'Done' }).waitFor()
		assert.equal(await page.locator('#announce').textContent(), 'Done: make a file')
	})

	test('answers a question, says something meanwhile, and cancels in two steps', async () => {
		const go = deferred()
		const model = scriptedProvider(
			toolCalls(['c1', 'ask_user', { question: 'Tea or coffee?', options: ['tea', 'coffee'] }]),
			toolCalls(['c2', 'ask_user', WITH_IT]),
			[() => go.promise, ...answer('One moment.')],
			[whenAborted],
		)
		const serving = await serve({ provider: () => model })
		const id = await serving.create('serve something')
		const { page } = await open(serving.url, { task: id })
		await card(page, 'Tea or coffee?').waitFor()
		await page.getByRole('radio', { name: 'tea' }).focus()
		await page.keyboard.press('2')
		await card(page, 'What goes with it?').waitFor()
		const group = page.getByRole('group', { name: 'On the side What goes with it?' })
		assert.match(await group.ariaSnapshot(), /checkbox "lemon a slice"/)
		await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
		assert.deepEqual(await page.evaluate(PAGE_CHECKS), [])
		await group.getByText('a slice').click()
		for (const key of ['2', '1', '2']) await page.keyboard.press(key)
		await page.getByLabel('In your own words').fill('a biscuit')
		await group.getByRole('checkbox', { name: 'lemon' }).press('Enter')
		const steer = page.getByLabel('Tell it something while it works')
		await steer.fill('with milk')
		const taken = page.waitForResponse(
			response => response.url().endsWith('/input') && response.status() === 202,
		)
		await steer.press('Control+Enter')
		await taken

		go.resolve()
		await page.locator('.prompt', { hasText: 'with milk' }).waitFor()
		assert.match(JSON.stringify(model.requests[1]?.messages), /"text":"coffee"/)
		assert.match(JSON.stringify(model.requests[2]?.messages), /"text":"milk, lemon, a biscuit"/)

		await page.getByRole('button', { name: 'Cancel task' }).press('Enter')
		// The first thing there is not what ends it.
		await page.keyboard.press('Enter')
		await page.getByRole('button', { name: 'Cancel task' }).press('Enter')
		await page.getByRole('button', { name: 'Cancel it' }).click()
		await page.locator('.state', { hasText: 'Canceled' }).waitFor()
		assert.equal((await serving.until(id, ({ state }) => hasEnded(state))).state, 'canceled')
	})

	test('wants a token, keeps it out of the address, and shows nothing of somebody else', async () => {
		const serving = await serve()
		const id = await serving.create('a secret of Ann')
		const { page } = await open(serving.url, { token: 'wrong-token', task: id, expected: [401, 404] })
		await page.getByRole('alert').getByText('the token is not one of this server').waitFor()
		assert.equal(await page.locator('nav *').count(), 0)
		await page.getByLabel('Token').fill('schlüssel')
		await page.keyboard.press('Enter')
		await page.getByText('That is no token').waitFor()
		await page.getByLabel('Token').fill(BOB)
		await page.keyboard.press('Enter')
		await page.getByRole('heading', { name: 'There is no such task' }).waitFor()
		await page.getByText('No tasks yet.').waitFor()
		assert.ok(!(await page.content()).includes('secret of Ann'))

		await page.getByRole('button', { name: 'Forget token' }).click()
		await page.getByLabel('Token').fill(ANN)
		await page.getByRole('button', { name: 'Open' }).click()
		await page.getByRole('heading', { name: 'a secret of Ann' }).waitFor()
		assert.ok(!page.url().includes('token'))
		const kept = '[Object.values(sessionStorage), Object.values(localStorage), document.cookie]'
		assert.deepEqual(await page.evaluate(kept), [[ANN], [], ''])
		await page.getByRole('button', { name: 'Forget token' }).click()
		await page.getByLabel('Token').waitFor()
		await page.goto(`${serving.url}/#token=${BOB}`)
		await page.getByText('No tasks yet.').waitFor()
		assert.ok(!page.url().includes(BOB))
	})

	test('takes up after a broken connection where it was, and says that it is broken', async () => {
		const [begin, first, second] = [deferred(), deferred(), deferred()]
		const model = scriptedProvider(
			[...answer('Reading it.').slice(0, 1), ...toolCalls(['c1', 'read', { path: 'a.txt' }])],
			[
				() => begin.promise,
				{ type: 'text-delta', text: 'Half of' },
				() => first.promise,
				{ type: 'text-delta', text: ' it' },
				() => second.promise,
				{ type: 'text-delta', text: ', all of it.' },
				finish('stop'),
			],
		)
		const proxy = await cuttableProxy()
		const serving = await serve({ provider: () => model, http: { allowedHosts: [proxy.host] } })
		proxy.to(serving.port)
		const id = await serving.create('read it')
		const { page, problems } = await open(proxy.url, { task: id })
		await page.locator('.call[data-state]:not([data-state=written], [data-state=running])').waitFor()
		begin.resolve()
		await page.locator('.answer.live', { hasText: 'Half of' }).waitFor()
		proxy.cut()
		await page.locator('.banner.shown', { hasText: /Trying again/ }).waitFor()
		first.resolve()
		proxy.mend()
		await page.locator('.banner.shown').waitFor({ state: 'detached' })
		second.resolve()
		await page.locator('.state', { hasText: 'Done' }).waitFor()
		assert.deepEqual(await page.locator('.answer').allTextContents(), [
			'Reading it.',
			'Half of it, all of it.',
		])
		assert.equal(await page.locator('.call').count(), 1)
		const from = proxy.heads
			.map(head => /^last-event-id: (\d+)/im.exec(head)?.[1])
			.filter(Boolean)
			.map(Number)
		assert.equal(from[0], 0)
		assert.ok(from.at(-1)! > 0, `from ${from}`)
		assert.ok(
			problems.every(problem => /net::ERR_|Failed to load/.test(problem)),
			problems.join(),
		)
		problems.length = 0
	})

	test('goes along with the end unless somebody reads further up', async () => {
		const more = [deferred(), deferred()]
		const text = (word: string) => ({ type: 'text-delta' as const, text: `${word}\n\n`.repeat(60) })
		const model = scriptedProvider([
			text('first'),
			() => more[0]!.promise,
			text('second'),
			() => more[1]!.promise,
			text('third'),
			finish('stop'),
		])
		const serving = await serve({ provider: () => model })
		const id = await serving.create('talk')
		const { page } = await open(serving.url, { task: id })
		/** Looked at with each frame. */
		const until = (isSo: string) =>
			page.evaluate(`new Promise(done => {
				const look = () => {
					const at = document.querySelector('.stage .scroll')
					const left = at.scrollHeight - at.scrollTop - at.clientHeight
					if (${isSo}) done()
					else requestAnimationFrame(look)
				}
				look()
			})`)
		const shown = (word: string) => page.locator('.answer p', { hasText: word }).nth(59).waitFor()
		await shown('first')
		more[0]!.resolve()
		await shown('second')
		await until('left < 2')
		const steer = await page.locator('.steer').boundingBox()
		assert.ok(
			steer && Math.round(steer.y + steer.height) === 900,
			'what is said meanwhile is said at the bottom',
		)

		await page.getByRole('region', { name: 'Transcript' }).press('Home')
		await until('at.scrollTop === 0')
		more[1]!.resolve()
		await page.locator('.state', { hasText: 'Done' }).waitFor()
		await shown('third')
		await until('at.scrollTop === 0 && left > 1000')
		await page.getByRole('button', { name: 'Latest' }).click()
		await until('left < 2')
	})

	test('draws hostile text as text, and of very long text no more than it can hold', async () => {
		const hostile = [
			'<img src=x onerror="window.pwned=1"> <script>window.pwned=1</script> <svg onload="pwned=1">',
			'[click](javascript:window.pwned=1) [data](data:text/html,x) <javascript:alert(1)>',
			'![picture](http://127.0.0.1:9/x.png) [bank](https://evil.example/login) https://good.example/a.',
			'a \u202egnp.exe\u202c b \x1b[31mred\x1b[0m \x00nul \x07',
			'- <iframe src="//evil.example"></iframe>\n',
			'| a | b |\n|---|---|\n| <b>x</b> | `<i>` |\n',
			'```html\n</code></pre><script>pwned=1</script>\n```',
			'_'.repeat(3000) + '['.repeat(3000) + '*'.repeat(3000),
		].join('\n\n')
		const model = scriptedProvider(
			[
				{ type: 'text-delta', text: hostile },
				...toolCalls(['c1', 'shell', { command: 'echo "\u202e$(x)" <script>\x1b[2J' }]),
			],
			answer(`${'word '.repeat(2_000_000)}THE END`),
		)
		const serving = await serve({ provider: () => model })
		const id = await serving.create('<script>pwned=1</script> <b>bold</b>')
		const { page, asked } = await open(serving.url, { task: id })
		await card(page, 'May it do this?').waitFor()
		const command = await page.locator('.card .command').textContent()
		assert.equal(command, 'echo "⟨U+202E⟩$(x)" <script>⟨U+001B⟩[2J')
		await page.getByText('2 characters that cannot be seen are written as their codes').waitFor()
		const main = page.locator('main')
		const seen = (await main.textContent()) ?? ''
		assert.ok(seen.includes('<img src=x onerror="window.pwned=1"> <script>window.pwned=1</script>'))
		assert.ok(seen.includes('[click](javascript:window.pwned=1)'))
		assert.ok(seen.includes('bank (evil.example)'))
		assert.ok(seen.includes('a \ufffdgnp.exe\ufffd b red ␀nul ␇'))
		assert.doesNotMatch(seen, /[\u202a-\u202e\x00-\x08\x1b]/)
		const links = await page
			.locator('main a[target]')
			.evaluateAll(all => all.map(a => [a.getAttribute('href'), a.getAttribute('rel')]))
		assert.deepEqual(
			links.map(([href]) => href),
			['http://127.0.0.1:9/x.png', 'https://evil.example/login', 'https://good.example/a'],
		)
		assert.ok(links.every(([, rel]) => rel?.includes('noopener')))
		assert.equal(
			await main.locator('script, img, svg, iframe, b, i, object, embed, style, form[action]').count(),
			0,
		)
		assert.equal(await page.evaluate('window.pwned'), undefined)

		await card(page, 'May').getByRole('button', { name: 'No' }).click()
		await page.getByText('THE END').waitFor()
		const drawn = (await main.textContent()) ?? ''
		assert.ok(drawn.length < 250_000, `${drawn.length} characters`)
		assert.match(drawn, /9,900,00\d characters are left out here/)
		assert.deepEqual(
			asked.filter(path => !/^(GET \/(page\.(js|css))?|(GET|POST) \/v1\/tasks.*)$/.test(path)),
			[],
		)
	})

	test('is for everybody: names, order, contrast, dark and light, narrow and wide', async () => {
		const model = scriptedProvider(
			[
				{ type: 'reasoning-delta', text: 'Hm.' },
				{ type: 'reasoning-end', text: 'Hm.' },
				{
					type: 'text-delta',
					text: `# A\n\nSee \`code\` and [there](https://a.example).\n\n> said\n\n\`\`\`\n${'long '.repeat(80)}\n\`\`\`\n\n\`\`\`diff\n-old\n+new\n\`\`\`\n\n| a | b |\n|---|---|\n| ${'x'.repeat(200)} | 2 |`,
				},
				...toolCalls(['c1', 'write', { path: 'a.txt', content: 'a\n' }]),
			],
			[
				...answer('').slice(0, 0),
				...toolCalls([
					'c2',
					'shell',
					{ command: `git push --force origin ${'very-'.repeat(60)}long && rm -rf build` },
				]),
			],
		)
		const serving = await serve({ provider: () => model })
		const id = await serving.create('do a thing that takes a long line to be said, and then some more words')
		const first = await serving.until(id, ({ state }) => state === 'input-required')
		assert.ok(first.waiting?.for === 'approval')
		await serving.ask('POST', `/v1/tasks/${id}/input`, {
			body: { approval: first.waiting.approvalId, decision: 'once' },
		})
		await serving.until(id, ({ waiting }) => waiting?.for === 'approval' && waiting.text.includes('git push'))
		const wrong: string[] = []
		let looked = 0
		const { page } = await open(serving.url, { task: id })
		const look = async (where: string) => {
			// Each view in two of the four, another two for the next one; in all of them in the soak.
			const [first, second] = looked++ % 2 === 0 ? [0, 1] : [2, 3]
			for (const [index, { width, colorScheme }] of SIZES_AND_COLOURS.entries()) {
				if (SOAK_TIMES === 1 && index !== first && index !== second) continue
				await page.setViewportSize({ width, height: 900 })
				await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
				const found = (await page.evaluate(PAGE_CHECKS)) as string[]
				wrong.push(...found.map(one => `${where}, ${colorScheme}, ${width}: ${one}`))
			}
		}
		await card(page, 'git push').waitFor()
		await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
		await page.locator('.reasoning-text', { hasText: 'Hm.' }).waitFor()
		assert.deepEqual(await page.locator('.answer :is(del, ins)').allTextContents(), ['−old', '+new'])
		assert.deepEqual(await page.locator('.command mark').allTextContents(), [
			`git push --force origin ${'very-'.repeat(60)}long`,
		])
		await look('task')
		await page.getByRole('button', { name: 'Cancel task' }).click()
		await look('cancel')
		await page.evaluate('location.hash = "new"')
		await page.getByLabel('Prompt').waitFor()
		await look('new')
		await page.evaluate('location.hash = "list"')
		await page.locator('.row-link').waitFor()
		await look('list')
		await page.getByRole('button', { name: 'Forget token' }).click()
		await page.getByLabel('Token').waitFor()
		await look('gate')
		assert.deepEqual(wrong, [])

		// What looks for all that would find it.
		await page.evaluate(`(() => {
			document.querySelector('.hint').style.color = '#555'
			document.querySelector('label').remove()
			document.querySelector('.gate').style.width = '600px'
			document.querySelector('h2').id = 'token'
		})()`)
		const found = ((await page.evaluate(PAGE_CHECKS)) as string[]).join('\n')
		for (const one of [/contrast .*hint/, /no name: input#token/, /sticks out: form/, /twice: #token/])
			assert.match(found, one)
	})

	test('is gone through by keyboard in the order it is read, and where one is can be seen', async () => {
		const model = scriptedProvider(toolCalls(['c1', 'write', { path: 'a.txt', content: 'a\n' }]))
		const serving = await serve({ provider: () => model })
		const id = await serving.create('write it')
		const { page } = await open(serving.url, { task: id })
		await card(page, 'a.txt').waitFor()
		const order: { name: string; isSeen: boolean; index: number }[] = []
		await page.evaluate('document.body.focus()')
		for (let step = 0; step < 40; step++) {
			await page.keyboard.press('Tab')
			const focused = (await page.evaluate(FOCUSED)) as (typeof order)[number] | undefined
			if (!focused || order.some(({ index }) => index === focused.index)) break
			order.push(focused)
		}
		assert.deepEqual(
			order.filter(({ isSeen }) => !isSeen),
			[],
		)
		assert.deepEqual(
			order.map(({ index }) => index),
			order.map(({ index }) => index).toSorted((a, b) => a - b),
		)
		const names = order.map(({ name }) => name)
		for (const name of [
			'skip',
			'leave',
			'filter',
			'New task',
			'Cancel task',
			'Transcript',
			'1Yes, once',
			'reason',
		])
			assert.ok(names.includes(name), `${name} of ${names}`)
	})

	test('shows what a task leaves behind, and in words what went wrong before it began', async () => {
		const serving = await serve()
		const auth = { app: 'local', user: 'local' }
		const ended = async (prompt: string, change: Partial<Task>) => {
			const id = (await serving.create(prompt)) as TaskId
			const task = await serving.hub.tasks.get(auth, id)
			assert.ok(task)
			await serving.hub.tasks.save(auth, { ...task, ...change }, undefined)
			return id
		}
		const artifacts = [
			{ id: 'a', name: 'report.json', mediaType: 'application/json', content: { value: { depth: 4 } } },
			{ id: 'b', name: '<b>.bin', mediaType: 'image/png', content: { base64: 'AAAA' } },
		]
		const made = await ended('make a report', { state: 'completed', artifacts })
		const error = { code: 'model-unknown' as const, message: 'there is no model none/none' }
		const failed = await ended('use no model', { state: 'failed', error })
		const { page } = await open(serving.url, { task: made })
		await page.getByText('report.json').click()
		assert.equal(await page.getByRole('region', { name: 'report.json' }).textContent(), '{\n  "depth": 4\n}')
		await page.getByText('<b>.bin').click()
		await page.getByText('3 bytes').waitFor()
		await page.evaluate(`location.hash = 'task=${failed}'`)
		await page.getByText('Failed: there is no model none/none').waitFor()
		assert.equal(await page.getByRole('button', { name: 'Cancel task' }).count(), 0)
	})

	test('lists page by page, by state, and hears of what changes', async () => {
		const serving = await serve()
		for (let index = 0; index < 32; index++) await serving.create(`task ${index}`)
		const { page } = await open(serving.url)
		await page.getByText('task 31').waitFor()
		assert.equal(await page.locator('.row-link').count(), 30)
		await page.getByRole('button', { name: 'Older' }).click()
		await page.getByText('task 0', { exact: true }).waitFor()
		assert.equal(await page.locator('.row-link').count(), 2)
		await page.getByRole('button', { name: 'Newer' }).click()
		await page.getByText('task 31').waitFor()
		const { items } = (await serving.ask('GET', '/v1/tasks?limit=1')).json
		await serving.ask('POST', `/v1/tasks/${items[0].id}/cancel`, { body: {} })
		// Whoever comes back to the tab does not wait for the next look.
		await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
		await page.locator('li[data-state=canceled]', { hasText: 'task 31' }).waitFor()
		await page.getByLabel('Which tasks are shown').selectOption('Canceled')
		await page.getByText('task 30').waitFor({ state: 'detached' })
		assert.deepEqual(await page.locator('.row-title').allTextContents(), ['task 31'])
	})
})
