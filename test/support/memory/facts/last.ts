// Facts that were written after those of `fresh.ts` had been looked at and before anything was asked about these.

import { correctedFacts, facts } from './fact.ts'

export const LAST = {
	'in a paste': facts([
		[
			'Note from the audit: every export of patient lists must be signed by the ward lead, stored under records/exports-signed',
			'records/exports-signed',
			'Where are the signed exports of patient lists stored?',
			'In which folder do the approved files with the sick people go?',
			'Wo werden die signierten Exporte der Patientenlisten abgelegt?',
			'signed exports patient lists folder',
		],
	]),
	'in a file': facts([
		[
			'GRACE_PERIOD_DAYS = 21  # the unions insisted, it used to be two weeks',
			'GRACE_PERIOD_DAYS = 21',
			'How many days is the grace period that the unions insisted on?',
			'How much longer may somebody be late since the workers complained?',
			'Wie viele Tage hat die Grace Period, auf der die Unions bestanden?',
			'grace period days unions',
		],
	]),
	'in an output': facts([
		[
			'FAIL tests/rounding.spec.js > vat of split invoices > expected 19.04 but got 19.05',
			'19.04',
			'What did the rounding test of the vat of split invoices expect?',
			'Which amount should have come out of the tax check?',
			'Was hat der rounding Test für die vat von split invoices erwartet?',
			'rounding spec vat split invoices expected',
		],
	]),
	'short output': facts([
		[
			'Deployed revision meridian-00042-kez to europe-north1, serving 100 percent of traffic',
			'meridian-00042-kez',
			'Which revision is deployed to europe-north1?',
			'What is live in Finland?',
			'Welche Revision ist nach europe-north1 deployed?',
			'deployed revision europe-north1',
		],
	]),
	asked: facts([
		[
			'Which colour should the warning banner have?→Use the amber from the brand sheet, #E8A317.',
			'#E8A317',
			'Which colour should the warning banner have?',
			'What did I want the thing on top of the page that says careful to look like?',
			'Welche Farbe (colour) soll das Warning Banner haben?',
			'warning banner colour',
		],
	]),
	answered: facts([
		[
			'The memory leak came from the listener in useTelemetry that was never removed; I fixed it in commit 7f3c9ab.',
			'7f3c9ab',
			'In which commit was the listener leak in useTelemetry fixed?',
			'When did we repair the thing that ate all the RAM?',
			'In welchem Commit wurde das Listener-Leak in useTelemetry behoben?',
			'useTelemetry listener leak commit',
		],
	]),
	said: facts([
		[
			'Never touch the folder vendor/openssl-fips, it is certified as it is.',
			'vendor/openssl-fips',
			'Which certified folder must never be touched?',
			'What are you not allowed to change because of the approval?',
			'Welcher zertifizierte Ordner darf nie angefasst werden?',
			'certified folder never touch',
		],
	]),
	german: facts([
		[
			'Für die Zeiterfassung nehmen wir den Mandanten 880, alle anderen Mandanten sind nur zum Üben da.',
			'880',
			'Welchen Mandanten nehmen wir für die Zeiterfassung?',
			'Wo tragen wir ein, wie lange wir gearbeitet haben?',
			'Which Mandant do we use for the Zeiterfassung?',
			'Mandant Zeiterfassung',
		],
	]),
	'long ago': facts([
		[
			'Our staging broker is reachable as amqps://heron-3.stage.example:5671 only from inside the VPN.',
			'heron-3.stage.example',
			'Under which address is the staging broker reachable?',
			'Where do the messages go before production?',
			'Unter welcher Adresse ist der Staging Broker erreichbar?',
			'staging broker address',
		],
	]),
	corrected: correctedFacts([
		[
			'The thumbnails of the catalogue are rendered at 240 pixels.',
			'240 pixels',
			'At how many pixels are the thumbnails of the catalogue rendered?',
			'How large are the little pictures in the shop?',
			'Mit wie vielen Pixeln werden die Thumbnails des Katalogs gerendert?',
			'catalogue thumbnails pixels',
			'Marketing changed their mind, the thumbnails of the catalogue are rendered at 320 pixels now.',
			'320 pixels',
		],
	]),
}
