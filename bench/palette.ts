// What a key costs in the palette over 50 000 files: `node bench/palette.ts [files]`. The paths are made from a seed;
// each query is typed and deleted again, key by key; what counts is the dearest key, in CPU time.

import { largeSource, searchPalette } from '../src/tui/panels/palette-search.ts'

const WORDS =
	'src test lib core tui composer session index model parser render util helper page card user order invoice main config build react dom hooks state view list item'.split(
		' ',
	)
const QUERIES = ['composer', 'srctui', 'index ts', 'zzz', 'e', 'aeiou', 'config-49', '@sessionview', '@i n d']

const count = Number(process.argv[2] ?? 50_000)
let seed = 7
function below(limit: number): number {
	seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
	return seed % limit
}
const paths = Array.from({ length: count }, (_, index) => {
	const folders = Array.from({ length: 2 + below(5) }, () => WORDS[below(WORDS.length)])
	return `${folders.join('/')}-${index}.ts`
})
const loading = process.cpuUsage()
const source = await largeSource('files', paths, () => {})
const { user: taken } = process.cpuUsage(loading)
const sources = new Map([['files', source]] as const)
console.log(`${count} files taken in, in slices: ${(taken / 1000).toFixed(1)} ms`)
for (const query of QUERIES) {
	const typed = [...query].map((_, index) => query.slice(0, index + 1))
	const times = [...typed, ...typed.slice(0, -1).reverse()].map(text => {
		const start = process.cpuUsage()
		searchPalette(sources, text)
		const { user, system } = process.cpuUsage(start)
		return (user + system) / 1000
	})
	console.log(`${query.padEnd(14)} dearest key ${Math.max(...times).toFixed(1)} ms`)
}
