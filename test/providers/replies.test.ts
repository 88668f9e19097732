import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { outcomeOf, partsOf } from '../support/providers/written-reply.ts'
import { casesOf, isAsTold, type ReplyCase, SERVICES } from '../support/replies/cases.ts'
import { openStage, type Stage } from '../support/replies/play.ts'
import { STORIES, type Told } from '../support/replies/story.ts'
import { SOAK_TIMES } from '../support/soak.ts'

let stage: Stage
beforeAll(async () => {
	stage = await openStage()
})
afterAll(() => stage.close())

for (const service of SERVICES) {
	describe(`${service.name}, over ${service.api}`, () => {
		for (const each of casesOf(service))
			test(each.shape, async () => {
				stage.requests()
				const observed = await stage.read(service.api, each.script, each.over)
				const asked = stage.requests()
				assert.ok(isAsTold(each, observed, asked), unlike(each, observed, asked))
			})
	})
}

/** In `npm run soak`, everywhere. */
const CUT_EVERY = SOAK_TIMES > 1 ? 1 : 97
/** One of each wire. */
const CUT = ['Qwen on DashScope', 'Anthropic', 'the Codex backend']

describe.each(SERVICES.filter(({ name }) => CUT.includes(name)).map(each => [each.name, each] as const))(
	'%s, cut in two',
	(_name, service) => {
		const story = { ...STORIES['thoughts, an answer and calls']!, reasoning: 'Hm 😀.', text: 'Só.' }
		const bytes = Buffer.from(service.stream(story).join(''))
		test(`at every ${CUT_EVERY}. of its ${bytes.length} bytes`, async () => {
			const whole = outcomeOf(await partsOf(service.api, [bytes]))
			assert.deepEqual([whole.shown, whole.calls.length, whole.end], ['Só.', 2, 'tool-calls'])
			for (let at = 1; at < bytes.length; at += CUT_EVERY) {
				const parts = await partsOf(service.api, [bytes.subarray(0, at), bytes.subarray(at)])
				assert.deepEqual(outcomeOf(parts), whole, `cut at ${at}`)
			}
		})
	},
)

function unlike({ told, ends, requests }: ReplyCase, observed: Told, asked: number): string {
	return `${JSON.stringify({ ...observed, asked })} is not ${JSON.stringify({ ...told, ...(ends && { ends }), asked: requests })}`
}
