// `agent login` and `agent logout`: keys and logins of providers.

import type { CliCommand } from '../cli-command/cli-command.ts'
import { PROFILE_OPTION } from '../cli-command/run-options.ts'
import type { LoginFlags } from '../commands/obtain-credential.ts'

export const login: CliCommand = {
	name: 'login',
	description: 'store a key, or log in with a browser',
	arguments: [
		{
			usage: '[provider]',
			description: 'anthropic, openai, gemini, openrouter, or one of your settings',
			values: 'providers',
		},
	],
	options: [
		{
			flags: '--key-command <command>',
			description: 'a shell command that prints the key, instead of a key',
		},
		{ flags: '--key', description: 'paste a key, also where the provider has a login' },
		{ flags: '--browser', description: 'log in with the browser of this machine' },
		{ flags: '--device', description: 'log in with a code on another device' },
		PROFILE_OPTION,
	],
	examples: ['agent login anthropic', 'agent login openai --key-command "pass show openai"'],
	run: async ({ output }, provider: string | undefined, flags: LoginFlags & { keyCommand?: string }) =>
		(await import('../commands/login.ts')).login({ provider, flags, output }),
}

export const logout: CliCommand = {
	name: 'logout',
	description: 'forget what login has stored',
	arguments: [{ usage: '[provider]', values: 'providers' }],
	options: [PROFILE_OPTION],
	run: async ({ output }, provider: string | undefined, { profile }: { profile?: string }) =>
		(await import('../commands/login.ts')).logout({ provider, profile, output }),
}
