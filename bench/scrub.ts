// T3: how fast secrets are looked for, in one thread, over the kinds of text that tools bring.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createScrubber } from '../src/safety/redaction/scrub.ts'
import type { Measure } from './figure.ts'

const ROOT = new URL('..', import.meta.url).pathname
const SIZE_BYTES = 2_000_000

export const scrubbing: Measure = {
	row: 'T3',
	what: 'looking for secrets',
	async run({ runs }) {
		const scrub = createScrubber(() => ['not-a-key-that-is-in-any-of-these', 'nor-is-this-one-of-them'])
		const texts = await samples()
		return texts.map(({ about, text }) => ({
			row: 'T3',
			what: `${scrubbing.what}, ${about}`,
			value: fastest(scrub, text, runs),
			unit: 'MB/s' as const,
			target: { atLeast: 50 },
		}))
	},
}

/** Time of the processor, and the best of several: everything else on the machine only makes it slower. */
function fastest(scrub: (text: string) => string, text: string, runs: number): number {
	const times = Array.from({ length: runs + 2 }, () => {
		const before = process.cpuUsage()
		scrub(text)
		return process.cpuUsage(before).user / 1_000
	})
	return text.length / 1_000 / Math.min(...times)
}

async function samples(): Promise<readonly { about: string; text: string }[]> {
	const [source, prose, bundled] = await Promise.all([
		everything('src', /\.tsx?$/),
		everything('node_modules/typescript', /\.(?:md|txt)$/),
		everything('dist', /\.mjs$/),
	])
	const lock = await readFile(join(ROOT, 'package-lock.json'), 'latin1')
	return [
		{ about: 'TypeScript', text: sized(source) },
		{ about: 'package-lock.json', text: sized(lock) },
		{ about: 'a log', text: sized(log()) },
		{ about: 'prose', text: sized(prose) },
		{ about: 'minified JavaScript', text: sized(bundled) },
	]
}

async function everything(folder: string, wanted: RegExp): Promise<string> {
	const names = await readdir(join(ROOT, folder), { recursive: true })
	const files = names
		.filter(name => wanted.test(name))
		.map(name => readFile(join(ROOT, folder, name), 'latin1'))
	return (await Promise.all(files)).join('\n')
}

function log(): string {
	return Array.from(
		{ length: 15_000 },
		(_, n) =>
			`2026-11-21T22:${10 + (n % 50)}:01.${100 + (n % 900)}Z INFO  [http-${n % 17}] GET /api/v1/users/${n}/orders?page=${n % 9}&sort=asc 200 ${n % 300}ms id=550e8400-e29b-41d4-a716-44665544${1000 + (n % 9000)}\n`,
	).join('')
}

function sized(text: string): string {
	if (text === '') throw new Error('there is nothing to measure with: npm run build, npm install')
	return Buffer.from(
		text.repeat(Math.ceil(SIZE_BYTES / text.length)).slice(0, SIZE_BYTES),
		'latin1',
	).toString('latin1')
}
