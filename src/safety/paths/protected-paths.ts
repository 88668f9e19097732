// Protected paths, which nobody changes or reads without a person saying yes: tables, and the reason for each row.

/**
 * @param path - relative to the folder the user opened where it lies inside, else absolute
 * @returns why writing there always asks, or undefined
 */
export function protectedFromWriting(path: string): string | undefined {
	const plain = foldCase(path)
	for (let from = 0, to = 0; to !== -1; from = to + 1) {
		to = plain.indexOf('/', from)
		const reason = PROTECTED_FOLDERS.get(plain.slice(from, to === -1 ? undefined : to))
		if (reason !== undefined) return reason
	}
	const name = plain.slice(plain.lastIndexOf('/') + 1)
	if (OWN_FOLDERS.test(plain)) return OWN_SETTINGS
	return PROTECTED_FILES.get(name) ?? startUpFile(plain) ?? systemFile(plain) ?? secretAmong(plain)
}

/**
 * @param path - as for writing
 * @returns what secret the file holds, or undefined
 */
export function secretFile(path: string): string | undefined {
	return secretAmong(foldCase(path))
}

/**
 * @param path - as for writing
 * @param files - what may lie in it where it is a folder: small letters, with a slash in front
 * @returns what secret it holds, or the first of the files in it does
 */
export function secretFileIn(path: string, files: readonly string[]): string | undefined {
	const plain = foldCase(path)
	// A slash at its end would have been one with that of the file.
	const folder = plain === '/' ? '' : plain
	let found = secretAmong(plain)
	for (const file of files) found ??= secretAmong(folder + file)
	return found
}

function secretAmong(plain: string): string | undefined {
	const whole = `/${plain}`
	// Nearly every path is none of them, and one search tells.
	if (!ANY_SECRET.test(whole)) return undefined
	return SECRETS.find(({ pattern, unless }) => pattern.test(whole) && !unless?.test(whole))?.reason
}

