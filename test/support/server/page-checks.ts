// What a page has to be for those who do not see it, do not point, or see little: looked up in the page itself. As text,
// because it runs there.

/** @returns what is wrong, in words */
export const PAGE_CHECKS = `(() => {
	const wrong = []
	const isShown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
	const what = element => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + (element.className ? '.' + element.className : '')
	const nameOf = element => (
		element.getAttribute('aria-label') ||
		(element.getAttribute('aria-labelledby') || '').split(' ').map(id => document.getElementById(id)?.textContent || '').join(' ').trim() ||
		[...(element.labels || [])].map(label => label.textContent).join(' ').trim() ||
		(element.matches('input, select, textarea') ? '' : element.textContent)
	).trim()

	// Names and roles.
	for (const element of document.querySelectorAll('a, button, input, select, textarea, summary, [role=region], nav, section, article, [tabindex="0"]'))
		if (isShown(element) && nameOf(element) === '') wrong.push('no name: ' + what(element))
	for (const element of document.querySelectorAll('[tabindex]'))
		if (element.tabIndex > 0) wrong.push('order by number: ' + what(element))
	const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
	for (const id of new Set(ids)) if (ids.filter(one => one === id).length > 1) wrong.push('twice: #' + id)
	for (const [selector, least, most] of [['header.top', 1, 1], ['main', 1, 1], ['h1', 1, 1], ['[aria-live=polite]', 1, 1]]) {
		const count = document.querySelectorAll(selector).length
		if (count < least || count > most) wrong.push(count + ' of ' + selector)
	}
	if (!document.documentElement.lang || !document.title) wrong.push('no language or title')
	let level = 0
	for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
		if (!isShown(heading)) continue
		const now = Number(heading.tagName[1])
		if (now > level + 1) wrong.push('heading ' + now + ' after ' + level + ': ' + heading.textContent)
		level = now
	}
	for (const element of document.querySelectorAll('[for], [aria-describedby], [aria-labelledby]'))
		for (const name of ['for', 'aria-describedby', 'aria-labelledby'])
			for (const id of (element.getAttribute(name) || '').split(' ').filter(Boolean))
				if (!document.getElementById(id)) wrong.push('names nothing: ' + what(element) + ' ' + id)

	// Contrast, computed from what is really drawn. A canvas knows every way to write a colour.
	const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
	const known = new Map()
	const rgba = colour => {
		if (!known.has(colour)) {
			canvas.clearRect(0, 0, 1, 1)
			canvas.fillStyle = colour
			canvas.fillRect(0, 0, 1, 1)
			const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
			known.set(colour, [r, g, b, a / 255])
		}
		return known.get(colour)
	}
	const over = (top, under) => top.slice(0, 3).map((part, index) => part * top[3] + under[index] * (1 - top[3])).concat(1)
	const behind = element => {
		const layers = []
		for (let at = element; at; at = at.parentElement) {
			const layer = rgba(getComputedStyle(at).backgroundColor)
			if (layer[3] > 0) layers.push(layer)
			if (layer[3] === 1) break
		}
		return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255, 1])
	}
	const luminance = ([r, g, b]) => {
		const [x, y, z] = [r, g, b].map(part => part / 255).map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
		return 0.2126 * x + 0.7152 * y + 0.0722 * z
	}
	const contrast = (one, other) => {
		const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
		return (light + 0.05) / (dark + 0.05)
	}
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
	let looked = 0
	while (texts.nextNode()) {
		const element = texts.currentNode.parentElement
		if (texts.currentNode.data.trim() === '' || !isShown(element) || element.matches('.unseen, .skip, noscript, option')) continue
		const ground = behind(element)
		const ratio = contrast(over(rgba(getComputedStyle(element).color), ground), ground)
		looked++
		if (ratio < 4.5) wrong.push('contrast ' + ratio.toFixed(2) + ': ' + what(element) + ' ' + texts.currentNode.data.slice(0, 30))
	}
	if (looked < 5) wrong.push('only ' + looked + ' texts were looked at')
	for (const field of document.querySelectorAll('input, textarea, select')) {
		if (!isShown(field)) continue
		const around = behind(field.parentElement)
		const ratio = contrast(over(rgba(getComputedStyle(field).borderTopColor), around), around)
		if (ratio < 3) wrong.push('border ' + ratio.toFixed(2) + ': ' + what(field))
	}

	// Nothing has to be pushed sideways, but for what scrolls by itself and can be reached by keyboard.
	const root = document.scrollingElement
	if (root.scrollWidth > innerWidth) wrong.push('the page is ' + root.scrollWidth + ' wide')
	for (const element of document.querySelectorAll('main *, nav *, header *')) {
		if (!isShown(element) || element.closest('.unseen, svg')) continue
		if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'auto' && element.tabIndex !== 0 && element.clientWidth > 0)
			wrong.push('scrolls out of reach: ' + what(element))
		const { right, width } = element.getBoundingClientRect()
		if (width > 0 && right > innerWidth + 1 && !element.parentElement.closest('[tabindex="0"]:not(.card, .scroll), .row-title, .subject')) wrong.push('sticks out: ' + what(element) + ' ' + right)
	}
	return wrong
})()`

/** @returns of what has the focus: what it is, whether that is seen, and where it stands in the document */
export const FOCUSED = `(() => {
	const element = document.activeElement
	if (!element || element === document.body) return undefined
	const { outlineStyle, outlineWidth } = getComputedStyle(element)
	const all = [...document.querySelectorAll('*')]
	const { top, left, bottom } = element.getBoundingClientRect()
	return {
		name: element.id || element.getAttribute('aria-label') || element.textContent.trim().slice(0, 30),
		isSeen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && bottom > 0 && top < innerHeight && left >= 0,
		index: all.indexOf(element),
	}
})()`
