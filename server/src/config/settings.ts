/**
 * The only reader of the environment. It is parsed once at the start; each problem names the variable and the expected
 * value. `.env.example` documents each variable.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { configureConnectors, connectorManifests, platformSimulators } from '../connectors/registry.ts';
import {
  type EnvironmentValues,
  type EnvironmentVariables,
  envSecret,
  envOptional as optional,
  readVariables,
  envText as text,
  envWebUrl as webUrl,
} from '../lib/environment.ts';
import { isLocalUrl } from '../lib/local-address.ts';
import { makeFolder } from '../lib/make-folder.ts';
import { incompleteGroupProblems, settingsWarnings, simulatorProblems } from './checks.ts';
import {
  metricsSettings,
  monitoringProblems,
  monitoringVariables,
  tracingSettings,
} from './monitoring-settings.ts';
import { isOrigin, isPrivateAddress, isProxy } from './networks.ts';
import { assistantSettings, helpDeskSettings, paymentSettings } from './outside-services.ts';
import { subprocessorsExpected, subprocessorsSchema } from './subprocessors.ts';

export const roles = ['web', 'worker', 'identity'] as const;

/** All problems of the settings at once, one sentence each. */
export class SettingsError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`These settings are not right:\n${problems.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'SettingsFault';
    this.problems = problems;
  }
}

const port = z.coerce.number().int().min(1).max(65_535);
/** The simulators of platforms and other services listen on ports above PORT (`tools/lib/simulators.mjs`). */
const maxPort = 65_535 - Math.max(16, ...platformSimulators.map(({ portOffset }) => portOffset));
const webPort = port.max(maxPort);
const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/);
const price = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/)
  .transform(Number);
const currency = z.string().refine((code) => Intl.supportedValuesOf('currency').includes(code));
/** ISO 3166 code. `Intl` returns the code itself when it knows no country of that code. */
const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .refine((code) => new Intl.DisplayNames('en', { type: 'region' }).of(code) !== code);
/** An address for browsers: without TLS others can read along, and browsers refuse the sign-in there. */
const publicAddress = webUrl
  .refine(isOrigin)
  .refine((value) => value.startsWith('https:') || isLocalUrl(value));
/** An address between our own processes. The keys that verify all tokens are fetched from it. */
const internalAddress = webUrl
  .refine(isOrigin)
  .refine((value) => value.startsWith('https:') || isPrivateAddress(value));
/** An e-mail address, alone or in angle brackets after a name. */
const mailSender = text.regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/);
const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1');

const variables = {
  PORT: { schema: webPort.default(4000), expects: `a port number from 1 to ${maxPort}` },
  HOST: {
    schema: text.default('127.0.0.1'),
    expects: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0',
  },
  PUBLIC_URL: {
    schema: optional(publicAddress),
    expects:
      'the address people use, such as https://reviews.example.com; with http:// it must be local, such as http://localhost:4000',
  },
  IDENTITY_PORT: { schema: optional(port), expects: 'a port number from 1 to 65535' },
  IDENTITY_URL: {
    schema: optional(publicAddress),
    expects:
      'the address of the sign-in service, such as https://id.example.com; with http:// it must be local, such as http://localhost:4001',
  },
  IDENTITY_INTERNAL_URL: {
    schema: optional(internalAddress),
    expects:
      'the address at which this process reaches the sign-in service, such as http://10.0.0.5:4001; with http:// it must be in a private network',
  },
  KINDLING_ROLES: {
    schema: z
      .string()
      .default(roles.join(','))
      .transform((value) => value.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(roles)).min(1)),
    expects: `a comma list of ${roles.join(', ')}`,
  },
  KINDLING_DATA: { schema: text.default('./data'), expects: 'a folder that can be written' },
  DATABASE_URL: {
    schema: optional(z.string().regex(/^postgres(ql)?:\/\/.+/)),
    expects: 'an address such as postgres://user:password@host:5432/kindling',
  },
  DATABASE_DIRECT_URL: {
    schema: optional(z.string().regex(/^postgres(ql)?:\/\/.+/)),
    expects: 'an address such as postgres://user:password@host:5432/kindling',
  },
  KINDLING_SECRET: {
    schema: optional(envSecret(32, 80)),
    expects: 'at least 32 random characters that nobody can guess; make them with `openssl rand -base64 48`',
  },
  KINDLING_OLD_SECRETS: {
    schema: z
      .string()
      .default('')
      .transform((value) => value.split(',').filter((part) => part !== '')),
    expects: 'a comma list of earlier values of KINDLING_SECRET',
  },
  KINDLING_BACKUP_KEY: {
    schema: optional(envSecret(32, 80)),
    expects:
      'at least 32 random characters that nobody can guess, other than KINDLING_SECRET; make them with `openssl rand -base64 48`',
  },
  KINDLING_BACKUP_FOLDER: {
    schema: optional(text),
    expects: 'a folder for the backup of each day, on another disk than the data',
  },
  KINDLING_BACKUP_TIME: {
    schema: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
      .default('02:30'),
    expects: 'a time of the day in UTC such as 02:30',
  },
  KINDLING_ERASURE_JOURNAL: {
    schema: optional(text),
    expects: 'the path of a file that can be written, on another disk than the data',
  },
  AUTH_DOMAIN: {
    schema: optional(text),
    expects: 'the domain of an Auth0-shaped tenant, such as example.eu.auth0.com',
  },
  AUTH_CLIENT_ID: {
    schema: optional(text),
    expects: 'the client id of the single-page application at that tenant',
  },
  AUTH_AUDIENCE: {
    schema: optional(z.url()),
    expects: 'the identifier (an address) of the API at that tenant',
  },
  KINDLING_ALLOW_SIMULATORS: {
    schema: flag,
    expects: '1, to allow simulators where others reach PUBLIC_URL, else 0',
  },
  KINDLING_SIMULATOR_SECRET: {
    schema: optional(z.string().regex(/^[\x21-\x7e]{16,200}$/)),
    expects: 'at least 16 random characters without spaces, the same as the simulators have',
  },
  KINDLING_MAILBOX_URL: { schema: optional(webUrl), expects: 'the address of the mailbox simulator’s page' },
  KINDLING_MAILBOX_SMTP_URL: {
    schema: optional(z.string().regex(/^smtp:\/\//)),
    expects: 'an address such as smtp://127.0.0.1:4013',
  },
  SMTP_URL: {
    schema: optional(z.string().regex(/^smtps?:\/\//)),
    expects: 'an address such as smtps://user:password@mail.example.com',
  },
  MAIL_RETURN_ADDRESS: {
    schema: optional(text.regex(/^[^\s<>@]+@[^\s<>@]+$/)),
    expects: 'an e-mail address such as returned@example.com',
  },
  MAIL_RETURN_IMAP_URL: {
    schema: optional(text.regex(/^imaps?:\/\/[^\s@]+@[^\s@/]+(?:\/.*)?$/)),
    expects: 'an address such as imaps://user:password@mail.example.com',
  },
  MAILING_MAX_RECIPIENTS: {
    schema: z.coerce.number().int().min(1).max(200_000).default(10_000),
    expects: 'a number from 1 to 200000',
  },
  MAIL_FROM: { schema: optional(mailSender), expects: 'a sender such as Kindling <reviews@example.com>' },
  BRAND_NAME: { schema: text.max(40).default('Kindling'), expects: 'a name of at most 40 characters' },
  BRAND_TAGLINE: {
    schema: text.max(100).default('Ignite Your Business with Reviews'),
    expects: 'a line of at most 100 characters',
  },
  BRAND_COLOR: { schema: hexColor.default('#3B82EC'), expects: 'a color such as #3B82EC' },
  SUPPORT_EMAIL: { schema: z.email().default('support@kindling.local'), expects: 'an e-mail address' },
  OPERATOR_NAME: { schema: optional(text.max(100)), expects: 'a name of at most 100 characters' },
  OPERATOR_ADDRESS: {
    schema: optional(text.max(200)),
    expects: 'a postal address in one line of at most 200 characters',
  },
  OPERATOR_COUNTRY: { schema: optional(country), expects: 'a country as two letters, such as IE' },
  OPERATOR_EMAIL: { schema: optional(z.email()), expects: 'an e-mail address' },
  OPERATOR_PHONE: {
    schema: optional(z.string().regex(/^\+?[\d ()/.-]{3,40}$/)),
    expects: 'a phone number such as +353 1 234 5678',
  },
  OPERATOR_REPRESENTATIVE: { schema: optional(text.max(200)), expects: 'names of at most 200 characters' },
  OPERATOR_REGISTER: {
    schema: optional(text.max(200)),
    expects: 'an entry in a register of at most 200 characters',
  },
  OPERATOR_VAT_ID: { schema: optional(text.max(40)), expects: 'a number of at most 40 characters' },
  SUBPROCESSORS: { schema: subprocessorsSchema, expects: subprocessorsExpected },
  PRICE_MONTHLY: { schema: price.default(15), expects: 'an amount such as 15.00' },
  PRICE_YEARLY: { schema: price.default(144), expects: 'an amount such as 144.00' },
  PRICE_CURRENCY: { schema: currency.default('USD'), expects: 'a currency as three letters, such as USD' },
  HELPDESK_URL: {
    schema: optional(webUrl),
    expects: 'the address of a Chatwoot installation, such as https://app.chatwoot.com',
  },
  HELPDESK_WEBSITE_TOKEN: {
    schema: optional(z.string().regex(/^[\w-]+$/)),
    expects: 'the website token of the inbox at the help desk',
  },
  HELPDESK_HMAC_KEY: { schema: optional(text), expects: 'the identity validation key of that inbox' },
  KINDLING_HELPDESK_SIMULATOR_URL: {
    schema: optional(webUrl),
    expects: 'the address of the help desk simulator',
  },
  ASSISTANT_URL: {
    schema: optional(webUrl.refine((value) => value.startsWith('https:') || isPrivateAddress(value))),
    expects:
      'the base address of an OpenAI-compatible API, such as https://api.example.com/v1; with http:// it must be local or in a private network',
  },
  ASSISTANT_MODEL: {
    schema: optional(z.string().regex(/^[\x21-\x7e]{1,200}$/)),
    expects: 'the name of a model at that address',
  },
  ASSISTANT_KEY: {
    schema: optional(z.string().regex(/^[\x21-\x7e]{1,1000}$/)),
    expects: 'the key of that API, without spaces',
  },
  KINDLING_ASSISTANT_SIMULATOR_URL: {
    schema: optional(webUrl),
    expects: 'the address of the assistant simulator',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .default('')
      .transform((value) =>
        value
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      )
      .refine((networks) => networks.every(isProxy)),
    expects: 'a comma list of proxy addresses or networks, such as 10.0.0.0/8',
  },
  KINDLING_ADMIN_SECOND_FACTOR: {
    schema: optional(z.enum(['required', 'optional'])),
    expects: 'required, or optional where administrators may sign in with a password alone',
  },
  KINDLING_PLANS: {
    schema: optional(z.enum(['on', 'off'])),
    expects: 'on, or off where every account has everything',
  },
  STRIPE_SECRET_KEY: {
    schema: optional(z.string().regex(/^[sr]k_(?:live|test)_[\x21-\x7e]{8,300}$/)),
    expects: 'a secret or restricted key of a Stripe account, such as sk_live_…',
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: optional(z.string().regex(/^whsec_[\x21-\x7e]{8,300}$/)),
    expects: 'the signing secret of the webhook endpoint at Stripe, such as whsec_…',
  },
  STRIPE_TAX: { schema: flag, expects: '1, where Stripe Tax calculates the tax, else 0' },
  KINDLING_PAYMENTS_SIMULATOR_URL: {
    schema: optional(webUrl),
    expects: 'the address of the payments simulator',
  },
  COUNTRIES_FILE: {
    schema: optional(text),
    expects: 'the path of a file in MaxMind’s format (.mmdb)',
  },
  ...monitoringVariables,
  KINDLING_DRAIN_SECONDS: {
    schema: z.coerce.number().int().min(0).max(300).default(0),
    expects: 'whole seconds from 0 to 300',
  },
  DATABASE_REPLICA_URL: {
    schema: optional(z.string().regex(/^postgres(ql)?:\/\/.+/)),
    expects: 'an address such as postgres://user:password@host:5432/kindling',
  },
  DATABASE_REPLICA_MAX_LAG: {
    schema: z.coerce.number().int().min(1).max(60).default(5),
    expects: 'whole seconds from 1 to 60',
  },
  KINDLING_EXIT_WITH_PARENT: {
    schema: flag,
    expects: '1, when the program that started this one holds its standard input open, else 0',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
    expects: 'fatal, error, warn, info, debug or silent',
  },
} as const;

/** What connectors read, and the address of each platform's simulator. */
const connectorVariables: EnvironmentVariables = {
  ...Object.assign({}, ...connectorManifests.map((manifest) => manifest.variables)),
  ...Object.fromEntries(
    platformSimulators.map(({ title, addressVariable }) => [
      addressVariable,
      { schema: optional(webUrl), expects: `the address of the ${title} simulator` },
    ]),
  ),
};
const connectorGroups = connectorManifests.flatMap(({ credentials, variableGroups }) => [
  credentials,
  ...variableGroups,
]);

type Variables = EnvironmentValues<typeof variables>;

function parseVariables(environment: NodeJS.ProcessEnv): Variables {
  const { values, problems } = readVariables(variables, environment);
  const { PUBLIC_URL: publicUrl = 'http://localhost', KINDLING_ROLES: wanted = [] }: Partial<Variables> =
    values;
  const names = [...Object.keys(variables), ...Object.keys(connectorVariables)];
  problems.push(
    ...readVariables(connectorVariables, environment).problems,
    ...incompleteGroupProblems(environment, connectorGroups),
    ...monitoringProblems(environment),
    ...simulatorProblems(environment, names, { publicUrl, sendsMail: wanted.includes('worker') }),
  );
  if (problems.length > 0) throw new SettingsError(problems);
  return values;
}

/** The master secret: the operator's, or one that is generated once and stored beside the embedded database. */
function masterSecret(given: string | undefined, dataFolder: string): string {
  if (given !== undefined) return given;
  const file = join(dataFolder, 'secret');
  try {
    makeFolder(dataFolder);
    if (!existsSync(file))
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length >= 32) return secret;
  } catch (error) {
    throw new SettingsError([
      `KINDLING_DATA: expected a folder that can be written, but ${dataFolder} is not (${error instanceof Error ? error.message : error}).`,
    ]);
  }
  throw new SettingsError([
    `${file}: expected at least 32 characters; the file is damaged. Restore it from a backup: without it, stored tokens cannot be read.`,
  ]);
}

/** The name is quoted, because a comma would split it into two senders. */
function formatSender(name: string, address: string): string {
  return `"${name.replaceAll(/["\\]/g, '')}" <${address}>`;
}

