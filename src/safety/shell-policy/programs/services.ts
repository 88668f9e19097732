// Services that are asked through their own program, with somebody's credentials: which of its calls only read there. They
// still ask, but one yes covers all of them for the session; what writes is never among them.

import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { type Arguments, GETOPT_LONG, type Options, readArguments } from './arguments.ts'

/** Options that are not listed are none of reading: many open a browser, write a file or reach another machine. */
type ServiceRule = Options & {
	/** Its first words, separated by commas. */
	verbs: string
	/** What makes a call more than reading, or shows a secret. */
	refuses?: (given: Arguments, operands: readonly string[]) => boolean
}

/** @returns the program, where the call does no more than read from its service */
export function readsFromService(program: string, words: readonly Word[]): string | undefined {
	const rules = SERVICES.get(program)
	const isPlain = words.every(word => literal(word) !== undefined)
	return isPlain && rules?.some(rule => isReading(rule, words)) ? program : undefined
}

function isReading(rule: ServiceRule, words: readonly Word[]): boolean {
	const given = readArguments(words, rule)
	if ('problem' in given) return false
	const operands = given.operands.map(word => literal(word) ?? '')
	const said = `${operands.join(' ')} `
	const isListed = rule.verbs.split(', ').some(verb => said.startsWith(`${verb} `))
	return isListed && !rule.refuses?.(given, operands)
}

const GH: Options = {
	syntax: GETOPT_LONG,
	short: 'ac',
	shortWithValue: 'RLsASljqtBHb',
	long: 'comments all archived no-archived fork source draft log log-failed exit-status verbose name-only patch color json jq template active required include-prs show-token-scopes',
	longWithValue:
		'repo limit state author assignee label search base head json jq template milestone mention branch workflow user event commit status created order sort language owner topic visibility match job attempt interval color app updated merged closed filename extension size',
}

const KUBERNETES: Options = {
	syntax: GETOPT_LONG,
	short: 'Awh',
	shortWithValue: 'nlLocf',
	long: 'all-namespaces watch show-labels no-headers ignore-not-found previous all-containers timestamps prefix client short recursive namespaced containers show-managed-fields output selector',
	longWithValue:
		'namespace selector output field-selector label-columns sort-by container tail since since-time context cluster limit-bytes max-log-requests api-group api-version',
}

const NPM: Options = {
	syntax: { mixesOperands: true },
	short: 'gal',
	long: 'json global all long parseable depth prod dev production omit audit-level',
	longWithValue: 'depth omit audit-level searchlimit',
}

const HELM: Options = {
	syntax: GETOPT_LONG,
	short: 'Aadqr',
	shortWithValue: 'nofm',
	long: 'all all-namespaces deployed failed pending short reverse date show-resources show-desc output',
	longWithValue: 'namespace output filter max revision time-format kube-context version',
}

const CLOUD: Options = {
	syntax: { mixesOperands: true },
	long: 'output region project zone query profile format limit filter max-items no-cli-pager',
	longWithValue:
		'output region project zone query format limit filter max-items instance-ids function-name log-group-name stack-name cluster services tasks names db-instance-identifier',
}

/** A whole object of a container has its environment in it, so the parts of a template have to be named. */
const HARMLESS_FIELD =
	/^\{\{\s*(?:json\s+)?\.(?:Id|Name|Image|Created|RestartCount|Platform|Driver|Path|State(?:\.\w+)*|NetworkSettings(?:\.\w+)*|Mounts|Config\.(?:Image|Hostname|WorkingDir|User|ExposedPorts|Volumes)|HostConfig\.(?:NetworkMode|PortBindings|RestartPolicy(?:\.\w+)*|Memory|NanoCpus|Privileged))\s*\}\}/

