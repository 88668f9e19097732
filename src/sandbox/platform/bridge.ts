// The egress bridge inside a sandbox: programs want a port, our proxy has only a Unix socket, so a process stands
// between them.

export type Program = { file: string; args: readonly string[] }

/** Where the socket shows in there: a place that is each command's own. */
export const PROXY_SOCKET = '/run/keelson-proxy'

/** Nobody else is on that localhost. */
export const PROXY_PORT = 3_128

/** @param socat - where it is installed; left out, node does it, which starts more slowly */
export function bridgedCommand(
	{ socat, node }: { socat: string | undefined; node: string },
	command: Program,
): Program {
	const bridge =
		socat === undefined
			? [node, '-e', NODE_BRIDGE, PROXY_SOCKET, String(PROXY_PORT)]
			: [
					socat,
					`TCP-LISTEN:${PROXY_PORT},bind=127.0.0.1,fork,reuseaddr,backlog=128`,
					`UNIX-CONNECT:${PROXY_SOCKET}`,
				]
	const args = ['--noprofile', '--norc', '-c', START, 'bash', String(bridge.length), ...bridge]
	return { file: '/bin/bash', args: [...args, command.file, ...command.args] }
}

/** The first `$1` words after it are the bridge; the command starts when the bridge can be reached, or after a second. */
const START = [
	'count=$1; shift',
	`"\${@:1:count}" > /dev/null 2>&1 < /dev/null &`,
	'disown; shift "$count"',
	`for try in {1..100}; do (exec 3<> /dev/tcp/127.0.0.1/${PROXY_PORT}) 2> /dev/null && break; sleep 0.01; done`,
	'exec "$@"',
].join('\n')

const NODE_BRIDGE =
	'const net = require("net"), [path, port] = process.argv.slice(1);' +
	'net.createServer(c => { const u = net.connect(path); c.pipe(u).pipe(c);' +
	'c.on("error", () => u.destroy()); u.on("error", () => c.destroy()) }).listen(port, "127.0.0.1")'

/** What programs look at when they want out. */
export function proxyEnvironment(port = PROXY_PORT): Readonly<Record<string, string>> {
	const address = `http://127.0.0.1:${port}`
	const upper = {
		HTTP_PROXY: address,
		HTTPS_PROXY: address,
		ALL_PROXY: address,
		NO_PROXY: 'localhost,127.0.0.1,::1',
	}
	const lower = Object.entries(upper).map(([name, value]) => [name.toLowerCase(), value])
	// Node looks at them only when told to.
	return { ...upper, ...Object.fromEntries(lower), NODE_USE_ENV_PROXY: '1' }
}
