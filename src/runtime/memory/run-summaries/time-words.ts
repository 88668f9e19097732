// Words for a time, English and German, as days and hours of the user's own zone: "yesterday", "last Tuesday", "vor drei
// Tagen", "21.11.", "seit Montag". A word that is also another one ("may", "march", "sun") counts only beside what makes it a date.

import type { UnixMs } from '../../../core/ids.ts'

export type TimeRange = {
	/** Included. */
	from: UnixMs
	/** Not included. */
	to: UnixMs
	/** As they stand in the text. */
	words: readonly string[]
	/** What was asked beside them. */
	rest: string
	/** Which of what was done then is asked for. */
	order: 'first' | 'last' | undefined
}

/** @returns undefined where no time is named */
export function timeRange(text: string, now: UnixMs): TimeRange | undefined {
	const words: string[] = []
	let rest = text
	let days: Days | undefined
	for (const [pattern, daysOf] of RULES) {
		const match = pattern.exec(rest)
		const found = match && daysOf(match, now)
		if (!match || !found) continue
		days = found
		words.push(match[0].trim())
		rest = rest.replace(match[0], ' ')
		break
	}
	if (!days) return undefined
	const hours = days.isOneDay ? hoursIn(rest) : undefined
	if (hours) {
		words.push(hours.word.trim())
		rest = rest.replace(hours.word, ' ')
	}
	const from = hours ? withHours(days.from, hours.from) : days.from
	const to = hours ? withHours(days.from, hours.to) : days.to
	return {
		from: from.getTime(),
		to: to.getTime(),
		words,
		rest: rest.replaceAll(/\s+/g, ' ').trim(),
		order: orderIn(rest),
	}
}

type Days = { from: Date; to: Date; isOneDay: boolean }
type TimeRule = readonly [RegExp, (match: RegExpExecArray, now: UnixMs) => Days | undefined]

const NUMBERS =
	'an?|one|two|three|four|five|six|seven|eight|nine|ten|eine[mnr]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|\\d{1,3}'
const UNITS = 'days?|weeks?|months?|tag(?:en?)?|wochen?|monat(?:en?)?'
const WEEKDAYS =
	'sunday|monday|tuesday|wednesday|thursday|friday|saturday|sonntag|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend'
const SHORT_WEEKDAYS = 'sun|mon|tues?|wed|thu(?:rs?)?|fri|sat|so|mo|di|mi|do|fr|sa'
const MONTHS =
	'january|february|march|april|may|june|july|august|september|october|november|december|januar|jänner|februar|märz|mai|juni|juli|oktober|dezember|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|okt|dez'

