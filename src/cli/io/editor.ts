// The user's editor, as the environment names it.

import { basename } from 'node:path'
import { AgentError } from '../../core/errors.ts'

/** @throws AgentError `usage` where it cannot be started or says that it failed */
export async function runEditor(
	file: string,
	line?: number,
	env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
	// EDITOR may hold arguments (`code --wait`), so it is split; the file never goes through a shell.
	const [program = 'vi', ...args] = (env.VISUAL || env.EDITOR || 'vi').split(/\s+/).filter(Boolean)
	const { execa } = await import('execa')
	const place = line === undefined ? [file] : placeArguments(program, file, line)
	const ended = await execa(program, [...args, ...place], { stdio: 'inherit', reject: false })
	if (ended.failed)
		throw new AgentError(
			'usage',
			`the editor ${program} failed: ${ended.shortMessage}; VISUAL or EDITOR names another one`,
		)
}

/** As each family of editors is told a line; one that is not known is given the file alone. */
function placeArguments(program: string, file: string, line: number): readonly string[] {
	const name = basename(program).replace(/\.exe$/i, '')
	if (/^(?:code(?:-insiders|-oss)?|codium|vscodium|cursor|windsurf)$/.test(name))
		return ['--goto', `${file}:${line}`]
	if (/^(?:hx|helix|subl|sublime_text|zed|zeditor|zed-editor)$/.test(name)) return [`${file}:${line}`]
	if (/^(?:idea|webstorm|pycharm|goland|clion|rubymine|phpstorm|rustrover|kate|mate)\d*$/.test(name))
		return ['--line', String(line), file]
	if (
		/^(?:n?vim?|view|gvim|mvim|rvim|nano|pico|emacs(?:client)?|micro|kak|joe|jed|mg|ne|gedit|mcedit)(?:[-.\d].*)?$/.test(
			name,
		)
	)
		return [`+${line}`, file]
	return [file]
}
