// Values that a line of prose announces: the first password of Jenkins below its colon, the secrets of pppd below the
// line that names the columns.

import { isFilledIn } from '../secrets/secret-values.ts'
import { type BlockView, contentOf, lineAt, type Range } from './view.ts'

/** `Please use the following password to proceed to installation:` */
export function announcedPassword({ text, start, isWhole }: BlockView): readonly Range[] | 'more' {
	let line = lineAt(text, start)
	for (let count = 0; count < MOST_LINES; count++) {
		line = lineAt(text, line.next)
		const isCut = line.start >= text.length || text.charCodeAt(line.next - 1) !== 10
		if (isCut && !isWhole) return 'more'
		const content = contentOf(text, line)
		const value = /(?:^|[\s|])([0-9a-f]{32})$/.exec(content)?.[1]
		if (value !== undefined) return [{ start: line.end - value.length, end: line.end }]
		if (/[0-9A-Za-z]$/.test(content)) return []
	}
	return []
}

/** Empty ones among them; what a log has in front of each is in them too. */
const MOST_LINES = 4

/** `client server secret addresses` of pap-secrets and chap-secrets: below them every third word. */
export function pppSecrets({ text, start, isWhole }: BlockView): readonly Range[] | 'more' {
	const header = lineAt(text, start)
	const found: Range[] = []
	if (!PPP_COLUMNS.test(contentOf(text, header))) return found
	let at = header.next
	while (at < text.length) {
		const line = lineAt(text, at)
		if (line.next === text.length && text.charCodeAt(line.next - 1) !== 10 && !isWhole) return 'more'
		const content = contentOf(text, line)
		// Its values are found with it.
		if (PPP_COLUMNS.test(content)) return found
		if (content !== '' && !content.startsWith('#')) {
			const entry = PPP_ENTRY.exec(content)
			if (!entry) return found
			const value = entry[2] ?? entry[3]!
			const begin = line.content + entry[1]!.length + (entry[2] === undefined ? 0 : 1)
			if (value.length >= 3 && isFilledIn(value)) found.push({ start: begin, end: begin + value.length })
		}
		at = line.next
	}
	return isWhole ? found : 'more'
}

const PPP_COLUMNS = /^#\s*client[ \t]+server[ \t]+secret\b/i
const PPP_ENTRY =
	/^((?:"[^"]*"|[^\s"#]\S*)[ \t]+(?:"[^"]*"|[^\s"]\S*)[ \t]+)(?:"([^"]*)"|([^\s"#@]\S*))(?:[ \t]+(?!#)\S+){0,6}(?:[ \t]+#.*)?$/
