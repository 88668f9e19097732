// Whether losing or changing what a word names is more than a workspace gets over.

import type { Word } from '../../shell-parser/bash-words.ts'
import { isInside, type Scope, targetOf } from '../analysis/scope.ts'
import { criticalAt, isTemporary, protectedAt } from '../analysis/sensitive-paths.ts'

/** @returns why it would be a loss to see everything there go, or undefined */
export function destructiveEffectAt(word: Word, scope: Scope): string | undefined {
	const target = targetOf(word, scope)
	if (!target) return 'Where that leads is only known when it runs.'
	for (const path of target.paths) {
		const folder = allOf(path) ?? path
		// `cd build && rm -rf *`: somewhere else is where it has gone, and the workspace only where it was.
		const hasLeft =
			!scope.mayHaveStayed && path !== folder && scope.roots.includes(folder) && target.paths.at(-1) !== path
		const critical = hasLeft ? undefined : criticalAt(folder, scope)
		if (critical !== undefined) return critical
		if (!isInside(path, scope.roots) && !isTemporary(path, scope)) return 'It is outside the workspace.'
		const protection = protectedAt(path, scope)
		if (protection !== undefined) return protection
	}
	return undefined
}

/** The folder of which the path stands for everything: `/a/*`, `/a/.*`, `/a/**`. */
function allOf(path: string): string | undefined {
	const swept = path.replace(/\/(?:[*.?]|\[[^\]/]{0,20}\]){1,9}$/, '')
	return swept === path || !/[*?]$/.test(path) ? undefined : swept || '/'
}

/** The same, where the workspace itself may well be meant. */
export function destructiveEffectBeyondWorkspace(word: Word, scope: Scope): string | undefined {
	const isWorkspace = targetOf(word, scope)?.paths.every(path => scope.roots.includes(path))
	return isWorkspace ? undefined : destructiveEffectAt(word, scope)
}

/** @returns why writing to it asks a person, or undefined */
export function protectionOf(word: Word, scope: Scope): string | undefined {
	for (const path of targetOf(word, scope)?.paths ?? []) {
		const reason = protectedAt(path, scope)
		if (reason !== undefined) return reason
	}
	return undefined
}

/** @returns why it must not be replaced or moved away, or undefined */
export function criticalPlace(word: Word, scope: Scope): string | undefined {
	for (const path of targetOf(word, scope)?.paths ?? []) {
		const reason = criticalAt(path, scope)
		if (reason !== undefined) return reason
	}
	return undefined
}

/** Folders into which things may be put without replacing them. */
export function isReceivingFolder(word: Word, scope: Scope): boolean {
	const receiving = [...scope.roots, scope.home, '/tmp', '/var/tmp']
	return targetOf(word, scope)?.paths.every(path => receiving.includes(path)) ?? false
}
