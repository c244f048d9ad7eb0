// The product in one process on the embedded database, composed like main.ts with two exceptions: it accepts tokens
// that are signed here, and its page check may fetch from this machine. Prints its address and a token for each user.
import { join } from 'node:path';
import { createServices } from '../../server/src/app.ts';
import { readSettings } from '../../server/src/config/settings.ts';
import { remoteTokenKeys } from '../../server/src/features/identity/token-keys.ts';
import { createSafeFetch } from '../../server/src/lib/safe-fetch.ts';
import { openMigrated } from '../../server/src/open-migrated.ts';
import { createWeb } from '../../server/src/processes/web.ts';
import { startWorker } from '../../server/src/processes/worker.ts';
import { startTokenIssuer } from '../../server/src/testing/token-issuer.ts';
import { root } from '../../tools/lib/paths.mjs';
import { attacks } from './attacks.mjs';

const silent = { info() {}, warn() {}, error() {}, debug() {}, fatal() {}, trace() {}, child: () => silent };
const publicUrl = 'http://kindling.localhost';

const issuer = await startTokenIssuer(`${publicUrl}/api`);
const settings = readSettings({
  PUBLIC_URL: publicUrl,
  IDENTITY_URL: issuer.url,
  KINDLING_DATA: process.env.BENCH_FOLDER,
  KINDLING_SECRET: 'a secret of the benchmark that is long enough',
  SMTP_URL: 'smtp://127.0.0.1:1',
  // Trusts the proxy headers, so that the neighbor has an address of its own, as on the internet.
  TRUST_PROXY: '127.0.0.1',
});
const folders = {
  web: join(root, 'dist/web'),
  guest: join(root, 'dist/guest'),
  maps: join(root, 'dist/maps'),
};
const db = await openMigrated(settings, silent);
const services = await createServices(settings, db, folders, silent);
// The product's own sign-in service issued none of these tokens.
services.tokenKeys = remoteTokenKeys(settings.auth.keysUrl, silent);
services.embeds.fetchPage = createSafeFetch({ agent: 'bench', mayConnect: () => true });
await startWorker(services);
const web = await createWeb(services, folders);
const url = await web.listen({ host: '127.0.0.1', port: 0 });
const identity = await services.identity.listen(0, '127.0.0.1');
const createPerson = async (name) => {
  const sub = `auth0|${name}`;
  const email = `${name}@example.com`;
  return { sub, email, name, token: await issuer.sign({ sub, email }) };
};
const neighbor = await createPerson('neighbor');
// One attack must not use up what the account of another one may do.
const attackers = {};
for (const [at, attack] of Object.keys(attacks).entries())
  attackers[attack] = await createPerson(`attacker-${at}`);
process.stdin.resume().once('end', () => process.exit(0));
console.log(JSON.stringify({ ready: true, url, identityUrl: identity.url, publicUrl, neighbor, attackers }));
