// `/tools`: what the model may call in this mode, in the order in which it is offered, and what each is for.

import type { OfferedTool } from '../../../core/runtime-port.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import type { Block } from '../../state/view-block.ts'
import { cutToWidth } from '../../text/cell-width.ts'
import { countWithUnit } from '../../text/format.ts'
import { quoted } from '../../text/quoted.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

export const tools: SlashCommand = {
	name: 'tools',
	argument: '[word]',
	values: async ({ offeredTools }) =>
		((await offeredTools?.()) ?? []).map(({ spec }) => ({ value: sanitizeLine(spec.name) })),
	description: 'what the model may call; those with the word in their name',
	async run(argument, { options, show, notify }) {
		const all = (await options.port.queries.offeredTools?.()) ?? []
		const wanted = argument.toLowerCase()
		const found = all.filter(({ spec }) => spec.name.toLowerCase().includes(wanted))
		if (found.length === 0)
			return notify(
				'info',
				all.length === 0 ? 'The model has no tools.' : `No tool is called like ${quoted(argument)}.`,
			)
		show(block(found))
	},
}

function block(found: readonly OfferedTool[]): Block {
	const rows = found.map(({ spec, facts }): [string, string] => [
		sanitizeLine(spec.name),
		[purposeOf(sanitizeLine(spec.description)), effectOf(facts)].filter(part => part !== '').join(' · '),
	])
	return { kind: 'table', title: countWithUnit(found.length, 'tool'), rows }
}

function effectOf(facts: OfferedTool['facts']): string {
	if (!facts) return 'may do anything'
	if (facts.access === 'write' || facts.phase === 'act') return 'may change something'
	return facts.access === 'read' ? 'only reads' : ''
}

/** Its first clause: what follows is how the model is to use it. */
function purposeOf(description: string): string {
	const [first = description] = description.split(/;\s|(?<!\be\.g|\bi\.e)[.!?](?:\s|$)/, 1)
	return cutToWidth(first.replace(/,? e\.g\..*$/, ''), LONGEST)
}

const LONGEST = 120
