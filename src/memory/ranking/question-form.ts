// The form of a prompt: one that asks for something that was said or that holds here is told from a task and from a
// question about the world. The same words say more in the first.

import { everydayShare } from './everyday.ts'
import { isGrammar } from './grammar.ts'
import { slipsBetween } from './spelling.ts'

/** @returns whether it asks which, when, where, who or how much, and not what something is or how it is done */
export function asksForFact(prompt: string): boolean {
	const text = withAskingWords(prompt.trim())
	if (text.length > LONGEST) return false
	const words = text.slice(0, BEGINNING).toLowerCase().match(WORD) ?? []
	const mayAsk = (those: ReadonlySet<string>) => words.some(word => those.has(word))
	const isAsking =
		((mayAsk(ASKERS) || OTHER_LETTERS.test(text)) && ASKS.test(text)) ||
		(mayAsk(ASKERS_ROMANCE) && ASKS_ROMANCE.test(text))
	return isAsking && (!ABOUT_THE_WORLD.test(text) || WHAT_IS_NAMED.test(text))
}

// One of these is in what asks. Most prompts are tasks, and each of the expressions below takes a millisecond or two when a
// process uses it for the first time.
const ASKERS: ReadonlySet<string> = new Set(
	`what which who whom whose when where why how was welche welcher welches welchen welchem wer wem wen wessen wann wo woher
	wohin woran worauf woraus worin worum worunter worüber wobei wodurch wofür wogegen womit wonach wovon wovor wozu warum
	wieso wie`.split(/\s+/),
)
const ASKERS_ROMANCE: ReadonlySet<string> = new Set(
	`quel quelle quels quelles lequel laquelle quand quando cuándo cuando où dónde donde adónde onde dove dov combien cuánto
	cuánta cuántos cuántas cada quanto quanta quantas quantos quante quanti qui quién quiénes quem chi qual quale quali quais
	cuál cuáles que qué quoi qu cosa che comment cómo como come pourquoi por perché`.split(/\s+/),
)
const WORD = /[^\s.,;:!?¿¡"()[\]{}'’-]+/g
const OTHER_LETTERS = /[^\x00-\u024f]/
const BEGINNING = 120

/**
 * What kind of thing is asked for: `which port does the gateway use` is answered by what says no more than `gateway: 8080`.
 * @returns its words, the last of which is the kind; none where the question does not name it apart from what it is about
 */
export function attributeAsked(prompt: string): readonly string[] {
	const text = withAskingWords(prompt.trim())
	const found = ATTRIBUTE.exec(text) ?? MEASURE.exec(text) ?? ATTRIBUTE_ROMANCE.exec(prompt)
	return found?.[1]?.trim().split(/\s+/) ?? []
}

const ATTRIBUTE =
	/\b(?:which|what|welche[mnrs]?)\s+((?:[\p{L}\p{N}_-]+\s+){0,2}?[\p{L}\p{N}_-]+)\s+(?:is|are|was|were|do|does|did|has|have|had|can|could|should|must|may|will|would|to|ist|sind|war|hat|haben|soll|muss|darf|kann)\b/iu

/** `how big` is answered by what says how much. */
const MEASURE =
	/\b(?:how|wie)\s+(big|large|long|high|tall|deep|wide|old|fast|quick|slow|heavy|hot|cold|often|far|late|early|lang|lange|groß|hoch|tief|breit|alt|schnell|langsam|schwer|heiß|kalt|oft|weit|spät|früh)(?=[\s?]|$)/i

const ATTRIBUTE_ROMANCE =
	/(?<!\p{L})(?:quel(?:le)?s?|qué|qual[ei]?|quais)\s+(?!(?:est|sont|es|son|era|è|é)(?!\p{L}))(\p{L}{3,})/iu

const LONGEST = 300

/** With its first words as they were meant, where one is a slip away from a word that asks. */
function withAskingWords(text: string): string {
	let left = MOST_ASKING
	return text.replaceAll(/\p{L}+/gu, word => (left-- > 0 ? askingWord(word) : word))
}

function askingWord(word: string): string {
	const lower = word.toLowerCase()
	if (lower.length < 3 || ASKING.includes(lower) || isGrammar(lower) || everydayShare(lower) > 0) return word
	return ASKING.find(asking => mayBeSlip(lower, asking) && slipsBetween(lower, asking, 1) === 1) ?? word
}

/** One slip leaves the first letter or the last one. */
function mayBeSlip(word: string, asking: string): boolean {
	return (
		Math.abs(word.length - asking.length) <= 1 && (word[0] === asking[0] || word.at(-1) === asking.at(-1))
	)
}

/** So many words may stand before the end of what asks: "at how many". */
const MOST_ASKING = 3
const ASKING =
	'what which whom whose when where how many much long often large high fast welche welcher welches welchen welchem wann warum wohin woher viele lange lang viel'.split(
		' ',
	)

const ASKS =
	/^(?:(?:and|so|but|hey|hi|und|aber|also)[,\s]+)*(?:(?:at|in|on|into|from|for|to|under|above|below|with|by|after|before|within|of|until|since|through|against|auf|in|bei|mit|unter|über|ab|von|für|zu|nach|innerhalb|aus|bis|seit|gegen|an|um|durch|vor|hinter)\s+)?(?:what|which|who|whom|whose|when|where|why|how (?:many|much|long|often|big|large|high|old|fast|late|early|far|should|did|are|is)|was|welche[rsnm]?|wer|wem|wen|wessen|wann|wo(?:her|hin|ran|rauf|raus|rin|rum|runter|rüber|bei|durch|für|gegen|mit|nach|von|vor|zu)?|warum|wieso|wie (?:viele?[nr]?|lange?|oft|groß|hoch|alt|schnell|heißt|lautet|sehen|soll|werden|fangen))(?![\p{L}\p{N}_])|(?:いつ|どこ|誰|だれ|何|なに|どの|どれ|いくつ|なぜ)|は[?？]?$|[吗呢谁哪什多]/iu

/** The same in French, Spanish, Portuguese and Italian. */
const ASKS_ROMANCE =
	/^¿?(?:(?:et|mais|alors|y|e|ma|mas|pero|allora|então)[,\s]+)?(?:(?:au bout|à partir|a partir|jusqu'à|depois|después|dopo|antes|avant|après|desde|depuis|hasta|até|dans|sur|avec|pour|par|vers|chez|contre|contra|contro|sous|sobre|bajo|entre|para|por|con|com|per|tra|fra|su|da|do|di|in|em|en|ao|à|a|d['’]|de)\s*){0,2}(?<!\p{L})(?:quel(?:le)?s?|lequel|laquelle|quand|quando|cuándo|cuando|où|dónde|donde|adónde|onde|dove|combien|cuánt[oa]s?|cada cuánto|quant[oaie]s?|qui|quién(?:es)?|quem|chi|qual[ei]?|quais|cuál(?:es)?|que|qué|quoi|qu['’]est-ce|cosa|che|o que|comment (?:s['’]appelle|se nomme)|cómo se llaman?|como se chamam?|come si chiama(?:no)?|pourquoi|por qué|por que|perché|dov['’]è|qual['’]?\s?è)(?!\p{L})/iu

