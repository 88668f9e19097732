// Commands that read a password from a pipe: each by one of its words, and what stands between that and the pipe.

/** Commands that ask for one twice, or store it. */
export const PIPED_INTO: Readonly<Record<string, RegExp>> = {
	passwd: piped(''),
	smbpasswd: piped(''),
	kinit: piped(''),
	cryptsetup: piped(''),
	secret: piped('(?:npx[ \\t]+)?(?:gh|wrangler)[ \\t]+'),
	secrets: piped('gcloud[ \\t]+'),
	env: piped('(?:npx[ \\t]+)?vercel[ \\t]+'),
}

function piped(command: string): RegExp {
	return new RegExp(`\\|[ \\t]*(?:sudo[ \\t]+)?${command}$`)
}
