// docs/keys.md: every key of the screen, by the place where it is pressed.

import { actionText, contextName, keyName, keysOf } from '../../src/tui/input/key-names.ts'
import { KEYMAP, type KeyContext } from '../../src/tui/input/keymap.ts'
import { cell, code, MADE_FROM, table } from './markdown.ts'

export function keysPage(): string {
	const contexts = Object.keys(KEYMAP) as KeyContext[]
	return [
		MADE_FROM('src/tui/input/keymap.ts'),
		'# Keys\n',
		INTRODUCTION,
		...contexts.flatMap(context => {
			const name = contextName(context)
			const actions = [...new Set(Object.values<string>(KEYMAP[context]))]
			return [
				`## ${name.charAt(0).toUpperCase()}${name.slice(1)} (${code(context)})\n`,
				table(
					['Keys', 'What they do', 'Action'],
					actions.map(action => [
						keysOf(KEYMAP, context, action)
							.map(key => cell(keyName(key)))
							.join(', '),
						cell(actionText(context, action)),
						code(action),
					]),
				),
			]
		}),
	].join('\n')
}

const INTRODUCTION = `These are the usual keys. \`/keys\` lists those in force and gives an action others: choose it, press the keys, Enter.
They are kept in \`keybindings.json\` beside your \`settings.json\`, as an action by place and key; \`null\` takes a key away, and keys with a blank
between them are pressed one after the other:

\`\`\`json
{
	"app": { "f5": "cycle-mode", "ctrl+k": "palette" },
	"composer": { "ctrl+k": null, "ctrl+x ctrl+e": "open-editor" }
}
\`\`\`

An entry that cannot be is told with file, key and value when the screen opens, and the usual key holds. What answers a question about what may run is fixed: no file makes a
letter say yes. Ctrl+M, Ctrl+I and Ctrl+[ are Enter, Tab and Esc in most terminals and cannot be told apart from them.
`
