// The note about skills in front of a session's first prompt, within its budget.

import type { ModelInfo } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { Skill } from '../../extensions/skills/skill.ts'
import { skillList } from '../../extensions/skills/skill-list.ts'
import { estimateText } from '../context/tokens/context-estimate.ts'

/** @returns undefined where there is nothing to load, or nothing to load it with */
export function skillNote(
	skills: readonly Skill[],
	{
		chain,
		tools,
	}: {
		chain: { models: readonly ModelRef[] }
		tools: { only: readonly string[] | undefined; without: readonly string[] }
	},
	info: (ref: ModelRef) => ModelInfo,
): string | undefined {
	if (tools.without.includes('skill') || (tools.only && !tools.only.includes('skill'))) return undefined
	const [first] = chain.models
	const windowTokens = first ? info(first).windowTokens : MOST_TOKENS / WINDOW_SHARE
	const limitTokens = Math.min(MOST_TOKENS, Math.floor(windowTokens * WINDOW_SHARE))
	return skillList(skills, { limitTokens, count: estimateText })
}

const MOST_TOKENS = 2_000
const WINDOW_SHARE = 0.02
