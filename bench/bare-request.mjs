// A baseline: the least a program can do to get one answer from the server (`bare-request.mjs <base URL>`).

const http = process.getBuiltinModule('node:http')

const body = JSON.stringify({ model: 'test-model', input: 'hi', stream: true })
const request = http.request(
	`${process.argv[2]}/responses`,
	{ method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer test' } },
	response => response.pipe(process.stdout),
)
request.end(body)
