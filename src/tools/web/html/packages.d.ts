// Types of the packages that make Markdown, as far as they are used; their own need a browser's or are missing.

declare module '@mixmark-io/domino' {
	import type { HtmlDocument } from './html-node.ts'

	/** @param force - accepts a page that is not well-formed */
	function createDocument(html?: string, force?: boolean): HtmlDocument
	const domino: { createDocument: typeof createDocument }
	export default domino
}

declare module 'turndown-plugin-gfm' {
	const plugins: { gfm(service: import('turndown')): void }
	export default plugins
}
