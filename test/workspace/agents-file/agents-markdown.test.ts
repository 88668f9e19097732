import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { agentsMarkdown } from '../../../src/workspace/agents-file/agents-markdown.ts'
import { projectFacts } from '../../../src/workspace/agents-file/project-facts.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

async function textOf(content: Record<string, string>): Promise<string> {
	const { root, host } = await openWorkFolder(content)
	return agentsMarkdown(await projectFacts(root, host.files, new AbortController().signal))
}

const json = (value: unknown) => JSON.stringify(value)

describe('an AGENTS.md says what the files say', () => {
	test('of a package for Node', async () => {
		const text = await textOf({
			'package.json': json({
				name: 'thing',
				description: 'Does  a thing.',
				scripts: {
					prepare: 'husky',
					pretest: 'x',
					test: 'vitest run',
					'test:e2e': 'playwright test',
					dev: 'vite',
					deploy: 'sh `x`',
				},
				devDependencies: { vitest: '1' },
			}),
			'pnpm-lock.yaml': '',
			'README.md': '# Thing\n',
			'src/a.ts': '',
			'src/b.ts': '',
			'src/c.css': '',
			'node_modules/x/index.js': '',
			'.gitignore': 'node_modules\n',
			'.github/workflows/ci.yml':
				'jobs:\n  a:\n    steps:\n      - run: pnpm install\n      - run: "pnpm test"\n      - run: |\n          many\n      - run: echo \u0024{{ secrets.X }}\n',
		})
		assert.equal(
			text,
			`# thing

Does a thing.

## Commands

- Install: \`pnpm install\`
- Test: \`pnpm test\` (\`vitest run\`)
- Test: \`pnpm run test:e2e\` (\`playwright test\`)
- One test file: \`npx vitest run <file>\`
- Run: \`pnpm run dev\` (\`vite\`)
- Deploy: \`pnpm run deploy\` (\`\` sh \`x\` \`\`)

## Layout

- \`src/\`: 3 files, .ts .css

## What runs on a change

- \`.github/workflows/ci.yml\`: \`pnpm install\`, \`pnpm test\`

Read first: \`README.md\`.
`,
		)
	})

	test('of other kinds of project', async () => {
		const python = await textOf({
			'pyproject.toml':
				'[project]\nname = "snake"\ndescription = "Slides."\n[tool.ruff]\n[dependency-groups]\ndev = ["pytest>=8", "mypy"]\n',
			'uv.lock': '',
		})
		assert.match(python, /^# snake\n\nSlides\.\n/)
		for (const command of [
			'uv sync',
			'uv run pytest',
			'uv run pytest <file>',
			'uv run ruff check .',
			'uv run mypy .',
		])
			assert.ok(python.includes(`\`${command}\``), command)
		const rust = await textOf({ 'Cargo.toml': '[package]\nname = "crab"\n\n[workspace]\n' })
		assert.ok(rust.includes('`cargo test --workspace`') && rust.startsWith('# crab\n'))
		const go = await textOf({ 'go.mod': 'module example.com/gopher\n\ngo 1.24\n' })
		assert.ok(go.includes('`go test ./...`') && go.startsWith('# example.com/gopher\n'))
		const make = await textOf({
			Makefile: 'CC := gcc\n.PHONY: all\nall: prog\ncheck: ## runs the tests\n\t./t\n%.o: %.c\n',
		})
		assert.match(make, /- Build: `make all`\n- Test: `make check` \(`runs the tests`\)\n/)
		assert.doesNotMatch(make, /CC|PHONY|%/)
	})

	test('of a folder that says nothing of itself', async () => {
		const text = await textOf({
			'README.md': '# Notes\n\n![badge](x.png)\n\nNotes about **gardens**.\n',
			'a/x.txt': '',
		})
		assert.match(text, /^# work\n\nNotes about \*\*gardens\*\*\.\n\n## Layout\n\n- `a\/`: 1 file, \.txt\n/)
	})

	test('files that cannot be read as what they are named do no harm', async () => {
		const text = await textOf({ 'package.json': '{ broken', 'pyproject.toml': '\u0000', 'go.mod': '' })
		assert.match(text, /^# work\n/)
	})
})
