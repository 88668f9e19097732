// Permission rules for the screen: the same store the session goes by.

import type { PermissionBook } from '../../../runtime/permissions/permission-book.ts'
import type { PermissionServices } from '../../../tui/state/tui-options.ts'

/** @param book - asked when it is needed: with the screen it is not there yet */
export function permissionServices(book: () => Promise<PermissionBook>): PermissionServices {
	return {
		list: async () => (await book()).listed(),
		add: async rule => (await book()).add(rule),
		remove: async rule => (await book()).remove(rule),
	}
}
