// What changes the process of a test and is put back when that ends: tests that do it only with these may share their
// process with others (scripts/sharing-tests.ts).

import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'

export function setUmask(umask: number): void {
	const before = process.umask(umask)
	onTestFinished(() => void process.umask(before))
}

export function setSearchPath(path: string): void {
	const before = process.env.PATH
	process.env.PATH = path
	onTestFinished(() => {
		process.env.PATH = before
	})
}

export function setHome(path: string): void {
	const before = process.env.HOME
	process.env.HOME = path
	onTestFinished(() => {
		if (before === undefined) delete process.env.HOME
		else process.env.HOME = before
	})
}

/** What a shell does with a process that was stopped. */
export function continueProcess(): void {
	process.kill(process.pid, 'SIGCONT')
}

/** In all tests of a file. Only the clock stands still, no timer does. */
export function stopClock(now: number): void {
	beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
	afterAll(() => void vi.useRealTimers())
}