/** The first that fits is meant; the more exact ones come first. */
const RULES: readonly TimeRule[] = [
	rule('(\\d{4})-(\\d{2})-(\\d{2})', ([, year, month, day]) =>
		date(Number(year), Number(month), Number(day)),
	),
	rule('(?:(?:am|vom|on)\\s+)?(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})?', ([, day, month, year], now) =>
		pastDate(year, Number(month), Number(day), now),
	),
	rule(
		`(?:(?:am|vom|on|on the)\\s+)?(\\d{1,2})(?:\\.|st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTHS})\\.?(?:,?\\s+(\\d{4}))?`,
		([, day, month, year], now) => pastDate(year, monthOf(month), Number(day), now),
	),
	rule(
		`(?:on\\s+)?(${MONTHS})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?`,
		([, month, day, year], now) => pastDate(year, monthOf(month), Number(day), now),
	),
	rule('(?:the\\s+)?day before yesterday|vorgestern', (_, now) => dayBefore(now, 2)),
	rule(`(?:since|seit)\\s+(?:last\\s+|letzte[mnr]?\\s+)?(${WEEKDAYS})`, ([, day], now) =>
		since(weekday(day, now, false), now),
	),
	rule('(?:since|seit)\\s+(?:yesterday|gestern)', (_, now) => since(dayBefore(now, 1), now)),
	rule(
		`(?:(?:in|over|during)\\s+)?(?:the\\s+)?(?:last|past)\\s+(${NUMBERS})\\s+(${UNITS})|(?:in\\s+)?den\\s+(?:letzten|vergangenen)\\s+(${NUMBERS})\\s+(${UNITS})`,
		([, count, unit, zahl, einheit], now) => since(ago(count ?? zahl, unit ?? einheit, now), now),
	),
	rule(
		`(${NUMBERS})\\s+(${UNITS})\\s+(?:ago|earlier)|vor\\s+(${NUMBERS})\\s+(${UNITS})`,
		([, count, unit, zahl, einheit], now) => ago(count ?? zahl, unit ?? einheit, now),
	),
	rule('last night|gestern nacht', (_, now) => {
		const { from } = dayBefore(now, 1)
		return { from: withHours(from, 18), to: withHours(from, 30), isOneDay: false }
	}),
	rule('yesterday|gestern', (_, now) => dayBefore(now, 1)),
	rule('this morning|heute (?:morgen|früh)', (_, now) => ({
		...dayBefore(now, 0),
		to: withHours(dayBefore(now, 0).from, 12),
		isOneDay: false,
	})),
	rule('today|heute|tonight|this (?:afternoon|evening)', (_, now) => dayBefore(now, 0)),
	rule('(?:the\\s+)?(?:week before last|vorletzte[rn]? woche)', (_, now) => week(now, 2)),
	rule('last week|(?:in der |der )?(?:letzte[rn]?|vorige[rn]?|vergangene[rn]?) woche', (_, now) =>
		week(now, 1),
	),
	rule('this week|(?:in )?diese[rn]? woche', (_, now) => week(now, 0)),
	rule('last month|(?:im )?(?:letzte[nm]?|vorige[nm]?|vergangene[nm]?) monat', (_, now) => month(now, 1)),
	rule('this month|(?:in )?diese[nm]? monat', (_, now) => month(now, 0)),
	rule(`(?:last|letzte[nrm]?|vorige[nrm]?|vergangene[nrm]?)\\s+(${WEEKDAYS})`, ([, day], now) =>
		weekday(day, now, true),
	),
	rule(`(?:(?:on|am)\\s+)?(${WEEKDAYS})s?`, ([, day], now) => weekday(day, now, false)),
	rule(`(?:on|last|am)\\s+(${SHORT_WEEKDAYS})\\.?`, ([, day], now) => weekday(day, now, false)),
	rule(`(?:in|im|since|during)\\s+(${MONTHS})(?:\\s+(\\d{4}))?`, ([, name, year], now) =>
		namedMonth(monthOf(name), year, now),
	),
]

function rule(pattern: string, daysOf: TimeRule[1]): TimeRule {
	return [new RegExp(`(?<![\\p{L}\\p{N}_.-])(?:${pattern})(?![\\p{L}\\p{N}_])`, 'iu'), daysOf]
}

function startOfDay(time: UnixMs | Date): Date {
	const at = new Date(time)
	return new Date(at.getFullYear(), at.getMonth(), at.getDate())
}

/** By the calendar: a day of a change of clocks has 23 or 25 hours. */
function plusDays(day: Date, days: number): Date {
	return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
}

function withHours(day: Date, hours: number): Date {
	return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hours)
}

function oneDay(from: Date): Days {
	return { from, to: plusDays(from, 1), isOneDay: true }
}

function dayBefore(now: UnixMs, days: number): Days {
	return oneDay(plusDays(startOfDay(now), -days))
}

function since(days: Days | undefined, now: UnixMs): Days | undefined {
	return days && { from: days.from, to: plusDays(startOfDay(now), 1), isOneDay: false }
}

function date(year: number, month: number, day: number): Days | undefined {
	const from = new Date(year, month - 1, day)
	return from.getMonth() === month - 1 && from.getDate() === day ? oneDay(from) : undefined
}

/** Without a year the last one there was. */
function pastDate(year: string | undefined, month: number, day: number, now: UnixMs): Days | undefined {
	if (year !== undefined) return date(Number(year), month, day)
	const thisYear = new Date(now).getFullYear()
	const found = date(thisYear, month, day)
	return found && found.from.getTime() <= now ? found : date(thisYear - 1, month, day)
}

