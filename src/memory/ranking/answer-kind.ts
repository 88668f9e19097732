// Answer types: a question for a place wants a path, one for a time a date, one for an amount a number. Of two
// passages with the same words the one that could be the answer is meant.

/** `trust`: what it says for a passage that it has one. Asked how much is of everything, for a port of what is here. */
export type AnswerKind = { pattern: RegExp; trust: number }

/** @returns undefined where the question does not say */
export function answerKind(question: string): AnswerKind | undefined {
	return (MAY_ASK.test(question) ? KINDS : [ERROR_KIND]).find(({ asks }) => asks.test(question))
}

/** Whatever fits one of the others fits this, which takes a process a tenth of the time to make out. */
const MAY_ASK =
	/\b(?:wh(?:ere|ich|at|en)|how|wo|wann|wie|welche|largest|smallest|oldest|latency|limit|onde|donde|dove|qua(?:nd|nt)|combien|cuant|cuando|after)|[^\x00-\x7f]/i

const PATH = /(?:[\w.-]+\/)+[\w.-]+|\b[\w-]+\.[a-z][a-z0-9]{0,4}\b/i
const NUMBER = /\d/
const QUOTED = /["“`'][^"”`']{3,}["”`']|\b[A-Z][A-Z0-9_]{3,}\b|\b\w*(?:Error|Exception)\b/

const ERROR_KIND = {
	asks: /\b(?:error|exception|fail(?:s|ed|ure)?|crash(?:es|ed)?|panic|went wrong|message|Fehler(?:meldung)?|scheitert|gescheitert|abgestürzt)\b/i,
	pattern: QUOTED,
	trust: 1.2,
}

const KINDS: readonly (AnswerKind & { asks: RegExp })[] = [
	{
		asks: /\b(?:where|(?:which|what)\s+(?:\w+\s+)?(?:file|folder|directory|script|module|path)|wo|welche[mnrs]?\s+(?:Datei|Ordner|Verzeichnis|Skript|Modul|Pfad))\b|(?<!\p{L})(?:où|d[oó]nde|onde|dove)(?!\p{L})|どこ|(?:ファイル|フォルダ|パス)は/iu,
		pattern: PATH,
		trust: 1.2,
	},
	{
		asks: /\b(?:(?:what|which) (?:date|version|port|size|number)|welche[mnrs]? (?:Port|Version|Nummer|Zahl|Datum))\b|(?:ポート|バージョン|番号|日付)は/iu,
		pattern: NUMBER,
		trust: 1.2,
	},
	{
		asks: /\b(?:when|how (?:long|many|much|big|large|old|fast|often)|(?:what|which) time|largest|smallest|oldest|latency|limit|after how|wann|wie (?:lange?|viele?|groß|alt|schnell|oft|hoch)|welche[mnrs]? Uhrzeit)(?![\p{L}\p{N}_])|(?<!\p{L})(?:quand|combien|cu[aá]nt[oa]s?|cu[aá]ndo|quando|quant[oaie]s?)(?!\p{L})|いつ|いくつ|何[分時回日個件人秒桁本]|どれくらい|どのくらい/iu,
		pattern: NUMBER,
		trust: 1.03,
	},
	ERROR_KIND,
]
