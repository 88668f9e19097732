// Sensitive paths as a shell reaches them: secrets, protected files and critical places, by folder, by pattern, and
// beyond files.

import { isTemporaryPath, protectedFromWriting, secretFileIn } from '../../paths/protected-paths.ts'
import { spend } from './analysis-budget.ts'
import { isWithin, type Scope } from './scope.ts'

/** @returns what secret is at the path, in it, or may be what its pattern stands for */
export function secretAt(path: string, scope: Scope): string | undefined {
	// Far longer than a name can be: what leads up to it tells nothing.
	const looked = fromRoot(path, scope).slice(-MAX_LOOKED_AT)
	const known = scope.budget?.secrets
	if (known?.has(looked)) return known.get(looked)
	spend(scope.budget, 10 + (looked.length >> 4))
	const secret = findSecret(looked)
	known?.set(looked, secret)
	return secret
}

const MAX_LOOKED_AT = 400

function findSecret(looked: string): string | undefined {
	return (
		secretFileIn(looked, ['/x', '/config', '/credentials']) ??
		ruleFor(looked, MORE_SECRETS) ??
		(mayStandForSecret(looked) ? 'The pattern may stand for a secret.' : undefined)
	)
}

/** @returns why writing there asks a person whatever the mode */
export function protectedAt(path: string, scope: Scope): string | undefined {
	if (HARMLESS_DEVICE.test(path)) return undefined
	const looked = fromRoot(path, scope)
	spend(scope.budget, 10 + (looked.length >> 4))
	const reason = protectedFromWriting(looked.slice(-MAX_LOOKED_AT)) ?? ruleFor(path, STARTED_AT_LOGIN)
	if (reason !== undefined || looked.length <= MAX_LOOKED_AT) return reason
	return protectedFromWriting(looked.slice(0, MAX_LOOKED_AT))
}

/** @returns why nobody gets over the loss of it; anything that holds a root or the home folder is such a place */
export function criticalAt(path: string, scope: Scope): string | undefined {
	if (path === '/') return 'It is the whole system.'
	if (isWithin(path, scope.home)) return 'It is or holds the home folder.'
	if (scope.roots.some(root => isWithin(path, root))) return 'It is or holds the whole workspace.'
	const isOurs = scope.roots.some(root => isWithin(root, path))
	return isOurs || HARMLESS_DEVICE.test(path) ? undefined : ruleFor(path, CRITICAL)
}

export function isTemporary(path: string, { home }: Scope): boolean {
	return isTemporaryPath(path, home)
}

/** It takes what is written and keeps nothing. */
export function isDevice(path: string): boolean {
	return HARMLESS_DEVICE.test(path)
}

/** Variables that hold secrets by the look of their name. */
export function isSecretName(name: string): boolean {
	return SECRET_NAME.test(name) && !NO_SECRETS.has(name)
}

type PathRule = { pattern: RegExp; reason: string }

const HARMLESS_DEVICE = /^\/dev\/(?:null|zero|full|u?random|std(?:in|out|err)|tty|fd\/\d+)$/

const MORE_SECRETS: readonly PathRule[] = [
	{
		pattern: /\.(?:bash|zsh|sh|python|psql|mysql|sqlite|node_repl)_history$/,
		reason: 'A history may hold secrets somebody typed.',
	},
	{
		pattern:
			/(?:^|\/)(?:\.password-store|\.mozilla|\.config\/(?:google-chrome|chromium)|library\/keychains)(?:\/|$)/,
		reason: 'It is a store of passwords or cookies.',
	},
	{
		pattern: /^\/(?:var\/)?run\/(?:secrets|credentials)(?:\/|$)|\/docker\.sock$/,
		reason: 'It hands out secrets or powers over this machine.',
	},
	{
		pattern: /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem|maps|fd)(?:\/|$)|^\/proc\/\*/,
		reason: 'It shows the inside of a process.',
	},
	{
		pattern: /(?:^|\/)(?:credentials|service[-_]account[^/]*|client_secret[^/]*)\.json$/,
		reason: 'It is named like a file of credentials.',
	},
	{
		pattern: /\.tfstate(?:\.backup|\.\d+\.backup)?$/,
		reason: 'It holds all that terraform knows, passwords among it.',
	},
]

const STARTED_AT_LOGIN: readonly PathRule[] = [
	{
		pattern:
			/^\/(?:home|users|root)\/(?:.{1,200}\/)?(?:\.config\/(?:autostart|systemd\/user)|library\/launch(?:agents|daemons))(?:\/|$)/,
		reason: 'What lies there is started with the session.',
	},
]

const CRITICAL: readonly PathRule[] = [
	{ pattern: /^\/[^/]*$/, reason: 'It is right below the root of the system.' },
	{
		pattern: /^\/(?:bin|boot|etc|lib\w*|proc|sbin|sys|usr|system|library|private\/etc|var\/lib)(?:\/|$)/,
		reason: 'It belongs to the system.',
	},
	{ pattern: /^\/dev(?:\/|$)/, reason: 'It is a device.' },
	{
		pattern: /^\/(?:home|users|mnt|media|volumes|root|opt|srv|var)\/[^/]*$/,
		reason: 'It holds all that somebody has.',
	},
]

const SECRET_NAME =
	/KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CRED|(?:^|_)AUTH(?:$|_)|PRIVATE|COOKIE|(?:^|_)(?:PAT|PWD|PASS)$|DSN$|(?:DATABASE|REDIS|MONGO\w*|POSTGRES\w*|AMQP|WEBHOOK)_UR[IL]$/i

// The socket of the SSH agent is a door to the keys and not a key; pushing over SSH needs it.
const NO_SECRETS: ReadonlySet<string> = new Set(['SSH_AUTH_SOCK', 'PWD', 'OLDPWD'])

/** Names a pattern with a telling beginning could stand for. A bare `*` is taken at face value. */
const SAMPLES = [
	'.env',
	'.env.local',
	'.netrc',
	'.npmrc',
	'.git-credentials',
	'id_rsa',
	'id_ed25519',
	'environ',
]

function mayStandForSecret(path: string): boolean {
	const name = path.slice(path.lastIndexOf('/') + 1)
	if (!/[*?[]/.test(name) || name.replaceAll(/[*?]|\[[^\]]*\]/g, '').length < 2) return false
	const pattern = new RegExp(
		`^${name.replaceAll(/\[[^\]]*\]|[*?]|[\\^$.|+(){}[\]]/g, part =>
			part === '*' ? '.*' : part === '?' || part.length > 1 ? '.' : `\\${part}`,
		)}$`,
		'i',
	)
	return SAMPLES.some(sample => pattern.test(sample))
}

/** What lies above a root says nothing about what is in it: a workspace may live in a folder with a telling name. */
function fromRoot(path: string, scope: Scope): string {
	const root = scope.roots.find(candidate => isWithin(candidate, path))
	if (root === undefined) return path
	return path === root ? '' : path.slice(root === '/' ? 1 : root.length + 1)
}

function ruleFor(path: string, rules: readonly PathRule[]): string | undefined {
	const folded = path.toLowerCase()
	return rules.find(({ pattern }) => pattern.test(folded))?.reason
}