/** Temporary folders are outside every workspace, and yet nobody's loss; a home in one of them is none. */
export function isTemporaryPath(path: string, home: string): boolean {
	const isHome = path === home || path.startsWith(`${home}/`)
	return !isHome && /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/[^/*?]/.test(path)
}

/**
 * Whether it may be written like a temporary file. Where the workspace itself lies in such a folder, what lies beside it is
 * somebody's work, too.
 */
export function isSpareFile(
	path: string,
	{ home, roots }: { home: string; roots: readonly string[] },
): boolean {
	// The folder itself takes what is put into it.
	return isTemporaryPath(`${path}/x`, home) && !roots.some(root => isTemporaryPath(root, home))
}

const OWN_SETTINGS = "These are Keelson's own settings, which decide what it may do."
/** Of the user; the sessions and the trusted folders beside the settings. */
const OWN_FOLDERS = /(?:^|\/)\.(?:config|local\/(?:share|state))\/keelson(?:\/|$)/

/** Folders where git, an editor, a shell or Keelson finds something it will run or obey. */
export const PROTECTED_FOLDERS: ReadonlyMap<string, string> = new Map([
	['.git', 'Files inside .git can make git start programs.'],
	['.husky', 'Git hooks in .husky run at the next commit.'],
	['.vscode', 'Files in .vscode can make the editor start programs.'],
	['.idea', 'Files in .idea can make the editor start programs.'],
	['.devcontainer', 'Files in .devcontainer are run when the folder is opened in a container.'],
	['.keelson', OWN_SETTINGS],
	['.agents', 'These files tell agents what to do.'],
	['.claude', 'These are the settings of a coding agent.'],
	['.codex', 'These are the settings of a coding agent.'],
	['.cursor', 'These are the settings of a coding agent.'],
	['.gemini', 'These are the settings of a coding agent.'],
])

const INSTRUCTIONS = 'It instructs agents in every later session.'
const RUN_BY_GIT = 'It can make git start programs.'
const START_UP = 'Shell start-up files are run by each new shell.'

const START_UP_FILES =
	'.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .inputrc .zshrc .zshenv .zprofile ' +
	'.zlogin .zlogout .kshrc .cshrc .tcshrc .login .xprofile .xinitrc .xsessionrc config.fish'

export const PROTECTED_FILES: ReadonlyMap<string, string> = new Map([
	...START_UP_FILES.split(' ').map((name): [string, string] => [name, START_UP]),
	['.gitattributes', RUN_BY_GIT],
	['.gitconfig', RUN_BY_GIT],
	['.gitmodules', RUN_BY_GIT],
	['agents.md', INSTRUCTIONS],
	['agents.override.md', INSTRUCTIONS],
	['claude.md', INSTRUCTIONS],
	['claude.local.md', INSTRUCTIONS],
	['.mcp.json', 'It names servers that an agent starts.'],
	['.envrc', 'direnv runs it when the folder is entered.'],
	['.ripgreprc', 'It can make ripgrep start programs.'],
])

type SecretRule = { pattern: RegExp; unless?: RegExp; reason: string }

const PRIVATE_KEY = 'It holds a private key.'
const CREDENTIALS = 'It holds credentials.'

/** Matched against the folded path with a slash in front. */
const SECRETS: readonly SecretRule[] = [
	{ pattern: /\/\.ssh\//, unless: /\.pub$|\/known_hosts(\.old)?$/, reason: PRIVATE_KEY },
	{ pattern: /\/\.gnupg\//, reason: PRIVATE_KEY },
	{ pattern: /\/id_(rsa|dsa|ecdsa|ed25519)(_sk)?[^/]*$/, unless: /\.pub$/, reason: PRIVATE_KEY },
	{ pattern: /\.(pem|key|p12|pfx|pkcs12|jks|keystore|kdbx|ppk)$/, reason: PRIVATE_KEY },
	{
		pattern: /\/\.env(\.[^/]*)?$/,
		unless: /\.(example|sample|template|dist|defaults)$/,
		reason: CREDENTIALS,
	},
	{ pattern: /\/[._]netrc$|\/\.config\/git\/credentials$/, reason: CREDENTIALS },
	{
		pattern: /\/\.(npmrc|yarnrc|pypirc|pgpass|my\.cnf|htpasswd|git-credentials|vault-token|s3cfg|boto)$/,
		reason: CREDENTIALS,
	},
	{ pattern: /\/\.aws\/(credentials|config|sso\/.*|cli\/cache\/.*)$/, reason: CREDENTIALS },
	{ pattern: /\/\.azure\//, reason: CREDENTIALS },
	{ pattern: /\/\.config\/gcloud\//, reason: CREDENTIALS },
	// Google's and Keelson's own, which KEELSON_HOME may have put anywhere.
	{ pattern: /\/(application_default_)?credentials\.json$/, reason: CREDENTIALS },
	// Rails, Streamlit and others; a chart's template of that name holds none.
	{ pattern: /\/secrets\.(ya?ml|json|toml|ini|properties)$/, unless: /\/templates\//, reason: CREDENTIALS },
	{ pattern: /\/mcp-credentials\/[^/]+$/, reason: CREDENTIALS },
	{ pattern: /\/\.kube\/config$|\/kubeconfig$/, reason: CREDENTIALS },
	{ pattern: /\/\.docker\/config\.json$/, reason: CREDENTIALS },
	{ pattern: /\/\.config\/(gh\/hosts\.yml|hub|op\/.*|rclone\/rclone\.conf)$/, reason: CREDENTIALS },
	{ pattern: /\/(\.gem|\.cargo|\.composer|\.terraform\.d)\/(credentials|auth)[^/]*$/, reason: CREDENTIALS },
	{
		pattern:
			/\/(\.m2\/settings(-security)?\.xml|\.gradle\/gradle\.properties|\.config\/composer\/auth\.json|\.(cache\/)?huggingface\/(token|stored_tokens))$/,
		reason: CREDENTIALS,
	},
	{
		pattern:
			/\/(\.fly\/config\.yml|\.config\/(doctl\/config\.yaml|stripe\/config\.toml|netlify\/config\.json|ngrok\/ngrok\.yml)|\.ngrok2\/ngrok\.yml|\.supabase\/access-token|com\.vercel\.cli\/auth\.json|\.kaggle\/kaggle\.json|\.databrickscfg|\.snowsql\/config|\.xauthority)$/,
		reason: CREDENTIALS,
	},
	{ pattern: /\/\.local\/share\/keyrings\//, reason: CREDENTIALS },
	{ pattern: /\/(\.codex\/auth|\.claude\/\.credentials)\.json$/, reason: CREDENTIALS },
	{ pattern: /^\/+etc\/(g?shadow|sudoers|ssl\/private\/.*|ssh\/ssh_host_[^/]*_key)-?$/, reason: CREDENTIALS },
	{
		pattern: /^\/+proc\/.*\/(environ|mem|auxv)$|^\/+proc\/kcore$/,
		reason: 'It shows the environment or memory of a process.',
	},
]

const ANY_SECRET = new RegExp(SECRETS.map(({ pattern }) => pattern.source).join('|'))

/** Whatever the name of the file in such a folder is. */
function startUpFile(plain: string): string | undefined {
	return START_UP_FOLDERS.test(plain)
		? 'What is in this folder is run or obeyed at the next start.'
		: undefined
}

const START_UP_FOLDERS =
	/(^|\/)(\.config\/(git|fish|autostart|environment\.d|systemd\/user)|library\/launch(agents|daemons))\//

/** Only absolute paths: a project may well have a `bin` folder of its own. */
function systemFile(plain: string): string | undefined {
	return SYSTEM_FOLDERS.test(plain) ? 'It belongs to the system.' : undefined
}

const SYSTEM_FOLDERS =
	/^\/(private\/)?(etc|usr|bin|sbin|lib|lib64|boot|dev|proc|sys|system|library|var\/spool\/cron)(\/|$)/

/** Names that differ only in case, in compatibility forms or in invisible characters may be one file on disk. */
function foldCase(path: string): string {
	if (FOLDED.test(path)) return path
	const seen = ASCII.test(path)
		? path
		: path.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
	return (
		seen
			.toLowerCase()
			// Some disks drop blanks and dots at the end of a name.
			.replaceAll(/(?<=[^/. ])[. ]+(?=\/|$)/g, '')
			.replace(/^\/+/, '/')
	)
}

/** Nothing in it could be written in another way: most paths are like that. */
const FOLDED = /^\/?(?:[a-z0-9_.-]*[a-z0-9_-](?:\/|$))*$/

/** None of these has another form, and none is invisible. */
const ASCII = /^[\x20-\x7e]*$/
