// What stands between the planted facts of the memory probe: real code of installed packages, logs, talk about the
// same topics that states nothing. Made from a seed; none of it holds what would pass for an answer.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generator } from './probe-questions.ts'

const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const SOURCES = [
	'commander/lib',

	'ws/lib',
	'yaml/dist',
	'pg/lib',
	'marked/lib',
	'ajv/lib',
	'execa/lib',
]

export type Distraction = {
	/** So many characters of code, whole lines. */
	code(characters: number): string
	log(lines: number): string
	chat(): string
	pick<Item>(items: readonly Item[]): Item
	random(): number
}

/** @param proofs - none of them stands in what is made */
export function distraction(seed: number, proofs: readonly string[]): Distraction {
	const random = generator(seed)
	const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
	const files = SOURCES.flatMap(folder => sourcesIn(join(PACKAGES, folder))).filter(
		text => text.length > 3_000,
	)
	const clean = (text: string) =>
		text
			.split('\n')
			.filter(line => line.length < 400 && !proofs.some(proof => line.includes(proof)))
			.join('\n')
	const line = () => {
		const at = new Date(1_793_000_000_000 + Math.floor(random() * 1e9)).toISOString()
		const number = Math.floor(random() * 9_000)
		return `${at} ${pick(LEVELS)} [${pick(SERVICES)}] ${pick(HAPPENINGS)} id=${number.toString(36)} took ${number}ms`
	}
	return {
		random,
		pick,
		code: characters => {
			const file = pick(files)
			const from = Math.floor(random() * Math.max(1, file.length - characters))
			const start = file.indexOf('\n', from) + 1
			return clean(file.slice(start, start + characters))
		},
		log: lines => clean(Array.from({ length: lines }, line).join('\n')),
		chat: () => clean(`${pick(OPENINGS)} the ${pick(SERVICES)} ${pick(TOPICS)} ${pick(CLOSINGS)}`),
	}
}

function sourcesIn(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter(entry => entry.isFile() && /\.(?:js|ts)$/.test(entry.name))
		.map(entry => join(entry.parentPath, entry.name))
		.sort()
		.map(path => readFileSync(path, 'utf8'))
}

const LEVELS = ['DEBUG', 'INFO', 'INFO', 'INFO', 'WARN', 'ERROR']
const SERVICES = [
	'checkout',
	'ledger-writer',
	'geocoder',
	'booking',
	'mailer',
	'search',
	'gateway',
	'scheduler',
	'importer',
	'metrics',
	'courier',
	'pricing',
	'loyalty',
	'thumbs',
]
const HAPPENINGS = [
	'request finished',
	'connection reset by peer, retrying',
	'cache miss for key',
	'queue depth above the soft limit',
	'token refreshed',
	'slow query on orders',
	'certificate checked',
	'timeout while waiting for the port',
	'migration already applied',
	'webhook delivered',
	'session cookie expired',
	'release tagged',
]
const OPENINGS = [
	'Please look at',
	'Can you refactor',
	'I wonder about',
	'Write one more test for',
	'Explain what happens in',
	'The reviewer complained about',
	'Make it possible to switch off',
	'Find out who calls',
	'Which file has',
	'Let us go on with',
]
const TOPICS = [
	'handler',
	'retry logic',
	'timeout',
	'port and host settings',
	'database index',
	'release notes',
	'error message',
	'queue',
	'snapshot',
	'client library',
	'pipeline',
	'feature flag',
	'invoice layout',
	'tests',
]
const CLOSINGS = [
	'when you are done.',
	'and tell me what you find.',
	'before we release the next version.',
	'but leave the rest as it is.',
	'as we said yesterday.',
	'because the customer asked for it.',
	'and make sure that nothing else changes.',
	'first, please.',
]
