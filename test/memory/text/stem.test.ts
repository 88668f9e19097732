import assert from 'node:assert/strict'
import { test } from 'vitest'
import { stem } from '../../../src/memory/text/stem.ts'

test('words of one meaning lose what tells them apart, as Porter has it', () => {
	const stems = {
		caress: 'caresses caressed caressing',
		poni: 'ponies',
		agre: 'agreed agree',
		conflat: 'conflated conflating',
		troubl: 'troubled troubling trouble',
		size: 'sized sizing',
		hop: 'hopping hopped',
		hope: 'hoping',
		fall: 'falling',
		file: 'filing filed files',
		happi: 'happy happiness',
		sky: 'sky',
		relat: 'relational relate relation',
		valenc: 'valency',
		digit: 'digitizer',
		vietnam: 'vietnamization',
		decis: 'decisiveness decision',
		sensit: 'sensitivity',
		formal: 'formality formalize',
		electr: 'electrical electricity',
		allow: 'allowance',
		adjust: 'adjustment adjustable',
		adopt: 'adoption',
		bowdler: 'bowdlerize',
		control: 'controll control',
		rate: 'rate',
		cach: 'cache caching',
		new: 'new',
		news: 'news',
		evening: 'evening',
		naïve: 'naïve',
	}
	for (const [wanted, words] of Object.entries(stems))
		for (const word of words.split(' ')) assert.equal(stem(word), wanted, word)
})
