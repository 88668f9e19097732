// The part of a page's tree that is used here.

export type HtmlNode = {
	readonly nodeName: string
	readonly nodeType: number
	textContent: string
	readonly parentNode: HtmlNode | null
	readonly firstChild: HtmlNode | null
	readonly childNodes: ArrayLike<HtmlNode>
	readonly className: string
	getAttribute(name: string): string | null
	setAttribute(name: string, value: string): void
	removeAttribute(name: string): void
	querySelector(selector: string): HtmlNode | null
	querySelectorAll(selector: string): ArrayLike<HtmlNode>
	appendChild(node: HtmlNode): void
	insertBefore(node: HtmlNode, before: HtmlNode | null): void
	removeChild(node: HtmlNode): void
	replaceChild(node: HtmlNode, old: HtmlNode): void
}

export type HtmlDocument = Omit<HtmlNode, 'getAttribute'> & {
	readonly title: string
	readonly body: HtmlNode | null
	createElement(name: string): HtmlNode
	createTextNode(text: string): HtmlNode
}
