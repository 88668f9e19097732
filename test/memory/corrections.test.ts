import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Passage, PassageKind } from '../../src/core/memory.ts'
import { correctionsOf } from '../../src/memory/corrections.ts'

const STATEMENT = 'The gull service listens on port 8080.'

test.each([
	'no, port 8081 instead',
	'No! 8081.',
	'make that 8081',
	'nein, doch 8081',
	'Nee, lieber 8081',
	'actually, 8081',
	'sorry, I meant 8081',
	'hm, wait: 8081 is what we use',
	'8081',
	'use 8081 instead',
	'Can you take 8081 instead?',
	'non, plutôt 8081',
	'en realidad 8081',
	'いや、8081にして',
	'不，改成 8081',
	'`GULL_PORT`, not the number',
	'forget the gull, we have none',
	'I take that back',
	'please forget about it',
	'vergiss den Dienst',
	'das nehme ich zurück',
	'取り消します',
])('right after a statement this may correct it: %s', text => {
	assert.deepEqual(corrections('answer', [text]), [text])
})

test.each([
	'Now run the tests of the parser.',
	'Thanks, that is fine.',
	'On which port does the gull service listen?',
	'What is 8081?',
	'Nobody knows the parser like you do, so write its documentation.',
])('this does not: %s', text => {
	assert.deepEqual(corrections('answer', [text]), [])
})

const TAKEN_BACK = [
	"That's wrong, ignore it.",
	'You can drop what I said about the database.',
	"Please don't remember that.",
	'That no longer holds.',
	'Pretend I never said that.',
	'Kwame left, so that one is void.',
	'Erase that from your memory.',
	'My mistake, that was another team.',
	'Please unlearn that.',
	"Leave that one out, it isn't true.",
	'That turned out to be false.',
	'Delete that.',
	"The bit about the backup isn't right.",
	'Forget the backup, the rest stands.',
	"I shouldn't have told you that.",
	'I was mistaken.',
	'Das stimmt nicht mehr.',
	'Das war ein Irrtum.',
	'Lösch das bitte wieder.',
	'Merk dir das nicht.',
	'Das kannst du streichen.',
	'Das gilt nicht mehr.',
	'Tu so, als hätte ich das nie gesagt.',
	'Das mit Bremen war Unsinn.',
	'Das kannst du wieder vergessen.',
	'Ich habe mich geirrt.',
	'Eso ya no vale.',
	'Me equivoqué.',
	'Borra eso.',
	'Haz como si no hubiera dicho nada.',
	'No tengas en cuenta lo de la caja.',
	'Retiro lo dicho.',
	'Eso era falso.',
	'さっきのは間違いでした。',
	'今のは無しで。',
	'それは覚えなくていいです。',
	'先ほどの件は撤回します。',
	'それはもう使っていません。',
	'聞かなかったことにして。',
	'あれは嘘でした。',
	"Fais comme si je n'avais rien dit.",
	'Mi sono sbagliato.',
	'当我没说。',
	'Это уже не так.',
]

test.each(TAKEN_BACK)('right after a statement this takes it back: %s', text => {
	assert.deepEqual(corrections('prompt', [text]), [text])
})

test.each([
	'Delete the old migration file.',
	'Write a test that fails when the port is wrong.',
	'Borra el archivo temporal.',
	'Please run the tests.',
	'Drop the table users in the test database of the shop.',
	'ファイルを削除してください。',
	'テストが間違いなく通るようにして。',
	'Das war gut, mach weiter.',
	'Sounds good, thanks.',
	'Ignore the warnings of the linter.',
	'Eso está bien.',
	'There is a mistake in the README.',
	'Remember to run the formatter.',
	'Vuelve a ejecutar las pruebas.',
	'Das Menü ist falsch ausgerichtet, richte es aus.',
	'Erase the disk image in the build folder.',
	'Make sure that this is not a mistake of the parser.',
	'Delete that branch on the server and push.',
])('this is the next task: %s', text => {
	assert.deepEqual(corrections('prompt', [text]), [])
})

test('who takes one of several facts back is heard also behind other tasks, by a word of it', () => {
	const next = ['Run the tests.', 'Now look at the parser.', 'The thing about the gull was a mistake.']
	assert.deepEqual(corrections('prompt', next), [next[2]])
	assert.deepEqual(
		corrections('prompt', [...next.slice(0, 2), 'The thing about the heron was a mistake.']),
		[],
	)
})

test('what speaks of the same later on may correct it, the newest first; what is elliptical must follow at once', () => {
	const next = [
		'make that 8081',
		'or 8082',
		'Now the tests, please.',
		'make that three runs',
		'From today the gull service listens on port 9090.',
	]
	assert.deepEqual(corrections('prompt', next), [next[4], next[1], next[0]])
})

test('tasks of a few words that name files do not take the place of what corrects it', () => {
	const next = ['no, 8081', 'Read db/pear.sql.', 'Read ops/lamp.yaml.', 'Read web/teaser.css.']
	const found = corrections('prompt', next)
	assert.ok(found.includes('no, 8081'), found.join('\n'))
	const more = ['forget it', ...Array.from({ length: 4 }, (_, at) => `The gull service listens to ${at}.`)]
	assert.ok(corrections('prompt', more).includes('forget it'))
})

test('a few words after what a command printed are not about that, unless they say so', () => {
	assert.deepEqual(corrections('result', ['v2.1']), [])
	assert.deepEqual(corrections('result', ['no, port 8081 instead']), ['no, port 8081 instead'])
})

test('what was taken back needs no correction, and neither does a note', () => {
	assert.deepEqual(
		correctionsOf({ kind: 'answer', text: STATEMENT, isUndone: true }, passages(['no, 8081'])),
		[],
	)
	assert.deepEqual(corrections('note', ['no, 8081']), [])
})

function corrections(kind: PassageKind, next: readonly string[]): readonly string[] {
	return correctionsOf({ kind, text: STATEMENT, isUndone: false }, passages(next)).map(({ text }) => text)
}

function passages(texts: readonly string[]): readonly Passage[] {
	return texts.map((text, index) => ({ seq: 10 + index, part: 0, kind: 'prompt', at: index, text }))
}
