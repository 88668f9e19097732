// `agent memory explain`: what would be put in front of a prompt in this folder, from which list and with which score,
// what just missed, and why.

import { lagText, memoryReport, type ReportRow } from '../../../core/text/memory-report.ts'
import { createSettingsCheck } from '../../../runtime/host/settings-check.ts'
import { openIndex } from '../../../runtime/memory/open-memory.ts'
import { searchForPrompt } from '../../../runtime/memory/prompt-search.ts'
import { sanitizeLine } from '../../../tui/text/sanitize.ts'
import { loadSettings } from '../../../workspace/settings-layers.ts'
import type { Output } from '../../io/output.ts'
import { keysIn } from '../../startup/keys-in.ts'
import { currentFolders } from '../../startup/start.ts'
import { configuredEmbedder } from './configured-embedder.ts'
import { catchUpWithProgress } from './index-progress.ts'
import { questionVector } from './question-vector.ts'

export async function explainMemory({
	prompt,
	json,
	output,
}: {
	prompt: string
	json: boolean
	output: Output
}): Promise<number> {
	const folders = currentFolders()
	const { env } = process
	const checkSchema = async () => createSettingsCheck()
	const { settings } = await loadSettings({ folders, cwd: process.cwd(), env, flags: {}, checkSchema })
	const tell = (text: string) => output.error(`${text}\n`)
	const { index, project } = openIndex(folders, process.cwd(), tell, () => keysIn(env))
	try {
		const embedder = await configuredEmbedder(folders, output)
		embedder?.requirePrice()
		await catchUpWithProgress(index, output)
		const root = await project()
		const vector =
			embedder && (await questionVector({ text: prompt, project: root }, embedder, { index, output }))
		const lag = await index.lag()
		const { trace } = await index.use(store =>
			searchForPrompt(store, {
				text: prompt,
				project: root,
				now: Date.now(),
				...(vector && { vector }),
				limitTokens: settings.memory.limitTokens,
				isVisible: text => text.trim() === prompt.trim(),
				isTakenBack: () => false,
				...(lag && { lag }),
			}),
		)
		if (json) {
			output.out(`${JSON.stringify(trace)}\n`)
			return 0
		}
		const { summary, put, missed } = memoryReport(trace)
		const lines = [
			summary,
			...put.flatMap(rowLines),
			...(missed.length > 0 ? ['', 'Just missed:', ...missed.flatMap(rowLines)] : []),
			...(lag ? ['', lagText(lag)] : []),
		]
		output.out(`${lines.join('\n')}\n`)
		return 0
	} finally {
		await index.close()
	}
}

function rowLines({ place, why, text }: ReportRow): readonly string[] {
	return [`${sanitizeLine(place)}  ${sanitizeLine(why)}`, `  ${sanitizeLine(text)}`]
}
