// The thread in which a page becomes Markdown; `convert-page.ts` starts one for each page and ends it.

import { parentPort, workerData } from 'node:worker_threads'
import { htmlToMarkdown } from './html-markdown.ts'

/** What it is given. */
export type PageWork = { html: string; url: string }

const { html, url }: PageWork = workerData
parentPort?.postMessage(htmlToMarkdown(html, url))
