// Attacks by one free account. Each is repeated until `signal` fires, and counts the statuses of its responses in
// `met`.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { versionedApiRoot } from '@kindling/contract/api-address';

const PART_BYTES = 2 ** 20;
const MEBIBYTES_OF_COMMAS = 49;
const PUBLISHED_ROWS = 40_000;
const STREAMS_AT_ONCE = 200;
const AUTHORIZE_AT_ONCE = 4;

/** A page of 250 KB, 260 bytes compressed, that is expensive to walk by recursion. */
const deepPage = `${'<div>'.repeat(2500)}${'<br>'.repeat(50_000)}${'</div>'.repeat(2500)}`;

/**
 * Calls the API as the attacker, from one address; counts the responses by status, and calls without a response as 0.
 */
function createCaller({ url, attacker }, signal, met) {
  return async (method, path, { body, bytes } = {}) => {
    try {
      const answer = await fetch(`${url}${versionedApiRoot}${path}`, {
        method,
        signal,
        headers: {
          authorization: `Bearer ${attacker.token}`,
          'x-forwarded-for': '203.0.113.9',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
        },
        body: bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
      });
      met[answer.status] = (met[answer.status] ?? 0) + 1;
      return answer;
    } catch {
      if (!signal.aborted) met[0] = (met[0] ?? 0) + 1;
      return null;
    }
  };
}

async function pageCheck(product, signal, met) {
  const page = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(deepPage);
  }).listen(0, '127.0.0.1');
  await once(page, 'listening');
  const call = createCaller(product, signal, met);
  try {
    const made = await call('POST', '/embeds', { body: { kind: 'widget', name: 'Mine' } });
    const { embed } = await made.json();
    while (!signal.aborted)
      await call('POST', `/embeds/${embed.id}/check`, {
        body: { url: `http://127.0.0.1:${page.address().port}/` },
      }).then((answer) => answer?.arrayBuffer());
  } finally {
    page.close();
    page.closeAllConnections();
  }
}

async function commas(product, signal, met) {
  const call = createCaller(product, signal, met);
  const bytes = Buffer.alloc(PART_BYTES, ',');
  const size = PART_BYTES * MEBIBYTES_OF_COMMAS;
  const made = await call('POST', '/imports', { body: { files: [{ name: 'commas.csv', bytes: size }] } });
  const { import: one } = await made.json();
  for (let part = 0; part < MEBIBYTES_OF_COMMAS && !signal.aborted; part += 1)
    await call('PUT', `/imports/${one.id}/files/0/parts/${part}`, { bytes });
  const body = { encoding: null, separator: null, header: null, sheet: null };
  while (!signal.aborted)
    await call('POST', `/imports/${one.id}/read`, { body }).then((answer) => answer?.arrayBuffer());
}

/** An ordinary import with as many rows as a large shop has: published after its dry run, and then undone. */
async function publishing(product, signal, met) {
  const call = createCaller(product, signal, met);
  const rows = Array.from(
    { length: PUBLISHED_ROWS },
    (_, at) => `Guest ${at},${1 + (at % 5)},2025-0${1 + (at % 9)}-1${at % 9},text ${at} of an import`,
  );
  const bytes = Buffer.from(`author,rating,date,text\n${rows.join('\n')}\n`);
  const made = await call('POST', '/imports', {
    body: { files: [{ name: 'large.csv', bytes: bytes.length }] },
  });
  const { id } = (await made.json()).import;
  for (let part = 0; part * PART_BYTES < bytes.length; part += 1)
    await call('PUT', `/imports/${id}/files/0/parts/${part}`, {
      bytes: bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
    });
  const body = { encoding: null, separator: null, header: null, sheet: null };
  const read = await call('POST', `/imports/${id}/read`, { body });
  const { settings } = (await read.json()).import;
  await call('POST', `/imports/${id}/check`, { body: { settings } });
  // Publishing is refused until the dry run has ended, undoing until the import has.
  for (let at = 0; !signal.aborted; at += 1) {
    await call('POST', `/imports/${id}/${at % 2 === 0 ? 'publish' : 'undo'}`).then((answer) =>
      answer?.arrayBuffer(),
    );
    await wait(500);
  }
}

async function streams(product, signal, met) {
  const call = createCaller(product, signal, met);
  await Promise.all(
    Array.from({ length: STREAMS_AT_ONCE }, async (_, at) => {
      while (!signal.aborted) {
        const answer = await call('GET', at % 2 === 0 ? '/sync/events' : '/imports/events');
        await answer?.arrayBuffer().catch(() => {});
      }
    }),
  );
}

async function authorize({ identityUrl, publicUrl }, signal, met) {
  const query = new URLSearchParams({
    client_id: 'kindling-web',
    response_type: 'code',
    redirect_uri: `${publicUrl}/dashboard`,
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    nonce: 'n',
    // The longest accepted text: each answer below the limit has stored it.
    state: 's'.repeat(512),
  });
  await Promise.all(
    Array.from({ length: AUTHORIZE_AT_ONCE }, async () => {
      while (!signal.aborted) {
        const answer = await fetch(`${identityUrl}/authorize?${query}`, { redirect: 'manual', signal }).catch(
          () => null,
        );
        if (answer === null && signal.aborted) return;
        met[answer?.status ?? 0] = (met[answer?.status ?? 0] ?? 0) + 1;
        await answer?.arrayBuffer().catch(() => {});
      }
    }),
  );
}

export const attacks = {
  'page check': pageCheck,
  'CSV of commas': commas,
  'import of 40,000 rows': publishing,
  'event streams': streams,
  '/authorize': authorize,
};