function isPlainTemplate(template: string | undefined): boolean {
	let rest = template ?? ''
	while (rest !== '') {
		const field = HARMLESS_FIELD.exec(rest)?.[0] ?? /^[^{]+/.exec(rest)?.[0]
		if (field === undefined) return false
		rest = rest.slice(field.length)
	}
	return template !== undefined && template !== ''
}

function isAboutSecrets({ maybeOperands }: Arguments, operands: readonly string[]): boolean {
	const all = [...operands, ...maybeOperands.map(word => literal(word) ?? '')]
	return all.some(operand => /secret|token|credential/i.test(operand))
}

function hasValue({ options }: Arguments, name: RegExp, value: RegExp): boolean {
	return options.some(each => name.test(each.name) && value.test(each.value ?? ''))
}

const SERVICES: ReadonlyMap<string, readonly ServiceRule[]> = new Map([
	[
		'gh',
		[
			{
				...GH,
				verbs:
					'pr view, pr list, pr diff, pr checks, pr status, issue view, issue list, issue status, run view, run list, workflow list, workflow view, repo view, repo list, release list, release view, search code, search commits, search issues, search prs, search repos, label list, cache list',
			},
			{
				syntax: GETOPT_LONG,
				short: 'i',
				shortWithValue: 'qtHX',
				long: 'include paginate slurp silent jq template header method preview',
				longWithValue: 'jq template header method',
				verbs: 'api',
				// A field makes it a POST, and a whole address is another machine.
				refuses: (given, [, endpoint = '', ...more]) =>
					more.length > 0 ||
					/:\/\/|^graphql$|secret|token/i.test(endpoint) ||
					hasValue(given, /^(?:X|method)$/, /^(?!GET$)/) ||
					hasValue(given, /^(?:H|header)$/, /^(?!accept\s*:|x-github-api-version\s*:)/i),
			},
		],
	],
	[
		'glab',
		[
			{
				syntax: GETOPT_LONG,
				short: 'acAM',
				shortWithValue: 'RpPFl',
				long: 'all comments closed merged opened draft raw color output',
				longWithValue: 'repo page per-page output label author assignee milestone search color',
				verbs:
					'mr view, mr list, mr diff, issue view, issue list, ci status, ci list, pipeline list, repo view, release list, release view, label list',
			},
		],
	],
	[
		'kubectl',
		[
			{
				...KUBERNETES,
				verbs:
					'get, describe, logs, top, explain, api-resources, api-versions, version, rollout status, rollout history, config current-context, config get-contexts',
				refuses: (given, operands) =>
					isAboutSecrets(given, operands) ||
					hasValue(given, /^(?:o|output)$/, /-file/) ||
					// To `logs` it means to follow, to the others that something is read from a file or an address.
					given.options.some(({ name }) => name === 'f'),
			},
		],
	],
	...['docker', 'podman'].map((program): [string, readonly ServiceRule[]] => [
		program,
		[
			{
				syntax: GETOPT_LONG,
				short: 'aqst',
				shortWithValue: 'n',
				long: 'all quiet no-trunc timestamps details no-stream size',
				longWithValue: 'tail since until filter',
				verbs:
					'ps, images, logs, top, port, diff, history, stats, network ls, volume ls, image ls, container ls, image history, container logs, container top, container port, system df, compose ls',
				refuses: ({ options }, [verb]) =>
					verb === 'stats' && !options.some(({ name }) => name === 'no-stream'),
			},
			{
				syntax: GETOPT_LONG,
				shortWithValue: 'f',
				longWithValue: 'format type',
				verbs: 'inspect, container inspect',
				refuses: ({ options }) => {
					const templates = options.filter(({ name }) => name === 'f' || name === 'format')
					return templates.length === 0 || !templates.every(({ value }) => isPlainTemplate(value))
				},
			},
		],
	]),
	[
		'npm',
		[
			{
				...NPM,
				verbs: 'view, info, show, v, outdated, ls, list, audit, search, ping, owner ls, dist-tag ls',
				refuses: (_, operands) =>
					operands[0] === 'audit' && operands.slice(1).some(operand => operand !== 'signatures'),
			},
		],
	],
	['pnpm', [{ ...NPM, verbs: 'view, info, outdated, ls, list, audit, search' }]],
	['yarn', [{ ...NPM, verbs: 'info, outdated, list, audit' }]],
	...['pip', 'pip3'].map((program): [string, readonly ServiceRule[]] => [
		program,
		[
			{
				syntax: { mixesOperands: true },
				long: 'pre format outdated uptodate user',
				longWithValue: 'format',
				verbs: 'index versions, search, list, show',
			},
		],
	]),
	[
		'cargo',
		[
			{
				syntax: GETOPT_LONG,
				short: 'qv',
				long: 'limit quiet verbose',
				longWithValue: 'limit',
				verbs: 'search, info',
			},
		],
	],
	[
		'git',
		[
			{
				syntax: GETOPT_LONG,
				short: 'htq',
				long: 'heads tags branches refs quiet symref get-url exit-code',
				longWithValue: 'sort',
				verbs: 'ls-remote',
				// `ext::sh -c …` and the like run a program, and so does an address that the settings of a repository rewrite.
				refuses: (_, [, from]) => from === undefined || !/^https:\/\/[\w.-]+\/[\w./~-]*$/.test(from),
			},
		],
	],
	[
		'helm',
		[{ ...HELM, verbs: 'list, ls, status, history, search repo, search hub, show chart, show readme' }],
	],
	[
		'aws',
		[
			{
				...CLOUD,
				verbs:
					'ec2 describe-instances, ec2 describe-vpcs, ec2 describe-subnets, ec2 describe-security-groups, ec2 describe-regions, s3 ls, sts get-caller-identity, ecs list-clusters, ecs list-services, ecs list-tasks, ecs describe-clusters, ecs describe-services, ecs describe-tasks, eks list-clusters, rds describe-db-instances, lambda list-functions, logs describe-log-groups, cloudformation list-stacks, cloudformation describe-stacks, iam list-users, iam list-roles',
				// What a function or a stack has in its environment is in the whole of it.
				refuses: ({ options }, operands) =>
					/^(?:lambda|cloudformation describe)/.test(operands.join(' ')) &&
					!options.some(({ name, value }) => name === 'query' && /^[\w[\].*]*Name\w*$/.test(value ?? '')),
			},
		],
	],
	[
		'gcloud',
		[
			{
				...CLOUD,
				verbs:
					'projects list, compute instances list, compute zones list, compute regions list, container clusters list, run services list, functions list, sql instances list, storage ls, config get-value project',
			},
		],
	],
])
