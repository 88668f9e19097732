// Rows of the approval dialog. Everything that would run is here to the last character, wrapped and never cut, with
// what would not be seen written out.

import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import { type CommandPart, isCoverable, type Requirement } from '../../core/permission.ts'
import { type DiffModel, parseDiff } from '../diff/diff-model.ts'
import type { DiffStyle } from '../diff/diff-row.ts'
import { diffRows, leadingContext } from '../diff/diff-rows.ts'
import type { CodeColours } from '../diff/file-colours.ts'
import { unheldAs } from '../state/call-subject.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { countWithUnit } from '../text/format.ts'
import { reveal, sanitize, sanitizeLine } from '../text/sanitize.ts'
import { expandTabs, foldSpans, hang, type Spans, span, spansWidth, wrapSpans } from '../text/spans.ts'
import type { Style, Tone } from '../text/theme.ts'

export type ApprovalContent = {
	/** What is asked, and by whom. */
	question: readonly Spans[]
	/** What would happen. */
	heading: readonly Spans[]
	/** The call itself, its parts, its diff. May be long. */
	body: readonly Spans[]
	/** Rows of the body that a change has in front of it, and that it goes without where it has to be scrolled. */
	context: { at: number; count: number }
	/** Why it is asked. */
	reasons: readonly Spans[]
	/** What it changes says more than that. */
	isChange: boolean
	/** The parts that are dangerous; they stand among the others as well. */
	worst: readonly Spans[]
	/** Parts of it are only counted. */
	isFolded: boolean
}

export type ApprovalLook = {
	width: number
	colours?: CodeColours | undefined
	diffStyle?: DiffStyle | undefined
	/** Also the parts that need no question, each for itself. */
	isWhole?: boolean
}

/** @param args - the call's arguments as the model wrote them, empty when they are not known yet */
export function approvalContent(
	request: ApprovalRequest,
	args: string,
	{ width, colours, diffStyle = 'auto', isWhole = false }: ApprovalLook,
): ApprovalContent {
	const { tool, agent, command, permission: assessment } = request
	const isHard = assessment.outcome === 'ask-always'
	const unheld = unheldAs(request)
	const how = unheld === undefined ? '' : ` ${unheld}`
	const whole = assessment.script ?? (unheld === undefined ? assessment.title : (command ?? ''))
	const title = reveal(whole)
	const raw = reveal(args)
	// A title that is only the tool's name says nothing: a server's words are no substitute for the call.
	const showsArguments = raw.text !== '' && title.text.trim() === tool
	const diff = parseDiff(assessment.diff ?? '', 'reveal')
	// Said with the part already. What comes of the parts together, as a download piped to a shell does, is not.
	const said = new Set((assessment.parts ?? []).map(part => part.reason))
	const reasons = assessment.reasons.filter(reason => !said.has(reason))
	const parts = namedParts(assessment.parts ?? [], whole)
	const hidden = title.hidden + (showsArguments ? raw.hidden : 0) + diff.hidden
	const isCommand = command !== undefined
	const isChange = diff.files.length > 0
	const question = isHard
		? `Dangerous. ${isCommand ? 'Run' : 'Allow'} it${how} all the same?`
		: isCommand
			? `Run this command${how}?`
			: isChange
				? 'Make this change?'
				: 'Allow this?'
	const folded = isWhole ? [] : foldedParts(parts)
	const changed = diffRows(diff, {
		width: width - 2,
		// The last column of the window is never written to.
		columns: width + 1,
		style: diffStyle,
		long: 'fold',
		colours,
		isFilled: true,
		hasHeads: !isNamedIn(title.text, diff),
	})
	const before = [
		...(showsArguments ? indented(lineRows(raw.text, {}, width - 2), '  ') : []),
		...partsRows(parts, folded, width),
	]
	const lead = leadingContext(diff, changed)
	const isTold = isCommand || (!isHard && isChange)
	const who = [isTold ? '' : tool, agent === undefined ? '' : `of the agent ${agent}`]
	return {
		question: wrapSpans(
			[
				span(`${question} `, { tone: isHard ? 'failure' : 'warning', bold: true }),
				span(sanitize(who.filter(part => part !== '').join(' ')), { tone: 'quiet' }),
			],
			width,
		),
		heading: indented(lineRows(title.text, { bold: true }, width - 2), '  '),
		body: [
			...before,
			...indented(
				changed.map(row => row.spans()),
				'  ',
			),
		],
		context: { at: before.length + lead.at, count: isWhole ? 0 : lead.count },
		isChange: changed.length > 0 && !isHard,
		isFolded: folded.length > 0,
		worst: partsRows(isHard ? parts.filter(isDangerous) : firstAsking(parts), [], width),
		reasons: [
			...(hidden > 0
				? sentence(
						`${countWithUnit(hidden, 'hidden character')}, written as ⟨U+…⟩.`,
						{ tone: 'failure' },
						width,
					)
				: []),
			...reasons.flatMap(reason =>
				sentence(sanitize(reason).replaceAll('\n', ' '), { tone: isHard ? 'failure' : 'quiet' }, width),
			),
		],
	}
}

