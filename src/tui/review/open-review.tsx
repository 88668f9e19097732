// Opens the review of changes over the session that is open, and says what it can do beyond itself.

import { userText } from '../../core/messages.ts'
import type { ChangeScope } from '../../core/review/changes.ts'
import type { SlashContext } from '../slash-command/slash-command.ts'
import { nextDiffStyle } from '../transcript/detail-cycle.ts'
import { changesInWords } from './changes-in-words.ts'
import { followWork } from './follow-work.ts'
import { ReviewWindow } from './ReviewWindow.tsx'
import { ReviewScreen } from './review.ts'

/**
 * @param scope - left out, the first one that has something
 * @param file - its path, or its name in the list; left out, the first one
 */
export function openReview(context: SlashContext, scope: ChangeScope | undefined, file?: string): void {
	const { options, notify, attempt, send } = context
	const surface = context.surface()
	const { changes } = options.port.queries
	const { editFile } = options
	if (!surface) return
	if (!changes) return notify('warning', 'There is nothing to be reviewed here.')
	let review: ReviewScreen | undefined
	surface.openWindow(
		({ onClose, ...window }) => {
			if (!review) {
				review = new ReviewScreen(
					{
						changes,
						send: command => options.port.send(command),
						...(editFile && {
							edit: (path, line) => surface.handOver(() => editFile(path, line)),
						}),
						prompt: text => send({ type: 'prompt', message: userText(text), whenBusy: 'steer' }),
						keep: text => surface.restorePrompt(userText(text)),
						style: {
							now: () => context.preferences.screen.diffStyle,
							next: columns => nextDiffStyle(context.preferences, columns),
						},
						follow: onWork => followWork(context, onWork),
						copy: text => context.copy(text),
						close: onClose,
					},
					scope ?? 'run',
				)
				attempt(review.open(scope !== undefined, file))
				attempt(withColours(review))
			}
			return <ReviewWindow review={review} {...window} />
		},
		spoken => attempt(changesInWords(changes, scope, spoken)),
	)
}

/** Code is in colours from when they are loaded, which takes longer than to show the first file without. */
async function withColours(review: ReviewScreen): Promise<void> {
	await new Promise<void>(resolve => {
		const stop = review.subscribe(() => {
			if (!('change' in review.pane())) return
			stop()
			setImmediate(resolve)
		})
	})
	const [{ codeColours }, { loadHighlighter }] = await Promise.all([
		import('../transcript/markdown/code-colours.ts'),
		import('../transcript/markdown/highlight.ts'),
	])
	review.setColours(codeColours(await loadHighlighter()))
}
