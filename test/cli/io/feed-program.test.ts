// Texts given to real programs: scripts on PATH in place of those that put them on a clipboard.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, watch, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { feedProgram } from '../../../src/cli/io/feed-program.ts'
import { Clipboard } from '../../../src/tui/outside/clipboard.ts'
import { nextLook } from '../../support/next-look.ts'
import { livingInGroup } from '../../support/process-group.ts'

let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-feed-'))
	await mkdir(join(folder, 'project'))
})
afterEach(() => rm(folder, { recursive: true }))

const script = (path: string, text: string) =>
	writeFile(join(folder, path), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
const got = (name: string) => readFile(join(folder, name), 'utf8')
/** As soon as it is there. */
async function written(name: string): Promise<string> {
	for await (const _ of watch(folder, { signal: AbortSignal.timeout(20_000) }))
		if (existsSync(join(folder, name))) break
	return got(name)
}
const KEEPS = `{ echo "$@"; cat; } > "$0.got.new" && mv "$0.got.new" "$0.got"`

const never = new AbortController().signal

/** As the screen does it, with the programs of the folder alone. */
function board(environment: Record<string, string>, { path = `${folder}:/usr/bin:/bin`, late = never } = {}) {
	const written: string[] = []
	const env = { TERM: 'xterm', PATH: path, SECRET_KEY: 'sk-secret', ...environment }
	const clipboard = new Clipboard({
		environment: env,
		platform: 'linux',
		control: sequence => void written.push(sequence),
		feedProgram: (program, args, input) =>
			feedProgram([program, ...args], input, { env, notFrom: join(folder, 'project'), late }),
	})
	return { clipboard, written }
}

test('a text goes to the program whole and as it is, and nothing of it into a shell', async () => {
	await script('wl-copy', `${KEEPS}; env > "$0.env"`)
	const text = `$(touch x) 'a' "b" \`c\`\n${'é한👍🏽'.repeat(50_000)}\n`
	assert.equal(await board({ WAYLAND_DISPLAY: 'w', DISPLAY: ':0' }).clipboard.copy(text), 'Copied')
	assert.equal(await got('wl-copy.got'), `\n${text}`)
	assert.match(await got('wl-copy.env'), /^WAYLAND_DISPLAY=w$/m)
	assert.doesNotMatch(await got('wl-copy.env'), /sk-secret/)
})

test('where one program fails or reads nothing, the next one is asked', async () => {
	await script('wl-copy', 'exit 1')
	await script('xclip', 'exec <&-; exit 3')
	await script('xsel', KEEPS)
	const { clipboard } = board({ WAYLAND_DISPLAY: 'w', DISPLAY: ':0' })
	assert.equal(await clipboard.copy('x'.repeat(300_000)), 'Copied')
	assert.equal(await got('xsel.got'), `--clipboard --input\n${'x'.repeat(300_000)}`)
})

test('what goes on serving the clipboard behind the program is not waited for', async () => {
	await script('xclip', `cat > "$0.got"; sleep 30 & echo $! > "$0.pid"`)
	assert.equal(await board({ DISPLAY: ':0' }).clipboard.copy('kept'), 'Copied')
	assert.equal(await got('xclip.got'), 'kept')
	process.kill(Number(await got('xclip.pid')), 'SIGKILL')
})

test('in tmux its command is asked', async () => {
	await script('tmux', KEEPS)
	const { clipboard, written } = board({ TMUX: '/tmp/tmux-1/default,1,0', SSH_TTY: '/dev/pts/1' })
	assert.match(await clipboard.copy('for tmux'), /tmux’s buffer/)
	assert.deepEqual([await got('tmux.got'), written], ['load-buffer -w -\nfor tmux', []])
})

test('no program of the folder is run, nor one of a relative place', async () => {
	await script('project/xclip', KEEPS)
	const path = `${join(folder, 'project')}:.:project:${join(folder, 'project', 'bin')}`
	const { clipboard, written } = board({ DISPLAY: ':0' }, { path })
	assert.match(await clipboard.copy('x'), /if your terminal lets programs/)
	assert.equal(existsSync(join(folder, 'project', 'xclip.got')), false)
	assert.equal(written.length, 1)
})

test('a program that never ends is ended, with what it has started', async () => {
	await script('xclip', `echo $$ > "$0.new"; mv "$0.new" "$0.group"; sleep 60 & cat > /dev/null; wait`)
	const late = new AbortController()
	const { clipboard } = board({ DISPLAY: ':0' }, { late: late.signal })
	const said = clipboard.copy('x')
	const group = Number(await written('xclip.group'))
	late.abort()
	assert.match(await said, /if your terminal lets programs/)
	while (livingInGroup(group).length > 0) await nextLook()
})
