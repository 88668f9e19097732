// The words of the window's title.

import type { OutsideState } from './outside-state.ts'

/** @param step - counted up while something runs: its mark moves */
export function titleOf({ name, run, asks }: OutsideState, step: number): string {
	if (asks) return '? needs you'
	if (run) return `${RUNNING[step % RUNNING.length]} ${run.doing}`
	return name === '' ? '✳ keelson' : `✳ ${name} — keelson`
}

const RUNNING = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
