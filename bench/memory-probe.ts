// How much of what was said before dozens of compactions comes back: `node bench/memory-probe.ts [--held-back]
// [--misses] [--blind|--unseen|--trades|--sealed] [--over-http] [--embedder BASELINE|offline [--packages FOLDER]] [--baselines] [--share N] [--requests N]`. 193 facts of
// 17 kinds, each asked in four ways; with `--baselines`, what a plain BM25 index and a plain trigram index give on the same
// log stands beside it, with `--embedder` a simulated one is served, or the offline one, whose packages are in `FOLDER/packages`. A third of the facts and what was written when the
// ranking was done is only counted with `--held-back`; of the sets written blind every other one is, and named only with it,
// and so is all of the last of them, `--sealed`.

import { parseArgs } from 'node:util'
import { openOfflineEmbedder } from '../src/runtime/memory/offline/offline-embedder.ts'
import { OFFLINE_EMBEDDER } from '../src/runtime/memory/offline/offline-packages.ts'
import { blindSet } from '../test/support/memory/blind-set.ts'
import { BLIND_UNRELATED, blindFacts } from '../test/support/memory/facts/blind.ts'
import { SEALED_UNRELATED, sealedFacts } from '../test/support/memory/facts/sealed.ts'
import { TRADE_UNRELATED, tradeFacts } from '../test/support/memory/facts/trades.ts'
import { UNSEEN_UNRELATED, unseenFacts } from '../test/support/memory/facts/unseen.ts'
import { paraphraseEmbedder } from '../test/support/memory/paraphrase-embedder.ts'
import { type Asked, probeMemory, tokensOf } from '../test/support/memory/probe-measure.ts'
import { type ProbeSet, plantedFacts, WAYS } from '../test/support/memory/probe-questions.ts'
import { type Baseline, plainBaselines } from './memory-baselines.ts'

const { values } = parseArgs({
	options: {
		'held-back': { type: 'boolean', default: false },
		blind: { type: 'boolean', default: false },
		unseen: { type: 'boolean', default: false },
		trades: { type: 'boolean', default: false },
		sealed: { type: 'boolean', default: false },
		'over-http': { type: 'boolean', default: false },
		// Simulated: how alike two texts are to it that have nothing to do with each other.
		embedder: { type: 'string' },
		packages: { type: 'string', default: '.' },
		misses: { type: 'boolean', default: false },
		baselines: { type: 'boolean', default: false },
		share: { type: 'string', default: '1' },
		requests: { type: 'string', default: '700' },
	},
})

const given = values.blind
	? { facts: blindSet(blindFacts()), prompts: { set: 'blind' as const, texts: BLIND_UNRELATED } }
	: values.unseen
		? { facts: blindSet(unseenFacts()), prompts: { set: 'blind' as const, texts: UNSEEN_UNRELATED } }
		: values.trades
			? { facts: blindSet(tradeFacts()), prompts: { set: 'blind' as const, texts: TRADE_UNRELATED } }
			: values.sealed
				? {
						facts: blindSet(sealedFacts(), 'sealed'),
						prompts: { set: 'sealed' as const, texts: SEALED_UNRELATED },
					}
				: {}
const offline = values.embedder === OFFLINE_EMBEDDER ? openOfflineEmbedder(values.packages) : undefined
let embedded = 0
const vectors = values.embedder !== undefined && { vectorOf: offline ? offlineVector : simulated() }
let baselines: readonly Baseline[] = []
const started = performance.now()
const probed = await probeMemory({
	requests: Number(values.requests),
	share: Number(values.share),
	seed: 5,
	overHttp: values['over-http'],
	...given,
	...vectors,
	tell: text => process.stderr.write(`${text}\n`),
	look: async ({ home }, { id }) => {
		if (values.baselines) baselines = await plainBaselines(home, id)
	},
})
const sets: readonly ProbeSet[] =
	values.blind || values.unseen || values.trades
		? ['blind', 'blind, held back']
		: values.sealed
			? ['sealed']
			: values['held-back']
				? ['open', 'held back', 'fresh', 'last', 'newest']
				: ['open']
for (const set of sets) report(set)
for (const set of sets) reportUnrelated(set)
tell(`most tokens in front of a question: ${probed.mostTokens}`)
if (offline) tell(`${embedded} texts embedded offline`)
offline?.close()
tell(`${((performance.now() - started) / 1_000).toFixed(0)} s`)

function simulated(): (text: string) => Float32Array {
	return paraphraseEmbedder(
		{ dimensions: 512, baseline: Number(values.embedder), alike: 0.7, isNormalised: true },
		given.facts ?? plantedFacts(Number(values.share)),
	)
}

async function offlineVector(text: string): Promise<Float32Array> {
	const { vectors } = await offline!.embed([text], new AbortController().signal)
	embedded += 1
	return vectors[0]!
}