/** One file that was there and stays, whose name the heading has. */
function isNamedIn(heading: string, { files }: DiffModel): boolean {
	const [file] = files
	return files.length === 1 && file?.change === 'changed' && heading.includes(file?.path ?? '')
}

function sentence(text: string, style: Style, width: number): readonly Spans[] {
	return indented(wrapSpans([span(text, style)], Math.max(1, width - 2)), '  ')
}

const PART: Record<Requirement, { mark: string; tone: Tone }> = {
	allow: { mark: '✓ ', tone: 'success' },
	ask: { mark: '? ', tone: 'warning' },
	'ask-always': { mark: '! ', tone: 'failure' },
	deny: { mark: '✗ ', tone: 'failure' },
}

/** A part that is the whole command stands above already, to the last character: the only one needs no name at all. */
function namedParts(parts: readonly CommandPart[], whole: string): readonly CommandPart[] {
	const name = parts.length > 1 ? 'all of it together' : ''
	return parts.map(part => (part.command === whole ? { ...part, command: name } : part))
}

/** Of several, the first that is the reason to ask. */
function firstAsking(parts: readonly CommandPart[]): readonly CommandPart[] {
	return parts.length < 2 ? [] : parts.filter(({ outcome }) => outcome === 'ask').slice(0, 1)
}

function isDangerous({ outcome }: CommandPart): boolean {
	return outcome === 'ask-always' || outcome === 'deny'
}

/**
 * In the order they would run. What needs no question whatever the others do is counted, as all of it stands in the
 * command above; what is harmless only by itself, as a text in front of `| sh` is, stands with its words.
 */
function partsRows(
	parts: readonly CommandPart[],
	folded: readonly CommandPart[],
	width: number,
): readonly Spans[] {
	const shown = parts.filter(part => !folded.includes(part))
	const column = reasonColumn(shown, width)
	const rows = shown.flatMap(part => partRows(part, { width, column }))
	if (folded.length === 0) return rows
	const onlyRead = folded.every(({ rule }) => rule.startsWith('read-only/'))
	const said = `${folded.length} parts ${onlyRead ? 'only read' : 'need no question'}`
	return [
		...rows,
		[
			span('  '),
			span(PART.allow.mark, { tone: PART.allow.tone }),
			span(cutToWidth(said, width - 4), { tone: 'quiet' }),
		],
	]
}

function foldedParts(parts: readonly CommandPart[]): readonly CommandPart[] {
	const harmless = parts.filter(({ outcome, standsAlone }) => outcome === 'allow' && standsAlone)
	return harmless.length < LEAST_FOLDED ? [] : harmless
}

const LEAST_FOLDED = 2

/** Behind the parts that are not long: beside its part a reason is read, at the other edge of a wide window it is not. */
function reasonColumn(parts: readonly CommandPart[], width: number): number {
	const widths = parts.map(({ command }) => cellWidth(expandTabs(reveal(command).text)))
	return 4 + Math.max(0, ...widths.filter(own => own <= width / 3)) + 2
}

function partRows(part: CommandPart, { width, column }: { width: number; column: number }): readonly Spans[] {
	const { command, outcome, reason } = part
	const { mark, tone } = PART[outcome]
	const isWorst = isDangerous(part)
	const why = sanitize(reason).replaceAll('\n', ' ')
	const whyStyle: Style = { tone: isWorst ? 'failure' : 'quiet' }
	const head = [span('  '), span(mark, { tone, bold: isWorst })]
	if (command === '') return hang(wrapSpans([span(why, whyStyle)], width - 4), head, [span('    ')])
	const rows = lineRows(reveal(command).text, { tone: 'code', bold: isWorst }, width - 4)
	const [only = [], ...more] = rows
	const gap = Math.max(2, column - 4 - spansWidth(only))
	const fits = 4 + spansWidth(only) + gap + cellWidth(why) <= width
	if (width >= BESIDE_COLUMNS && more.length === 0 && fits)
		return [[...head, ...only, span(' '.repeat(gap)), span(why, whyStyle)]]
	return [
		...hang(rows, head, [span('    ')]),
		...indented(wrapSpans([span(why, whyStyle)], width - 6), '      '),
	]
}

