// Places in a home folder that builds and tests need although only their owner may read them: caches, tool chains and
// packages. Whatever else in there is closed to others is closed to commands as well.

/** Shared by many programs, so each of them is looked at by itself. Paths are relative to the home folder. */
export const SHARED_PLACES: ReadonlySet<string> = new Set(
	`.cache .config .local .local/share .local/state .android .bundle .cargo .composer .gem .gradle .ivy2 .m2 .nuget .sbt
	.terraform.d`.split(/\s+/),
)

/** @param path - relative to the home folder */
export function isBuildPlace(path: string): boolean {
	const [first = '', second = '', third = ''] = path.split('/')
	const inner = BUILD_PLACES.get(first)
	if (inner === undefined) return first === '.cache' && second !== ''
	if (inner === 'all') return true
	return inner.has(second) || (first === '.local' && second === 'share' && SHARE.has(third))
}

function words(text: string): ReadonlySet<string> {
	return new Set(text.split(/\s+/))
}

const WHOLE = `.asdf .bun .cabal .ccache .cmake .cocoapods .conan .conan2 .conda .cpan .cpanm .dart-tool .deno .dotnet
	.editorconfig .electron .electron-gyp .elan .emscripten_cache .flutter .fnm .ghcup .gitignore .gitignore_global .hex
	.julia .mix .node-gyp .node-version .npm .nvm .nvmrc .opam .pnpm-store .pub-cache .pyenv .python-version .rbenv .rustup
	.rvm .sccache .sdkman .stack .swiftpm .tool-versions .vcpkg .volta .yarn`

const BUILD_PLACES: ReadonlyMap<string, ReadonlySet<string> | 'all'> = new Map<
	string,
	ReadonlySet<string> | 'all'
>([
	...WHOLE.split(/\s+/).map((name): [string, 'all'] => [name, 'all']),
	['.bundle', words('cache plugin')],
	['.cargo', words('bin config config.toml env git registry')],
	['.composer', words('cache vendor')],
	['.config', words('fontconfig git go matplotlib mise nvim pnpm pypoetry uv yarn')],
	['.gem', words('ruby specs')],
	['.gradle', words('caches daemon jdks native notifications wrapper')],
	['.ivy2', words('cache jars local')],
	['.local', words('bin include lib pipx')],
	['.m2', words('repository wrapper toolchains.xml')],
	['.nuget', words('packages plugins')],
	['.sbt', words('boot launchers')],
	['.terraform.d', words('plugin-cache plugins')],
])

const SHARE = words(
	`NuGet bash-completion cargo fnm fonts icons man mise mime nvim pipx pnpm pypoetry rustup uv virtualenv virtualenvs
	zsh`,
)

/** Logins and wallets that their programs leave open to everybody. Relative to the home folder. */
export const OPEN_SECRETS: ReadonlySet<string> = words(
	`.Xauthority .anthropic .azure .bitcoin .cache/huggingface/stored_tokens .cache/huggingface/token .config/argocd
	.config/configstore/firebase-tools.json .config/doctl .config/github-copilot .config/hcloud .config/heroku .config/op
	.config/rclone .config/solana .config/stripe .config/wandb .databrickscfg .electrum .ethereum .fly .gem/credentials
	.huggingface .ivy2/.credentials .kaggle .kube .local/share/keyrings .m2/settings-security.xml .monero .netlify .oci .openai
	.pulumi/credentials.json .railway .sbt/.credentials .snowflake .snowsql .solana .step .supabase .vault-token .vercel
	.wandb .wallet`,
)

/** Files with settings of builds, which some people write passwords into. Relative to the home folder. */
export const BUILD_SETTINGS: ReadonlySet<string> = words(
	`.bundle/config .cargo/config .cargo/config.toml .condarc .config/git/config .config/pip/pip.conf .config/uv/uv.toml
	.gitconfig .gradle/gradle.properties .m2/settings.xml .nuget/NuGet/NuGet.Config .pip/pip.conf .yarnrc.yml`,
)

/** Whether the settings hold what lets somebody in. */
export function holdsPassword(text: string): boolean {
	return PASSWORD.test(text)
}

const PASSWORD =
	/(?:passw(?:or)?d|token|secret|authorization|_auth)[\w.-]*["']?\s*[=:>]\s*[^\s<$]|:\/\/[^/\s:@]+:[^/\s@]+@/i

/** Names of what lets somebody in, also among packages and in caches: `token`, `credentials.json`, `auth.toml`. */
export function isCredentialsName(name: string): boolean {
	return CREDENTIALS.test(name)
}

const CREDENTIALS =
	/(?:^|[._-])(?:api-?keys?|auth|cookies?|credentials?|keyring|passwords?|passwd|secrets?|session|stored_tokens|tokens?|wallet)(?:[._-]|$)/i
