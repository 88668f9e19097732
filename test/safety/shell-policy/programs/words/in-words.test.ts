import assert from 'node:assert/strict'
import { test } from 'vitest'
import { explainCommand } from '../../../../../src/safety/explain.ts'
import { PLACE } from '../../../../support/gate/gate-cases.ts'

// What somebody reads who is asked about a command.

test.each([
	['npm test', 'It runs the script “test” of package.json.'],
	['npm run build -- --watch', 'It runs the script “build” of package.json.'],
	['npm --prefix x run build', 'It may run scripts of the project, or change what is installed.'],
	['npm i left-pad', 'It installs packages, which may bring scripts that are run.'],
	['npx tsc', 'It runs tsc, fetched first where it is not installed.'],
	['yarn', 'It installs packages, which may bring scripts that are run.'],
	['pnpm build', 'It runs “build”, a script of package.json or its own.'],
	['rm -rf dist', 'It deletes files.'],
	['git add -A', 'It stages changes for the next commit.'],
	['git -C sub commit -m x', 'It makes a commit.'],
	['git foo', 'git foo is not known to only read.'],
	['sed -i s/a/b/ x', 'It changes files where they are.'],
	['perl -pi -e s/a/b/ x', 'It changes files where they are.'],
	['python3 x.py -c y', 'It runs the Python program x.py.'],
	["python3 -c 'print(1)'", 'It runs Python that stands in the command.'],
	['python3.12 -m pytest', 'It runs the Python module pytest.'],
	['python3 -W ignore x.py', 'It runs Python.'],
	["bash -c 'npm test'", 'It runs a command in a shell of its own.'],
	['bash run.sh', 'It runs the script run.sh.'],
	['./run.sh', 'It runs ./run.sh, which may do anything.'],
	['make', 'It runs what the Makefile says.'],
	['make -C lib test', 'It runs what the Makefile says.'],
	['make CC=gcc test', 'It runs “test” of the Makefile.'],
	['cargo +nightly build', 'It may build, run or change the project.'],
	['timeout 5 cargo build', 'It builds the project, which runs what its files say.'],
	['curl https://example.com/a?b', 'It sends a request to example.com.'],
	['curl -sSfo x https://me@example.com', 'It fetches from example.com into a file.'],
	['ssh -p 22 host ls', 'It opens a shell on another machine, or runs a command there.'],
	['docker compose up -d', 'It runs “up” for the containers of the project.'],
	[`python3 ${'long/'.repeat(20)}x.py`, `It runs the Python program ${'long/'.repeat(8)}….`],
	['constructor x', 'constructor is not known to only read.'],
	['npm constructor', 'It may run scripts of the project, or change what is installed.'],
])('%s', (command, said) => {
	const { verdict, reasons } = explainCommand(command, PLACE)
	assert.deepEqual({ verdict, reasons }, { verdict: 'ask', reasons: [said] })
})
