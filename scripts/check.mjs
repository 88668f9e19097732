// `npm test`: everything that has to hold. The last line is always `N passed, N failed`, each check and each test
// counting as one.

import { spawn, spawnSync } from 'node:child_process'
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'keelson-check-'))
const scratch = scratchFolder()
const CACHE = join(root, 'node_modules/.cache')
/** Folders for the sandbox, which hides what is temporary, are made in it. */
const SHOWN = join(CACHE, 'kt')
/** Sandboxed commands leave 500 MB of the second free. */
const MOUNT =
	'mount -t tmpfs -o mode=755 tests "$1" && mount -t tmpfs -o mode=755,size=1g tests "$2" && shift 2 && exec "$@"'
/** Several times what tests have in their folders at any time. */
const ROOM_BYTES = 4 * 1024 ** 3
const LIMIT_MS = 15 * 60_000
const SHOWN_FILES = 10
const SHOWN_LINES = 12

const BUILD = { name: 'build', script: 'scripts/build.mjs' }
/**
 * Need nothing but the sources. They run while the build and tests wait for something; more threads would only take more
 * of the time that the tests need.
 */
const CHECKS = [
	{ name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['--noEmit', '--singleThreaded'] },
	{
		name: 'types of the web page',
		script: 'node_modules/typescript/bin/tsc',
		args: ['--noEmit', '--singleThreaded', '-p', 'src/server/page/browser'],
	},
	{ name: 'lint and format', script: 'node_modules/@biomejs/biome/bin/biome', args: ['check', '.'] },
]

/** Process groups that must not outlive us. */
const groups = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
	process.once(signal, () => {
		endGroups()
		endLeftBehind()
		removeFolders()
		process.kill(process.pid, signal)
	})

process.exitCode = (await check()) ? 0 : 1
removeFolders()

/** Where tests have their folders. */
function scratchFolder() {
	// A short name: sockets are made in it, and their paths have 107 characters.
	const folder = mkdtempSync(join(tmpdir(), 'kt-'))
	chmodSync(folder, 0o755)
	return folder
}

/**
 * Tests make and remove some hundred thousand files, for which a disk takes a fifth of their time.
 * @returns the command that has what follows it find a file system in memory in both folders, which nobody else sees and
 *   which ends with it; nothing where that is not allowed, or there is too little memory
 */
function inMemory(first, second) {
	const { platform, availableMemory = freemem } = process
	if (platform !== 'linux' || availableMemory() < ROOM_BYTES) return []
	const [command, ...args] = ['unshare', '--mount', 'sh', '-c', MOUNT, 'sh', first, second]
	return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0 ? [command, ...args] : []
}

/**
 * For each new file ext4 looks through all that were removed in the last minute from the same part of the disk. What
 * lies in a folder marked as a top one is spread over the whole of it; elsewhere the mark is not needed, and `chattr`
 * fails or is not there.
 */
function spreadOverDisk(...folders) {
	if (process.platform === 'linux') spawnSync('chattr', ['+T', ...folders], { stdio: 'ignore' })
}

function removeFolders() {
	for (const folder of [home, scratch])
		try {
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
		} catch {
			// It is left where it is: the counts are the last word, and have been said by now.
		}
}

