// The environment of everything we start: what a developer's programs need, none of the keys, nothing that makes
// a program load code nobody asked for.

import { isAbsolute } from 'node:path'
import type { Environment } from '../../workspace/places/home-folders.ts'

/** @param knownSecrets - values that must not be handed on under any name */
export function childEnvironment(
	parent: Environment,
	knownSecrets: readonly string[] = [],
): Record<string, string> {
	const kept: Record<string, string> = {}
	for (const [name, value] of Object.entries(parent))
		if (value !== undefined && mayPass(name, value, knownSecrets)) kept[name] = value
	return { ...kept, PATH: absoluteOnly(parent.PATH ?? DEFAULT_PATH), ...FIXED }
}

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin'

/** Nobody sits in front of it: no colours, no pagers, no questions. */
const FIXED: Readonly<Record<string, string>> = {
	AGENT: 'keelson',
	TERM: 'dumb',
	NO_COLOR: '1',
	PAGER: 'cat',
	GIT_PAGER: 'cat',
	GIT_TERMINAL_PROMPT: '0',
	GIT_EDITOR: 'true',
	DEBIAN_FRONTEND: 'noninteractive',
}

/** Names that hold secrets by the look of them. */
const SECRET =
	/KEY|TOKEN|SECRET|PASS(?:W|PHRASE|$)|CRED|AUTH(?!OR)|PRIVATE|COOKIE|SESSION|(?:^|_)PAT$|(?:^|_)PWD$|DSN$|WEBHOOK|^KEELSON_|^OTEL_EXPORTER_OTLP_(?:[A-Z]+_)?HEADERS$|^(?:OPENAI|ANTHROPIC|GEMINI|OPENROUTER|MISTRAL|GROQ)_/i

/** Kept although they look like it: places and doors, not keys. */
const NO_SECRET: ReadonlySet<string> = new Set([
	'PWD',
	'OLDPWD',
	'SSH_AUTH_SOCK',
	'XDG_SESSION_TYPE',
	'DBUS_SESSION_BUS_ADDRESS',
])

/** What makes a shell, a loader, an interpreter, a pager or git run code, or read settings, nobody asked for. */
const LOADS_CODE: readonly RegExp[] = [
	/^(?:LD|DYLD)_|^GCONV_PATH$/,
	/^(?:BASH_.*|ENV|PROMPT_COMMAND|PS[0-4]|SHELLOPTS|BASHOPTS|CDPATH|GLOBIGNORE|EXECIGNORE|FIGNORE|IFS)$/,
	// They change how options are read, and with it what the approval gate relies on.
	/^(?:POSIXLY_CORRECT|_POSIX2_VERSION|GREP_OPTIONS|RIPGREP_CONFIG_PATH|TAR_OPTIONS)$/,
	/^(?:NODE_OPTIONS|NODE_REPL_EXTERNAL_MODULE|NODE_CHANNEL_.*|NODE_V8_COVERAGE)$/,
	/^(?:PYTHONSTARTUP|PYTHONINSPECT|PYTHONBREAKPOINT|PERL5OPT|PERL5DB|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS)$/,
	/^GIT_(?!AUTHOR_|COMMITTER_|SSL_CAINFO$)/,
	/^(?:EDITOR|VISUAL|BROWSER|MANPAGER|LESS.*|SYSTEMD_PAGER|SUDO_ASKPASS|SSH_ASKPASS)$/,
	// What npm tells the program it runs would steer an npm that we run.
	/^npm_/i,
]

function mayPass(name: string, value: string, knownSecrets: readonly string[]): boolean {
	if (!/^[A-Za-z_]\w*$/.test(name)) return false
	if (LOADS_CODE.some(pattern => pattern.test(name))) return false
	if (knownSecrets.some(secret => secret.length >= 8 && value.includes(secret))) return false
	// `https://user:password@host`, which proxies and databases are often named by.
	if (/^[a-z][\w+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i.test(value)) return false
	return NO_SECRET.has(name) || !SECRET.test(name)
}

/** An empty or relative entry would run a program of whatever folder happens to be the current one. */
function absoluteOnly(path: string): string {
	return path.split(':').filter(isAbsolute).join(':') || DEFAULT_PATH
}
