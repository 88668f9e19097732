// Words of command lines and of configuration files that have a password somewhere behind them, told by the command in
// front: `rclone obscure …`, `vault login …`, `bindpw …`. A table; the scanner stops at these words only.

/**
 * @property before - what stands in front of the word, up to 300 characters
 * @property behind - sticky, its only group the password, with which it ends
 * @property isCapital - in small letters it is another word
 */
export type CommandValue = { before: RegExp; behind: RegExp; isCapital?: true }

/** Where a command begins: on its line, behind a sign or another command, in a string. */
const COMMAND =
	'(?:^|[\\n|;&(`{"\':]|[>#$%][ \\t]|\\b(?:sudo|exec|env|time|then|do|else|npx|bunx)[ \\t])[ \\t]*'
const OPTIONS = '(?:-[^\\s"\']+[ \\t]+)*'
/** Without quotes only what words of prose do not have: a digit or a sign in it. */
const MIXED = `(?:"(?=[^"\\n]{4})|'(?=[^'\\n]{4}))?(?=[^\\s"'|&;<>]*[\\d!@#%^*=])([^\\s"'|&;<>()\\\\-][^\\s"'|&;<>()\\\\]{3,255})`
const ANY = `["']?([^\\s"'/*|&;<>()\\\\-][^\\s"'|&;<>()\\\\]{3,255})`
const QUOTED = `(?:"([^"\\n]{4,128})(?=")|'([^'\\n]{4,128})(?='))`

