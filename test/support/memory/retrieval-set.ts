// A labelled set to measure retrieval with: messages of a made-up team about a web shop, and questions whose answer
// stands in exactly one of them. The questions were written after the ranking and are not used to tune it. `kind` says
// how a question is put: with words of the message, in other forms of them, or in other words altogether.

export type Labelled = { text: string; question?: string; kind?: 'same' | 'forms' | 'other' }

const asked = (kind: Labelled['kind'], question: string, text: string): Labelled => ({
	text,
	question,
	kind: kind!,
})

export const RETRIEVAL_SET: readonly Labelled[] = [
	asked(
		'same',
		'What does the cart service return for an unknown coupon?',
		'The cart service returns 422 with code COUPON_UNKNOWN for an unknown coupon, never 404.',
	),
	asked(
		'other',
		'How do we keep two people from buying the last item?',
		'Stock is reserved with SELECT ... FOR UPDATE on the inventory row and released after fifteen minutes.',
	),
	asked(
		'forms',
		'Who is paged when payments start failing?',
		'A payment failure rate above 2 % pages the on-call of team Mint through Opsgenie.',
	),
	asked(
		'other',
		'Where are pictures of products stored?',
		'Product photos go to the bucket shop-media-eu, one folder per SKU, and are served through the CDN.',
	),
	asked(
		'same',
		'Why was the Lisbon release rolled back?',
		'The Lisbon release was rolled back because the tax table for Madeira was missing.',
	),
	asked(
		'forms',
		'How are migrations reversed?',
		'To reverse a migration run bin/migrate down with its number; we never edit one that was merged.',
	),
	asked(
		'other',
		'What happens to orders nobody pays for?',
		'Unpaid baskets are cancelled by the job sweep-stale-orders after 48 hours.',
	),
	asked(
		'other',
		'Which header carries the id for following a request through the services?',
		'We propagate traceparent, and log it as trace_id in every service.',
	),
	asked(
		'same',
		'What is the default page size of the catalogue API?',
		'The catalogue API has a default page size of 48 and a maximum of 200.',
	),
	asked(
		'forms',
		'Is searching for products case sensitive?',
		'Product search ignores case and accents; it runs on the normalised title column.',
	),
	asked(
		'other',
		'How do I get a local copy of production data?',
		'scripts/pull-snapshot.sh downloads last night’s anonymised dump and restores it into docker postgres.',
	),
	asked(
		'other',
		'What secures the calls between our own services?',
		'Internal traffic uses mutual TLS with certificates from Vault that live for 24 hours.',
	),
	asked(
		'same',
		'Which browsers does the checkout support?',
		'The checkout supports the last two versions of each browser, and Safari from 16.4.',
	),
	asked(
		'forms',
		'How often is the sitemap regenerated?',
		'We regenerate the sitemap every six hours in the worker called cartographer.',
	),
	asked(
		'other',
		'Why can a customer not log in after changing the address of his mailbox?',
		'Changing the e-mail invalidates all sessions and asks for a new confirmation; the link lives for one hour.',
	),
	asked(
		'other',
		'How do we make sure a charge is not made twice?',
		'Every charge carries an Idempotency-Key, the order number plus the attempt, and Stripe refuses repeats.',
	),
	asked(
		'same',
		'What is the budget for the hero image on the landing page?',
		'The hero image on the landing page has a budget of 90 kB in AVIF.',
	),
	asked(
		'forms',
		'Where do we configure rate limiting?',
		'Rate limits are configured in gateway/limits.yaml: 100 requests a minute per token.',
	),
	asked(
		'other',
		'What did we agree about feature toggles that are no longer needed?',
		'A flag that has been on for everybody for 30 days is removed in the next cleanup Friday.',
	),
	asked(
		'other',
		'How is VAT worked out for digital goods?',
		'For downloads the tax rate of the buyer’s country applies, determined from two pieces of evidence.',
	),
	asked(
		'same',
		'What does error E-1047 mean?',
		'Error E-1047 means that the warehouse has not confirmed the parcel within the window.',
	),
	asked(
		'forms',
		'Which queue handles refunded orders?',
		'Refunds go through the queue money-back with a concurrency of one.',
	),
	asked(
		'other',
		'When does support have to answer a complaint?',
		'Support promises a first reply within four working hours, eight in December.',
	),
	asked(
		'other',
		'What are the colours for someone who cannot tell red from green?',
		'The accessible palette uses blue #0072b2 and orange #e69f00 for states.',
	),
	asked(
		'same',
		'Where is the function normalizeSku defined?',
		'`normalizeSku` is defined in packages/catalog/src/sku.ts and strips dashes and leading zeros.',
	),
	asked(
		'forms',
		'How long are uploaded invoices retained?',
		'We retain each uploaded invoice for ten years because of German tax law.',
	),
	asked(
		'other',
		'What do we do when the shipping company is down?',
		'If the carrier API fails three times the label is printed later by the retry-labels worker.',
	),
	asked(
		'other',
		'How do we tell bots from people?',
		'Suspicious traffic gets a proof-of-work challenge; we dropped CAPTCHAs in spring.',
	),
	asked(
		'same',
		'What does the flag --dry-run of the importer do?',
		'With --dry-run the importer validates all rows and writes a report, but no products.',
	),
	asked(
		'forms',
		'Who approves discounting above 30 %?',
		'A discount above 30 % needs the approval of Henrike or somebody from finance.',
	),
	asked(
		'other',
		'How much does one more millisecond of waiting cost us?',
		'The experiment in May showed 0.3 % less revenue for each 100 ms of latency.',
	),
	asked(
		'other',
		'Which test accounts can I buy something with?',
		'Use buyer+1@example.test to buyer+20@example.test; their cards always succeed in staging.',
	),
	asked(
		'same',
		'Why do we pin the version of libvips?',
		'We pin libvips to 8.15.2 because 8.16 produces banding in gradients.',
	),
	asked(
		'forms',
		'What is cached at the edge?',
		'Edge caching covers category pages for 60 seconds and product pages for 30.',
	),
	asked(
		'other',
		'How do I see what a user saw when something went wrong?',
		'Session replays are in PostHog, masked, and linked from each Sentry issue.',
	),
	asked(
		'other',
		'What is the plan if the main region burns down?',
		'Disaster recovery: a warm standby in Stockholm, failover by DNS, at most five minutes of data lost.',
	),
	asked(
		'same',
		'What does the cron expression of the newsletter mean?',
		'The newsletter cron is 0 6 * * 2, so it goes out on Tuesdays at six.',
	),
	asked(
		'forms',
		'How do we translate category names?',
		'Translations of category names come from Lokalise and are pulled at build time.',
	),
	asked(
		'other',
		'Why is there no loyalty programme for companies?',
		'B2B accounts are excluded from bonus points, because resellers abused them.',
	),
	asked(
		'other',
		'Where do I find the secrets for my laptop?',
		'Developers read credentials with `op run` from the vault named shop-dev; there is no .env in the repository.',
	),
	asked(
		'same',
		'What triggers the integration test suite?',
		'The integration test suite is triggered by the label run-integration on a pull request.',
	),
	asked(
		'forms',
		'What happens when indexing fails?',
		'A failed index run keeps the old alias, so search serves yesterday’s products.',
	),
	asked(
		'other',
		'How quickly do we give back money?',
		'A returned parcel is refunded on the day it is scanned in the warehouse.',
	),
	asked(
		'other',
		'Which part of the shop is still written in PHP?',
		'Only the gift card editor is legacy Symfony; everything else was moved to Node.',
	),
	{ text: 'The cart service was moved to its own repository and its tests run in four minutes.' },
	{ text: 'I renamed the coupon table to vouchers and updated all the queries of the cart.' },
	{ text: 'The payment page now shows the logo of the bank; screenshots are in the ticket.' },
	{ text: 'Product pages load faster since the photos are lazy.' },
	{ text: 'The release notes for Porto are written, the release itself is on Thursday.' },
	{ text: 'All 212 tests of the catalogue pass, the API description is generated again.' },
	{ text: 'I looked at the search logs: most people look for shoes.' },
	{ text: 'The migration to Node 24 is done for the gateway and the catalogue.' },
	{ text: 'The sitemap has 80 000 entries, most of them products.' },
	{ text: 'Orders of more than fifty items are rare, three last month.' },
	{ text: 'The warehouse wants larger labels; the printer can do A6.' },
	{ text: 'The invoice PDF has a new font, checked by the design team.' },
	{ text: 'The worker pool was raised from eight to twelve processes.' },
	{ text: 'The landing page for winter goes online next week with a new image.' },
	{ text: 'A pull request for the newsletter sign-up form waits for review.' },
	{ text: 'Staging was slow this morning because the database was being restored.' },
	{ text: 'The importer needs four minutes for the full list of products.' },
	{ text: 'The accessibility review found 14 issues, most of them missing labels.' },
	{ text: 'The dashboard shows revenue by category and by country.' },
	{ text: 'The gift card page has a bug in Firefox that Jonas looks at.' },
]
