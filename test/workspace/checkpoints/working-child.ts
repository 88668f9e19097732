// A process that keeps states of a tree or goes back and forth between two of them until it is killed, and says what
// it has done: `<id> <number>` once a state is kept in which every file holds that number.
// arguments: the folder of the tree and its checkpoints, and `keep` or `restore`

import { fill, workTreeIn } from './work-tree.ts'

const [base = '', what = 'keep'] = process.argv.slice(2)
const tree = workTreeIn(base)
const checkpoints = tree.open()

if (what === 'keep') {
	process.stdout.write('ready\n')
	for (let number = 1; ; number++) {
		fill(tree, number)
		const { id } = await checkpoints.take('before')
		process.stdout.write(`${id} ${number}\n`)
		fill(tree, number + 0.5)
		await checkpoints.take('after')
	}
}

fill(tree, 1)
let { id } = await checkpoints.take('before')
process.stdout.write(`${id} 1\n`)
fill(tree, 2)
await checkpoints.take('after')
for (;;) id = (await checkpoints.rewind(id)).undo