/** From so many on a reason stands beside its line. */
const BESIDE_COLUMNS = 90

/** A text of several lines, each of them broken where the width ends. */
function lineRows(text: string, style: Style, width: number): readonly Spans[] {
	return text.split('\n').flatMap(line => foldSpans([span(expandTabs(line), style)], width))
}

function indented(rows: readonly Spans[], blanks: string): readonly Spans[] {
	return hang(rows, [span(blanks)], [span(blanks)])
}

/** `shell:npm test` → `npm test`; what a key covers, in the words of the person who is asked. */
function coverage(key: string): string {
	// A copy that a sub-agent works on has keys of its own.
	if (key.startsWith('copy:')) return `${coverage(key.slice(key.indexOf('|') + 1))} of its worktree`
	if (key === 'edit:workspace') return 'all edits in the workspace'
	const colon = key.indexOf(':')
	const [kind, what] = [key.slice(0, colon), key.slice(colon + 1)]
	if (colon === -1) return key
	if (kind === 'edit') return `edits in ${what}`
	if (kind === 'reading') return `reading with ${what}`
	return kind === 'read' ? `reading in ${what}` : what
}

export type ApprovalOption = { key: string; label: string; answer: Exclude<Decision['answer'], 'edit'> }

/** Numbers mean the same in every dialog, so a key that is not offered is left out, not moved up. */
export function approvalOptions({ permission: assessment }: ApprovalRequest): readonly ApprovalOption[] {
	const rules = storedRules(assessment)
	const mayCover = isCoverable(assessment) && assessment.sessionKeys.length > 0
	const covered = assessment.sessionKeys.map(key => sanitizeLine(coverage(key))).join(', ')
	return [
		{ key: '1', label: 'yes, once', answer: 'once' },
		...(mayCover
			? [{ key: '2', label: `yes, and in this session for ${covered}`, answer: 'session' as const }]
			: []),
		...(rules.length > 0
			? [
					{
						key: '3',
						label: `yes, and always in this project: ${rules.map(sanitizeLine).join(', ')}`,
						answer: 'project' as const,
					},
				]
			: []),
		{ key: '4', label: 'no', answer: 'no' },
		{ key: '5', label: 'no, and tell the model why', answer: 'no-with-reason' },
	]
}

/** What the answer "always" would store. Never for a hard case, whoever filled in the request. */
function storedRules(permission: ApprovalRequest['permission']): readonly string[] {
	return isCoverable(permission) ? (permission.projectRules ?? []) : []
}

/**
 * One option may take several rows: what an answer would allow is as much to be read as what would run. Where that
 * leaves no room for the question, each one has a single row, and all of it is to be read above them.
 * @returns `optionOf`: which option stands in each row
 */
export function optionRows(input: {
	options: readonly ApprovalOption[]
	selected: number
	width: number
	/** Rows of the whole dialog. */
	limit: number
}): { rows: readonly Spans[]; optionOf: readonly number[]; isWhole: boolean } {
	const each = eachOption(input)
	const rows = each.flat()
	if (rows.length <= Math.max(each.length, Math.floor(input.limit / 2)))
		return { rows, optionOf: each.flatMap((of, index) => of.map(() => index)), isWhole: true }
	const shortened = each.map(([first = [], ...more]) =>
		more.length === 0 ? first : [...first.slice(0, -1), ...cutSpan(first.at(-1)), span('…')],
	)
	return { rows: shortened, optionOf: [...each.keys()], isWhole: false }
}

/** The answers as they are when there is room for all of what they say. */
export function wholeOptionRows(options: readonly ApprovalOption[], width: number): readonly Spans[] {
	return eachOption({ options, selected: -1, width }).flat()
}

function eachOption(input: {
	options: readonly ApprovalOption[]
	selected: number
	width: number
}): readonly (readonly Spans[])[] {
	const { options, selected, width } = input
	return options.map(({ key, label }, index) => {
		const isSelected = index === selected
		const style = isSelected ? { tone: 'accent' as const, bold: true } : {}
		const text = [span(`${key} ${expandTabs(label)}`, style)]
		const rows = foldSpans(text, Math.max(1, width - 4))
		return hang(rows, [span(isSelected ? '❯ ' : '  ', { tone: 'accent' })], [span('    ')])
	})
}

/** Without its last character, whose place the sign of a cut takes. */
function cutSpan(last: Spans[number] | undefined): Spans {
	return last ? [{ ...last, text: [...last.text].slice(0, -1).join('') }] : []
}
