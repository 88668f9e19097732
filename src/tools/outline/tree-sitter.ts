// Tree-sitter, where its grammars are installed: an optional package of 22 MB beside the program, as VS Code builds it.
// Nothing of it is ever taken from the folder that is worked in.

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** What of it is used here. */
export type SyntaxNode = {
	readonly type: string
	readonly hasError: boolean
	/** From 0. */
	readonly startPosition: { row: number }
	readonly endPosition: { row: number; column: number }
	readonly namedChildren: readonly (SyntaxNode | null)[]
	childForFieldName(name: string): SyntaxNode | null
}

type Grammar = object
type TreeSitter = {
	Parser: {
		new (): {
			setLanguage(grammar: Grammar): void
			parse(text: string): { rootNode: SyntaxNode; delete(): void } | null
			delete(): void
		}
		init(options: { locateFile(name: string): string }): Promise<void>
	}
	Language: { load(path: string): Promise<Grammar> }
}

export type Syntax = {
	/** @returns what `use` makes of the tree; undefined where the text does not fit the grammar */
	parsed<Value>(grammar: string, text: string, use: (root: SyntaxNode) => Value): Promise<Value | undefined>
}

/** @returns undefined where the package is not installed */
export async function openSyntax(): Promise<Syntax | undefined> {
	const require = createRequire(import.meta.url)
	let entry: string
	try {
		entry = require.resolve(PACKAGE)
	} catch {
		return undefined
	}
	const { Parser, Language }: TreeSitter = require(entry)
	const folder = dirname(entry)
	await Parser.init({ locateFile: name => join(folder, name) })
	const grammars = new Map<string, Promise<Grammar>>()
	return {
		async parsed(grammar, text, use) {
			const loading = grammars.get(grammar) ?? Language.load(join(folder, `tree-sitter-${grammar}.wasm`))
			grammars.set(grammar, loading)
			const parser = new Parser()
			try {
				parser.setLanguage(await loading)
				const tree = parser.parse(text)
				if (!tree) return undefined
				try {
					return tree.rootNode.hasError ? undefined : use(tree.rootNode)
				} finally {
					tree.delete()
				}
			} finally {
				parser.delete()
			}
		},
	}
}

const PACKAGE = '@vscode/tree-sitter-wasm'
