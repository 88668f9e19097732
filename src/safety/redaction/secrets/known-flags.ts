// Password flags of particular commands: `-p` is a password for `docker login`, and anything for most others.

/** Which commands take a password behind a flag, and what stands in front of it in the value. */
export const KNOWN_FLAGS: Readonly<Record<string, { commands: RegExp; behind: string }>> = {
	'-p': of('sshpass|(?:docker|podman|helm registry|az) login|mongo(?:sh|dump|restore)?'),
	'-a': of('redis-cli'),
	'-w': of('ldap[a-z]+'),
	'-P': of('sqlcmd|bcp|zip|unzip'),
	'-U': of('smbclient|smbget|rpcclient', '%'),
	'-u': of('curl|http|wget|xh', ':'),
	'--user': of('curl', ':'),
	'--proxy-user': of('curl', ':'),
	'-b': of('curl', 'cookie'),
	'--cookie': of('curl', 'cookie'),
	'-k': of('openssl enc'),
	'-pass': of('openssl', 'pass:'),
	'-passin': of('openssl', 'pass:'),
	'-passout': of('openssl', 'pass:'),
}

/** `-ppassword` and `-p'password'`, in one word; what follows after a blank is the name of a database. */
export const GLUED_PASSWORD = of('mysql\\w*|mariadb\\w*|sshpass|7z[ar]?|(?:un)?rar').commands

function of(commands: string, behind = ''): { commands: RegExp; behind: string } {
	return { commands: new RegExp(`\\b(?:${commands})\\b[^\\n|;]*$`), behind }
}
