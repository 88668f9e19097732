import assert from 'node:assert/strict'
import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { findPrivateFiles } from '../../../src/sandbox/protected/private-files.ts'
import { cpuMs, leastMs } from '../../support/least-time.ts'

/** Names that end with a slash are folders, with `!` only their owner may read them. */
function homeWith(...names: readonly string[]): string {
	const home = mkdtempSync(join(tmpdir(), 'private-home-'))
	onTestFinished(() => rmSync(home, { recursive: true }))
	for (const each of names) {
		const [, name = '', text = 'x'] = /^(.*?)!?(?:=(.*))?$/s.exec(each) ?? []
		const path = join(home, name)
		mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true, mode: 0o755 })
		if (!name.endsWith('/')) writeFileSync(path, text, { mode: 0o644 })
		if (/^[^=]*!/.test(each)) chmodSync(path, name.endsWith('/') ? 0o700 : 0o600)
	}
	return home
}

function hiddenIn(home: string, more: { roots?: readonly string[]; programs?: readonly string[] } = {}) {
	const found: string[] = []
	findPrivateFiles({
		home,
		roots: [],
		programs: [],
		...more,
		hide: (path, as) => void found.push(`${relative(home, path)}${as === 'folder' ? '/' : ''}`),
	})
	return found.sort()
}

describe('hidden from commands is', () => {
	test('what only its owner may read in a folder that begins with a dot, whoever made it', () => {
		const home = homeWith(
			'.nobody-named-it/login!',
			'.nobody-named-it/style',
			'.closed/!',
			'.deep/er/and/deeper/key!',
			'.dotfile!',
			'.open',
			'.config/!',
			'.config/unknown/!',
			'.config/open/token!',
			'.config/open/colours',
			'.local/share/!',
			'.local/share/unknown/!',
			'notes/diary!',
		)
		assert.deepEqual(hiddenIn(home), [
			'.closed/',
			'.config/open/token',
			'.config/unknown/',
			'.deep/er/and/deeper/key',
			'.dotfile',
			'.local/share/unknown/',
			'.nobody-named-it/login',
		])
	})

	test('what its program leaves open, where that is known', () => {
		const home = homeWith(
			'.cache/huggingface/token',
			'.cache/huggingface/hub/model',
			'.config/github-copilot/apps.json',
			'.config/stripe/config.toml',
			'.kube/config',
			'.Xauthority',
			'.bitcoin/wallet.dat',
		)
		assert.deepEqual(hiddenIn(home), [
			'.Xauthority',
			'.bitcoin/',
			'.cache/huggingface/token',
			'.config/github-copilot/',
			'.config/stripe/',
			'.kube/',
		])
	})

	test('nothing that builds need, even where all of a home is closed, but for logins among it', () => {
		const home = homeWith(
			'.cache/!',
			'.cache/pip/!',
			'.cache/pip/http/a!',
			'.cache/go-build/00/x!',
			'.cache/tool/credentials.json!',
			'.npm/_cacache/!',
			'.npm/_cacache/index!',
			'.cargo/!',
			'.cargo/registry/cache/crate!',
			'.cargo/credentials.toml!',
			'.cargo/config.toml!=[net]\noffline = true\n',
			'.rustup/toolchains/stable/bin/rustc!',
			'.nvm/versions/!',
			'.pyenv/versions/!',
			'.gradle/caches/!',
			'.gradle/gradle.properties!=nexusPassword=hunter2\n',
			'.m2/repository/org/x.jar!',
			'.m2/settings.xml!=<settings><password>hunter2</password></settings>',
			'.local/share/pnpm/store/!',
			'.local/bin/tool!',
			'.gitconfig!=[user]\n\tname = Ada\n[credential]\n\thelper = store\n',
			'.config/git/config!=[url "https://ada:hunter2@example.com/"]\n',
			'.config/git/ignore!',
		)
		chmodSync(home, 0o700)
		assert.deepEqual(hiddenIn(home), [
			'.cache/tool/credentials.json',
			'.cargo/credentials.toml',
			'.config/git/config',
			'.gradle/gradle.properties',
			'.m2/settings.xml',
		])
	})

	test('not the folder that a command works on, nor programs it may start', () => {
		const home = homeWith(
			'.closed/!',
			'.closed/work/x!',
			'.closed/other!',
			'.tool/!',
			'.tool/bin/run!',
			'.tool/lib/!',
		)
		const found = hiddenIn(home, {
			roots: [join(home, '.closed/work')],
			programs: [join(home, '.tool'), join(home, '.tool/bin'), home],
		})
		assert.deepEqual(found, ['.closed/other'])
	})

	test('one folder rather than very many files in it, and nothing behind a link', () => {
		const many = Array.from({ length: 20 }, (_, index) => `.many/${index}!`)
		const home = homeWith(...many, '.linked/a')
		symlinkSync('/etc', join(home, '.linked/etc'))
		assert.deepEqual(hiddenIn(home), ['.many/'])
	})
})

test('a home with 5000 dot entries is looked through in a moment, and what is left then is hidden', async () => {
	const home = homeWith('one', '.tool-99/49!')
	for (let index = 0; index < 100; index++) {
		mkdirSync(join(home, `.tool-${index}`), { recursive: true })
		// A disk from which much has been removed just now takes long to find room for a file, and none for a name.
		for (let file = 0; file < 50; file++)
			if (index < 99 || file < 49) linkSync(join(home, 'one'), join(home, `.tool-${index}/${file}`))
	}
	let found: readonly string[] = []
	const took = await leastMs(400, () =>
		cpuMs(() => {
			found = hiddenIn(home)
		}),
	)
	assert.deepEqual(found, ['.tool-99/49'])
	assert.ok(took < 400, `${took} ms`)
})
