/**
 * Forward-only migrations of the schema `identity`, run by the server's migration runner inside a transaction.
 * The dialect is PostgreSQL 15, which the embedded database also understands.
 */
export const identityMigrations: { name: string; sql: string }[] = [
  {
    name: 'identity-0001-initial',
    sql: `
CREATE SCHEMA IF NOT EXISTS identity;

-- Accounts exist only once their address is confirmed; see registration.
CREATE TABLE identity.account (
  sub text PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash text NOT NULL,
  display_name text,
  locale text NOT NULL,
  email_verified_at timestamptz NOT NULL,
  credentials_changed_at timestamptz NOT NULL,
  sign_in_count integer NOT NULL DEFAULT 0,
  first_signed_in_at timestamptz,
  last_signed_in_at timestamptz,
  created_at timestamptz NOT NULL
);

-- A sign-up waits here with its own password until its own link is used. Two people who type the same
-- address never share a row, so nobody can prepare a password for somebody else's account.
CREATE TABLE identity.registration (
  sub text PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  password_hash text NOT NULL,
  display_name text,
  locale text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX registration_email ON identity.registration (email, created_at DESC);
CREATE INDEX registration_expires ON identity.registration (expires_at);

-- Links sent by mail. Only the hash is stored; use deletes the row.
CREATE TABLE identity.one_time_token (
  token_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('confirm', 'reset')),
  sub text NOT NULL,
  interaction_uid text,
  expires_at timestamptz NOT NULL
);
CREATE INDEX one_time_token_sub ON identity.one_time_token (sub);
CREATE INDEX one_time_token_expires ON identity.one_time_token (expires_at);

-- Everything the OpenID engine keeps: sessions, grants, codes, refresh tokens, interactions.
-- Ids are hashed and payloads sealed, so a copy of the table opens no session.
CREATE TABLE identity.record (
  model text NOT NULL,
  id bytea NOT NULL,
  sealed bytea NOT NULL,
  grant_id text,
  uid text,
  account_id text,
  expires_at timestamptz,
  consumed_at timestamptz,
  PRIMARY KEY (model, id)
);
CREATE INDEX record_grant ON identity.record (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX record_uid ON identity.record (model, uid) WHERE uid IS NOT NULL;
CREATE INDEX record_account ON identity.record (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX record_expires ON identity.record (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE identity.signing_key (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  private_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  retired_at timestamptz
);
-- One key signs at a time, also when two processes start on an empty database together.
CREATE UNIQUE INDEX signing_key_one_active ON identity.signing_key ((true)) WHERE retired_at IS NULL;

CREATE TABLE identity.throttle (
  bucket text PRIMARY KEY,
  hits integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX throttle_expires ON identity.throttle (expires_at);
`,
  },
  {
    name: 'identity-0002-browser-sessions',
    sql: `
-- What a person sees of their own sign-ins. Opens nothing; the sealed records above do.
CREATE TABLE identity.browser_session (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  session_uid text NOT NULL,
  grant_id text,
  browser text NOT NULL,
  system text NOT NULL,
  network text NOT NULL,
  signed_in_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX browser_session_account ON identity.browser_session (account_id, last_used_at DESC);
CREATE INDEX browser_session_expires ON identity.browser_session (expires_at);
`,
  },
  {
    name: 'identity-0003-rate-limit',
    sql: `
-- Laid out as rate-limiter-flexible writes it; \`expire\` is milliseconds since 1970.
CREATE TABLE identity.rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limit_expires ON identity.rate_limit (expire);
DROP TABLE identity.throttle;
`,
  },
  {
    name: 'identity-0004-terms',
    sql: `
-- Which terms a person agreed to at the sign-up, and when. Null where a command made the account, or before this was kept.
ALTER TABLE identity.registration ADD COLUMN terms_version text, ADD COLUMN terms_accepted_at timestamptz;
ALTER TABLE identity.account ADD COLUMN terms_version text, ADD COLUMN terms_accepted_at timestamptz;
`,
  },
  {
    name: 'identity-0005-second-factor',
    sql: `
-- What a person signs in with besides the password.
CREATE TABLE identity.passkey (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1400),
  sub text NOT NULL REFERENCES identity.account (sub) ON DELETE CASCADE,
  public_key bytea NOT NULL,
  -- Uses that the device has counted; 0 for devices that do not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_sub ON identity.passkey (sub, created_at);

-- The secret that an account shares with an authenticator app, sealed. Codes of \`last_step\` and earlier are refused.
CREATE TABLE identity.authenticator_app (
  sub text PRIMARY KEY REFERENCES identity.account (sub) ON DELETE CASCADE,
  secret_sealed bytea NOT NULL,
  last_step bigint NOT NULL,
  created_at timestamptz NOT NULL
);

-- Use deletes the row.
CREATE TABLE identity.recovery_code (
  sub text NOT NULL REFERENCES identity.account (sub) ON DELETE CASCADE,
  code_hash text NOT NULL,
  PRIMARY KEY (sub, code_hash)
);

-- Codes that were typed since the last right one. No code is looked at before \`paused_until\`.
CREATE TABLE identity.code_attempt (
  sub text PRIMARY KEY REFERENCES identity.account (sub) ON DELETE CASCADE,
  attempts integer NOT NULL,
  paused_until timestamptz
);

-- An address that waits for the links mailed to it and to the present one. Only the hashes are stored.
CREATE TABLE identity.address_change (
  sub text PRIMARY KEY REFERENCES identity.account (sub) ON DELETE CASCADE,
  new_email text NOT NULL CHECK (new_email = lower(new_email)),
  old_token_hash bytea NOT NULL,
  new_token_hash bytea NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX address_change_expires ON identity.address_change (expires_at);
`,
  },
];