/** Their patterns are made for the words that are met: all of them would take some milliseconds of every start. */
export const COMMAND_VALUES: Readonly<Record<string, () => readonly CommandValue[]>> = {
	user: () => [{ before: /\bnet1?(?:\.exe)?[ \t]+$/i, behind: operands(2) }],
	auth: () => [
		{
			isCapital: true,
			before: /(?:^|\n|[>#$%][ \t]*|\bredis-cli\b[^\n|;]*)$/,
			behind:
				/(?:PLAIN[ \t]+|LOGIN[ \t]+|[\w.-]{1,64}[ \t]+)?(?!PLAIN\b|LOGIN\b)(?=\S*[\d!#%^*])([^\s"'|&;<>]{4,256})(?=\s|$)/y,
		},
		{ before: command('snyk'), behind: sticky(MIXED) },
		{ before: /\bstats[ \t]+$/, behind: /[\w.-]{1,64}:([^\s"'|&;<>]{4,256})/y },
	],
	add: () => [{ before: /\bnet[ \t]+rpc[ \t]+user[ \t]+$/, behind: operands(2) }],
	add_user: () => [{ before: /\brabbitmqctl\b[^\n|;]*$/, behind: operands(2) }],
	change_password: () => [{ before: /\brabbitmqctl\b[^\n|;]*$/, behind: operands(2) }],
	'auth-pass': () => [
		{
			before: /\bsentinel[ \t]+(?:set[ \t]+\S+[ \t]+)?$/i,
			behind: /(?:[\w.-]+[ \t]+)?([^\s"'|&;<>]{4,256})/y,
		},
	],
	wpa_passphrase: () => [{ before: /(?:^|[\s|;&$(])$/, behind: operands(2) }],
	setapikey: () => [{ before: /\bnuget(?:\.exe)?[ \t]+$/i, behind: operands(1) }],
	sqlplus: () => [oracleLogin()],
	expdp: () => [oracleLogin()],
	impdp: () => [oracleLogin()],
	sqlldr: () => [oracleLogin()],
	chpasswd: () => [
		{ before: /(?:^|[\s|;&$(])$/, behind: /<<<[ \t]*["']?[\w.-]{1,64}:([^\s"'|&;<>]{4,128})/y },
	],
	'-passwd': () => [
		{
			before: /\bdscl\b[^\n|;&]*$/,
			behind: /\/\S+[ \t]+(?:[^\s"'|;&<>]+[ \t]+)?["']?([^\s"'|;&<>]{4,128})/y,
		},
	],
	'-authonly': () => [{ before: /\bdscl\b[^\n|;&]*$/, behind: operands(2) }],
	'--encrypt': () => [
		{
			before: /\bqpdf\b[^\n|;&]*$/,
			behind:
				/([^\s"'|;&<>-][^\s"'|;&<>]{2,127}[ \t]+[^\s"'|;&<>-][^\s"'|;&<>]{2,127})(?=[ \t]+(?:40|128|256)\b)/y,
		},
	],
	'--arg': () => [
		{
			before: /\bjq\b[^\n|;]*$/,
			behind: sticky(`\\w*(?:pass|passw\\w*|pwd?|token|secret|key|auth)[ \\t]+(?=\\S*\\d)${ANY}`),
		},
	],
	'--value': () => [
		{ before: /\bssm[ \t]+put-parameter\b[^\n|;&]*SecureString[^\n|;&]*$/, behind: sticky(ANY) },
	],
	'--secret-string': () => [
		{ before: /\bsecretsmanager\b[^\n|;&]*$/, behind: /'\{([^'\n]{4,1024})(?=\}')/y },
		{ before: /\bsecretsmanager\b[^\n|;&]*$/, behind: sticky(`${QUOTED}|(?!["'-])${ANY}`) },
	],
	obscure: () => [{ before: /\brclone[ \t]+(?:-\S+[ \t]+)*$/, behind: operands(1) }],
	pass: () => [{ before: /\brclone[ \t]+config\b[^\n|;&]*[ \t]$/, behind: operands(1) }],
	mkpasswd: () => [
		{
			before: new RegExp(`${COMMAND}$`),
			behind: sticky(`(?:-[mSRP][ \\t]+\\S+[ \\t]+|--?[\\w-]+(?:=\\S+)?[ \\t]+)*${MIXED}`),
		},
	],
	login: () => [
		{
			before: command('vault|cargo|wandb|npm|wrangler|railway'),
			behind: sticky(
				`(?:--registry[ \\t]+\\S+[ \\t]+|(?!--registry)-[^\\s"']+[ \\t]+)*(?![^\\s]*[=.@])${MIXED}`,
			),
		},
		{ before: command('bw'), behind: /[^\s@]{1,64}@\S{1,128}[ \t]+["']?([^\s"'|&;<>-][^\s"'|&;<>]{3,127})/y },
	],
	unlock: () => [{ before: command('bw'), behind: sticky(MIXED) }],
	authtoken: () => [{ before: command('ngrok'), behind: sticky(OPTIONS + MIXED) }],
	'add-authtoken': () => [{ before: /\bngrok[ \t]+config[ \t]+$/, behind: sticky(OPTIONS + MIXED) }],
	key: () => [
		{ before: /\b(?:tacacs|radius)(?:-server)?\b[^\n]*[ \t]$/, behind: sticky(`(?:\\d[ \\t]+)?${MIXED}`) },
	],
	community: () => [{ before: /\bsnmp-server[ \t]+$/, behind: sticky(`(?!public\\b|private\\b)${ANY}`) }],
	secret: () => [
		{
			before: /\b(?:username[ \t]+\S+[ \t]+(?:privilege[ \t]+\d+[ \t]+)?|enable[ \t]+)$/,
			behind: sticky(`(?:\\d[ \\t]+)?${MIXED}`),
		},
		{ before: /(?:^|[\n{;])[ \t]*$/, behind: /"([^"\s]{4,512})(?=";)/y },
		{
			before: command('gh|wrangler'),
			behind: /(?:set|put)[ \t]+\S+[ \t]+(?:-[^\s]+[ \t]+){0,4}<<<[ \t]*["']?([^\s"'|$`;&<>]{4,256})/y,
		},
	],
	env: () => [
		{
			before: command('vercel'),
			behind: /add[ \t]+\S+[ \t]+[^<\n]{0,80}<<<[ \t]*["']?([^\s"'|$`;&<>]{4,256})/y,
		},
	],
	secrets: () => [
		{
			before: command('fly|flyctl'),
			behind:
				/set[ \t]+(?:-[^\s=]+[ \t]+[\w-]+[ \t]+)*\w{1,64}=["']?([^\s"'|$`;&<>]{4,256}(?:["']?[ \t]+\w{1,64}=["']?[^\s"'|$`;&<>]{4,256}){0,8})/y,
		},
	],
	kinit: () => [hereString('[^<\\n]{0,80}')],
	vncpasswd: () => [hereString('[^<\\n]{0,80}')],
	cryptsetup: () => [hereString('[^<\\n]{0,120}')],
	signin: () => [{ before: command('op'), behind: /[^<\n]{0,80}<<<[ \t]*["']?([^\s"'|$`;&<>]{4,256})/y }],
	input_pw: () => [{ before: /\bpdftk\b[^\n|;&]*$/, behind: operands(1) }],
	user_pw: () => [{ before: /\bpdftk\b[^\n|;&]*$/, behind: operands(1) }],
	owner_pw: () => [{ before: /\bpdftk\b[^\n|;&]*$/, behind: operands(1) }],
	smbclient: () => [
		{
			before: new RegExp(`${COMMAND}$`),
			behind: sticky(`["']?(?://|\\\\\\\\)[^\\s"']+["']?[ \\t]+${MIXED}(?=["']?(?:[ \\t]|$))`),
		},
	],
	autologon: () => [{ before: new RegExp(`${COMMAND}$`), behind: operands(3) }],
	psk: () => [{ before: /[:"'\w][ \t]+$/, behind: sticky(`["']?${QUOTED}`) }],
	eap: () => [{ before: /:[ \t]+$/, behind: sticky(QUOTED) }],
	xauth: () => [{ before: /:[ \t]+$/, behind: sticky(QUOTED) }],
	'wpa-psk': () => [ofSetting()],
	'pre-shared-key': () => [ofSetting()],
	rootpw: () => [
		{
			before: /(?:^|\n)[+ \t-]*$/,
			behind: sticky(`(?=\\S*[A-Za-z])(?=\\S*\\d)${ANY}(?=["']?[ \\t]*(?:\\r?\\n|$))`),
		},
	],
	storepassword: () => [ofGradle()],
	keypassword: () => [ofGradle()],
	bindpw: () => [ofSetting()],
	rootbindpw: () => [ofSetting()],
	auth_pass: () => [ofSetting()],
	proxypassword: () => [ofSetting()],
	authldapbindpassword: () => [ofSetting()],
	password: () => [
		{
			before: /(?:^|\n)[ \t]*username[ \t]+\S+[ \t]+$/,
			behind: /(?:\d[ \t]+)?(?=\S*\d)([^\s"']{4,256})(?=[ \t]*(?:[\r\n]|$))/y,
		},
		{
			before: /(?:^|\n)[ \t]*$/,
			behind: /(?=[^\s"']*\d)(?=[^\s"']*[A-Za-z])([^\s"'(){}[\]<>:;,.]{6,128})(?=[ \t]*(?:[\r\n]|$))/y,
		},
	],
	'insecure-password': () => [{ before: /\buser[ \t]+\S+[ \t]+$/, behind: operands(1) }],
	send: () => [
		{
			before: /(?:assword|assphrase|\bPIN\b|passcode)[^\n]{0,40}[\s{;]+$/i,
			behind: /(?:--[ \t]+)?"(?!yes\b|no\b|exit\b|quit\b|logout\b|\\)([^"\\$\n]{4,64})(?=(?:\\r|\\n)+")/y,
		},
		{
			before: /(?:^|[\n;{])[ \t]*$/,
			behind: /(?:--[ \t]+)?"(?=[^"]*[A-Za-z!@#%^])(?=[^"]*\d)([^"\\$\s/.=:,()]{8,64})(?=(?:\\r|\\n)+")/y,
		},
	],
}

const made = new Map<string, readonly CommandValue[]>()

export function commandValues(word: string): readonly CommandValue[] | undefined {
	if (!Object.hasOwn(COMMAND_VALUES, word)) return undefined
	const known = made.get(word) ?? COMMAND_VALUES[word]!()
	made.set(word, known)
	return known
}

/** One group in a pattern: of two the one that matched. */
function sticky(source: string): RegExp {
	return new RegExp(source, 'y')
}

function command(names: string): RegExp {
	return new RegExp(`${COMMAND}(?:${names})[ \\t]+$`)
}

/** Words that are options of a command line, and what follows `<<<`. */
function hereString(between: string): CommandValue {
	return {
		before: new RegExp(`${COMMAND}$`),
		behind: sticky(`${between}<<<[ \\t]*["']?([^\\s"'|$\`;&<>]{4,256})`),
	}
}

/** `scott/tiger@db`, and `userid=scott/tiger`. */
function oracleLogin(): CommandValue {
	return {
		before: /(?:^|[\s|;&$(])$/,
		behind:
			/(?:-\w+[ \t]+){0,3}["']?(?:userid=)?\w{1,64}\/"?([^\s"'/@<>]{4,128})(?=["']{0,2}(?:@|[ \t]|[\r\n]|$))/y,
	}
}

/** The first word of its line, and nothing behind the value. */
function ofSetting(): CommandValue {
	return {
		before: /(?:^|\n)[+ \t-]*$/,
		behind:
			/(?:[:=][ \t]*)?(?:ascii-text[ \t]+|hexadecimal[ \t]+)?["']?([^\s"'=]{4,256})(?=["']?;?[ \t]*(?:\r?\n|$))/y,
	}
}

/** A word that is called without brackets. */
function ofGradle(): CommandValue {
	return { before: /(?:^|[\n{;])[ \t]*$/, behind: /["'](?=[^"'\n]*\d)([^\s"'$]{6,128})(?=["'])/y }
}

/** @param which - of them the password is */
function operands(which: number): RegExp {
	return new RegExp(
		`(?:(?:"[^"\\n]{1,128}"|'[^'\\n]{1,128}'|[^\\s"'/*|&;<>-][^\\s"'|&;<>]{0,127})[ \\t]{1,8}){${which - 1}}["']?([^\\s"'/*|&;<>-][^\\s"'|&;<>]{3,127})`,
		'y',
	)
}
