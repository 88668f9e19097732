// Public places: addresses of documents and files, temporary folders and caches. What stands in their path looks as
// random as a key, names a thing, and is needed as it is.

/**
 * `/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/` of macOS.
 * @returns how much of the run of characters it takes; what is behind it is looked at by itself
 */
export function temporaryLength(run: string): number {
	return run.includes('var/folders/') ? (TEMPORARY.exec(run)?.[0].length ?? 0) : 0
}

const TEMPORARY = /^.{0,80}?\bvar\/folders\/[\w+]{2}\/[\w+]{25,36}(?:\/[A-Z0])?(?=\/|$)/

/**
 * @param before - the text in front of the run
 * @param run - which is taken for random otherwise
 */
export function isPublicPlace(before: string, run: string): boolean {
	if (isInCache(before, run)) return true
	// An address begins in front of the run, and there is no blank in it.
	if (before.endsWith('\n') || (!run.startsWith('//') && !before.includes('://'))) return false
	const address = ADDRESS.exec(before + run)
	if (!address) return false
	const [, scheme = '', host = '', rest = ''] = address
	if (STORES.test(scheme)) return !rest.includes('?')
	if (rest.includes('?') || rest.includes('#'))
		return (DOCUMENTS.test(host) || PAGES.test(host)) && !CARRIES_SECRET.test(rest)
	return DOCUMENTS.test(host) || FILES.test(host)
}

/** The last word with an address in it: scheme, host without port, and all behind it. */
const ADDRESS = /([a-z][a-z0-9+.-]{1,11}):\/\/([\w.-]{1,128})(?::\d{1,5})?([/?#][^\s"'`<>\\]{0,400})?$/i
const STORES = /^(?:s3[an]?|gs|gcs|r2|az|abfss?|wasbs?|dbfs|hdfs|oss|oci|docker|ipfs)$/i
/** Of a query, whose value may be one. */
const CARRIES_SECRET =
	/[?&#](?:[\w-]*(?:token|secret|key|sig|signature|password|code|auth|session|jwt|assertion)[\w-]*)=[^&]*$/i

/** Hosts of documents, whose addresses people hand to each other. */
const DOCUMENTS = hosts(
	'docs|drive|sheets|slides|forms|script|colab.research|colab|photos|maps|calendar|meet|groups|sites|lookerstudio|datastudio|play|scholar|news|mail',
	'google.com',
)
/** Their queries and fragments name things, too. */
const PAGES = hosts(
	'',
	'youtube.com|typescriptlang.org|babeljs.io|figma.com|notion.so|spotify.com|dropbox.com',
)
/** Hosts of files, pages and packages. A signed address of theirs has its signature in the query. */
const FILES = hosts(
	'',
	'youtube.com|youtu.be|vimeo.com|notion.so|notion.site|figma.com|miro.com|airtable.com|loom.com|trello.com|canva.com|' +
		'asana.com|clickup.com|monday.com|linear.app|atlassian.net|dropbox.com|box.com|sharepoint.com|onedrive.live.com|1drv.ms|' +
		'spotify.com|soundcloud.com|amazonaws.com|core.windows.net|storage.googleapis.com|googleusercontent.com|r2.dev|' +
		'cloudfront.net|akamaihd.net|cloudinary.com|imgix.net|digitaloceanspaces.com|backblazeb2.com|typescriptlang.org|' +
		'go.dev|play.rust-lang.org|babeljs.io|codesandbox.io|stackblitz.com|codepen.io|jsfiddle.net|replit.com|github.com|' +
		'githubusercontent.com|gitlab.com|bitbucket.org|npmjs.org|npmjs.com|yarnpkg.com|unpkg.com|jsdelivr.net|esm.sh|' +
		'pypi.org|pythonhosted.org|crates.io|rubygems.org|docker.io|ghcr.io|huggingface.co|medium.com|substack.com|' +
		'linkedin.com|x.com|twitter.com|twimg.com|fbcdn.net|cdninstagram.com|redd.it|reddit.com|imgur.com|giphy.com|' +
		'wikipedia.org|wikimedia.org|archive.org|arxiv.org|doi.org|stackoverflow.com|sstatic.net|gravatar.com|amazon.com|' +
		'ebay.com|slack-edge.com|discordapp.net|gstatic.com|ytimg.com|vercel.app|netlify.app|pages.dev|sentry.io',
)

function hosts(subdomains: string, domains: string): RegExp {
	const escaped = (names: string) => names.replaceAll('.', '\\.')
	const before = subdomains === '' ? '(?:^|\\.)' : `^(?:${escaped(subdomains)})\\.`
	return new RegExp(`${before}(?:${escaped(domains)})$`, 'i')
}

export function isInCache(before: string, run: string): boolean {
	return run.includes('/') && CACHE.test(before.slice(-40) + run)
}

/** Folders that are named by what they hold. */
const CACHE =
	/(?:^|[/.])(?:s?ccache|go-build|_?bazel(?:_\w+)?|overlay2|DerivedData|nix\/store|gnu\/store|parcel-cache|turbo|jest_\w+|pnpm\/store|content-v2|_cacache)\//
