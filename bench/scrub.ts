// T3: how fast secrets are looked for, in one thread, over the kinds of text that tools bring, and over what people paste
// into a prompt, which loses no more than what is certain.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCertainScrubber } from '../src/safety/redaction/certain.ts'
import { createScrubber } from '../src/safety/redaction/scrub.ts'
import type { Measure } from './figure.ts'

const ROOT = new URL('..', import.meta.url).pathname
const SIZE_BYTES = 2_000_000

export const scrubbing: Measure = {
	row: 'T3',
	what: 'looking for secrets',
	async run({ runs }) {
		const known = () => ['not-a-key-that-is-in-any-of-these', 'nor-is-this-one-of-them']
		const [scrub, mask] = [createScrubber(known), createCertainScrubber(known)]
		const texts = await samples()
		const figure = (about: string, value: number) => ({
			row: 'T3',
			what: `${scrubbing.what}, ${about}`,
			value,
			unit: 'MB/s' as const,
			target: { atLeast: 50 },
		})
		return texts.flatMap(({ about, text }) => [
			figure(about, fastest(scrub, text, runs)),
			figure(`${about} in a prompt`, fastest(mask, text, runs)),
		])
	},
}

/** Time of the processor, and the best of several: everything else on the machine only makes it slower. */
function fastest(scrub: (text: string) => string, text: string, runs: number): number {
	const times = Array.from({ length: runs + 2 }, () => {
		const before = process.cpuUsage()
		scrub(text)
		const { user, system } = process.cpuUsage(before)
		return (user + system) / 1_000
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
		{ about: 'base64 in lines', text: sized(base64()) },
		{ about: 'Kubernetes manifests', text: sized(manifests()) },
		{ about: 'compose files', text: sized(composeFiles()) },
		{ about: 'settings of the environment', text: sized(environment()) },
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

/** Of bytes that are the same each time. */
function base64(): string {
	const bytes = Array.from({ length: 6_000 }, (_, n) => createHash('sha256').update(`${n}`).digest())
	return `${Buffer.concat(bytes)
		.toString('base64')
		.match(/.{1,76}/g)!
		.join('\n')}\n`
}

function manifests(): string {
	return Array.from(
		{ length: 4_000 },
		(_, n) =>
			`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings-${n}\ndata:\n  level: info\n  motd: |\n    hello\n    to all of you\n---\n`,
	).join('')
}

function composeFiles(): string {
	return Array.from(
		{ length: 4_000 },
		(_, n) =>
			`services:\n  app-${n}:\n    image: ghcr.io/acme/app:1.${n % 30}.2\n    environment:\n      - NODE_ENV=production\n      - PORT=${3000 + (n % 99)}\n      - DB_PASSWORD=\${DB_PASSWORD}\n    ports:\n      - "80${n % 90}:3000"\n    depends_on:\n      - db\n    volumes:\n      - data:/var/lib/data\n\nvolumes:\n  data:\n`,
	).join('')
}

function environment(): string {
	return Array.from(
		{ length: 8_000 },
		(_, n) =>
			`# Service ${n}\nNODE_ENV=production\nLOG_LEVEL=info\nAPI_URL=https://api-${n}.example.com/v1\nCACHE_TTL_SECONDS=${n}\nFEATURE_NEW_BILLING=true\nAPI_KEY=\${API_KEY}\nQUEUE_NAME="orders-${n}"\n`,
	).join('')
}

function sized(text: string): string {
	if (text === '') throw new Error('there is nothing to measure with: npm run build, npm install')
	return Buffer.from(
		text.repeat(Math.ceil(SIZE_BYTES / text.length)).slice(0, SIZE_BYTES),
		'latin1',
	).toString('latin1')
}
