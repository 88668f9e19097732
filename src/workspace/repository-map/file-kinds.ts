// What a file's name says about how likely it is what a task is about: sources before tests, tests before texts, and
// what came from elsewhere last.

import { isLanguageKnown } from './definitions.ts'
import type { PromptWords } from './prompt-words.ts'

/** @returns 1 for a source, less for the rest */
export function kindWeight(
	path: string,
	{ isAboutTests, isAboutDocs }: Pick<PromptWords, 'isAboutTests' | 'isAboutDocs'>,
): number {
	const lower = `/${path.toLowerCase()}`
	if (FROM_ELSEWHERE.test(lower)) return 0.1
	if (TESTS.test(lower)) return isAboutTests ? 1 : 0.3
	if (DOCS.test(lower)) return isAboutDocs ? 1 : 0.15
	if (BESIDE.test(lower)) return 0.4
	return isLanguageKnown(path) ? 1 : 0.25
}

const FROM_ELSEWHERE =
	/\/(?:vendor|vendored|third[-_]?party|node_modules|dist|build|out|target|generated|\.yarn)\/|[.-]min\.(?:js|css)$|\.lock$|-lock\.(?:json|yaml)$|\.d\.ts$|\.pb\.go$|_pb2\.py$/
const TESTS =
	/\/(?:tests?|specs?|__tests__|testing|testdata|fixtures?|e2e)\/|[._-](?:test|spec|tests)\.[a-z]+$|\/test_[^/]*$|tests?\.(?:java|kt|cs|php|swift)$|\/conftest\.py$/
const DOCS =
	/\/(?:docs?|documentation|man)\/|\.(?:md|mdx|rst|adoc|txt|html?|1|po|pot)$|\/(?:changes|changelog|news|readme|license|copying|authors)[^/]*$/
const BESIDE = /\/(?:examples?|samples?|demos?|bench(?:marks?)?|scripts?|tools?|contrib|\.[^/]+)\//
