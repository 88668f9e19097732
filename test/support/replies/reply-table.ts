// Lets every service tell everything and prints, as Markdown, how much of it was understood, and what was not:
//   node test/support/replies/reply-table.ts

import { isDeepStrictEqual } from 'node:util'
import { casesOf, isAsTold, type ReplyCase, SERVICES } from './cases.ts'
import { openStage } from './play.ts'
import type { Service, Told } from './story.ts'

const stage = await openStage()
const odd: string[] = []
let count = 0
print('| service | wire | stories | framings | not streamed, empty | errors | WebSocket |')
print('| --- | --- | --- | --- | --- | --- | --- |')
for (const service of SERVICES) {
	const groups = new Map<ReplyCase['group'], [right: number, all: number]>()
	for (const each of casesOf(service)) {
		stage.requests()
		const observed = await stage.read(service.api, each.script, each.over)
		const requests = stage.requests()
		const isRight = isAsTold(each, observed, requests)
		const [right, all] = groups.get(each.group) ?? [0, 0]
		groups.set(each.group, [right + (isRight ? 1 : 0), all + 1])
		count += 1
		if (!isRight) odd.push(oddRow(service, each, observed, requests))
	}
	const cells = (['story', 'framing', 'whole', 'error', 'socket'] as const).map(group => {
		const [right, all] = groups.get(group) ?? [0, 0]
		return all === 0 ? '–' : `${right}/${all}`
	})
	print(`| ${service.name} | ${service.api} | ${cells.join(' | ')} |`)
}
print(`\n${count} streams of ${SERVICES.length} services, ${odd.length} not as told.`)
for (const row of odd) print(row)
await stage.close()

function oddRow(
	{ name, api }: Service,
	{ shape, told, ends, requests }: ReplyCase,
	observed: Told,
	asked: number,
): string {
	const differences = (Object.keys(told) as (keyof Told)[]).flatMap(key =>
		isDeepStrictEqual(observed[key], told[key])
			? []
			: [
					`${key}: ${JSON.stringify(observed[key])} for ${JSON.stringify(key === 'end' && ends ? ends : told[key])}`,
				],
	)
	return `- ${name} (${api}), ${shape}: ${differences.join('; ')}${asked === requests ? '' : `; ${asked} requests for ${requests}`}`
}

function print(line: string): void {
	process.stdout.write(`${line}\n`)
}
