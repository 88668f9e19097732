// `/init`: has an AGENTS.md written from what is in the folder. The demo, which writes nothing, leaves it to a look at the
// files.

import type { UserMessage } from '../../core/messages.ts'
import { calledText } from '../../core/text/loaded-text.ts'
import type { SlashCommand } from '../slash-command/slash-command.ts'
import { sanitize } from '../text/sanitize.ts'

export const init: SlashCommand = {
	name: 'init',
	argument: '[what matters]',
	description: 'have an AGENTS.md written, or the one there is improved',
	async run(wish, { view, options, send, show, notify }) {
		const isDemo = view().model?.provider === 'demo'
		if (!isDemo) return send({ type: 'prompt', message: initMessage(wish), whenBusy: 'queue' })
		if (!options.writeInstructions) return notify('error', 'Nothing can be written here.')
		const { diff, said } = await options.writeInstructions({ force: wish === '--force' })
		if (diff !== '') show({ kind: 'expanded', title: 'What changes', text: sanitize(diff), isDiff: true })
		notify('info', sanitize(said))
	},
}

/** What the model is to do stands in front of what was typed, as with a command of one's own: people see only this. */
export function initMessage(wish: string): UserMessage {
	const typed = wish === '' ? '/init' : `/init ${wish}`
	const texts = [calledText('command', 'init', initPrompt(wish)), typed]
	return { role: 'user', content: texts.map(text => ({ type: 'text', text })) }
}

function initPrompt(wish: string): string {
	return `${INIT_LOOK}

Write it to AGENTS.md in the working folder. If there is one already, read it first and change only what is missing or wrong; never throw away what its authors wrote.${wish === '' ? '' : `\n\nWhat matters most: ${wish}`}`
}

/** What to look at, and what is worth saying. */
export const INIT_LOOK = `Look at this repository and write an AGENTS.md: what a coding agent has to know to work here that it would not see at once.

Look first: manifests and their scripts, build files, the configuration of linters and tests, what runs on a change (CI), README, CONTRIBUTING, rules of other agents (CLAUDE.md, .cursor/rules, .github/copilot-instructions.md), and the layout of the sources; open a few files for how code is written here.

Then at most 60 lines of Markdown that begin with a heading:
- the commands to install, build, test, check types, lint and format, and how to run one test alone;
- how the code is laid out: what is where, what depends on what;
- conventions that the files show and that a newcomer gets wrong; traps.

Only what you have seen in files, with the names that stand there. No general advice, no list of every file, no secrets.`
