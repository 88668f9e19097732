// A disk on which one step fails, or before one step of which the process ends. Steps are the calls that a program
// makes to the system; which one it is, is a number.

import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** `killed`: nothing that comes after happens, and nobody is told, as when the process is no more. */
export type Fault = 'EIO' | 'ENOSPC' | 'EACCES' | 'killed'

export type FailingDisk = {
	/** @returns how many steps the work took, and what it came to; `killed` when it was */
	during<Value>(
		fault: { at: number; fault: Fault } | undefined,
		work: () => Promise<Value>,
	): Promise<{ steps: readonly string[]; value: Value | Error | 'killed' }>
	restore(): void
}

const READS = ['lstatSync', 'readdirSync', 'readlinkSync', 'openSync', 'fstatSync', 'readSync'] as const
const WRITES = [
	'open',
	'readFile',
	'writeFile',
	'rename',
	'rm',
	'unlink',
	'rmdir',
	'mkdir',
	'link',
	'symlink',
	'chmod',
	'readdir',
	'stat',
	'copyFile',
] as const
const HANDLES = [
	'appendFile',
	'read',
	'stat',
	'datasync',
	'writeFile',
	'write',
	'chmod',
	'truncate',
	'readFile',
] as const

/** `isOver`: what it does from then on is not counted; when it was killed, it does nothing any more. */
type Work = {
	steps: string[]
	planned: { at: number; fault: Fault } | undefined
	isOver: boolean
	isKilled: boolean
	killed(): void
	/** What it has open: the system closes that for a process that is killed, and here nobody else does. */
	opened: FileHandle[]
}

/** Only one at a time: there is one disk. */
export async function failingDisk(): Promise<FailingDisk> {
	const handle = await fs.promises.open(process.execPath)
	const handles = Object.getPrototypeOf(handle)
	await handle.close()
	const working = new AsyncLocalStorage<Work>()
	const undo: (() => void)[] = []

	/** @returns what happens instead; undefined when all is well */
	const step = (name: string): Error | 'killed' | undefined => {
		const work = working.getStore()
		if (!work || work.isOver) return work?.isKilled ? 'killed' : undefined
		work.steps.push(name)
		const { at, fault } = work.planned ?? { at: 0, fault: 'EIO' }
		if (work.steps.length !== at) return undefined
		if (fault !== 'killed')
			return Object.assign(new Error(`${fault}: injected, ${name}`), { code: fault, syscall: name })
		work.isOver = true
		work.isKilled = true
		work.killed()
		return 'killed'
	}
	const keepOpened = (opening: Promise<FileHandle>) => {
		const work = working.getStore()
		const keep = async () => {
			const handle = await opening
			if (work?.isKilled) await handle.close()
			else work?.opened.push(handle)
		}
		void keep().catch(() => undefined)
	}
	const watch = (target: object, name: string, isAsync: boolean) => {
		const real: (...given: unknown[]) => unknown = Reflect.get(target, name)
		undo.push(() => Reflect.set(target, name, real))
		Reflect.set(target, name, function (this: unknown, ...given: unknown[]) {
			const instead = step(name)
			if (instead === undefined) {
				const value = Reflect.apply(real, this, given)
				if (name === 'open' && value instanceof Promise) keepOpened(value)
				return value
			}
			if (!isAsync) throw instead === 'killed' ? new Error('the process is no more') : instead
			return instead === 'killed' ? new Promise(() => {}) : Promise.reject(instead)
		})
	}
	for (const name of READS) watch(fs, name, false)
	for (const name of WRITES) watch(fs.promises, name, true)
	for (const name of HANDLES) watch(handles, name, true)
	syncBuiltinESMExports()
	return {
		async during(planned, work) {
			const steps: string[] = []
			const mark: Work = {
				steps,
				planned,
				isOver: false,
				isKilled: false,
				killed: () => {},
				opened: [],
			}
			const killed = new Promise<'killed'>(resolve => {
				mark.killed = () => resolve('killed')
			})
			const done = working.run(mark, () => work().catch((error: Error) => error))
			const value = await Promise.race([killed, done])
			mark.isOver = true
			if (mark.isKilled) await Promise.allSettled(mark.opened.map(handle => handle.close()))
			return { steps, value }
		},
		restore() {
			for (const each of undo) each()
			syncBuiltinESMExports()
		},
	}
}
