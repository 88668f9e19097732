// The types of the library: one declaration file for each entry, with what its exports need and nothing else. No path of
// the sources is in it, and no package.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** What a program may import. */
export const TYPED_ENTRIES = { keelson: 'src/library/keelson.ts', engine: 'src/library/engine/engine.ts' }

/**
 * @param {Record<string, string>} entryPoints - name of the result → source file
 * @param {string} outFolder - `name.d.ts` goes there
 */
export async function bundleTypes(entryPoints, outFolder) {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-types-'))
	try {
		await emit(Object.values(entryPoints), folder)
		const files = new Map()
		for (const [name, entry] of Object.entries(entryPoints))
			await writeFile(join(outFolder, `${name}.d.ts`), await declarationsOf(entry, folder, files))
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** Without checking: `npm run types` has done that. */
async function emit(entries, folder) {
	const config = join(folder, 'tsconfig.json')
	await writeFile(
		config,
		JSON.stringify({
			extends: join(root, 'tsconfig.json'),
			compilerOptions: {
				noEmit: false,
				noCheck: true,
				declaration: true,
				emitDeclarationOnly: true,
				rootDir: root,
				outDir: folder,
				typeRoots: [join(root, 'node_modules/@types')],
			},
			files: entries.map(entry => join(root, entry)),
			include: [],
		}),
	)
	const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
	await promisify(execFile)(process.execPath, [tsc, '--singleThreaded', '-p', config]).catch(
		({ stdout, message }) => {
			throw new Error(`the declarations cannot be written:\n${stdout || message}`)
		},
	)
}

async function declarationsOf(entry, folder, files) {
	const load = async file => {
		if (!files.has(file)) files.set(file, read(await readFile(join(folder, file), 'utf8'), file))
		return files.get(file)
	}
	const { imports: exported } = await load(declarationFile(entry))
	/** @type {Map<string, { file: string, text: string }>} */
	const taken = new Map()
	const take = async (file, name) => {
		const { imports, statements } = await load(file)
		const imported = imports.get(name)
		if (imported) return take(imported, name)
		const text = statements.get(name)
		if (text === undefined) return
		const before = taken.get(name)
		if (before?.file === file) return
		if (before)
			throw new Error(`bundle-types.mjs: ${before.file} and ${file} both have a ${name}; rename one of them`)
		taken.set(name, { file, text })
		for (const [word] of wordsIn(text)) if (imports.has(word) || statements.has(word)) await take(file, word)
	}
	for (const [name, file] of exported) await take(file, name)
	const text = [...taken.values()]
		.map(({ text }) => text)
		.join('\n')
		.replaceAll(/^export (?=declare |type |interface )/gm, '')
	const leak = /\bNodeJS\.|\bBuffer\b|\bfrom ['"]|\bimport\(/.exec(withoutComments(text))
	if (leak) throw new Error(`bundle-types.mjs: ${entry} would show ${leak[0]}, which not everybody has`)
	return `${text}\nexport { ${[...exported.keys()].sort().join(', ')} }\n`
}

function declarationFile(source) {
	return source.replace(/\.ts$/, '.d.ts')
}

/** What a file imports or passes on, and what it declares, each with its comment. */
function read(text, file) {
	const imports = new Map()
	const statements = new Map()
	let comment = ''
	for (const part of text.split(/^(?=(?:export|declare|import|type|interface) )/m)) {
		// The comment of the next one stands at the end of this one.
		const [after = ''] = /(?:(?<=^|\n)\/\*\*(?:(?!\*\/).)*\*\/\n)*$/s.exec(part) ?? []
		const own = after === '' ? part : part.slice(0, -after.length)
		const names = /^(?:import|export)(?: type)? \{([^}]*)\} from ['"]([^'"]+)['"]/.exec(own)
		if (names) {
			const [, list, path] = names
			if (!path.startsWith('.')) throw new Error(`bundle-types.mjs: ${file} imports ${path}`)
			for (const name of list.split(',').map(each => each.trim().replace(/^type /, '')))
				if (name !== '') imports.set(name, declarationFile(join(dirname(file), path)))
		} else {
			const name = /^(?:export )?(?:declare )?(?:type|interface|class|function|const) (\w+)/.exec(own)?.[1]
			if (name) statements.set(name, `${statements.get(name) ?? ''}${comment}${own.trimEnd()}\n`)
		}
		comment = after
	}
	return { imports, statements }
}

function withoutComments(text) {
	return text.replaceAll(/\/\*(?:(?!\*\/).)*\*\//gs, '')
}

function wordsIn(text) {
	return withoutComments(text)
		.replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''")
		.matchAll(/\b[A-Za-z_]\w*\b/g)
}