function week(now: UnixMs, before: number): Days {
	const today = startOfDay(now)
	const from = plusDays(today, -((today.getDay() + 6) % 7) - 7 * before)
	return { from, to: plusDays(from, 7), isOneDay: false }
}

function month(now: UnixMs, before: number): Days {
	const { year, at } = { year: new Date(now).getFullYear(), at: new Date(now).getMonth() - before }
	return { from: new Date(year, at, 1), to: new Date(year, at + 1, 1), isOneDay: false }
}

function namedMonth(number: number, year: string | undefined, now: UnixMs): Days {
	const today = new Date(now)
	const thisYear = today.getFullYear()
	const at = year === undefined ? thisYear - (number - 1 > today.getMonth() ? 1 : 0) : Number(year)
	return { from: new Date(at, number - 1, 1), to: new Date(at, number, 1), isOneDay: false }
}

/** The last one there was, today's included unless it is the one before that is meant. */
function weekday(name: string | undefined, now: UnixMs, isBefore: boolean): Days {
	const today = startOfDay(now)
	const back = (today.getDay() - weekdayOf(name ?? '') + 7) % 7
	return oneDay(plusDays(today, -(back === 0 && isBefore ? 7 : back)))
}

function weekdayOf(name: string): number {
	const start = name.toLowerCase().slice(0, 2)
	return START_OF_DAYS.findIndex(starts => starts.includes(start))
}

const START_OF_DAYS = [['su', 'so'], ['mo'], ['tu', 'di'], ['we', 'mi'], ['th', 'do'], ['fr'], ['sa']]

function monthOf(name: string | undefined): number {
	const start = (name ?? '').toLowerCase().slice(0, 3)
	return START_OF_MONTHS.findIndex(starts => starts.includes(start)) + 1
}

const START_OF_MONTHS = [
	['jan', 'jän'],
	['feb'],
	['mar', 'mär'],
	['apr'],
	['may', 'mai'],
	['jun'],
	['jul'],
	['aug'],
	['sep'],
	['oct', 'okt'],
	['nov'],
	['dec', 'dez'],
]

/** Weeks and months ago are about that time, not one day. */
function ago(count: string | undefined, unit: string | undefined, now: UnixMs): Days | undefined {
	if (count === undefined || unit === undefined) return undefined
	const number = numberOf(count)
	if (/^(?:d|t)/i.test(unit)) return dayBefore(now, number)
	return /^w/i.test(unit) ? week(now, number) : month(now, number)
}

function numberOf(word: string): number {
	const small = word.toLowerCase()
	const at = SMALL_NUMBERS.findIndex(words => words.includes(small))
	return at === -1 ? (/^\d+$/.test(small) ? Number(small) : 1) : at + 2
}

const SMALL_NUMBERS = [
	['two', 'zwei'],
	['three', 'drei'],
	['four', 'vier'],
	['five', 'fünf'],
	['six', 'sechs'],
	['seven', 'sieben'],
	['eight', 'acht'],
	['nine', 'neun'],
	['ten', 'zehn'],
]

function hoursIn(text: string): { from: number; to: number; word: string } | undefined {
	for (const [pattern, from, to] of HOURS) {
		const word = pattern.exec(text)?.[0]
		if (word !== undefined) return { from, to, word }
	}
	return undefined
}

const HOURS: readonly (readonly [RegExp, number, number])[] = [
	[/(?<!\p{L})(?:in the )?(?:vormittag|morning|morgens?|früh)(?!\p{L})/iu, 0, 12],
	[/(?<!\p{L})(?:in the )?(?:afternoon|nachmittags?)(?!\p{L})/iu, 12, 18],
	[/(?<!\p{L})(?:in the )?(?:evening|abends?)(?!\p{L})/iu, 18, 24],
]

function orderIn(text: string): TimeRange['order'] {
	if (/(?<!\p{L})(?:first|zuerst|als erstes|am anfang|in the beginning)(?!\p{L})/iu.test(text)) return 'first'
	return /(?<!\p{L})(?:last|zuletzt|als letztes|at the end|am ende)(?!\p{L})/iu.test(text)
		? 'last'
		: undefined
}
