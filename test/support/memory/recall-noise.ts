// What a long working day sounds like: prompts, answers and tool output about the same things the planted facts are
// about, made from a seed. It states none of the facts.

export type Noise = { by: 'user' | 'assistant' | 'tool'; text: string }

export function noise(count: number, seed: number): readonly Noise[] {
	const random = generator(seed)
	const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
	const fill = (template: string): string =>
		template.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof WORDS) => pick(WORDS[name]))
	return Array.from({ length: count }, () => {
		const by = pick(['user', 'assistant', 'assistant', 'tool', 'tool'] as const)
		const sentences = by === 'user' ? 1 : by === 'assistant' ? 3 : 6
		const joined = by === 'tool' ? '\n' : ' '
		const text = Array.from({ length: sentences }, () => fill(pick(TEMPLATES[by]))).join(joined)
		return { by, text }
	})
}

const WORDS = {
	area: [
		'billing',
		'checkout',
		'invoice',
		'search',
		'session',
		'webhook',
		'customer',
		'import',
		'export',
		'upload',
		'mailer',
		'scheduler',
		'retry',
		'login',
		'password',
		'event',
		'replica',
		'kiosk',
		'mobile',
		'tenant',
	],
	thing: [
		'handler',
		'service',
		'endpoint',
		'migration',
		'template',
		'test',
		'parser',
		'queue',
		'button',
		'route',
		'index',
		'token',
		'certificate',
		'container',
		'feature flag',
		'footer',
		'linter rule',
		'database query',
		'function',
		'error message',
	],
	verb: ['rename', 'move', 'simplify', 'test', 'document', 'split', 'merge', 'profile', 'review', 'log'],
	done: [
		'renamed',
		'moved',
		'simplified',
		'tested',
		'documented',
		'extracted',
		'merged',
		'profiled',
		'reviewed',
	],
	file: [
		'src/billing/charge.ts',
		'src/checkout/basket.ts',
		'src/search/query.ts',
		'app/models/customer.rb',
		'test/session.spec.ts',
		'src/http/router.ts',
		'db/schema.sql',
		'deploy/compose.yaml',
		'src/mail/outbox.ts',
		'src/jobs/nightly.ts',
		'web/components/Button.tsx',
		'src/auth/login.ts',
	],
	name: [
		'applyDiscount',
		'loadTenant',
		'parseRow',
		'retryLater',
		'openSession',
		'renderFooter',
		'checkToken',
		'mergeRows',
	],
	number: ['3', '7', '12', '40', '128', '250', '404', '502', '1024', '9000'],
} as const

const TEMPLATES = {
	user: [
		'Can you {verb} the {thing} of the {area} module?',
		'The {area} {thing} feels slow, have a look at {file}.',
		'Why does {name} return {number} here?',
		'Now {verb} {name} and run the tests again.',
		'Is the {thing} in {file} still used anywhere?',
		'Open {file} and show me the {thing}.',
		'The review says the {area} {thing} needs a better name.',
		'Please write a test for {name} with {number} rows.',
	],
	assistant: [
		'I {done} the {thing} in {file} and all {number} tests pass.',
		'The {area} {thing} calls {name} for each row, which takes {number} ms.',
		'{name} is called from {file} and from the {area} {thing}.',
		'I left the {thing} of the {area} module as it was.',
		'There are {number} places that use the {thing}; I changed the one in {file}.',
		'The change to {name} is small: the {area} {thing} now returns early.',
		'Next I will {verb} the {thing} and then look at {file}.',
		'The customer sees the {area} page after {number} ms, the database query is the slow part.',
	],
	tool: [
		'{file}:{number}: export function {name}(row) {',
		'✓ {area} {thing} ({number} ms)',
		'{file}:{number}:   const limit = {number}',
		'  {name}: expected {number}, got {number}',
		'modified: {file}',
		'[{number}] GET /{area}/{number} 200 in {number} ms',
		'warning: unused variable in {file}:{number}',
		'{number} files changed, {number} insertions',
	],
} as const

/** The same numbers for the same seed, everywhere. */
function generator(seed: number): () => number {
	let state = seed >>> 0
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return state / 2 ** 32
	}
}