async function check() {
	const counts = { passed: 0, failed: 0 }
	const summary = []
	const note = (name, { passed, failed, skipped }) => {
		counts.passed += passed
		counts.failed += failed
		const detail = skipped === undefined ? '' : `: ${passed} passed, ${failed} failed, ${skipped} skipped`
		summary.push(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}${detail}`)
		return failed === 0
	}
	if (note('install', install())) {
		const checks = CHECKS.map(check => runCheck(check, { isQuiet: true }))
		console.log('\n── build')
		note(BUILD.name, await runCheck(BUILD))
		console.log('\n── tests')
		const { slowest, failures, ...tests } = await runTests()
		for (const [index, { name }] of CHECKS.entries()) {
			const { said, ...count } = await checks[index]
			if (said) console.log(`\n── ${name}\n${said}`)
			note(name, count)
		}
		note('tests', tests)
		console.log(`\nthe slowest files\n${slowest.join('\n')}`)
		for (const command of endLeftBehind()) console.log(`a test left this running: ${command}`)
		// Once more at the end, where whoever sees only the last lines finds it.
		for (const failure of failures) console.log(`\n${failure}`)
	}
	console.log(`\n${summary.join('\n')}\n${counts.passed} passed, ${counts.failed} failed`)
	return counts.failed === 0
}

/** What it says is printed at once, or with `isQuiet` handed back. */
async function runCheck({ script, args = [] }, { isQuiet = false } = {}) {
	const { code, said } = await run([join(root, script), ...args], { isQuiet })
	return { ...asCount(code === 0), said }
}

function install() {
	try {
		ensureInstalled()
		return asCount(true)
	} catch (error) {
		console.error(error.message)
		return asCount(false)
	}
}

function asCount(isFine) {
	return { passed: Number(isFine), failed: Number(!isFine) }
}

async function runTests() {
	mkdirSync(SHOWN, { recursive: true })
	const under = inMemory(scratch, SHOWN)
	if (under.length === 0) spreadOverDisk(scratch, SHOWN)
	const report = join(home, 'tests.json')
	const vitest = join(root, 'node_modules/vitest/vitest.mjs')
	const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
	const env = {
		// The program is started many hundred times, each time in a home of its own.
		NODE_COMPILE_CACHE: join(home, 'compiled'),
		// The first test that needs a PostgreSQL makes it, and the others copy it.
		KEELSON_TEST_CLUSTER: join(scratch, 'cluster'),
	}
	const { code } = await run([vitest, ...args, ...process.argv.slice(2)], { env, under })
	if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, slowest: [], failures: [] }
	const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
		readFileSync(report, 'utf8'),
	)
	// A file that cannot be loaded has no tests that could fail, and an unhandled rejection belongs to none of them.
	const unloadable = testResults.filter(
		file => file.status === 'failed' && file.assertionResults.length === 0,
	).length
	const failed = numFailedTests + unloadable
	keepForMeasure({ passed: numPassedTests, failed, skipped: numPendingTests, files: testResults })
	return {
		passed: numPassedTests,
		failed: failed || Number(code !== 0),
		skipped: numPendingTests,
		slowest: slowestOf(testResults),
		failures: failuresOf(testResults),
	}
}

/** The last run of all tests is a figure of `npm run measure`. */
function keepForMeasure({ files, ...counts }) {
	if (process.argv.length > 2 || files.length === 0) return
	const seconds =
		(Math.max(...files.map(({ endTime }) => endTime)) -
			Math.min(...files.map(({ startTime }) => startTime))) /
		1000
	const kept = { ...counts, seconds, slowest: byTime(files) }
	writeFileSync(join(CACHE, 'keelson-tests.json'), JSON.stringify(kept))
}

/** The files that took longest, waiting included. */
function byTime(files) {
	return files
		.map(({ name, startTime, endTime }) => ({
			name: relative(root, name),
			seconds: (endTime - startTime) / 1000,
		}))
		.sort((a, b) => b.seconds - a.seconds)
		.slice(0, SHOWN_FILES)
}

/** Which tests failed and why, in a few lines each. */
function failuresOf(files) {
	return files.flatMap(({ name, message, assertionResults }) => {
		const failed = assertionResults.filter(({ status }) => status === 'failed')
		if (failed.length === 0) return message ? [`FAILED ${relative(root, name)}\n${shortened(message)}`] : []
		return failed.map(
			({ fullName, failureMessages }) =>
				`FAILED ${relative(root, name)} › ${fullName}\n${shortened(failureMessages.join('\n'))}`,
		)
	})
}

function shortened(message) {
	return message
		.split('\n')
		.slice(0, SHOWN_LINES)
		.map(line => `  ${line.slice(0, 300)}`)
		.join('\n')
}

function slowestOf(files) {
	return byTime(files).map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`)
}

/** In a process group of its own, so that whatever a test leaves behind can be ended with it. */
function run(args, { isQuiet = false, env = {}, under = [] } = {}) {
	return new Promise(resolve => {
		const [command, ...rest] = [...under, checkoutNode(), ...args]
		const child = spawn(command, rest, {
			cwd: root,
			env: { ...cleanEnvironment(), ...env },
			stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
			detached: true,
		})
		groups.add(child.pid)
		let said = ''
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding('utf8').on('data', text => {
				said += text
			})
		const limit = setTimeout(() => {
			console.error(`stopped after ${LIMIT_MS / 60_000} minutes`)
			endGroups()
		}, LIMIT_MS)
		child.on('error', error => console.error(error.message))
		child.on('close', code => {
			clearTimeout(limit)
			endGroup(child.pid)
			resolve({ code: code ?? 1, said: said.trimEnd() })
		})
	})
}

function endGroups() {
	for (const group of groups) endGroup(group)
}

function endGroup(group) {
	groups.delete(group)
	try {
		process.kill(-group, 'SIGKILL')
	} catch {
		// Nothing is left of it.
	}
}

/**
 * Tests start programs that make groups of their own. Whatever came from here has our folder in its environment.
 * @returns the commands of what was ended
 */
function endLeftBehind() {
	if (process.platform !== 'linux') return []
	return readdirSync('/proc').flatMap(pid => {
		if (!/^\d+$/.test(pid)) return []
		try {
			if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(home)) return []
			const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
			process.kill(Number(pid), 'SIGKILL')
			return [`${command} (${pid})`]
		} catch {
			// It has ended, or it is not ours to look at.
			return []
		}
	})
}

/** The Node that was installed with the packages; the one that runs this may be older. */
function checkoutNode() {
	const node = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
	return existsSync(node) ? node : process.execPath
}

/** A developer's keys, settings and proxies must not decide whether a test passes. */
function cleanEnvironment() {
	const kept = ['PATH', 'LANG', 'LC_ALL', 'TERM', 'USER', 'LOGNAME', 'SHELL', 'CI', 'SystemRoot']
	const env = Object.fromEntries(
		kept.filter(name => process.env[name]).map(name => [name, process.env[name]]),
	)
	// The second folder has nothing in it: it is how `endLeftBehind` knows what tests started.
	const path = [join(root, 'node_modules/.bin'), join(home, 'bin'), env.PATH].filter(Boolean).join(delimiter)
	return { ...env, PATH: path, HOME: home, TMPDIR: scratch, KEELSON_HOME: join(home, 'keelson') }
}
