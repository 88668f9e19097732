import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import {
	connectDecision,
	isAllowedHost,
	isNamedHost,
	isPrivateAddress,
	readHostPort,
} from '../../../src/safety/sandbox/hosts.ts'

describe('a host', () => {
	test.for([
		['example.com:443', { host: 'example.com', port: 443 }],
		['Example.COM:443', { host: 'example.com', port: 443 }],
		['xn--bcher-kva.example:80', { host: 'xn--bcher-kva.example', port: 80 }],
		['93.184.216.34:80', { host: '93.184.216.34', port: 80 }],
	] as const)('%s is read', ([text, expected]) => {
		assert.deepEqual(readHostPort(text), expected)
	})

	test.for([
		'evil\0.example.com:443',
		'example.com.:443',
		'.example.com:443',
		'a..b:443',
		'user@example.com:443',
		'bücher.example:443',
		'example.com',
		'example.com:0',
		'example.com:65536',
		'example.com:443/x',
		'2130706433:80',
		'0177.0.0.1:80',
		'0x7f.1:80',
		'0x7f000001:80',
		'127.1:80',
		'999.1.1.1:80',
		'[::1]:80',
		'[::ffff:127.0.0.1]:80',
		'example.com:443:80',
		' example.com:443',
		'example.com%00:443',
		'-x.example:443',
		'',
	])('%j is refused', text => {
		assert.equal(readHostPort(text), undefined)
	})
})

test('the list names hosts, whole domains and ports', () => {
	const allowed = ['example.com', '*.npmjs.org', 'db.example:5432']
	const is = (host: string, port = 443) => isAllowedHost({ host, port }, allowed)
	assert.ok(is('example.com') && is('registry.npmjs.org') && is('a.b.npmjs.org') && is('db.example', 5432))
	for (const host of [
		'evil-example.com',
		'example.com.evil.org',
		'npmjs.org',
		'evilnpmjs.org',
		'sub.example.com',
		'db.example',
	])
		assert.ok(!is(host), host)
	assert.ok(!isNamedHost({ host: 'registry.npmjs.org', port: 443 }, allowed))
})

test.for([
	...[
		'127.0.0.1',
		'10.1.2.3',
		'172.16.0.1',
		'192.168.1.1',
		'169.254.169.254',
		'100.64.0.1',
		'0.0.0.0',
		'224.0.0.1',
	],
	...[
		'::1',
		'::',
		'fe80::1',
		'fd00::1',
		'::ffff:127.0.0.1',
		'::ffff:a9fe:a9fe',
		'64:ff9b::7f00:1',
		'2002:7f00:1::',
		'::127.0.0.1',
	],
	'not an address',
])('%s is no address to connect to', address => {
	assert.ok(isPrivateAddress(address))
})

test.for(['93.184.216.34', '1.1.1.1', '2606:4700::1111', '172.32.0.1'])(
	'%s is an address of the world',
	address => {
		assert.ok(!isPrivateAddress(address))
	},
)

test('a question names host and port', () => {
	assert.equal(connectDecision({ host: 'example.com', port: 443 }).title, 'connect to example.com:443')
})
