/** Every stored value that is encrypted with a key of KINDLING_SECRET (`rotate-keys.test.ts` finds one that is missing). */
import { sealContext as tokenContext } from '../features/connections/index.ts';
import { mailContext } from '../features/mail/index.ts';

export interface SealedColumn {
  schema: 'public' | 'pgboss';
  table: string;
  /** SQL of the value, and what replaces it: `$1` is the new value. */
  value: string;
  set: string;
  /** Columns that identify a row, in the order of an index, each with its type. */
  keys: readonly (readonly [name: string, type: string])[];
  where?: string;
  /** What the value is bound to. */
  context(row: Readonly<Record<string, string>>): string;
}

const text = (column: string) => ({ value: column, set: `${column} = $1` });

export const sealedColumns: readonly SealedColumn[] = [
  {
    schema: 'public',
    table: 'connections',
    ...text('sealed_tokens'),
    keys: [
      ['account_id', 'uuid'],
      ['id', 'uuid'],
    ],
    context: ({ account_id = '', id = '' }) => tokenContext(account_id, id),
  },
  {
    schema: 'public',
    table: 'emails',
    ...text('sealed'),
    keys: [['id', 'uuid']],
    context: ({ id = '' }) => mailContext(id),
  },
  {
    schema: 'public',
    table: 'oauth_states',
    ...text('sealed_verifier'),
    keys: [
      ['account_id', 'uuid'],
      ['state_hash', 'text'],
    ],
    context: ({ state_hash = '' }) => `oauth_states:${state_hash}`,
  },
  {
    schema: 'pgboss',
    table: 'job',
    value: `data ->> 'sealed'`,
    set: `data = jsonb_set(data, '{sealed}', to_jsonb($1::text))`,
    keys: [
      ['name', 'text'],
      ['id', 'uuid'],
      ['context', 'text'],
    ],
    where: `name = 'connections.revoke' and state in ('created', 'retry', 'active', 'failed')`,
    context: ({ context = '' }) => context,
  },
];

/** Sealed by the sign-in service in its own way, and encrypted again by it. */
export const sealedByIdentity = [
  'identity.signing_key.private_sealed',
  'identity.authenticator_app.secret_sealed',
];
