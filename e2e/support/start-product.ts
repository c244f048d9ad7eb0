/** Starts the built product with its simulators, on free ports and with its own data. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReverseProxy } from '../../server/src/testing/reverse-proxy.ts';
import { freePort } from '../../service/src/testing/free-port.ts';
import { createServerDatabase } from './postgres.ts';
import { type Program, runServerCommand, simulatorSecret, startProgram } from './program.ts';

export interface ProductOptions {
  /** Folder with google.json and facebook.json; the demo data when left out. */
  simulatorData?: string;
  /** Also creates the demo account. */
  demo?: boolean;
  /** Starts the simulator of the payment provider, too: the installation has plans. */
  payments?: boolean;
  /** Uses the PostgreSQL server of the run, if there is one: a third of the embedded database's processor time. */
  onServer?: boolean;
  /** Settings in addition to those of every run. */
  env?: Readonly<Record<string, string>>;
}

export interface Product {
  /** Address of the app, without a trailing slash. */
  readonly url: string;
  readonly identityUrl: string;
  readonly mailboxUrl: string;
  /** Credentials of the demo account; throws when there is none. */
  readonly demo: { email: string; password: string };
  /** Controls a simulator; throws when it refuses. */
  control(
    simulator: 'google' | 'facebook' | 'assistant' | 'payments',
    action: Readonly<Record<string, unknown>>,
  ): Promise<unknown>;
  /** What the simulator of the payment provider holds. */
  heldByProvider(): Promise<{ customers: { id: string; email: string }[] }>;
  /** Runs a command of the terminal, as an operator does while the program runs. */
  command(...words: string[]): Promise<void>;
  /** Lines that the server logged as errors. */
  errors(): string[];
  stop(): Promise<void>;
}

const simulators = ['google', 'facebook', 'mailbox', 'assistant'] as const;
const withPayments = [...simulators, 'payments'] as const;
/** Processes with all roles behind nginx on one database, where KINDLING_E2E_MACHINES=1 asks for them. */
const machines = 2;
interface Ready {
  url: string;
  smtpPort?: number;
}

function readSimulatorLine(line: string): Ready | null {
  if (!line.startsWith('{"ready":true')) return null;
  return JSON.parse(line) as Ready;
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'kindling-e2e-'));
  const programs: Program[] = [];
  const database = options.onServer === true ? await createServerDatabase() : undefined;
  const stop = async () => {
    for (const program of programs.reverse()) await program.stop();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const given = {
      PUBLIC_URL: options.env?.PUBLIC_URL ?? '',
      KINDLING_SIMULATOR_DATA: options.simulatorData ?? '',
    };
    const started = await Promise.all(
      (options.payments === true ? withPayments : simulators).map((name) =>
        startProgram(`simulators/${name}.js`, [], { ...given, PORT: '0', SMTP_PORT: '0' }, readSimulatorLine),
      ),
    );
    programs.push(...started.map(({ program }) => program));
    const [google, facebook, mailbox, assistant, payments] = started.map(({ ready }) => ready);
    const [port, identityPort] = [await freePort(), await freePort()];
    const count = database !== undefined && process.env.KINDLING_E2E_MACHINES === '1' ? machines : 1;
    // The app's two origins must be one site, as in production; the simulators are cross-site on purpose.
    const mailboxUrl = (mailbox?.url ?? '').replace('127.0.0.1', 'localhost');
    const env = {
      PORT: String(port),
      IDENTITY_PORT: String(identityPort),
      KINDLING_DATA: join(folder, 'data'),
      KINDLING_GOOGLE_SIMULATOR_URL: google?.url ?? '',
      KINDLING_FACEBOOK_SIMULATOR_URL: facebook?.url ?? '',
      KINDLING_ASSISTANT_SIMULATOR_URL: assistant?.url ?? '',
      ...(payments && { KINDLING_PAYMENTS_SIMULATOR_URL: payments.url }),
      KINDLING_MAILBOX_URL: mailboxUrl,
      KINDLING_MAILBOX_SMTP_URL: `smtp://127.0.0.1:${mailbox?.smtpPort}`,
      // Each test sends its network address; see `test.ts`.
      TRUST_PROXY: '127.0.0.1,::1',
      ...(count > 1 && {
        PUBLIC_URL: `http://localhost:${port}`,
        IDENTITY_URL: `http://localhost:${identityPort}`,
        KINDLING_DRAIN_SECONDS: '1',
      }),
      ...(database && { DATABASE_URL: database.url, KINDLING_SECRET: randomBytes(32).toString('hex') }),
      ...options.env,
    };
    const servers: Program[] = [];
    const places: { web: number; identity: number }[] = [];
    for (let index = 0; index < count; index += 1) {
      const place =
        count === 1
          ? { web: Number(env.PORT), identity: Number(env.IDENTITY_PORT) }
          : { web: await freePort(), identity: await freePort() };
      const own = {
        ...env,
        PORT: String(place.web),
        IDENTITY_PORT: String(place.identity),
        KINDLING_DATA: join(folder, `data-${index}`),
      };
      const args = options.demo === true && index === 0 ? ['--demo'] : [];
      const { program } = await startProgram('server/main.js', args, own, (line) =>
        line.includes(' is ready: ') ? line : null,
      );
      servers.push(program);
      programs.push(program);
      places.push(place);
    }
    if (count > 1)
      programs.push({
        lines: [],
        ...(await startReverseProxy([
          { port, ports: places.map(({ web }) => web) },
          { port: identityPort, ports: places.map(({ identity }) => identity) },
        ])),
      });
    const linesOf = () => servers.flatMap(({ lines }) => lines);
    if (payments)
      await callControl(payments.url, { action: 'webhook', url: `http://127.0.0.1:${port}/hooks/stripe` });
    return {
      url: options.env?.PUBLIC_URL ?? `http://localhost:${port}`,
      identityUrl: options.env?.IDENTITY_URL ?? `http://localhost:${identityPort}`,
      mailboxUrl,
      get demo() {
        return readDemo(linesOf());
      },
      control: (simulator, action) =>
        callControl({ google, facebook, assistant, payments }[simulator]?.url ?? '', action),
      command: (...words) => runServerCommand(words, { ...env, KINDLING_SIMULATOR_SECRET: simulatorSecret }),
      heldByProvider: async () => (await fetch(`${payments?.url}/_control/state`)).json(),
      errors: () => linesOf().filter((line) => /"level":(50|60)\b/.test(line)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readDemo(lines: readonly string[]): { email: string; password: string } {
  for (const line of lines) {
    const [, email, password] = /sign in as (\S+) with the password (\S+)/.exec(line) ?? [];
    if (email !== undefined && password !== undefined) return { email, password };
  }
  throw new Error('This product was started without the demo account.');
}

async function callControl(url: string, action: Readonly<Record<string, unknown>>): Promise<unknown> {
  const response = await fetch(`${url}/_control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(action),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The simulator refused ${JSON.stringify(action)}: ${answer}`);
  return JSON.parse(answer);
}
