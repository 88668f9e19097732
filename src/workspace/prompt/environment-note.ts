// The environment context of a session. Said once, in front of the session's first prompt, and never changed after:
// the bytes in front of the newest message stay the same from request to request. What it would be later is told as
// a change.

export type EnvironmentInfo = {
	cwd: string
	projectRoot: string
	platform: string
	/** `2026-11-21` */
	date: string
	git: { branch: string | undefined; status?: string } | undefined
}

const STATUS_LINES = 20

export function environmentNote({ cwd, projectRoot, platform, date, git }: EnvironmentInfo): string {
	const lines = [`Working folder: ${cwd}`]
	if (projectRoot !== cwd) lines.push(`Project root: ${projectRoot}`)
	lines.push(`Platform: ${platform}`, `Date: ${date}`)
	if (git === undefined) lines.push('Not a git repository.')
	else lines.push(`Git branch: ${git.branch ?? 'unknown'}`, ...statusLines(git.status))
	return `<environment>\n${lines.join('\n')}\n</environment>`
}

function statusLines(status: string | undefined): readonly string[] {
	if (status === undefined) return []
	const lines = status.split('\n').filter(line => line.trim() !== '')
	if (lines.length === 0) return ['Git status: clean']
	const more = lines.length > STATUS_LINES ? [`… and ${lines.length - STATUS_LINES} more`] : []
	return ['Git status when the session began:', ...lines.slice(0, STATUS_LINES), ...more]
}
