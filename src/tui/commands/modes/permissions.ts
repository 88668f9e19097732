// `/permissions`: the rules for what may run, to look at, to add and to delete.

import type { NewRule } from '../../../core/commands.ts'
import { permissionItems } from '../../dialogs/permission-items.ts'
import type { SlashCommand, SlashContext } from '../../slash-command/slash-command.ts'
import type { ShownRule } from '../../state/tui-options.ts'

export const permissions: SlashCommand = {
	name: 'permissions',
	argument: '[allow|ask|deny <rule>]',
	aliases: ['allowed-tools'],
	description: 'rules for what may run: look, add, delete',
	values: () =>
		['allow ', 'ask ', 'deny ', 'everywhere allow ', 'everywhere ask ', 'everywhere deny '].map(value => ({
			value,
			description: value.startsWith('everywhere') ? 'in every project' : 'in this project',
		})),
	/** `/permissions allow shell(npm test)` is about this project, `/permissions everywhere deny …` about all. */
	run(argument, context) {
		if (argument === '') return chooseRule(context)
		const [, everywhere, list, text] = /^(everywhere\s+)?(allow|ask|deny)\s+(\S[\s\S]*)$/.exec(argument) ?? []
		if (text !== undefined && (list === 'allow' || list === 'ask' || list === 'deny'))
			return addRule({ list, text: text.trim(), scope: everywhere ? 'user' : 'project' }, context)
		context.notify(
			'warning',
			'Write /permissions allow, ask or deny and a rule, as in /permissions allow shell(npm test); with “everywhere” in front it is not only for this project.',
		)
	},
}

async function addRule(rule: NewRule, { options, notify, record }: SlashContext): Promise<void> {
	if (!options.permissions) return notify('error', 'Rules cannot be kept here.')
	await options.permissions.add(rule)
	const where = rule.scope === 'user' ? 'everywhere' : 'in this project'
	record(`From now on ${where}: ${rule.list} ${rule.text}`)
}

async function chooseRule({ options, surface, record, attempt }: SlashContext): Promise<void> {
	const items = permissionItems((await options.permissions?.list()) ?? [])
	const deleting = (rule: ShownRule) => () => {
		const remove = async () => {
			await options.permissions?.remove(rule)
			record(`Deleted: ${rule.list} ${rule.text} (${rule.from})`)
		}
		const [item] = permissionItems([rule])
		surface()?.open({
			title: 'Delete this rule?',
			isQuestion: true,
			items: [
				{ label: 'Keep it', detail: '', value: () => {} },
				{ label: `Delete ${item?.label}`, detail: item?.detail ?? '', value: () => attempt(remove()) },
			],
		})
	}
	surface()?.open({
		title: 'Permissions: choose one to delete it',
		emptyText: 'There are no rules yet. /permissions allow shell(npm test) adds one.',
		items: items.map(item => ({ ...item, value: deleting(item.value) })),
	})
}
