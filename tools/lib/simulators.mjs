import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLocalUrl } from '../../server/src/lib/local-address.ts';
import { root } from './paths.mjs';

const DEFAULT_PORT = 4000;
/** Simulators of platforms are described in the folders of their connectors. */
const connectors = join(root, 'server/src/connectors');
const descriptions = readdirSync(connectors)
  .map((name) => join(connectors, name, 'simulator.ts'))
  .filter((file) => existsSync(file));
const platforms = (await Promise.all(descriptions.map((file) => import(pathToFileURL(file).href))))
  .map(({ simulator }) => simulator)
  .sort((a, b) => a.portOffset - b.portOffset);

/** The simulators listen above PORT, so a second Kindling needs only another PORT. */
const OFFSETS = {
  mailbox: 12,
  smtp: 13,
  helpdesk: 14,
  assistant: 15,
  payments: 16,
  ...Object.fromEntries(platforms.map(({ name, portOffset }) => [name, portOffset])),
};
const HIGHEST_OFFSET = Math.max(...Object.values(OFFSETS));

/** Each outside service: the setting of the real service, and the setting with the address of its simulator. */
const SERVICES = [
  ...platforms.map(({ name, title, keyVariable, addressVariable }) => ({
    name,
    title,
    key: keyVariable,
    address: addressVariable,
  })),
  { name: 'mailbox', title: 'Mailbox', key: 'SMTP_URL', address: 'KINDLING_MAILBOX_SMTP_URL' },
  {
    name: 'assistant',
    title: 'Assistant',
    key: 'ASSISTANT_URL',
    address: 'KINDLING_ASSISTANT_SIMULATOR_URL',
  },
  {
    name: 'payments',
    title: 'Payments',
    key: 'STRIPE_SECRET_KEY',
    address: 'KINDLING_PAYMENTS_SIMULATOR_URL',
  },
];

/**
 * Plans the simulators: one for each outside service that has neither keys nor an address. At a public address none runs,
 * unless KINDLING_ALLOW_SIMULATORS is 1.
 * @returns {{ port: number | undefined, programs: Array<{ name: string, script: string, env: object, ports: object }>, env: object, lines: string[] }}
 *   `env` is for the server; `ports` maps each port to the words of the message when it is in use; `lines` are printed at
 *   the start. With an invalid PORT nothing is planned, because the server reports it with all other invalid settings.
 */
export function planSimulators(env) {
  const port = readPort(env.PORT);
  if (port === undefined) return { port, programs: [], env: {}, lines: [] };
  const missing = SERVICES.filter(
    ({ name, key, address }) =>
      !env[key] && !env[address] && !(name === 'payments' && env.KINDLING_PLANS === 'off'),
  );
  if (!areAllowed(env)) {
    // A mail server is required there, and neither an assistant nor plans are missing where nobody set them up.
    const platforms = missing.filter(({ name }) => !['mailbox', 'assistant', 'payments'].includes(name));
    const why = 'simulators run at local addresses only';
    return {
      port,
      programs: [],
      // `on` requests a program that does not run, and the server expects an address.
      env: wantsHelpDesk(env) ? { KINDLING_HELPDESK_SIMULATOR_URL: '' } : {},
      lines: platforms.map(({ title, key }) => line(title, `not set up (${key} is not set; ${why})`)),
    };
  }
  const plans = missing.map(({ name, ...service }) =>
    name === 'mailbox' ? mailboxPlan(port) : servicePlan(port, { name, ...service }, ownEnv(name, port, env)),
  );
  // Our own message form is the default; this simulator runs only on request.
  if (wantsHelpDesk(env)) plans.push(helpDeskPlan(port));
  return {
    port,
    programs: plans.map(({ program }) => program),
    env: Object.assign({}, ...plans.map(({ serverEnv }) => serverEnv)),
    lines: plans.map((plan) => plan.line),
  };
}

function areAllowed(env) {
  return env.KINDLING_ALLOW_SIMULATORS === '1' || !env.PUBLIC_URL || isLocalUrl(env.PUBLIC_URL);
}

const wantsHelpDesk = (env) => env.KINDLING_HELPDESK_SIMULATOR_URL === 'on';
const line = (title, text) => `${title.padEnd(9)} ${text}`;

/** What a simulator needs beside its port. */
function ownEnv(name, port, env) {
  if (name !== 'payments') return {};
  return {
    KINDLING_WEBHOOK_URL: `http://127.0.0.1:${port}/hooks/stripe`,
    // What was bought must be known after a restart, as the server knows it.
    KINDLING_SIMULATOR_STATE: join(env.KINDLING_DATA || join(root, 'data'), 'simulators'),
  };
}

function servicePlan(port, { name, title, key, address }, more) {
  const own = port + OFFSETS[name];
  const url = `http://127.0.0.1:${own}`;
  return {
    serverEnv: { [address]: url },
    program: programOf(
      name,
      { PORT: String(own), ...more },
      [[name, `the ${title} simulator (PORT + ${OFFSETS[name]}; it runs because ${key} is not set)`]],
      port,
    ),
    line: line(title, `a simulator, ${url} (${key} is not set)`),
  };
}

function mailboxPlan(port) {
  const url = `http://localhost:${port + OFFSETS.mailbox}`;
  const why = 'it runs because SMTP_URL is not set';
  return {
    serverEnv: {
      KINDLING_MAILBOX_URL: url,
      KINDLING_MAILBOX_SMTP_URL: `smtp://127.0.0.1:${port + OFFSETS.smtp}`,
    },
    program: programOf(
      'mailbox',
      { PORT: String(port + OFFSETS.mailbox), SMTP_PORT: String(port + OFFSETS.smtp) },
      [
        ['mailbox', `the mailbox (PORT + ${OFFSETS.mailbox}; ${why})`],
        ['smtp', `the mailbox's SMTP (PORT + ${OFFSETS.smtp}; ${why})`],
      ],
      port,
    ),
    line: line('Mailbox', `${url} (all mail lands there, SMTP_URL is not set)`),
  };
}

function helpDeskPlan(port) {
  const url = `http://127.0.0.1:${port + OFFSETS.helpdesk}`;
  const why = 'KINDLING_HELPDESK_SIMULATOR_URL is on';
  return {
    serverEnv: { KINDLING_HELPDESK_SIMULATOR_URL: url },
    program: programOf(
      'helpdesk',
      { PORT: String(port + OFFSETS.helpdesk) },
      [['helpdesk', `the help desk simulator (PORT + ${OFFSETS.helpdesk}; it runs because ${why})`]],
      port,
    ),
    line: line('Help desk', `a simulator, ${url} (${why})`),
  };
}

function programOf(name, env, uses, port) {
  return {
    name,
    script: join(root, 'dist/simulators', `${name}.js`),
    env,
    ports: Object.fromEntries(uses.map(([which, use]) => [port + OFFSETS[which], use])),
  };
}

function readPort(text) {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port + HIGHEST_OFFSET <= 65_535 ? port : undefined;
}

/** One sentence about the first port that is in use, or undefined when all are free. */
export async function findPortConflict({ port, programs }) {
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

/** Checks only for "in use"; the program that needs the port reports all other errors better. */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
