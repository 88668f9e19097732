#!/usr/bin/env node
// Picks the Node that runs Keelson, and starts it. Written in ES5, so that an old Node can say that it is too old.
// biome-ignore-all lint/suspicious/noVar: ES5
// biome-ignore-all lint/complexity/useArrowFunction: ES5
// biome-ignore-all lint/style/useNodejsImportProtocol: Node 14.17 and older do not know `node:`
// biome-ignore-all lint/style/useTemplate: ES5
// biome-ignore-all lint/complexity/useOptionalChain: ES5

'use strict'

var path = require('path')

/** What Keelson wants to run on, and what it runs on well enough. */
var WANTED = [22, 14]
var NEEDED = [20, 16]

var FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']

// Answered before anything else is loaded: scripts ask for it, and it should cost no more than starting Node.
if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) printVersion()
else start()

function printVersion() {
	// console.log would swallow that nothing arrived; a reader who has gone wanted no more.
	try {
		require('fs').writeSync(1, require('../package.json').version + '\n')
	} catch (error) {
		if (error.code === 'EPIPE') return
		console.error('error: stdout cannot be written: ' + error.message)
		process.exitCode = 1
	}
}

function start() {
	// One hand-over is enough, whatever version the other Node turns out to have.
	if (isAtLeast(WANTED) || process.env.KEELSON_LAUNCHER_FD) return runHere()
	var newer = bundledNode()
	if (newer) return handOver(newer)
	return makeDo()
}

function makeDo() {
	var wish = 'Node ' + WANTED.join('.') + ' or newer'
	if (!isAtLeast(NEEDED)) return fail('keelson needs ' + wish + '; this is Node ' + process.versions.node)
	if (mayHint())
		console.error(
			'keelson: this is Node ' +
				process.versions.node +
				'; ' +
				wish +
				' starts faster and can search sessions',
		)
	runHere()
}

/**
 * Once a day, and only to somebody who is there to read it: what goes into a pipe, an `eval` or a completion is for a
 * program. Where the day cannot be kept nothing is said, because it would be said at every start.
 */
function mayHint() {
	if (process.env.NODE_NO_WARNINGS === '1' || process.argv[2] === 'completion') return false
	if (!process.stdout.isTTY || !process.stderr.isTTY) return false
	var fs = require('fs')
	var file = path.join(keelsonFolder('XDG_STATE_HOME', '.local/state'), 'node-hint')
	var today = new Date().toISOString().slice(0, 10)
	try {
		if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === today) return false
		makeFolder(path.dirname(file))
		fs.writeFileSync(file, today, { mode: 384 }) // 0600
		return true
	} catch (_unwritable) {
		return false
	}
}

function runHere() {
	var main = path.join(__dirname, '..', 'dist', 'main.mjs')
	if (!require('fs').existsSync(main))
		return fail('keelson is not built: run "npm run build" in ' + path.dirname(__dirname))
	enableCompileCache()
	import(require('url').pathToFileURL(main).href).catch(function (error) {
		console.error(error)
		process.exitCode = 1
	})
}

/** Node 24, when the optional package for this machine is installed. */
function bundledNode() {
	if (process.platform !== 'linux') return undefined
	try {
		return require.resolve('node-linux-' + process.arch + '/bin/node')
	} catch (_missing) {
		return undefined
	}
}

/**
 * The child gets our terminal, our signals and the last word on the exit code. Asynchronous, because a parent that
 * waits in `spawnSync` hears no signals.
 */
function handOver(node) {
	var env = {}
	for (var name in process.env) env[name] = process.env[name]
	// The child watches this descriptor: it ends when we are gone, even if nothing was left of us to say so.
	env.KEELSON_LAUNCHER_FD = '3'
	var child = require('child_process').spawn(node, [__filename].concat(process.argv.slice(2)), {
		stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
		env: env,
	})
	if (child.pid === undefined) {
		// The binary is there but does not run on this system, for example on musl.
		child.on('error', makeDo)
		return
	}
	FORWARDED.forEach(function (signal) {
		process.on(signal, function () {
			child.kill(signal)
		})
	})
	child.on('exit', function (code, signal) {
		if (signal) endBy(signal)
		else process.exit(code)
	})
}

/** Ends the way the child ended, so that a shell sees the same. */
function endBy(signal) {
	process.removeAllListeners(signal)
	process.kill(process.pid, signal)
	// Signals that Node ignores leave us alive.
	process.exit(128 + require('os').constants.signals[signal])
}

/** Compiled code is kept between starts. Node itself obeys NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE. */
function enableCompileCache() {
	var nodeModule = require('module')
	var folder = path.join(cacheFolder(), 'compile')
	if (!nodeModule.enableCompileCache || process.env.NODE_COMPILE_CACHE) return
	try {
		makeFolder(folder)
		nodeModule.enableCompileCache(folder)
	} catch (_unwritable) {
		// A home that cannot be written to costs a few milliseconds, not the start.
	}
}

/** As in src/sessions/store/make-folder.ts: Node's `recursive` never ends where a folder is there and takes no other, as /proc. */
function makeFolder(folder) {
	var fs = require('fs')
	if (fs.existsSync(folder)) return
	if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder))
	try {
		fs.mkdirSync(folder, 448) // 0700
	} catch (error) {
		if (error.code !== 'EEXIST') throw error
	}
}

function cacheFolder() {
	var folder = keelsonFolder('XDG_CACHE_HOME', '.cache')
	return process.env.KEELSON_HOME ? path.join(folder, 'cache') : folder
}

/** As in src/workspace/places/home-folders.ts, which is not loaded yet. */
function keelsonFolder(variable, fallback) {
	var home = process.env.KEELSON_HOME
	if (home) return path.resolve(home)
	var xdg = process.env[variable]
	var folder = xdg && path.isAbsolute(xdg) ? xdg : path.join(require('os').homedir(), fallback)
	return path.join(folder, 'keelson')
}

function isAtLeast(version) {
	var parts = process.versions.node.split('.')
	var major = Number(parts[0])
	return major > version[0] || (major === version[0] && Number(parts[1]) >= version[1])
}

function fail(message) {
	console.error(message)
	process.exitCode = 1
}
