// The words that a value may follow without a sign between: at the blank behind each of them the scanner stops.

import { COMMAND_VALUES } from './command-values.ts'
import { PIPED_INTO } from './piped-into.ts'

export const WORDS_BEFORE_VALUES: readonly string[] = [
	...new Set([
		...Object.keys(COMMAND_VALUES).filter(word => !word.startsWith('-')),
		...Object.keys(PIPED_INTO),
		...[
			'authorization',
			'bearer',
			'config',
			'env',
			'fastcgi_param',
			'identified',
			'masterauth',
			'passwd',
			'password',
		],
		...['requirepass', 'rootpw', 'set', 'setenv', 'setx'],
	]),
]
