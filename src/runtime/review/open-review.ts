// Opens the review of a session. Nothing of it is loaded before somebody asks.

import { join } from 'node:path'
import { once } from '../../core/async/once.ts'
import type { Files } from '../../core/host.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import type { RuntimeOptions } from '../options.ts'
import type { ReviewParts, SessionReview } from './session-review.ts'

export function openReview(
	options: Pick<RuntimeOptions, 'cwd' | 'home' | 'env' | 'folders' | 'session'>,
	session: {
		sessionId: string
		files: Files
		checkpoints: {
			kept: ReviewParts['checkpoints']
			lastRun(stored: readonly StoredEnvelope[]): ReturnType<ReviewParts['lastRun']>
		}
		stored(): readonly StoredEnvelope[]
		standBack?: (() => () => void) | undefined
	},
): SessionReview {
	const { cwd, home, env, folders } = options
	const { sessionId, files, checkpoints, stored, standBack } = session
	const opened = once(async () => {
		const [{ createSessionReview }, { openReviewGit }, { createSeenMarks }] = await Promise.all([
			import('./session-review.ts'),
			import('./review-git.ts'),
			import('./seen-marks.ts'),
		])
		const real = await files.realPath(cwd)
		return createSessionReview({
			cwd: real,
			checkpoints: checkpoints.kept,
			lastRun: () => checkpoints.lastRun(stored()),
			git: () => openReviewGit({ cwd: real, home, env, files }),
			seen: createSeenMarks(options.session.isStored ? join(folders.checkpoints, sessionId) : undefined),
			standBack,
		})
	})
	return {
		changes: {
			list: async scope => (await opened()).changes.list(scope),
			file: async (scope, path) => (await opened()).changes.file(scope, path),
			counts: async (scope, paths) => (await opened()).changes.counts(scope, paths),
			seen: async () => (await opened()).changes.seen(),
		},
		putBack: async (wish, store) => (await opened()).putBack(wish, store),
		takeBack: async store => (await opened()).takeBack(store),
		markSeen: async (keys, isSeen) => (await opened()).markSeen(keys, isSeen),
	}
}
