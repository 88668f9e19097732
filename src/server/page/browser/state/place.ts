// Where the reader is, in the fragment of the address, which never leaves the browser; and the token, which a link may bring
// along there and which is taken out of the address at once.

export type ShownPlace = { view: 'list' } | { view: 'new' } | { view: 'task'; id: string }

export function placeIn(fragment: string): ShownPlace {
	const fields = new URLSearchParams(fragment.replace(/^#/, ''))
	const id = fields.get('task')
	if (id !== null && /^[\w-]{1,100}$/.test(id)) return { view: 'task', id }
	return fields.has('new') ? { view: 'new' } : { view: 'list' }
}

export function addressOf(place: ShownPlace): string {
	if (place.view === 'task') return `#task=${encodeURIComponent(place.id)}`
	return place.view === 'new' ? '#new' : '#list'
}

/** @returns the token of this tab */
export function knownToken(): string | undefined {
	const fields = new URLSearchParams(location.hash.replace(/^#/, ''))
	const brought = fields.get('token')
	if (brought !== null) {
		fields.delete('token')
		history.replaceState(null, '', `${location.pathname}#${fields}`)
		if (isToken(brought)) keepToken(brought)
	}
	return sessionStorage.getItem(KEY) ?? undefined
}

export function keepToken(token: string): void {
	sessionStorage.setItem(KEY, token)
}

export function forgetToken(): void {
	sessionStorage.removeItem(KEY)
}

/** What can be sent in a header. */
export function isToken(text: string): boolean {
	return /^[\x21-\x7e]{1,1000}$/.test(text)
}

const KEY = 'keelson-token'
