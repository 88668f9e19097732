import assert from 'node:assert/strict'
import { test } from 'vitest'
import { asksForFact, attributeAsked } from '../../src/memory/ranking/question-form.ts'

test.each([
	'which port does the gateway use?',
	'whcih port does the gateway use?',
	'how mayn nodes are there in the cluster?',
	'into how many parts is it split?',
	'worauf ist die Abdeckung gefallen?',
	'wie lang ist MAX_AGE?',
	'wie groß ist die Modelldatei?',
	'um wie viele Commits liegt der Branch zurück?',
	'デプロイはいつ行う？',
	'ログの保存期間は？',
	'sur quel port écoute la passerelle ?',
	"comment s'appelle la branche ?",
	'¿cuándo se borran los archivos?',
	'qual é o limite da fila?',
	'su quale porta gira il server?',
	'what is maxUploadParts?',
])('asks for a fact: %s', prompt => {
	assert.ok(asksForFact(prompt))
})

test.each([
	'then rename the port of the gateway',
	'that port is wrong',
	'chat with the gateway',
	'what is a port?',
	'what is the meaning of backpressure?',
	'why does my loop never end?',
	'how many bits are in a byte?',
	'what is a closure?',
	'quelle est la différence entre let et const ?',
	'explique-moi les promesses',
])('is a task, or about the world: %s', prompt => {
	assert.ok(!asksForFact(prompt))
})

test.each([
	['which port does the gateway use?', ['port']],
	['in which android permission does it end?', ['android', 'permission']],
	['which package manager to use for this?', ['package', 'manager']],
	['welche Farbe hat der Rahmen?', ['Farbe']],
	['how big is the file?', ['big']],
	['wie groß ist die Datei?', ['groß']],
	['what is the port of the gateway?', []],
	['quelle couleur a le cadre ?', ['couleur']],
	['quelle est la couleur du cadre ?', []],
	['who owns the gateway?', []],
])('of %s the kind of answer is %s', (prompt, attribute) => {
	assert.deepEqual(attributeAsked(prompt), attribute)
})
