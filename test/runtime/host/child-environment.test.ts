import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { childEnvironment } from '../../../src/runtime/host/child-environment.ts'

const FIXED = {
	AGENT: 'keelson',
	TERM: 'dumb',
	NO_COLOR: '1',
	PAGER: 'cat',
	GIT_PAGER: 'cat',
	GIT_TERMINAL_PROMPT: '0',
	GIT_EDITOR: 'true',
	DEBIAN_FRONTEND: 'noninteractive',
}

describe('the environment of a child', () => {
	test('keeps what a developer’s programs need', () => {
		const kept = {
			HOME: '/home/ada',
			LANG: 'de_DE.UTF-8',
			LC_ALL: 'C',
			USER: 'ada',
			TZ: 'UTC',
			JAVA_HOME: '/opt/java',
			VIRTUAL_ENV: '/home/ada/.venv',
			NODE_ENV: 'test',
			CI: 'true',
			OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
			HTTPS_PROXY: 'http://proxy:3128',
			SSH_AUTH_SOCK: '/run/agent.sock',
			GIT_AUTHOR_NAME: 'Ada',
			MY_PROJECT_FLAG: '1',
		}
		assert.deepEqual(childEnvironment({ ...kept, PATH: '/usr/bin' }), { ...kept, PATH: '/usr/bin', ...FIXED })
	})

	test('holds nothing that is named like a secret', () => {
		const secrets = [
			'OPENAI_API_KEY',
			'ANTHROPIC_AUTH_TOKEN',
			'GITHUB_TOKEN',
			'GH_PAT',
			'AWS_SECRET_ACCESS_KEY',
			'AWS_SESSION_TOKEN',
			'DB_PASSWORD',
			'PGPASSWORD',
			'MYSQL_PWD',
			'NPM_AUTH',
			'GOOGLE_APPLICATION_CREDENTIALS',
			'SENTRY_DSN',
			'SLACK_WEBHOOK_URL',
			'OTEL_EXPORTER_OTLP_HEADERS',
			'OTEL_EXPORTER_OTLP_METRICS_HEADERS',
			'KEELSON_HOME',
			'session_cookie',
		]
		const parent = Object.fromEntries(secrets.map(name => [name, 'x']))
		assert.deepEqual(childEnvironment({ ...parent, PATH: '/bin' }), { PATH: '/bin', ...FIXED })
	})

	test('holds no value that is known to be secret, and no address with a password in it', () => {
		const parent = {
			PATH: '/bin',
			HARMLESS: 'x=my-known-secret',
			DATABASE: 'postgres://ada:pass@host/db',
			SHORT: 'abc',
		}
		assert.deepEqual(childEnvironment(parent, ['my-known-secret', 'abc']), {
			PATH: '/bin',
			SHORT: 'abc',
			...FIXED,
		})
	})

	test('holds nothing that makes a program load code or read settings nobody asked for', () => {
		const loaders = [
			'LD_PRELOAD',
			'LD_LIBRARY_PATH',
			'DYLD_INSERT_LIBRARIES',
			'BASH_ENV',
			'ENV',
			'BASH_FUNC_ls%%',
			'PROMPT_COMMAND',
			'PS4',
			'SHELLOPTS',
			'CDPATH',
			'IFS',
			'NODE_OPTIONS',
			'PYTHONSTARTUP',
			'PERL5OPT',
			'RUBYOPT',
			'JAVA_TOOL_OPTIONS',
			'GIT_DIR',
			'GIT_SSH_COMMAND',
			'GIT_EXTERNAL_DIFF',
			'GIT_CONFIG_COUNT',
			'EDITOR',
			'LESSOPEN',
			'RIPGREP_CONFIG_PATH',
			'POSIXLY_CORRECT',
			'npm_config_script_shell',
		]
		const parent = Object.fromEntries(loaders.map(name => [name, 'x']))
		assert.deepEqual(childEnvironment({ ...parent, PATH: '/bin' }), { PATH: '/bin', ...FIXED })
	})

	test('looks for programs in absolute folders only', () => {
		assert.equal(childEnvironment({ PATH: ':/usr/bin:.:node_modules/.bin::/bin:' }).PATH, '/usr/bin:/bin')
		assert.equal(childEnvironment({ PATH: '.' }).PATH, '/usr/local/bin:/usr/bin:/bin')
		assert.equal(childEnvironment({}).PATH, '/usr/local/bin:/usr/bin:/bin')
	})
})
