// Password flags of particular commands: `-p` is a password for `docker login`, and anything for most others.

/** Which commands take a password behind a flag, and what stands in front of it in the value. */
export type PasswordFlag = { commands: RegExp; behind: string }

export const KNOWN_FLAGS: Readonly<Record<string, readonly PasswordFlag[]>> = {
	'-p': [
		of(
			'sshpass|(?:docker|podman|nerdctl|buildah|skopeo|helm registry|crane auth|oras|az|oc|cf|ibmcloud) login',
		),
		of('mongo(?:sh|dump|restore|import|export)?|cqlsh|ncftp\\w*|evil-winrm|psexec\\w*|twine'),
		of('security (?:unlock|create|set)-keychain\\w*|(?:user(?:add|mod)|winrs)'),
		of('certutil|rdesktop|rabbitmqadmin|altool|dotnet nuget|hydra|medusa|crackmapexec|netexec|nxc|smbmap'),
	],
	'-a': [of('redis-cli'), of('https?|xh', ':')],
	'-w': [of('ldap[a-z]+|security add-\\w+-password|smbpasswd|kadmin')],
	'-P': [of('sqlcmd|osql|isql(?:-fb)?|bcp|zip|unzip|mosquitto_\\w+|ipmitool|ssh-keygen|security (?:import)')],
	'-N': [of('ssh-keygen')],
	'-s': [of('ldappasswd')],
	'-A': [of('snmp[a-z]+')],
	'-X': [of('snmp[a-z]+')],
	'-U': [of('smbclient|smbget|rpcclient|net (?:rpc|ads)', '%'), of('curl', ':')],
	'-u': [of('curl|http|wget|xh', ':'), of('lftp', ',')],
	'-pw': [of('plink|pscp|psftp|putty|klink|kscp|winscp|kadmin\\w*(?:\\.local)?')],
	'--pass': [of('redis-cli')],
	'--user': [of('curl', ':')],
	'--creds': [of('skopeo|buildah|podman|nerdctl', ':')],
	'--src-creds': [of('skopeo', ':')],
	'--dest-creds': [of('skopeo', ':')],
	'--proxy-user': [of('curl', ':')],
	'--auth': [of('https?|xh', ':')],
	'--body': [of('gh (?:secret|variable) set')],
	'-b': [of('curl', 'cookie'), of('gh secret set')],
	'--cookie': [of('curl', 'cookie')],
	'-k': [of('openssl enc|nuget push')],
	'-t': [of('doctl auth init')],
	'-r': [of('gitlab-runner register')],
	'-c': [of('snmp[a-z]+')],
	'-upw': [of('pdf\\w+')],
	'-opw': [of('pdf\\w+')],
	'-storepasswd': [of('x11vnc')],
	'--key': [of('gem push')],
	'--oauth2-bearer': [of('curl')],
	'-password': [of('openssl', 'pass:')],
	'-pass': [of('openssl', 'pass:')],
	'-passin': [of('openssl', 'pass:')],
	'-passout': [of('openssl', 'pass:')],
}

/** Several letters in one word, of which the last one has the user and the password behind it: `curl -sSu`. */
export const CURL_USER: readonly PasswordFlag[] = [of('curl', ':')]

/** `-ppassword` and `-p'password'`, in one word; what follows after a blank is the name of a database. */
export const GLUED_PASSWORD: Readonly<Record<string, RegExp>> = {
	'-p': of('mysql\\w*|mariadb\\w*|sshpass|7z[ar]?|(?:un)?rar|(?:docker|podman|nerdctl) login').commands,
	'-w': of('ldap[a-z]+').commands,
	'-P': of('sqlcmd|bcp|osql').commands,
}

/** A command goes on up to a pipe, `;` or `&&`; one `&` is a sign of an address. */
function of(commands: string, behind = ''): PasswordFlag {
	return { commands: new RegExp(`\\b(?:${commands})\\b(?:[^\\n|;&]|&(?!&))*$`), behind }
}
