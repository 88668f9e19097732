// The words by which a sentence tells that it is a rule, a decision or a correction, in the languages that people
// mostly write prompts in. A sentence taken for one of them by mistake costs a few tokens, one that is missed is lost.

/** What must, must not or should be. */
export function isRule(sentence: string): boolean {
	return RULE.test(sentence)
}

export function isDecision(sentence: string): boolean {
	return DECISION.test(sentence)
}

/** It says that something said before is otherwise. */
export function isCorrection(sentence: string): boolean {
	return CORRECTION.test(sentence)
}

/** Whether something is denied: a summary that leaves out a “not” says the opposite. */
export function isNegated(sentence: string): boolean {
	return NEGATION.test(sentence)
}

/** Letters of other scripts are no word characters for `\b`. */
function words(...alternatives: readonly string[]): RegExp {
	return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

const NEGATIONS = [
	"don['’]?t|do not|never|not|no|nothing|none|without|cannot|can['’]t|mustn['’]t|won['’]t|shouldn['’]t|avoid|forbidden",
	'nicht|nie|niemals|kein|keine|keinen|keinem|keiner|ohne|verboten',
	'jamais|ne|pas|aucune?|sans|nunca|sin|ning[uú]n[oa]?|mai|non|senza|não|sem|nenhuma?',
	'никогда|нельзя|не|без',
]
const NEGATION = new RegExp(`${words(...NEGATIONS).source}|不|禁止|ない|なく|せず`, 'iu')

const RULE = new RegExp(
	`${
		words(
			"must|mustn['’]t|never|always|prefer|prefers|preferably|don['’]?t|do not|shall|should|shouldn['’]t|only|make sure|ensure|avoid|forbidden|not allowed|no longer|from now on|required|need to|needs to|no new|rather than|keep in mind|remember",
			'muss|müssen|musst|niemals|nie|immer|stets|bevorzug\\p{L}*|lieber|darf|darfst|dürfen|soll|sollst|sollen|sollte|sollten|nicht|kein|keine|keinen|keinem|keiner|nur|auf keinen fall|unbedingt|verboten|ab jetzt|denk daran|bitte immer',
			'jamais|toujours|dois|doit|doivent|préf[eéè]r\\p{L}*|interdit|il faut|ne faut|uniquement',
			'nunca|siempre|debe|deben|prefier\\p{L}*|prohibido|solamente|mai|sempre|deve|devono|preferi\\p{L}*|vietato|proibido|apenas',
			'никогда|всегда|нельзя|должен|должна|должны|должно|только|предпочита\\p{L}*',
			'nooit|altijd|moet|moeten|nigdy|zawsze|musi|aldrig|alltid|måste|asla|her zaman',
		).source
	}|必ず|絶対|禁止|しないで|べき|ください|不要|必须|必須|总是|永远|绝不|只能|항상|절대|반드시`,
	'iu',
)

const DECISION = words(
	"decided|decision|decide|chose|chosen|agreed|settled on|went with|go with|going with|let['’]s (?:use|go|take|keep|do)|we(?:['’]ll| will) (?:use|go|take|keep)|gave up|given up|abandoned|ruled out|rejected|instead of|option [a-z0-9]|approach",
	'entschieden|entscheidung|entschlossen|einigen|geeinigt|vereinbart|beschlossen|nehmen wir|wir nehmen|statt|stattdessen|anstelle|aufgegeben|verworfen',
	'décidé|décision|choisi|plutôt que|decidido|decisión|elegido|en lugar de|deciso|decisão|invece di|решили|решено|вместо',
)

const CORRECTION = words(
	'no|actually|instead|correction|corrected|rather|changed my mind|changed to|changed from|not any ?more|no longer|now|scratch that|forget|never mind|wrong|mistake|meant|switch(?:ed)? to|moved to|sorry|after all',
	'nein|doch|sondern|statt|stattdessen|korrektur|falsch|jetzt|nun|nicht mehr|vergiss|irrtum|meinte|geändert|umgestellt|lieber',
	'plutôt|finalement|désormais|en fait|corrección|mejor|ahora|en vez|invece|adesso|agora|теперь|вместо',
)
