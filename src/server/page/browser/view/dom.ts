// Elements made in code. Whatever text goes in goes through the gate for foreign text, and is never markup.

import { visible } from '../text/visible-text.ts'

export type Child = Node | string | undefined | false

export type Properties = {
	class?: string | undefined
	/** Attributes as they stand in HTML; false and undefined leave one out. */
	[attribute: string]: string | number | boolean | undefined
}

export function make<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	properties: Properties = {},
	...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
	const element = document.createElement(tag)
	for (const [name, value] of Object.entries(properties))
		if (value !== undefined && value !== false)
			element.setAttribute(name, value === true ? '' : visible(String(value)))
	put(element, ...children)
	return element
}

/** In the place of what was in it. */
export function put(element: Element, ...children: readonly Child[]): void {
	element.replaceChildren(
		...children.flatMap(child => {
			if (child === undefined || child === false) return []
			return typeof child === 'string' ? [document.createTextNode(visible(child))] : [child]
		}),
	)
}

/** These in this order, and no others. What stands where it is to be is not moved: it would lose its focus. */
export function keepRows(parent: Element, rows: readonly Element[]): void {
	const kept = new Set(rows)
	for (const child of [...parent.children]) if (!kept.has(child)) child.remove()
	rows.forEach((row, index) => {
		const there = parent.children[index]
		if (there !== row) parent.insertBefore(row, there ?? null)
	})
}

/** Only where it is another one: a live region speaks again whenever its text is set. */
export function say(element: Element, text: string): void {
	const shown = visible(text)
	if (element.textContent !== shown) element.textContent = shown
}

/** One of the elements of the page itself. */
export function part(id: string): HTMLElement {
	const element = document.getElementById(id)
	if (!element) throw new Error(`the page has no #${id}`)
	return element
}

/** A copy of a form that stands in the page as a template. */
export function formOf(template: string): HTMLFormElement {
	const found = document.querySelector<HTMLTemplateElement>(`#${template}`)
	return document.importNode(found!.content.querySelector('form')!, true)
}

export function button(label: string, press: () => void, properties: Properties = {}): HTMLButtonElement {
	const element = make('button', { type: 'button', ...properties }, label)
	element.addEventListener('click', press)
	return element
}

/** A paragraph, a division, a piece of a line of its own kind. */
export function line(kind: string, ...children: readonly Child[]): HTMLParagraphElement {
	return make('p', { class: kind }, ...children)
}

export function box(kind: string, ...children: readonly Child[]): HTMLDivElement {
	return make('div', { class: kind }, ...children)
}

export function bit(kind: string, ...children: readonly Child[]): HTMLSpanElement {
	return make('span', { class: kind }, ...children)
}

/** Scrolls by itself, so it can be reached by keyboard, and has a name. */
export function region(
	tag: 'pre' | 'div',
	kind: string,
	label: string,
	...children: readonly Child[]
): HTMLElement {
	return make(tag, { class: kind, tabindex: 0, role: 'region', 'aria-label': label }, ...children)
}

/** Where it is said what went wrong; empty at first. */
export function problemLine(): HTMLParagraphElement {
	return make('p', { class: 'problem', role: 'alert' })
}

/** With Control or Command where it would otherwise begin a line. */
export function onEnter(input: HTMLElement, press: () => void): void {
	const withControl = input instanceof HTMLTextAreaElement
	input.addEventListener('keydown', event => {
		if (event.key !== 'Enter' || event.isComposing) return
		if (withControl && !event.ctrlKey && !event.metaKey) return
		event.preventDefault()
		press()
	})
}