function operatorOf(v: Variables) {
  return {
    name: v.OPERATOR_NAME ?? v.BRAND_NAME,
    address: v.OPERATOR_ADDRESS ?? null,
    country: v.OPERATOR_COUNTRY ?? null,
    email: v.OPERATOR_EMAIL ?? v.SUPPORT_EMAIL,
    phone: v.OPERATOR_PHONE ?? null,
    representative: v.OPERATOR_REPRESENTATIVE ?? null,
    register: v.OPERATOR_REGISTER ?? null,
    vatId: v.OPERATOR_VAT_ID ?? null,
  };
}

/** Reads `environment` (the process's own by default). @throws SettingsFault listing every fault at once. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env) {
  const v = parseVariables(environment);
  const dataFolder = resolve(v.KINDLING_DATA);
  const identityPort = v.IDENTITY_PORT ?? v.PORT + 1;
  const publicUrl = v.PUBLIC_URL ?? `http://localhost:${v.PORT}`;
  const identityUrl = v.IDENTITY_URL ?? `http://localhost:${identityPort}`;
  const hosted =
    v.AUTH_DOMAIN !== undefined && v.AUTH_CLIENT_ID !== undefined && v.AUTH_AUDIENCE !== undefined;
  const payments = v.KINDLING_PLANS === 'off' ? null : paymentSettings(v);
  const smtp = v.SMTP_URL ?? v.KINDLING_MAILBOX_SMTP_URL ?? null;
  return Object.freeze({
    roles: hosted ? v.KINDLING_ROLES.filter((role) => role !== 'identity') : v.KINDLING_ROLES,
    host: v.HOST,
    port: v.PORT,
    publicUrl,
    identityPort,
    identityUrl,
    dataFolder,
    databaseUrl: v.DATABASE_URL ?? null,
    /** Address of the database itself when `databaseUrl` is a pooler; null otherwise. */
    databaseDirectUrl: v.DATABASE_DIRECT_URL ?? null,
    /** A replica for lists and dashboards; null without one. Reads that are older than `maxLagSeconds` go to the primary. */
    replica:
      v.DATABASE_REPLICA_URL === undefined
        ? null
        : { url: v.DATABASE_REPLICA_URL, maxLagSeconds: v.DATABASE_REPLICA_MAX_LAG },
    /** How long a process that is told to stop goes on serving, so that load balancers notice. */
    drainSeconds: v.KINDLING_DRAIN_SECONDS,
    secret: masterSecret(v.KINDLING_SECRET, dataFolder),
    oldSecrets: v.KINDLING_OLD_SECRETS,
    backups: {
      /** Null writes backups that anybody can read. */
      key: v.KINDLING_BACKUP_KEY ?? null,
      /** Null makes none by itself. */
      folder: v.KINDLING_BACKUP_FOLDER === undefined ? null : resolve(v.KINDLING_BACKUP_FOLDER),
      /** `HH:MM` in UTC. */
      time: v.KINDLING_BACKUP_TIME,
      /** The copy of the erasure journal outside of the database. */
      journal: resolve(v.KINDLING_ERASURE_JOURNAL ?? join(dataFolder, 'erasure-journal')),
    },
    auth: {
      /** An outside provider stores passwords and sessions; our sign-in service does not run. */
      hosted,
      /** With scheme for our own service, a bare domain for a hosted tenant, as the browser library expects it. */
      domain: v.AUTH_DOMAIN ?? identityUrl,
      issuer: v.AUTH_DOMAIN === undefined ? `${identityUrl}/` : `https://${v.AUTH_DOMAIN}/`,
      clientId: v.AUTH_CLIENT_ID ?? 'kindling-web',
      /** Where processes without the sign-in service fetch the keys of its tokens. */
      keysUrl:
        v.AUTH_DOMAIN === undefined
          ? `${v.IDENTITY_INTERNAL_URL ?? identityUrl}/.well-known/jwks.json`
          : `https://${v.AUTH_DOMAIN}/.well-known/jwks.json`,
      /**
       * Whether administrators must have passed a second factor. Not by default on the operator's own machine, nor with a
       * provider whose tokens may not say it.
       */
      adminNeedsSecondFactor:
        (v.KINDLING_ADMIN_SECOND_FACTOR ?? (hosted || isLocalUrl(publicUrl) ? 'optional' : 'required')) ===
        'required',
      audience: v.AUTH_AUDIENCE ?? `${publicUrl}/api`,
    },
    connectors: configureConnectors(environment, {
      publicUrl,
      simulatorSecret: v.KINDLING_SIMULATOR_SECRET,
    }),
    mail: {
      url: smtp,
      from: v.MAIL_FROM ?? formatSender(v.BRAND_NAME, v.SUPPORT_EMAIL),
      /** The envelope sender of invitations, and the mailbox from which its reports are read. */
      returnAddress: v.MAIL_RETURN_ADDRESS ?? null,
      reportsUrl: v.MAIL_RETURN_IMAP_URL ?? null,
    },
    /** The most recipients of one mailing of an administrator. */
    maxMailingRecipients: v.MAILING_MAX_RECIPIENTS,
    mailboxUrl: v.SMTP_URL === undefined ? (v.KINDLING_MAILBOX_URL ?? null) : null,
    brand: {
      name: v.BRAND_NAME,
      tagline: v.BRAND_TAGLINE,
      supportEmail: v.SUPPORT_EMAIL,
      primaryColor: v.BRAND_COLOR,
    },
    helpDesk: helpDeskSettings(v),
    assistant: assistantSettings(v),
    /** The operator of this installation, as named in terms, privacy policy and imprint. */
    operator: operatorOf(v),
    /** Named in the contract on the processing of personal data. */
    subprocessors: v.SUBPROCESSORS,
    /** Of the one plan, in units of the currency. */
    prices: { monthly: v.PRICE_MONTHLY, yearly: v.PRICE_YEARLY, currency: v.PRICE_CURRENCY },
    /** Null on an installation without plans. */
    payments,
    /** False where accounts have everything without a plan: the default where nobody can pay. */
    plansEnabled: payments !== null,
    trustProxy: v.TRUST_PROXY,
    /** Settings that are allowed but should be changed, one sentence each. */
    warnings: settingsWarnings(v.TRUST_PROXY),
    /** Path of the database of countries by IP address; null uses the one in our packages. */
    countries: v.COUNTRIES_FILE === undefined ? null : resolve(v.COUNTRIES_FILE),
    metrics: metricsSettings(v),
    tracing: tracingSettings(v),
    exitWithParent: v.KINDLING_EXIT_WITH_PARENT,
    logLevel: v.LOG_LEVEL,
  });
}

export type Settings = ReturnType<typeof readSettings>;
