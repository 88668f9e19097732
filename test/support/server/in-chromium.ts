// The web page in a real Chromium, in front of a server in this process: what it does, and whatever goes wrong in it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import type { Route } from '../../../src/server/http/route.ts'
import { pageRoutes } from '../../../src/server/page/page-routes.ts'
import { ANN } from './serving.ts'

const CHROMIUM = [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
].find(path => path && existsSync(path))

export const NO_CHROMIUM =
	CHROMIUM === undefined && 'there is no Chromium here: apt-get install chromium, or CHROMIUM_PATH'

type BundledPage = { files: Readonly<Record<'page.html' | 'page.css' | 'page.js', string>> }

const { bundledPage }: { bundledPage(): Promise<BundledPage> } = await import(
	join(import.meta.dirname, '../../../scripts/bundle-page.mjs')
)

export type PageFiles = BundledPage['files']

export async function builtPage(): Promise<PageFiles> {
	return (await bundledPage()).files
}

export function routesOf(files: PageFiles): readonly Route[] {
	return pageRoutes(async file => files[file])
}

export type Chromium = {
	/** In the one tab that there is: a process for each page would take most of the time that the page does. */
	visit(url: string, options?: VisitOptions): Promise<Visit>
	close(): Promise<void>
}

export type Visit = {
	page: Page
	/** What should never be: errors, violations of the policy, dialogs, requests to elsewhere. */
	problems: string[]
	/** What it has asked for, `GET /v1/tasks`. */
	asked: string[]
	close(): Promise<void>
}

export type VisitOptions = {
	/** Empty: none is brought along. */
	token?: string
	task?: string
	/** Answers of the server that are as they should be here. */
	expected?: readonly number[]
}

const WINDOW = { width: 1440, height: 900 }
const LOOK = { colorScheme: 'light', reducedMotion: 'reduce' } as const

export async function launchChromium(): Promise<Chromium> {
	const browser = await chromium.launch({
		executablePath: CHROMIUM!,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--renderer-process-limit=1',
			'--disable-extensions',
			'--disable-background-networking',
			// The same: one for each site, and one more that waits for the next.
			'--disable-site-isolation-trials',
		],
	})
	const page = await browser.newPage({ viewport: WINDOW, ...LOOK })
	page.setDefaultTimeout(20_000)
	await page.addInitScript(`
		window.violations = []
		document.addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective + ' ' + event.blockedURI))
	`)
	return {
		visit: (url, options) => visit(page, url, options),
		close: () => browser.close(),
	}
}

/** What the page keeps of one is gone with it: every server has a port, and so an origin, of its own. */
async function visit(page: Page, url: string, options: VisitOptions = {}): Promise<Visit> {
	const { token = ANN, task, expected = [] } = options
	await page.setViewportSize(WINDOW)
	await page.emulateMedia(LOOK)
	const problems: string[] = []
	const asked: string[] = []
	page.on('pageerror', error => problems.push(String(error)))
	page.on('dialog', dialog => {
		problems.push(`dialog ${dialog.message()}`)
		void dialog.dismiss()
	})
	page.on('console', message => {
		if (expected.some(status => message.text().includes(`status of ${status}`))) return
		if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
	})
	page.on('request', request => {
		const to = new URL(request.url())
		asked.push(`${request.method()} ${to.pathname}`)
		if (to.origin !== new URL(url).origin) problems.push(`request to ${request.url()}`)
	})
	const fields = new URLSearchParams({ ...(token !== '' && { token }), ...(task !== undefined && { task }) })
	await page.goto(`${url}/#${fields}`)
	return {
		page,
		problems,
		asked,
		close: async () => {
			problems.push(...((await page.evaluate('violations')) as string[]))
			page.removeAllListeners()
			await page.goto('about:blank')
		},
	}
}
