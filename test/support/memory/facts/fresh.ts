// Facts that were written when the ranking was done, one of each of ten kinds, and counted by themselves: what a set
// that was looked at shows too well shows here.

import { correctedFacts, facts } from './fact.ts'

export const FRESH = {
	'in a paste': facts([
		[
			'Legal signed off on keeping chat transcripts for 18 months, after that the purge job may delete them',
			'18 months',
			'How long may we keep chat transcripts?',
			'After what period are conversations allowed to be erased?',
			'Wie lange dürfen wir Chat-Transkripte aufbewahren?',
			'chat transcripts retention',
		],
	]),
	'in a file': facts([
		[
			'const MAX_THUMBNAIL_EDGE = 384 // the mobile team measured that larger ones stutter on old phones',
			'384',
			'What is the maximum edge of a thumbnail?',
			'How big may the little preview pictures get?',
			'Wie groß darf die Kante eines Thumbnails höchstens sein?',
			'thumbnail maximum edge',
		],
	]),
	'in an output': facts([
		[
			'warning: spooler worker falcon-3 restarted 41 times, last exit code 137 (memory limit 512Mi)',
			'falcon-3',
			'Which spooler worker restarted 41 times?',
			'Which of the printing processes keeps getting killed?',
			'Welcher spooler Worker wurde 41 mal neu gestartet?',
			'spooler worker restarted',
		],
	]),
	written: facts([
		[
			'# The invoice numbers start again at 1 every January, prefixed with the branch code, e.g. LEJ-2025-000017',
			'LEJ-2025-000017',
			'What do invoice numbers with the branch code look like?',
			'In which format are bills counted?',
			'Wie sehen Invoice-Nummern mit dem Branch-Code aus?',
			'invoice numbers branch code',
		],
	]),
	thought: facts([
		[
			'The deadlock must come from acquiring the seat map lock before the voucher lock in redeemVoucher, the order is the other way round in cancelBooking.',
			'seat map lock before the voucher lock',
			'Where does the deadlock in redeemVoucher come from?',
			'Why do two bookings wait for each other for ever?',
			'Woher kommt der Deadlock in redeemVoucher?',
			'deadlock redeemVoucher',
		],
	]),
	answered: facts([
		[
			'I put the exchange rates behind a cache that refreshes every 20 minutes, in src/currency/rates-cache.ts.',
			'src/currency/rates-cache.ts',
			'In which file is the cache of the exchange rates?',
			'Where did you put the thing that remembers how much a dollar is in euros?',
			'In welcher Datei liegt der Cache der Exchange Rates?',
			'exchange rates cache file',
		],
	]),
	failed: facts([
		[
			"fatal: unable to access 'https://git.northwind.example/infra/terraform-dns.git/': SSL certificate problem",
			'terraform-dns',
			'Which git repository could not be accessed because of an SSL certificate problem?',
			'What could not be cloned?',
			'Auf welches git Repository war wegen eines SSL-Zertifikat-Problems kein Zugriff möglich?',
			'git repository SSL certificate problem',
		],
	]),
	said: facts([
		[
			'For the demo on Thursday log in as guest-walrus, all other accounts have two-factor enabled.',
			'guest-walrus',
			'Which account do we log in with for the demo on Thursday?',
			'As whom should I sign in when we show it to the customer?',
			'Mit welchem Account loggen wir uns für die Demo am Donnerstag ein?',
			'demo account log in',
		],
	]),
	german: facts([
		[
			'Die Lieferscheine werden immer auf dem Drucker im zweiten Stock ausgegeben, er heißt kranich-02.',
			'kranich-02',
			'Auf welchem Drucker werden die Lieferscheine ausgegeben?',
			'Welches Gerät bringt die Papiere für die Pakete zu Papier?',
			'Which printer prints the delivery notes on the second floor?',
			'Drucker Lieferscheine',
		],
	]),
	corrected: correctedFacts([
		[
			'The retry budget for the mail gateway is 6 attempts.',
			'6 attempts',
			'What is the retry budget for the mail gateway?',
			'How often do we try again to send a letter?',
			'Wie hoch ist das Retry-Budget für das Mail Gateway?',
			'mail gateway retry budget',
			'I looked it up: the retry budget for the mail gateway is 9 attempts, not what I said.',
			'9 attempts',
		],
	]),
}
