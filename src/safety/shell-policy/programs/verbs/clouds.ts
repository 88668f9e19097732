// Verbs of clouds and of the hosts of applications and files.

import type { VerbRows } from './verb-rows.ts'

const DELETES = 'delete|destroy|remove|rm|purge|terminate'

const FLY: VerbRows = {
	valued: '-a --app -c --config -o --org',
	loses: [
		'destroy',
		'** destroy|delete',
		'apps|volumes|volume|machine|machines|postgres|redis|secrets destroy|delete|remove|rm|unset',
		'postgres detach',
	],
	shows: ['auth token', 'tokens create|attenuate', 'secrets list', 'ssh console'],
}

const VERCEL: VerbRows = {
	valued: '-t --token -S --scope --cwd -A --local-config',
	loses: ['remove|rm', 'project|projects|env|domains|dns|secrets|alias|certs|blob rm|remove|del', 'rollback'],
	publishes: ['. +--prod', 'deploy +--prod', 'promote'],
	shows: ['env pull|ls|list', 'tokens add'],
}

const RAILWAY: VerbRows = { loses: ['down', 'delete', 'volume delete'], shows: ['variables'] }

const GCLOUD_VALUES =
	'--project --account --configuration --format --filter --zone --region --impersonate-service-account --verbosity --billing-project'

const OSSUTIL: VerbRows = {
	valued: '-c --config-file -e --endpoint -i --access-key-id -k --access-key-secret --profile --region',
	loses: ['rm|rb|revert-versioning', 'sync +--delete', 'api delete-*'],
}

const B2: VerbRows = {
	loses: [
		'rm|delete-bucket|delete-file-version|delete-key|hide-file|delete',
		'bucket|file|key delete|hide',
		'sync +--delete',
	],
	shows: ['create-key', 'key create'],
}

