// Verbs of package managers and registries: what is published can be used by anybody a moment later.

import type { VerbRows } from './verb-rows.ts'

const NPM_VALUES =
	'-w --workspace --registry --tag --otp --prefix -C --dir --filter -F --userconfig --cache --access --cwd --location -L'

const GRADLE: VerbRows = {
	loses: [],
	publishes: [
		'** publish|publishPlugins|publishAllPublications*|closeAndRelease*|publishToSonatype|publishAndRelease*|uploadArchives|artifactoryPublish|*:publish',
	],
}
const MAVEN: VerbRows = { publishes: ['** deploy|deploy:*|release:perform|*:deploy|nexus-staging:release'] }
const CRATES: VerbRows = {
	publishes: [
		'publish',
		'yank',
		'owner +--add|-a|--remove|-r',
		'release +--execute|-x',
		'workspaces|ws publish',
		'+* publish|yank',
	],
	rehearses: '-n|--list|-l',
	shows: ['login +--print'],
}
const POETRY: VerbRows = { publishes: ['publish'], shows: ['config pypi-token.*|http-basic.*'] }
const PIP: VerbRows = { arranges: ['config set|edit|unset'] }
const NUGET: VerbRows = { publishes: ['push'], loses: ['delete'] }

export const PACKAGES: Readonly<Record<string, VerbRows>> = {
	npm: {
		valued: NPM_VALUES,
		publishes: [
			'publish|pub',
			'unpublish|unpub',
			'deprecate|undeprecate',
			'dist-tag|dist-tags add|rm|set',
			'owner|author add|rm',
			'access set|public|restricted|grant|revoke',
			'team add|rm|create|destroy',
			'hook rm|add|update',
			'stage publish',
		],
		shows: [
			'token list|ls|create',
			'token +--json',
			'config|c get *:_authtoken|*:_auth|*:_password|_auth|_authtoken|_password',
			'get *:_authtoken|*:_auth|*:_password|_auth|_authtoken',
			'config|c list|ls +--long|-l|--json',
		],
		// It writes to the user's own file, unless it is told to write to that of the project.
		arranges: [
			'config|c set|delete|edit|fix !--location=project|-L=project',
			'set !--location=project|-L=project',
			'config|c set script-shell*|shell*|node-options*|git=*|git|init-module*|prefix*',
		],
	},
	pnpm: {
		valued: NPM_VALUES,
		publishes: [
			'publish',
			'unpublish',
			'deprecate',
			'dist-tag add|rm',
			'owner add|rm',
			'recursive|multi|m publish',
		],
		shows: ['config|c get *:_authtoken|*:_auth|_auth', 'token list|create'],
		arranges: [
			'config|c set|delete !--location=project',
			'set !--location=project',
			'config|c set script-shell*|shell-emulator*|node-options*',
		],
	},
	pip: PIP,
	pip3: PIP,
	go: { arranges: ['env +-w'] },
	bundle: { arranges: ['config ** +--global'] },
	husky: { arranges: ['.', 'install|init|add|set|uninstall'], rehearses: '--version|-v' },
	'pre-commit': { arranges: ['install|init-templatedir'] },
	lefthook: { arranges: ['install|add'] },
	'simple-git-hooks': { arranges: ['.', '**'], rehearses: '--version|-v' },
	overcommit: { arranges: ['+--install|--sign'] },
	code: { arranges: ['+--install-extension', '** +--install-extension'] },
	codium: { arranges: ['+--install-extension', '** +--install-extension'] },
	cursor: { arranges: ['+--install-extension', '** +--install-extension'] },
	yarn: {
		valued: '--cwd --registry --otp --tag',
		publishes: [
			'publish',
			'npm publish',
			'npm tag add|remove',
			'workspaces foreach ** npm publish',
			'workspace * npm publish',
			'workspace * publish',
			'owner add|remove',
			'tag add|remove',
			'npm unpublish|deprecate',
		],
		shows: ['config get npmauthtoken|npmauthident', 'npm token list'],
		arranges: [
			'config set yarnpath|yarn-path|plugins|script-shell|enablescripts|registry|npmregistryserver',
			'config set +-H|--home',
		],
	},
	bun: { valued: '--cwd --registry --tag', publishes: ['publish', 'pm pack-publish'] },
	deno: { publishes: ['publish'] },
	jsr: { publishes: ['publish'] },
	lerna: { publishes: ['publish'] },
	nx: { publishes: ['release !--skip-publish', 'release publish', '** publish'] },
	changeset: { publishes: ['publish'] },
	'semantic-release': { publishes: ['.', '**'], rehearses: '-d' },
	np: { publishes: ['.', 'major|minor|patch|pre*|*.*'], rehearses: '--preview' },
	'release-it': { publishes: ['.', '**'] },
	vsce: { publishes: ['publish', 'unpublish'] },
	ovsx: { publishes: ['publish'] },
	cargo: CRATES,
	'cargo-release': { publishes: ['+--execute|-x'] },
	twine: { publishes: ['upload'] },
	uv: { valued: '--directory --project', publishes: ['publish'], shows: ['auth token'] },
	poetry: POETRY,
	flit: { publishes: ['publish'] },
	hatch: { publishes: ['publish'] },
	pdm: { publishes: ['publish'] },
	rye: { publishes: ['publish'] },
	maturin: { publishes: ['publish', 'upload'] },
	// `python setup.py sdist upload`, as it reads behind the interpreter.
	'setup.py': { publishes: ['** upload|register'] },
	gem: { publishes: ['push', 'yank', 'owner +--add|-a|--remove|-r'], loses: [] },
	rake: { publishes: ['release|release:*'], loses: ['db:drop|db:drop:*|db:reset|db:schema:load|db:purge'] },
	mvn: MAVEN,
	mvnw: MAVEN,
	gradle: GRADLE,
	gradlew: GRADLE,
	sbt: { publishes: ['** publish|publishSigned|release|sonatypeBundleRelease|ci-release'] },
	dotnet: {
		publishes: ['nuget push'],
		loses: ['nuget delete', 'ef database drop'],
		shows: ['user-secrets list'],
	},
	nuget: NUGET,
	pod: { publishes: ['trunk push|delete|deprecate|add-owner|remove-owner'] },
	mix: { publishes: ['hex.publish|hex.retire|hex.owner'], loses: ['ecto.drop|ecto.reset'] },
	rebar3: { publishes: ['hex publish|retire'] },
	hex: { publishes: ['publish|retire'] },
	anaconda: { publishes: ['upload'], loses: ['remove'] },
	goreleaser: {
		publishes: ['.', 'release', 'publish'],
		rehearses: '--snapshot|--skip=publish|--auto-snapshot|--version',
	},
	snapcraft: { publishes: ['upload|push|release'], shows: ['export-login'] },
	fastlane: { publishes: ['release|deliver|pilot|supply|upload_to_*|deploy|beta'] },
	luarocks: { publishes: ['upload'] },
	opam: { publishes: ['publish'] },
	cabal: { publishes: ['upload'] },
	stack: { publishes: ['upload'] },
	dart: { publishes: ['pub publish|lish'], rehearses: '-n' },
	flutter: { publishes: ['pub publish|lish'], rehearses: '-n' },
	composer: {
		shows: ['config http-basic.*|github-oauth.*|gitlab-token.*|bearer.*'],
		arranges: ['config ** +--global|-g', 'global config'],
	},
	hf: { loses: ['repo delete', 'repos delete'], publishes: ['upload'], shows: ['auth token'] },
	'huggingface-cli': { loses: ['repo delete'], publishes: ['upload'] },
	modal: { loses: ['** delete'], shows: ['token show|info'] },
	kaggle: { loses: ['** delete'] },
}
