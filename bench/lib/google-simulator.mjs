import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/paths.mjs';

const account = 'accounts/1';

/**
 * The Google simulator with one location for each of `counts`, with that many reviews, and a quota that no benchmark
 * reaches.
 * @returns {Promise<{ url: string, counts: Map<string, number> }>} counts by `accounts/{a}/locations/{l}`
 */
export async function startGoogle(stage, counts) {
  const folder = stage.folder();
  const names = counts.map((_, at) => `locations/${at + 1}`);
  const data = {
    users: [{ sub: '100', email: 'owner@example.com', name: 'Owner', accounts: [account] }],
    accounts: [{ name: account, accountName: 'Bench', type: 'LOCATION_GROUP' }],
    locations: {
      [account]: names.map((name, at) => ({
        name,
        title: `Shop ${at + 1}`,
        metadata: { placeId: `place-${at + 1}`, hasVoiceOfMerchant: true },
      })),
    },
    reviews: {},
  };
  writeFileSync(join(folder, 'google.json'), JSON.stringify(data));
  const { line } = await stage.start([join(root, 'dist/simulators/google.js')], {
    env: { PORT: '0', KINDLING_SIMULATOR_DATA: folder },
    isReady: isReadyJson,
  });
  const { url } = JSON.parse(line);
  await control(url, { action: 'quota', perMinute: 1_000_000 });
  for (const [at, name] of names.entries())
    await control(url, {
      action: 'seed',
      location: `${account}/${name}`,
      count: counts[at],
      label: `shop${at + 1}`,
    });
  return { url, counts: new Map(names.map((name, at) => [`${account}/${name}`, counts[at]])) };
}

export async function control(url, body) {
  const answer = await fetch(`${url}/_control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200)
    throw new Error(`The simulator refused "${body.action}": ${await answer.text()}`);
  return answer.json();
}

/** Simulators print one line of JSON when they are ready. */
export function isReadyJson(line) {
  return line.startsWith('{"ready":true');
}

/** Submits the consent page. @returns the query of the redirect */
export async function grantConsent(address) {
  const page = await (await fetch(address)).text();
  const action = unescapeHtml(/<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? '');
  const form = new URLSearchParams({ decision: 'allow' });
  for (const [input] of page.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (name === undefined || (!/type="hidden"/.test(input) && !/\schecked/.test(input))) continue;
    form.append(name, unescapeHtml(/value="([^"]*)"/.exec(input)?.[1] ?? ''));
  }
  const answer = await fetch(new URL(action, address), { method: 'POST', body: form, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? 'http://localhost/').searchParams;
}

/** The simulators escape with numeric entities. */
function unescapeHtml(text) {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}
