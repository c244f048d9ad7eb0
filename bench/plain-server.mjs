// The reference of the embed endpoint: Node's own HTTP server sending the same prepared bytes.
// `node bench/plain-server.mjs <file>`: the file holds { full, short, etag, body }, the headers of both answers and
// the body in base64; prints its address.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { full, short, etag, body: encoded } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const body = Buffer.from(encoded, 'base64');

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === etag) response.writeHead(304, short).end();
  else response.writeHead(200, full).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
process.stdin.resume().once('end', () => process.exit(0));
