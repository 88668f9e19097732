// The clipboard: which ways there are to put a text on it here, and that the text copied last is the one that stays.
// The terminal's own (OSC 52) works wherever the terminal allows it; a program of the machine only where the user sits at
// it; and tmux, which lets no program behind it set the clipboard unless told to, has a command for it.

import type { TerminalEnvironment } from './terminal-kind.ts'

export type ClipboardDeps = {
	environment: TerminalEnvironment
	platform: NodeJS.Platform
	control(sequence: string): void
	/** Gives a program a text on its stdin. Left out, no program is asked. @returns whether it took it */
	feedProgram?:
		| ((program: string, args: readonly string[], input: Uint8Array) => Promise<boolean>)
		| undefined
}

export class Clipboard {
	readonly #deps: ClipboardDeps
	#last: Promise<unknown> = Promise.resolve()
	#copies = 0

	constructor(deps: ClipboardDeps) {
		this.#deps = deps
	}

	/** Never fails. @returns what to say of it, once that is known */
	copy(text: string): Promise<string> {
		const copy = ++this.#copies
		const isInTmux = this.#isInTmux()
		// On another machine tmux cannot be asked, and by itself it takes nothing: the terminal around it may.
		const isBehindTmux = !isInTmux && /^tmux/.test(this.#deps.environment.TERM ?? '')
		if (!isInTmux) this.#send(osc52(text) + (isBehindTmux ? throughTmux(osc52(text)) : ''))
		// One after the other: a slow program must not put an older text over a newer one.
		const done = this.#last.then(async () => {
			if (copy !== this.#copies) return COPIED
			const tmux = isInTmux ? await this.#toTmux(text) : undefined
			if (await this.#toProgram(text)) return COPIED
			return tmux ?? (isBehindTmux ? BEHIND_TMUX : BY_TERMINAL)
		})
		this.#last = done
		return done
	}

	#isInTmux(): boolean {
		return (this.#deps.environment.TMUX ?? '') !== '' && this.#deps.feedProgram !== undefined
	}

	async #toTmux(text: string): Promise<string> {
		const input = Buffer.from(text)
		if (await this.#feed('tmux', ['load-buffer', '-w', '-'], input)) return BY_TMUX
		// Before 3.2 it only has the buffer.
		const isBuffered = await this.#feed('tmux', ['load-buffer', '-'], input)
		this.#send(osc52(text) + throughTmux(osc52(text)))
		return isBuffered ? BY_TMUX : BY_TERMINAL
	}

	async #toProgram(text: string): Promise<boolean> {
		const { environment, platform } = this.#deps
		for (const { program, args, encoding } of clipboardPrograms(environment, platform))
			if (await this.#feed(program, args, encoded(text, encoding))) return true
		return false
	}

	async #feed(program: string, args: readonly string[], input: Uint8Array): Promise<boolean> {
		return (await this.#deps.feedProgram?.(program, args, input).catch(() => false)) ?? false
	}

	#send(sequence: string): void {
		// A console would show it as text.
		if (!/^(?:dumb|linux|cons25)$/.test(this.#deps.environment.TERM ?? '')) this.#deps.control(sequence)
	}
}

const COPIED = 'Copied'
const BY_TERMINAL = 'Copied, if your terminal lets programs do that (OSC 52)'
const BEHIND_TMUX = 'Copied, if tmux lets programs do that: tmux set -s set-clipboard on'
const BY_TMUX = 'Copied to tmux’s buffer, and to the clipboard if your terminal lets tmux do that'

export type ClipboardProgram = { program: string; args: readonly string[]; encoding: 'utf8' | 'windows' }

/** Programs that would put a text on the clipboard of whoever sits here, the best first; none over SSH. */
export function clipboardPrograms(
	environment: TerminalEnvironment,
	platform: NodeJS.Platform,
): readonly ClipboardProgram[] {
	const { SSH_CONNECTION, SSH_CLIENT, SSH_TTY, WAYLAND_DISPLAY, DISPLAY } = environment
	if (SSH_CONNECTION || SSH_CLIENT || SSH_TTY) return []
	const one = (program: string, ...args: readonly string[]): ClipboardProgram => ({
		program,
		args,
		encoding: 'utf8',
	})
	if (platform === 'darwin') return [one('pbcopy')]
	const isWindows = platform === 'win32' || Boolean(environment.WSL_DISTRO_NAME || environment.WSL_INTEROP)
	return [
		...(isWindows ? [{ program: 'clip.exe', args: [], encoding: 'windows' } as const] : []),
		...(WAYLAND_DISPLAY ? [one('wl-copy')] : []),
		...(DISPLAY
			? [one('xclip', '-selection', 'clipboard', '-in'), one('xsel', '--clipboard', '--input')]
			: []),
	]
}

/** clip.exe reads the console's code page, or UTF-16 that it recognizes; ASCII is the same in all of the former. */
function encoded(text: string, encoding: ClipboardProgram['encoding']): Uint8Array {
	const isPlain = encoding === 'utf8' || /^[\x00-\x7f]*$/.test(text)
	return Buffer.from(text, isPlain ? 'utf8' : 'utf16le')
}

function osc52(text: string): string {
	return `\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`
}

/** Past tmux to the terminal around it, where `allow-passthrough` is on. */
function throughTmux(sequence: string): string {
	return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`
}
