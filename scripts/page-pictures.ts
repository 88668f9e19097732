// Draws docs/pictures/*.png: the web page of a real `agent serve` with real tasks, whose model is a script behind a socket,
// in Chromium, light and dark, narrow and wide. `node scripts/page-pictures.ts` after a build.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { startModelServer } from '../test/support/model-server/model-server.ts'
import { FILES, TASKS } from './page-scenes.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const CHROMIUM = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
	path => path && existsSync(path),
)
if (!CHROMIUM) throw new Error('there is no Chromium here: apt-get install chromium, or CHROMIUM_PATH')

const said = new Set<string>()

const SHOTS = [
	{ name: 'page-light-1440', scheme: 'light', width: 1440, height: 1080, scale: 1, open: true },
	{ name: 'page-dark-1440', scheme: 'dark', width: 1440, height: 1080, scale: 1, open: true },
	{ name: 'page-light-390', scheme: 'light', width: 390, height: 844, scale: 1.5, open: true },
	{ name: 'page-dark-390', scheme: 'dark', width: 390, height: 844, scale: 1.5, open: false },
] as const

const folder = await mkdtemp(join(tmpdir(), 'keelson-page-'))
const model = await startModelServer()
let server: ChildProcess | undefined
try {
	await layOut()
	model.onRequest(({ body }) => {
		const text = JSON.stringify(body)
		const task = TASKS.find(({ prompt }) => text.includes(JSON.stringify(prompt).slice(1, -1)))
		const at = task?.replies.findIndex((_, index) => !said.has(`${task.prompt} ${index}`)) ?? -1
		if (!task || at === -1) throw new Error('a request that no scene expects')
		said.add(`${task.prompt} ${at}`)
		return task.replies[at]!
	})
	const started = await startServer()
	server = started.child
	const shown = await makeTasks(started.url, started.token)
	await draw(`${started.url}/`, started.token, shown)
} finally {
	server?.kill('SIGKILL')
	await model.close()
	await rm(folder, { recursive: true, force: true })
}

async function layOut(): Promise<void> {
	for (const [name, text] of Object.entries(FILES)) {
		await mkdir(dirname(join(folder, 'tide', name)), { recursive: true })
		await writeFile(join(folder, 'tide', name), text)
	}
}

async function startServer(): Promise<{ child: ChildProcess; url: string; token: string }> {
	const home = join(folder, 'home')
	const child = spawn(
		process.execPath,
		[join(root, 'bin/agent.cjs'), 'serve', '-m', 'openai/gpt-5', '--name', 'harbour-1', '--max-running', '8'],
		{
			cwd: join(folder, 'tide'),
			env: { PATH: process.env.PATH, HOME: folder, KEELSON_HOME: home, ...model.environment },
			stdio: ['ignore', 'pipe', 'inherit'],
		},
	)
	for await (const line of createInterface({ input: child.stdout! })) {
		const { listening } = JSON.parse(line)
		return { child, url: listening, token: (await readFile(join(home, 'server-token'), 'utf8')).trim() }
	}
	throw new Error('agent serve ended before it listened')
}

/** One after the other, each as far as its scene goes. @returns the id of the one that is shown */
async function makeTasks(url: string, token: string): Promise<string> {
	const ask = async (path: string, body?: unknown) => {
		const response = await fetch(`${url}${path}`, {
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
		})
		if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
		return response.json()
	}
	let shown = ''
	for (const { prompt, approvals, ends } of TASKS) {
		const { id } = await ask('/v1/tasks', { prompt })
		for (let left = approvals; ; ) {
			const { state, waiting, error } = await ask(`/v1/tasks/${id}`)
			if (state === ends && (left === 0 || state !== 'input-required')) break
			if (state === 'failed') throw new Error(`${prompt}: ${JSON.stringify(error)}`)
			if (state === 'input-required' && left-- > 0)
				await ask(`/v1/tasks/${id}/input`, { approval: waiting.approvalId, decision: 'once' })
			await new Promise(resolve => setTimeout(resolve, 100))
		}
		shown = id
	}
	return shown
}

async function draw(url: string, token: string, shown: string): Promise<void> {
	const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] })
	await mkdir(join(root, 'docs/pictures'), { recursive: true })
	for (const { name, scheme, width, height, scale, open } of SHOTS) {
		const context = await browser.newContext({
			viewport: { width, height },
			colorScheme: scheme,
			deviceScaleFactor: scale,
			reducedMotion: 'reduce',
		})
		const page = await context.newPage()
		await page.goto(`${url}#token=${token}${open ? `&task=${shown}` : ''}`)
		await page
			.locator(open ? '.card[data-state="ready"]' : '.row-link')
			.first()
			.waitFor()
		const png = await page.screenshot({ path: join(root, 'docs/pictures', `${name}.png`) })
		console.log(`wrote docs/pictures/${name}.png, ${png.length} bytes`)
		await context.close()
	}
	await browser.close()
}