export const CLOUDS: Readonly<Record<string, VerbRows>> = {
	ossutil: OSSUTIL,
	ossutil64: OSSUTIL,
	aliyun: {
		valued: '-p --profile --region',
		loses: ['oss rm|rb', 'oss sync +--delete', '* delete*|release*|terminate*|remove*|drop*'],
	},
	tccli: { valued: '--profile --region', loses: ['* delete*|terminate*|destroy*|isolate*|remove*'] },
	coscmd: { valued: '-c -l -b -r', loses: ['delete|deletebucket'] },
	coscli: { loses: ['rm|rb', 'sync +--delete'] },
	obsutil: { loses: ['rm|rmb|abort', 'sync'] },
	b2: B2,
	'backblaze-b2': B2,
	swift: { valued: '-A -U -K --os-auth-url --os-username --os-password', loses: ['delete'], shows: ['auth'] },
	neonctl: { loses: ['** delete|reset'] },
	pscale: { loses: ['** delete'] },
	planetscale: { loses: ['** delete'] },
	fastboot: { valued: '-s', loses: ['erase|format*|flash*|update', '+-w'] },
	aws: {
		valued:
			'--profile --region --output --endpoint-url --query --color --ca-bundle --cli-read-timeout --cli-connect-timeout --exclude --include --name --role-arn',
		loses: [
			's3 rm',
			's3 rb',
			's3 sync +--delete',
			's3 mv +--recursive',
			'* delete-*|terminate-*|purge-*|batch-delete-*|deregister-*|release-address|schedule-key-deletion|close-account|detach-*|revoke-*|disable-*|cancel-*|remove-*|reset-*|reboot-*|stop-db-*|leave-*',
		],
		shows: [
			'configure export-credentials',
			'configure get aws_secret_access_key|aws_access_key_id|aws_session_token|*.aws_secret_access_key|*.aws_access_key_id|*.aws_session_token',
			'sts get-session-token|assume-role|assume-role-*|get-federation-token',
			'ecr|ecr-public get-login-password|get-authorization-token|get-login',
			'codeartifact get-authorization-token',
			'secretsmanager get-secret-value|batch-get-secret-value|get-random-password',
			'ssm get-parameter|get-parameters|get-parameters-by-path +--with-decryption',
			'rds generate-db-auth-token',
			'* generate-db-auth-token|generate-db-connect-admin-auth-token',
			'redshift get-cluster-credentials',
			'iam create-access-key|create-login-profile|create-service-specific-credential',
			'kms decrypt|generate-data-key',
			'eks get-token',
			'sso get-role-credentials',
			'sso-oidc create-token',
			'cognito-identity get-credentials-for-identity',
			'lightsail download-default-key-pair|get-instance-access-details|get-relational-database-master-user-password',
			'ec2 create-key-pair|get-password-data',
			'apigateway get-api-key|get-api-keys +--include-value|--include-values',
			'lambda get-function-configuration',
		],
	},
	'aws-vault': { shows: ['exec ** env|printenv', 'export'] },
	gcloud: {
		valued: GCLOUD_VALUES,
		loses: [
			`** ${DELETES}`,
			'storage rsync +--delete-unmatched-destination-objects',
			'** reset-*|revoke|disable',
			'sql instances restore-backup|reset-ssl-config',
		],
		shows: [
			'** print-access-token|print-identity-token',
			'config config-helper',
			'** secrets versions access',
			'secrets versions access',
			'iam service-accounts keys create',
			'sql generate-login-token',
			'kms decrypt|asymmetric-decrypt',
			'** get-credentials +--print',
			'** api-keys get-key-string',
		],
	},
	gsutil: { valued: '-o -u -h', loses: ['rm|rb', 'rsync +-d', 'mv +-r'], shows: ['hmac create'] },
	bq: { valued: '--project_id --location --dataset_id', loses: ['rm'] },
	az: {
		valued: '--subscription --output -o --query -n --name -g --resource-group --mode',
		loses: [
			`** ${DELETES}|delete-batch`,
			'deployment ** create +--mode=complete',
			'ad ** credential reset',
			'** purge',
		],
		shows: [
			'account get-access-token',
			'keyvault secret show|download',
			'keyvault key|certificate download',
			'** keys|admin-key|query-key|key|api-key list|show|renew|regenerate',
			'** list-keys|show-connection-string|list-connection-strings|list-publishing-credentials|list-publishing-profiles|generate-sas',
			'** connection-string list|show',
			'acr credential show|renew',
			'acr login +--expose-token',
			'ad sp create-for-rbac',
			'webapp|functionapp config appsettings list',
			'aks get-credentials +--file|-f',
		],
	},
	azcopy: { loses: ['remove|rm', 'sync +--delete-destination'] },
	mc: { loses: ['rm|rb', 'mirror +--remove', 'admin user|policy remove|rm'], shows: ['alias list|ls'] },
	s3cmd: { loses: ['del|rm|rb', 'sync +--delete-removed'], shows: ['** +--dump-config', '. +--dump-config'] },
	s5cmd: { loses: ['rm|rb', 'sync +--delete'] },
	rclone: {
		valued: '--config',
		loses: ['delete|purge|sync|rmdirs|rmdir|deletefile|cleanup'],
		shows: ['config show|dump', 'reveal'],
	},
	doctl: {
		valued: '-t --access-token --context -o --output',
		loses: [`** ${DELETES}`],
		shows: [
			'auth list|token',
			'** kubeconfig show',
			'databases|database connection',
			'databases|database user get|list',
		],
	},
	hcloud: { loses: [`** ${DELETES}|rebuild`], shows: ['** request-console'] },
	'linode-cli': { loses: [`** ${DELETES}|rebuild`] },
	oci: { loses: [`** ${DELETES}|bulk-delete`], shows: ['iam auth-token create', '** secret-bundle get'] },
	ibmcloud: { loses: [`** ${DELETES}`, '** *-delete'], shows: ['iam oauth-tokens', 'iam api-key-create'] },
	openstack: { loses: [`** ${DELETES}`], shows: ['token issue', 'credential list|show'] },
	nova: { loses: ['delete'] },
	scw: { loses: [`** ${DELETES}`], shows: ['config get secret-key', 'config dump'] },
	'vultr-cli': { loses: [`** ${DELETES}`] },
	heroku: {
		valued: '-a --app -r --remote',
		loses: ['*:destroy|*:delete|*:reset|*:rollback|destroy|config:unset|*:remove|pg:unfollow|rollback'],
		shows: ['config|config:get|auth:token|pg:credentials:url|config:edit'],
	},
	fly: FLY,
	flyctl: FLY,
	vercel: VERCEL,
	vc: VERCEL,
	netlify: {
		loses: ['sites:delete', 'env:unset', 'blobs:delete'],
		publishes: ['deploy +--prod|--prodIfUnlocked|-p'],
		shows: ['env:list|env:get'],
	},
	railway: RAILWAY,
	render: { loses: ['services|deploys delete|cancel'], shows: ['env list'] },
	wrangler: {
		valued: '-c --config -e --env',
		loses: ['delete', '** delete', 'rollback', 'd1 execute ** +--remote'],
		publishes: ['deploy|publish', 'pages deploy|publish', 'versions deploy'],
		shows: ['auth token', 'secret list'],
	},
	firebase: {
		valued: '-P --project --token',
		loses: [
			'projects:delete|firestore:delete|hosting:disable|database:remove|functions:delete|apps:delete|firestore:databases:delete|hosting:channel:delete',
		],
		publishes: ['deploy'],
		shows: ['login:ci', 'functions:config:get', 'functions:secrets:access'],
	},
	'firebase-tools': {
		valued: '-P --project --token',
		loses: ['*:delete|hosting:disable|database:remove'],
		publishes: ['deploy'],
		shows: ['login:ci', 'functions:config:get', 'functions:secrets:access'],
	},
	supabase: {
		loses: ['db reset', 'projects|functions|branches|secrets delete|unset'],
		shows: ['status', 'projects api-keys'],
	},
	cf: { loses: ['delete|delete-*'], shows: ['env', 'oauth-token', 'service-key'] },
	convex: { publishes: ['deploy'], shows: ['env list|get'] },
	stripe: { loses: ['** delete'], shows: ['config +--list', 'listen +--print-secret'] },
	databricks: {
		loses: ['** delete|permanent-delete'],
		shows: ['auth token', 'tokens create', 'secrets get-secret'],
	},
	snow: { loses: ['** drop'], shows: ['connection generate-jwt'] },
	eas: { publishes: ['submit', 'update'], shows: ['env:pull|env:list|env:get'] },
	curl: {
		valued:
			'-X --request -H --header -d --data -o --output -u --user -A --user-agent -b --cookie --data-raw --data-binary -F --form -m --max-time -e --url',
		loses: ['** +-X=delete|--request=delete'],
	},
	wget: { valued: '--method --header --body-data', loses: ['** +--method=delete'] },
	http: { loses: ['delete'] },
	https: { loses: ['delete'] },
	httpie: { loses: ['delete'] },
	xh: { loses: ['delete'] },
	xhs: { loses: ['delete'] },
}
