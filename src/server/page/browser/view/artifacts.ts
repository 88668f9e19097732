// What a task leaves behind beside its answer.

import type { Artifact } from '../../../../core/services/tasks.ts'
import { bit, box, line, make } from './dom.ts'
import { outputBox } from './text-views.ts'

export function artifactList(artifacts: readonly Artifact[]): HTMLElement {
	return make(
		'section',
		{ class: 'artifacts', 'aria-label': 'Artifacts' },
		make('h3', {}, 'Artifacts'),
		...artifacts.slice(0, MOST).map(artifact => {
			const { content, mediaType, name } = artifact
			const shown =
				'base64' in content
					? line('fact', `${Math.round((content.base64.length * 3) / 4)} bytes`)
					: outputBox('text' in content ? content.text : JSON.stringify(content.value, null, 2), name)
			const label = make('summary', {}, bit('tool', name), ` ${mediaType}`)
			return make('details', { class: 'call' }, label, box('call-body', shown))
		}),
	)
}

const MOST = 100
