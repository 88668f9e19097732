// A desk for the library: a folder to work in and a home of its own, so that nothing of whoever runs the tests gets in.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRuntime } from '../../../src/library/create-runtime.ts'
import type { CreateRuntimeOptions } from '../../../src/library/options/runtime-options.ts'
import type { Runtime } from '../../../src/library/runtime.ts'

export type LibraryDesk = {
	cwd: string
	home: string
	/** In this folder, with this home; closed at the end. */
	create(options?: CreateRuntimeOptions): Promise<Runtime>
	remove(): Promise<void>
}

export async function libraryDesk(files: Readonly<Record<string, string>> = {}): Promise<LibraryDesk> {
	const root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-library-')))
	const cwd = join(root, 'project')
	const home = join(root, 'home')
	await mkdir(cwd, { recursive: true })
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(cwd, name)), { recursive: true })
		await writeFile(join(cwd, name), text)
	}
	const runtimes: Runtime[] = []
	return {
		cwd,
		home,
		async create(options = {}) {
			const runtime = await createRuntime({ cwd, home, env: { PATH: process.env.PATH ?? '' }, ...options })
			runtimes.push(runtime)
			return runtime
		},
		async remove() {
			await Promise.all(runtimes.map(runtime => runtime.close()))
			await rm(root, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}
