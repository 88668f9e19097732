// Verbs of what builds and runs machines: infrastructure as code, clusters and containers.

import type { VerbRows } from './verb-rows.ts'

const TERRAFORM: VerbRows = {
	valued: '-var -var-file --var --var-file -target -replace -state -backup -parallelism -lock-timeout',
	loses: [
		'destroy',
		'apply +--auto-approve',
		'apply +--destroy',
		'state rm|push|replace-provider|mv',
		'workspace delete',
		'force-unlock',
		'run-all|run destroy',
		'run-all|run apply +--non-interactive|--auto-approve|--terragrunt-non-interactive',
		'run +--all destroy',
		'destroy-all|apply-all',
	],
	shows: ['output +--json', 'output +--raw', 'state pull', 'show +--json', 'console'],
}

const KUBECTL_VALUES =
	'-n --namespace --context --kubeconfig --cluster --user -s --server --token --as --as-group --request-timeout --cache-dir -l --selector -f --filename -o --output -c --container --field-selector --grace-period --timeout -p --patch --replicas'

const KUBECTL: VerbRows = {
	valued: KUBECTL_VALUES,
	loses: [
		'delete',
		'drain',
		'replace +--force',
		'apply +--prune|--force',
		'scale +--replicas=0',
		'rollout undo',
		'patch +--patch=*finalizers*|-p=*finalizers*',
	],
	shows: [
		'get|describe|edit secret|secrets|secret/*|secrets/*|secret.*|secrets.*|*,secret|*,secrets|secret,*|secrets,*|*,secret,*|*,secrets,*',
		'get +--raw',
		'config view +--raw|--flatten',
		'create token',
		'view-secret|modify-secret',
		'whoami +-t|--show-token',
		'extract',
		'serviceaccounts|sa get-token|new-token|create-kubeconfig',
	],
}

const HELM: VerbRows = {
	valued:
		'-n --namespace --kube-context --kubeconfig --kube-token --kube-apiserver -f --values --set --version',
	loses: ['uninstall|delete|del|un', 'rollback', 'upgrade +--force', 'destroy'],
	publishes: ['push'],
	shows: ['get values|all|manifest'],
}

const CONTAINERS: VerbRows = {
	valued:
		'-H --host --context --config -l --log-level --tlscacert --tlscert --tlskey -f --file -p --project-name --profile --env-file --project-directory --filter --format',
	loses: [
		'system prune +--volumes',
		'system reset',
		'volume rm|remove|prune',
		'compose down +-v|--volumes',
		'compose rm +-v|--volumes',
		'rm +-v|--volumes',
		'container rm +-v|--volumes',
		// With all that was made of it and is tagged nowhere else.
		'rmi +-f|--force',
		'image rm|remove +-f|--force',
		'swarm leave +--force|-f',
		'stack|secret|config rm|remove|down',
		'machine rm|reset',
	],
	publishes: [
		'push',
		'image|manifest|plugin push',
		'buildx|builder build +--push',
		'build +--push',
		'buildx bake +--push',
		'compose push',
		'compose build +--push',
	],
	shows: [
		'inspect !--format|-f',
		'inspect +--format=*env*|-f=*env*',
		'container|image|service|config|secret|task inspect !--format|-f',
		'container|image inspect +--format=*env*|-f=*env*',
		'compose config !--services|--quiet|-q|--images|--profiles|--volumes',
	],
}

const COMPOSE: VerbRows = {
	valued: '-f --file -p --project-name --profile --env-file --project-directory',
	loses: ['down +-v|--volumes', 'rm +-v|--volumes'],
	publishes: ['push', 'build +--push'],
	shows: ['config !--services|--quiet|-q|--images|--profiles|--volumes'],
}

