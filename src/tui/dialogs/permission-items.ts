// Permission rules as the lines of a picker: what each says, whose it is and where it stands.

import type { ListItem } from '../list/found-items.ts'
import type { ShownRule } from '../state/tui-options.ts'
import { sanitizeLine } from '../text/sanitize.ts'

/** Walls first, because they win. */
export function permissionItems(rules: readonly ShownRule[]): readonly ListItem<ShownRule>[] {
	return LISTS.flatMap(list => rules.filter(rule => rule.list === list)).map(rule => ({
		value: rule,
		label: sanitizeLine(`${rule.list} ${rule.text}`),
		detail: sanitizeLine(`${SCOPES[rule.scope]} · ${rule.from}`),
	}))
}

const LISTS = ['deny', 'ask', 'allow'] as const

const SCOPES: Readonly<Record<ShownRule['scope'], string>> = {
	user: 'everywhere',
	session: 'this session',
	project: 'this project',
	folder: 'from the project itself',
}
