// Restore steps: what a rewind is to do with one path, or why it is to leave it.

import type { NotKept, TreeEntry } from './entry.ts'

export type RestoreStep = {
	path: string
	from: TreeEntry | undefined
	to: TreeEntry | undefined
	/** Somebody changed it after the last run did: what they made of it is only kept for taking this back. */
	isChangedByHand: boolean
	/** It is to be another name of the file that has this one. */
	linkTo?: string
	/** Written where it is, for the sake of names that are not in the tree. */
	isInPlace?: true
	/** What is removed is not kept, and may go only when this is another name of it. */
	heldBy?: string
}

/**
 * What stays as it is although a run changed it. `not-kept`: it was not kept then, so it cannot be brought back.
 * `would-be-lost`: it is not kept now, so it could not be brought back later. `unknown-maker`: nobody knows whether a
 * run made it. `special`: it is or was a pipe, a socket or a device. `git-by-hand`: a repository in which somebody
 * else has worked since. `other-work-tree`: one that is also worked in from elsewhere.
 */
export type Left = {
	path: string
	why: 'not-kept' | 'would-be-lost' | 'unknown-maker' | 'special' | 'git-by-hand' | 'other-work-tree'
	notKept?: NotKept
}
