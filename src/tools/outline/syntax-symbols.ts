// The symbols of a source file by its syntax tree: which nodes declare something, and which hold others.

import { declarationText } from './declaration-text.ts'
import type { CodeSymbol } from './symbols.ts'
import type { Syntax, SyntaxNode } from './tree-sitter.ts'

/** @returns the grammar for files with this extension, where there is one that knows more than the lines do */
export function grammarOf(extension: string): string | undefined {
	return GRAMMARS.get(extension)
}

/** @returns undefined where the text does not fit the grammar: then its lines tell more */
export function syntaxSymbols(
	lines: readonly string[],
	grammar: string,
	syntax: Syntax,
): Promise<readonly CodeSymbol[] | undefined> {
	return syntax.parsed(grammar, lines.join('\n'), root => [...symbolsBelow(root, { lines, depth: 0 })])
}

function* symbolsBelow(
	node: SyntaxNode,
	place: { lines: readonly string[]; depth: number },
): Generator<CodeSymbol> {
	for (const child of node.namedChildren) {
		if (!child) continue
		const isConstant = namesConstant(child, place.lines)
		const isDeclared = isConstant || (DECLARATIONS.has(child.type) && isOfItsOwn(child))
		if (isDeclared) yield symbolOf(child, place)
		if (HOLDERS.has(child.type) && !isConstant)
			yield* symbolsBelow(child, { ...place, depth: place.depth + (isDeclared ? 1 : 0) })
	}
}

/** `struct stat buffer;` names a type and declares none, and of what a C structure holds only functions are worth a row. */
function isOfItsOwn(node: SyntaxNode): boolean {
	if (node.type === 'field_declaration')
		return !DATA.has(node.childForFieldName('declarator')?.type ?? 'field_identifier')
	return !WITH_BODY.has(node.type) || node.childForFieldName('body') !== null
}

/** What scripts write in capitals, at the top or in a class. */
function namesConstant(
	{ type, namedChildren, startPosition }: SyntaxNode,
	lines: readonly string[],
): boolean {
	const isAssigned = type === 'assignment' || namedChildren[0]?.type === 'assignment'
	return isAssigned && /^\s*[A-Z][A-Z0-9_]+\s*[:=]/.test(lines[startPosition.row] ?? '')
}

function symbolOf(
	node: SyntaxNode,
	{ lines, depth }: { lines: readonly string[]; depth: number },
): CodeSymbol {
	const first = node.startPosition.row
	// A node that takes its line's end along ends at the beginning of the next.
	const last =
		node.endPosition.column === 0 && node.endPosition.row > first
			? node.endPosition.row - 1
			: node.endPosition.row
	const named = Math.min(nameRow(node), first + MOST_HEAD_LINES)
	const head = lines.slice(first, named + 1).join(' ')
	return { first: first + 1, ...(last > first && { last: last + 1 }), depth, text: declarationText(head) }
}

/** In C a name stands in a declarator, that one in another: `char *(*f)(void)`. */
function nameRow(node: SyntaxNode): number {
	const name = node.childForFieldName('name')
	if (name) return name.startPosition.row
	let found = node
	for (let next = node.childForFieldName('declarator'); next; next = next.childForFieldName('declarator'))
		found = next
	return found.startPosition.row
}

/** `static int` may stand on a line of its own before the name, and so may attributes. */
const MOST_HEAD_LINES = 4

const GRAMMARS: ReadonlyMap<string, string> = new Map(
	Object.entries({
		typescript: 'ts mts cts',
		tsx: 'tsx jsx',
		javascript: 'js mjs cjs',
		python: 'py pyi',
		go: 'go',
		rust: 'rs',
		java: 'java',
		cpp: 'c h cc cpp cxx hpp hh hxx',
		'c-sharp': 'cs',
		ruby: 'rb rake gemspec',
		php: 'php',
		bash: 'sh bash',
		powershell: 'ps1 psm1',
	}).flatMap(([grammar, extensions]) =>
		extensions.split(' ').map((extension): [string, string] => [extension, grammar]),
	),
)

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const DECLARATIONS = words(`
	function_declaration generator_function_declaration class_declaration abstract_class_declaration
	interface_declaration enum_declaration type_alias_declaration internal_module module method_definition
	abstract_method_signature method_signature public_field_definition field_definition property_signature
	lexical_declaration variable_declaration function_signature
	function_definition class_definition
	method_declaration type_declaration const_declaration var_declaration
	function_item struct_item enum_item union_item trait_item mod_item type_item impl_item const_item static_item
	function_signature_item macro_definition
	constructor_declaration record_declaration annotation_type_declaration field_declaration
	struct_specifier union_specifier enum_specifier class_specifier namespace_definition type_definition
	alias_declaration
	struct_declaration namespace_declaration file_scoped_namespace_declaration property_declaration
	delegate_declaration event_declaration
	class singleton_class method singleton_method
	trait_declaration
	function_statement class_statement`)

const DATA = words('field_identifier pointer_declarator array_declarator')

/** Where these have no body they only name a type. */
const WITH_BODY = words('struct_specifier union_specifier enum_specifier class_specifier')

const HOLDERS = words(`
	program module source_file translation_unit compilation_unit export_statement ambient_declaration
	class_declaration abstract_class_declaration class_body interface_declaration interface_body object_type
	internal_module statement_block expression_statement declaration
	class_definition block decorated_definition
	impl_item trait_item mod_item declaration_list foreign_mod_item
	enum_declaration enum_body enum_body_declarations record_declaration annotation_type_declaration
	class_specifier struct_specifier union_specifier namespace_definition field_declaration_list
	template_declaration linkage_specification preproc_if preproc_ifdef preproc_else preproc_elif
	struct_declaration namespace_declaration file_scoped_namespace_declaration
	class singleton_class body_statement
	trait_declaration interface_declaration
	class_statement`)
