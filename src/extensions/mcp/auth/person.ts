// How a person is asked for a login: in the browser of this machine, or by a code that is typed on another one. What
// stands behind it is handed in; without it nobody is asked.

export type Person = {
	/** The address that the browser comes back to. */
	listen(at: {
		/** Only an answer that repeats it is meant for us. */
		state: string
		/** 0 takes a free one. */
		port: number
		hostName?: 'localhost'
		/** Closes it. */
		signal: AbortSignal
	}): Promise<{ url: string; answer: Promise<URLSearchParams> }>
	/** Shows the page. With a code, it is one to type that code into. */
	show(page: { url: URL; code?: string }): void
	/** Asks by a code, for a machine whose browser is somewhere else. */
	byDevice: boolean | 'if-offered'
	/** They have had enough of it. */
	signal: AbortSignal
}