export const INFRASTRUCTURE: Readonly<Record<string, VerbRows>> = {
	terraform: TERRAFORM,
	tofu: TERRAFORM,
	terragrunt: TERRAFORM,
	tf: TERRAFORM,
	pulumi: {
		valued: '-C --cwd -s --stack --color',
		loses: [
			'destroy|down',
			'up|update +--yes|-y|--skip-preview|-f',
			'stack rm',
			'state delete',
			'refresh +--yes|-y',
			'cancel',
		],
		shows: [
			'config|stack +--show-secrets',
			'config get',
			'stack output|export +--show-secrets',
			'env open|get',
		],
	},
	cdk: {
		valued: '-a --app -c --context --profile --require-approval',
		loses: ['destroy', 'deploy +--require-approval=never', 'gc'],
	},
	cdktf: { loses: ['destroy', 'deploy|apply +--auto-approve'] },
	sam: { loses: ['delete'] },
	serverless: { loses: ['remove'] },
	sls: { loses: ['remove'] },
	sst: { loses: ['remove'], shows: ['secret list'] },
	amplify: { loses: ['delete', 'env remove'] },
	eb: { loses: ['terminate'], shows: ['printenv'] },
	copilot: { loses: ['app|svc|env|job|pipeline delete'] },
	eksctl: { loses: ['delete', 'drain'] },
	kops: { loses: ['delete', 'export kubecfg|kubeconfig +--admin'], shows: ['get secrets|keypairs'] },
	'ansible-vault': { shows: ['view|decrypt|edit'] },
	vagrant: { loses: ['destroy', 'box remove', 'snapshot delete'] },
	multipass: { loses: ['delete', 'purge'] },
	limactl: { loses: ['delete|remove|rm', 'factory-reset'] },
	colima: { loses: ['delete', 'prune'] },
	virsh: { loses: ['undefine|destroy', 'vol-delete|pool-delete|snapshot-delete|vol-wipe'] },
	VBoxManage: { loses: ['unregistervm', 'closemedium'] },
	lxc: { loses: ['delete', 'storage|network|profile delete'] },
	incus: { loses: ['delete', 'storage|network|profile delete'] },
	qm: { loses: ['destroy'] },
	kubectl: KUBECTL,
	k: KUBECTL,
	oc: KUBECTL,
	kubecolor: KUBECTL,
	minikube: {
		valued: '-p --profile',
		loses: ['delete', 'kubectl delete'],
		shows: ['kubectl get|describe secret|secrets|secret/*'],
	},
	k3s: { loses: ['kubectl delete'], shows: ['kubectl get|describe secret|secrets|secret/*', 'token create'] },
	microk8s: {
		loses: ['kubectl delete', 'reset'],
		shows: ['kubectl get|describe secret|secrets|secret/*', 'config'],
	},
	kind: { loses: ['delete'], shows: ['get kubeconfig'] },
	k3d: { loses: ['cluster|node|registry delete|rm'] },
	helm: HELM,
	helmfile: { loses: ['destroy|delete'] },
	argocd: {
		loses: ['app|proj|repo|cluster delete|rm'],
		shows: ['account generate-token', 'admin initial-password'],
	},
	flux: { loses: ['uninstall', 'delete'] },
	istioctl: { loses: ['uninstall'] },
	velero: { loses: ['uninstall', 'backup|restore|schedule delete', 'delete'] },
	nomad: {
		loses: ['stop +--purge', 'job stop +--purge', 'namespace|volume|var delete|purge', 'system gc'],
		shows: ['var get'],
	},
	etcdctl: {
		valued: '--endpoints --user --password --cert --key --cacert -w --write-out',
		loses: ['del', 'member remove', 'user|role delete|revoke*', 'snapshot restore'],
	},
	'zkCli.sh': { loses: ['** delete|deleteall|rmr'] },
	skaffold: { loses: ['delete'] },
	tilt: { loses: ['down'] },
	docker: CONTAINERS,
	podman: CONTAINERS,
	nerdctl: CONTAINERS,
	'docker-compose': COMPOSE,
	'podman-compose': COMPOSE,
	skopeo: { loses: ['delete'], publishes: ['copy|sync ** +--dest-creds'] },
	crane: { loses: ['delete'], publishes: ['push|copy'], shows: ['auth get|token'] },
	oras: { loses: ['manifest|blob|repo delete'], publishes: ['push|copy|cp'] },
	dokku: { loses: ['*:destroy', '*:purge'], shows: ['config', 'config:*'] },
}
