// What a sandbox would stop in a command, as far as its text tells: the network, and files written outside the workspace.
// An estimate for measuring: what a script does inside is not seen, and a name that is only known at run time counts as inside.

import { posix } from 'node:path'

/** Where a sandboxed command writes without harm: its own temporary folders and devices. */
const OWN = /^\/(?:tmp|var\/tmp|dev|proc|run)(?:\/|$)/

/** Verbs of programs that reach a registry or another machine, by program; `true` for whatever it is told. */
const NETWORK = new Map([
	...each(
		'curl wget http https ssh scp sftp rsync ftp nc telnet ping dig nslookup whois traceroute nmap',
		/./,
	),
	...each('gh glab hub az gcloud aws kubectl helm heroku vercel netlify flyctl firebase wrangler', /./),
	...each('docker podman', /./),
	...each(
		'apt apt-get aptitude yum dnf apk pacman brew snap conda mamba',
		/^(?:install|update|upgrade|create|add|-S\w*|search|full-upgrade|env)$/,
	),
	...each(
		'npm pnpm yarn bun',
		/^(?:install|i|ci|add|update|upgrade|view|info|publish|outdated|audit|exec|dlx|create|login|search)$/,
	),
	...each('npx bunx uvx pipx', /./),
	...each('pip pip3', /^(?:install|download|search|index)$/),
	...each('uv poetry pdm pipenv', /^(?:install|add|sync|lock|update|pip)$/),
	...each('cargo', /^(?:install|add|update|search|publish|fetch)$/),
	...each('go', /^(?:get|install|mod)$/),
	...each('gem bundle composer', /^(?:install|update|require|add)$/),
	...each('git', /^(?:clone|fetch|pull|push|ls-remote|submodule)$/),
])

/** @returns why a person would be asked all the same, or undefined */
export function stoppedInSandbox(text, place, { readScript, factsOf, withInnerCommands }) {
	let folder = place.cwd
	for (const command of readScript(text).commands.flatMap(each => withInnerCommands(each))) {
		const [name, ...words] = command.words.map(textOf)
		const program = name?.slice(name.lastIndexOf('/') + 1) ?? ''
		const reached = reachesOut(program, words)
		if (reached) return `network: ${reached}`
		for (const path of written(command, words, factsOf(program)))
			if (isOutside(path, folder, place)) return `outside write: ${program || 'redirection'}`
		if (words.some(word => isOfTheHome(word, folder, place))) return 'reads a hidden folder of the home'
		if (program === 'cd' && words[0]) folder = absolute(words[0], folder, place)
	}
	return undefined
}

function reachesOut(program, words) {
	const verbs = NETWORK.get(program)
	if (program === 'python' || program === 'python3')
		return words[0] === '-m' && words[1] === 'pip' ? reachesOut('pip', words.slice(2)) : undefined
	const isLocal = words.some(word => /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1)/.test(word))
	const isAsked = words.some(word => /^--(?:version|help)$/.test(word))
	if (!verbs || isLocal || isAsked) return undefined
	const verb = words.find(word => verbs.test(word))
	return verb === undefined || (verbs.source !== '.' && !words.includes(verb)) ? undefined : program
}

function written({ redirections }, words, { writes, replacesLast }) {
	const targets = redirections.flatMap(({ operator, target }) =>
		operator.includes('>') && target ? [textOf(target)] : [],
	)
	const operands = words.filter(word => word !== '' && !word.startsWith('-'))
	if (writes !== 'operands') return targets
	return [...targets, ...(replacesLast ? operands.slice(-1) : operands)]
}

function isOutside(path, folder, place) {
	const whole = absolute(path, folder, place)
	return (
		whole.startsWith('/') && !OWN.test(whole) && !place.roots.some(root => `${whole}/`.startsWith(`${root}/`))
	)
}

/** Folders of other programs are empty in there, so that what needs one asks. */
function isOfTheHome(word, folder, place) {
	const whole = /^(?:[~/]|\.\.)/.test(word) ? absolute(word, folder, place) : ''
	return whole.startsWith(`${place.home}/.`) && isOutside(whole, folder, place)
}

function absolute(path, folder, { home }) {
	if (path.includes('\0')) return ''
	return posix.resolve(folder || '/', path.replace(/^~(?=\/|$)/, home))
}

/** What is only known at run time becomes a NUL. */
function textOf({ pieces }) {
	return pieces
		.map(piece => {
			if (piece.kind === 'literal') return piece.value
			if (piece.kind === 'home') return '~'
			return piece.kind === 'pattern' ? piece.text : '\0'
		})
		.join('')
}

function each(programs, verbs) {
	return programs.split(' ').map(program => [program, verbs])
}
