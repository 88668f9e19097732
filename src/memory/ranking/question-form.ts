// The form of a prompt: one that asks for something that was said or that holds here is told from a task and from a
// question about the world. The same words say more in the first.

/** @returns whether it asks which, when, where, who or how much, and not what something is or how it is done */
export function asksForFact(prompt: string): boolean {
	const text = prompt.trim()
	return text.length <= LONGEST && ASKS.test(text) && !ABOUT_THE_WORLD.test(text)
}

const LONGEST = 300

const ASKS =
	/^(?:(?:and|so|but|hey|hi|und|aber|also)[,\s]+)*(?:(?:at|in|on|from|for|to|under|above|below|with|by|after|within|of|until|since|auf|in|bei|mit|unter|über|ab|von|für|zu|nach|innerhalb|aus|bis|seit|gegen|an)\s+)?(?:what|which|who|whom|whose|when|where|why|how (?:many|much|long|often|big|large|high|old|fast|late|early|far|should|did|are|is)|was|welche[rsnm]?|wer|wem|wen|wessen|wann|wo|woher|wohin|woran|womit|worüber|warum|wieso|wie (?:viele?[nr]?|lange?|oft|groß|hoch|alt|schnell|heißt|lautet|sehen|soll|werden|fangen))\b|(?:いつ|どこ|誰|だれ|何|なに|どの|どれ|いくつ|なぜ)|[吗呢谁哪什多]/iu

const ABOUT_THE_WORLD =
	/\b(?:difference between|unterschied zwischen|what does .{1,40} (?:mean|stand for|do)|what(?:'s| is| are) (?:an?\b|[\w-]+\??$)|was (?:ist|sind|macht|bedeutet) (?:(?:ein|eine|das schlüsselwort|die fehlermeldung)\b|\w+\??$)|good for|why (?:do|does|did|am|is|are) (?:i|my|it|this)\b|in (?:python|javascript|typescript|java|rust|go|c|c\+\+|php|ruby|kotlin)\?$)/iu
