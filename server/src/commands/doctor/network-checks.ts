/** What the program reaches over the network, and how others reach it. */
import { connect } from 'node:tls';
import { connectorManifests } from '../../connectors/registry.ts';
import { checkMailServer, DeliveryError } from '../../features/mail/index.ts';
import { createHttpClient } from '../../lib/http-client.ts';
import { isLocalUrl } from '../../lib/local-address.ts';
import { type Check, type Finding, failure, ok, reasonOf, warning } from './check.ts';
import { skewFinding } from './database-checks.ts';

/** Days before its end at which a certificate should have been renewed. */
const renewalDays = 14;
const callMs = 8_000;

/** Days that a certificate is still valid. @throws the error of TLS, also for another name or an unknown issuer */
function readCertificate(url: URL, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port) || 443,
      servername: url.hostname,
      timeout: callMs,
    });
    const stop = () => socket.destroy(new Error('no answer in time'));
    signal.addEventListener('abort', stop, { once: true });
    socket.once('timeout', stop);
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.end();
      resolve((Date.parse(end) - Date.now()) / 86_400_000);
    });
    socket.once('close', () => signal.removeEventListener('abort', stop));
  });
}

export async function certificateFinding(address: string, signal: AbortSignal): Promise<Finding> {
  const url = new URL(address);
  if (url.protocol === 'http:') return ok(`${address} is a local address without TLS.`);
  try {
    const days = Math.floor(await readCertificate(url, signal));
    const says = `The certificate of ${address} is valid for ${days} days.`;
    return days < renewalDays
      ? warning(says, 'Renew it, and see why it was not renewed by itself.')
      : ok(says);
  } catch (error) {
    return failure(
      `${address} has no valid certificate, or does not answer from here (${reasonOf(error)}).`,
      'Put a proxy with a certificate for this name in front; from inside of some networks the public address is not reachable.',
    );
  }
}

const tls: Check = {
  name: 'tls',
  run: ({ settings, signal }) =>
    Promise.all(
      [settings.publicUrl, settings.identityUrl].map((address) => certificateFinding(address, signal)),
    ),
};

async function answerOf(address: string, path: string, signal: AbortSignal) {
  const { status, headers, json } = await createHttpClient(address, { timeoutMs: callMs }).call({
    path,
    signal,
  });
  const date = Date.parse(headers.get('date') ?? '');
  return { status, json, skew: Number.isNaN(date) ? null : (date - Date.now()) / 1000 };
}

const addresses: Check = {
  name: 'public-address',
  async run({ settings, signal }) {
    try {
      const { status, skew } = await answerOf(settings.publicUrl, '/readyz', signal);
      const answered =
        status === 200
          ? ok(`${settings.publicUrl} answers.`)
          : warning(
              `${settings.publicUrl} answers with status ${status}.`,
              'Look at the proxy and at the log of the web processes.',
            );
      return skew === null ? answered : [answered, skewFinding(settings.publicUrl, skew)];
    } catch (error) {
      const todo = 'Start Kindling; from inside of some networks the public address is not reachable.';
      return warning(`${settings.publicUrl} does not answer from here (${reasonOf(error)}).`, todo);
    }
  },
};

const signInKeys: Check = {
  name: 'sign-in-keys',
  async run({ settings, signal }) {
    const url = new URL(settings.auth.keysUrl);
    const todo = 'Start the sign-in service, or set IDENTITY_INTERNAL_URL.';
    try {
      const { status, json } = await answerOf(url.origin, url.pathname, signal);
      const found =
        typeof json === 'object' && json !== null && 'keys' in json && Array.isArray(json.keys)
          ? json.keys.length
          : 0;
      if (status === 200 && found > 0) return ok('The keys of the sign-in service can be fetched.');
      return failure(`The keys of the sign-in service cannot be fetched (status ${status}).`, todo);
    } catch (error) {
      return failure(`The keys of the sign-in service cannot be fetched (${reasonOf(error)}).`, todo);
    }
  },
};

const mail: Check = {
  name: 'mail',
  async run({ settings }) {
    const { url } = settings.mail;
    if (url === null) return failure('There is no mail server.', 'Set SMTP_URL.');
    const { host } = new URL(url);
    try {
      await checkMailServer({ url });
      return ok(`The mail server at ${host} answers and lets us in.`);
    } catch (error) {
      const reason = error instanceof DeliveryError ? error.message : reasonOf(error);
      return failure(
        `The mail server at ${host} does not take our mail: ${reason}.`,
        'Check address, port, user and password of SMTP_URL; mail-test shows the answer.',
      );
    }
  },
};

const platforms: Check = {
  name: 'platforms',
  run: async ({ settings, signal }) => {
    const findings = connectorManifests.map(async ({ id, credentials }): Promise<Finding> => {
      const configured = settings.connectors.get(id);
      if (configured === undefined)
        return warning(`${id} is not set up.`, `To use it, set ${credentials.join(' and ')}.`);
      if (configured.mode === 'simulated' && !isLocalUrl(settings.publicUrl))
        return warning(`${id} is a simulator.`, `Set ${credentials.join(' and ')}.`);
      const unreachable: string[] = [];
      for (const origin of configured.origins)
        await answerOf(origin, '/', signal).catch((error: unknown) =>
          unreachable.push(`${origin} (${reasonOf(error)})`),
        );
      return unreachable.length === 0
        ? ok(`${id} can be reached.`)
        : failure(
            `${id} cannot be reached: ${unreachable.join(', ')}.`,
            'Let this machine reach these hosts at port 443.',
          );
    });
    return Promise.all(findings);
  },
};

export const networkChecks: readonly Check[] = [tls, addresses, signInKeys, mail, platforms];
