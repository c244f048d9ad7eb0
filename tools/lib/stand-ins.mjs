import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from './paths.mjs';

const DEFAULT_PORT = 4000;
/** The stand-ins take PORT + 10 to PORT + 14, so a second Kindling needs only another PORT. */
const OFFSETS = { google: 10, facebook: 11, mailbox: 12, smtp: 13, helpdesk: 14 };

/**
 * Which stand-ins run beside the server: one for each outside service that has no keys and no address of its own.
 * @returns {{ port: number, programs: Array<{ name: string, script: string, env: object, ports: object, line: string }>, env: object }}
 *   `env` is what the server must be told; `ports` maps a port to what is said when it is taken.
 */
export function standIns(env) {
  const port = readPort(env.PORT);
  const at = (name) => port + OFFSETS[name];
  const programs = [];
  const told = {};
  const platform = (name, title, key, address) => {
    if (env[key] || env[address]) return;
    told[address] = `http://127.0.0.1:${at(name)}`;
    programs.push({
      name,
      script: join(root, 'dist/simulators', `${name}.js`),
      env: { PORT: String(at(name)) },
      ports: {
        [at(name)]: `the ${title} stand-in (PORT + ${OFFSETS[name]}; it runs because ${key} is not set)`,
      },
      line: `${title.padEnd(9)} a simulator, ${told[address]} (${key} is not set)`,
    });
  };
  platform('google', 'Google', 'GOOGLE_CLIENT_ID', 'KINDLING_GOOGLE_SIMULATOR_URL');
  platform('facebook', 'Facebook', 'FACEBOOK_APP_ID', 'KINDLING_FACEBOOK_SIMULATOR_URL');
  if (!env.SMTP_URL && !env.KINDLING_MAILBOX_SMTP_URL) {
    told.KINDLING_MAILBOX_URL = `http://localhost:${at('mailbox')}`;
    told.KINDLING_MAILBOX_SMTP_URL = `smtp://127.0.0.1:${at('smtp')}`;
    const why = 'it runs because SMTP_URL is not set';
    programs.push({
      name: 'mailbox',
      script: join(root, 'dist/simulators/mailbox.js'),
      env: { PORT: String(at('mailbox')), SMTP_PORT: String(at('smtp')) },
      ports: {
        [at('mailbox')]: `the mailbox (PORT + ${OFFSETS.mailbox}; ${why})`,
        [at('smtp')]: `the mailbox's SMTP (PORT + ${OFFSETS.smtp}; ${why})`,
      },
      line: `${'Mailbox'.padEnd(9)} ${told.KINDLING_MAILBOX_URL} (all mail lands there, SMTP_URL is not set)`,
    });
  }
  // Our own message form is the rule; this one runs only where it is asked for.
  if (env.KINDLING_HELPDESK_SIMULATOR_URL === 'on') {
    told.KINDLING_HELPDESK_SIMULATOR_URL = `http://127.0.0.1:${at('helpdesk')}`;
    programs.push({
      name: 'helpdesk',
      script: join(root, 'dist/simulators/helpdesk.js'),
      env: { PORT: String(at('helpdesk')) },
      ports: {
        [at('helpdesk')]:
          `the help desk stand-in (PORT + ${OFFSETS.helpdesk}; it runs because KINDLING_HELPDESK_SIMULATOR_URL is on)`,
      },
      line: `${'Help desk'.padEnd(9)} a simulator, ${told.KINDLING_HELPDESK_SIMULATOR_URL} (KINDLING_HELPDESK_SIMULATOR_URL is on)`,
    });
  }
  return { port, programs, env: told };
}

function readPort(text) {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port + OFFSETS.helpdesk <= 65_535) return port;
  throw new Error(`PORT must be a whole number from 1 to ${65_535 - OFFSETS.helpdesk}, not "${text}".`);
}

/** One sentence about the first port that another program holds, or undefined when all are free. */
export async function portFault({ port, programs }) {
  if (port === undefined) return undefined;
  const uses = Object.assign(
    { [port]: 'Kindling itself (PORT)' },
    ...programs.map((program) => program.ports),
  );
  const faults = await Promise.all(
    Object.entries(uses).map(async ([number, use]) => {
      if (await isFree(Number(number))) return undefined;
      return `Port ${number} is taken by another program; it is wanted for ${use}. Stop that program, or set PORT to another number.`;
    }),
  );
  return faults.find((fault) => fault !== undefined);
}

/** Only "in use" counts: any other trouble is told better by the program that needs the port. */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