/** What is written so is somebody's own name for something: `maxUploadParts`, `RETRY_LIMIT`. */
const WHAT_IS_NAMED =
	/^(?:[Ww]hat(?:'s| is| are)|[Ww]as (?:ist|sind)) (?:[a-z]+[A-Z]\w*|[A-Za-z0-9]+_\w+|(?:[A-Z][a-z0-9]+){2,})\?*$/

const ABOUT_THE_WORLD =
	/(?:différence|diferencia|diferença|differenza) (?:entre|tra|fra)|(?:que signifie|qué significa|o que significa|cosa significa|qu['’]est-ce qu['’]une?|qué es una? |o que é uma? |cos['’]è una? )|\b(?:difference between|unterschied zwischen|what does .{1,40} (?:mean|stand for|do)|what(?:'s| is| are) (?:an?\b|[\w-]+\??$)|was (?:ist|sind|macht|bedeutet) (?:(?:ein|eine|das schlüsselwort|die fehlermeldung)\b|\w+\??$)|good for|how many \w+ (?:are |is |does )?(?:there |fit )?in an? [\w-]+\??$|(?:meaning|definition|bedeutung) (?:of|von)|why (?:do|does|did|am|is|are) (?:i|my|it|this)\b|in (?:python|javascript|typescript|java|rust|go|c|c\+\+|php|ruby|kotlin)\?$)/iu
