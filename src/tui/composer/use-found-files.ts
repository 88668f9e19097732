// Paths for the word after `@`, searched for beside the typing and never in its way.

import { useEffect, useEffectEvent, useRef } from 'react'
import { messageOf } from '../../core/errors.ts'
import { createFileSearch, type FileSearch } from './file-search.ts'

export function useFoundFiles({
	query,
	files,
	onFound,
	onFailed,
}: {
	/** Undefined while no path is being typed. */
	query: string | undefined
	files(): Promise<readonly string[]>
	onFound(paths: readonly string[]): void
	onFailed(problem: string): void
}): void {
	// The list is asked for once for each word, so that a file made a minute ago is in it.
	const search = useRef<Promise<FileSearch>>(undefined)
	const listed = useEffectEvent(files)
	const found = useEffectEvent(onFound)
	const failed = useEffectEvent(onFailed)
	useEffect(() => {
		if (query === undefined) {
			search.current = undefined
			return
		}
		let isOutdated = false
		const find = async (): Promise<void> => {
			search.current ??= listed().then(createFileSearch)
			const paths = await (await search.current).find(query)
			if (!isOutdated) found(paths)
		}
		find().catch(error => {
			if (!isOutdated) failed(`No files to complete: ${messageOf(error)}`)
		})
		return () => {
			isOutdated = true
		}
	}, [query])
}