function reportUnrelated(set: ProbeSet): void {
	const prompts = probed.unrelated.filter(each => each.set === set)
	const disturbed = prompts.filter(({ memory }) => memory !== '')
	const most = Math.max(0, ...disturbed.map(({ memory }) => tokensOf(memory)))
	tell(
		`\nunrelated prompts, ${set}, with something in front: ${disturbed.length} of ${prompts.length}, at most ${most} tokens`,
	)
	if (hasMisses(set))
		for (const { prompt, memory } of disturbed) tell(`  ${prompt}\n${indented(memory.slice(0, 600))}`)
}

function isWithdrawn({ kind }: Pick<Asked['fact'], 'kind'>): boolean {
	return kind === 'taken back' || kind === 'told to forget'
}

type Chosen = (fact: Asked['fact']) => boolean

/** What is held back is not looked at by chance. */
function hasMisses(set: ProbeSet): boolean {
	return values.misses && (values['held-back'] || (set !== 'blind, held back' && set !== 'sealed'))
}

function report(set: ProbeSet): void {
	const isChosen: Chosen = fact => fact.set === set
	const asked = probed.asked.filter(({ fact }) => isChosen(fact))
	const recalled = probed.recalled.filter(({ fact }) => isChosen(fact))
	const kinds = [...new Set(recalled.map(({ fact }) => fact.kind))]
	tell(`\nfacts, ${set}: ${recalled.length}`)
	row('', ['reached', ...WAYS])
	for (const kind of kinds) {
		const reached = recalled.filter(({ fact }) => fact.kind === kind)
		const cells = WAYS.map(way =>
			share(
				asked.filter(each => each.fact.kind === kind && each.way === way),
				isBack,
			),
		)
		row(kind, [isWithdrawn({ kind }) ? '–' : share(reached, ({ isReached }) => isReached), ...cells])
	}
	const living = asked.filter(({ fact }) => !isWithdrawn(fact))
	const cells = WAYS.map(way =>
		percent(
			living.filter(each => each.way === way),
			isBack,
		),
	)
	const reached = recalled.filter(({ fact }) => !isWithdrawn(fact))
	row('all', [percent(reached, ({ isReached }) => isReached), ...cells])
	const lost = WAYS.map(way =>
		percent(
			living.filter(each => each.way === way && !each.isKept),
			isBack,
		),
	)
	row('of what the request had lost', ['', ...lost])
	for (const { name, finds } of baselines)
		row(`${name} alone`, [
			'',
			...WAYS.map(way =>
				percent(
					living.filter(each => each.way === way),
					finds,
				),
			),
		])
	const corrected = asked.filter(({ fact }) => 'newProof' in fact && !isWithdrawn(fact))
	const shown = corrected.filter(({ memory, fact }) => proofs(fact).some(proof => memory.includes(proof)))
	tell(
		`corrected: newest first in ${shown.filter(({ isNewestFirst }) => isNewestFirst).length} of ${shown.length} that show either`,
	)
	const back = asked.filter(({ fact }) => isWithdrawn(fact))
	tell(`taken back: shown as if true in ${back.filter(each => each.isShownAsTrue).length} of ${back.length}`)
	if (hasMisses(set)) misses(isChosen)
}

function misses(isChosen: Chosen): void {
	for (const { fact, isReached, text } of probed.recalled)
		if (isChosen(fact) && !isReached && !isWithdrawn(fact))
			tell(`  not reached: ${fact.keywords} → ${fact.proof}\n${indented(text.slice(0, 600))}`)
	for (const each of probed.asked)
		if (isChosen(each.fact) && !isWithdrawn(each.fact) && !isBack(each))
			tell(
				`  ${each.way}: ${each.question} → ${each.fact.proof} (${each.fact.kind}; ${tokensOf(each.memory)} tokens)`,
			)
	for (const each of probed.asked)
		if (isChosen(each.fact) && ((isWithdrawn(each.fact) && each.isShownAsTrue) || !each.isNewestFirst))
			tell(`  lifetime: ${each.question} (${each.fact.kind})\n${indented(each.memory.slice(0, 1_500))}`)
}

function proofs(fact: Asked['fact']): readonly string[] {
	return 'newProof' in fact ? [fact.proof, fact.newProof] : [fact.proof]
}

function isBack({ isKept, isPutIn }: Asked): boolean {
	return isKept || isPutIn
}

function share<Item>(items: readonly Item[], holds: (item: Item) => boolean): string {
	return `${items.filter(holds).length}/${items.length}`
}

function percent<Item>(items: readonly Item[], holds: (item: Item) => boolean): string {
	return `${((100 * items.filter(holds).length) / Math.max(1, items.length)).toFixed(0)} %`
}

function row(name: string, cells: readonly string[]): void {
	tell(`${name.padEnd(32)}${cells.map(cell => cell.padStart(10)).join('')}`)
}

function indented(text: string): string {
	return text.replaceAll(/^/gm, '      ')
}

function tell(text: string): void {
	process.stdout.write(`${text}\n`)
}
