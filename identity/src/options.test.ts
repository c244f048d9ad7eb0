import { contrast, readableOn } from '@kindling/design/color';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { checkOptions, type IdentityOptions } from './options.ts';
import { deriveKey, seal, unseal } from './secrets.ts';

const good: IdentityOptions = {
  issuerUrl: 'http://localhost:4001',
  pool: new pg.Pool(),
  client: { id: 'spa', appOrigins: ['http://localhost:4000'] },
  audience: 'https://api.kindling.local',
  secret: 'abcdefghijklmnopqrstuvwxyz0123456789',
  brand: { name: 'Kindling', tagline: 'T', supportEmail: 's@example.com', primaryColor: '#3B82EC' },
  terms: {
    version: '2026-11-01',
    termsUrl: 'http://127.0.0.1:4000/terms-and-conditions',
    privacyUrl: 'http://127.0.0.1:4000/privacy-policy',
  },
  trial: true,
  help: {
    action: 'http://127.0.0.1:4000/help',
    honeypot: 'trap',
    maxMessage: 5000,
    maxName: 100,
    replyHours: 24,
  },
  sendMail: async () => undefined,
  limits: 'memory' as const,
  trustProxy: [],
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
};

describe('settings', () => {
  it('are accepted when valid', () => {
    expect(() => checkOptions(good)).not.toThrow();
  });

  it.each<[string, Partial<IdentityOptions>]>([
    ['issuerUrl', { issuerUrl: 'http://localhost:4001/' }],
    ['issuerUrl', { issuerUrl: 'ftp://localhost' }],
    ['client.id', { client: { ...good.client, id: ' ' } }],
    ['client.appOrigins', { client: { id: 'spa', appOrigins: [] } }],
    ['client.appOrigins', { client: { id: 'spa', appOrigins: ['http://localhost:4000/app'] } }],
    ['audience', { audience: 'api' }],
    ['secret', { secret: 'short' }],
    ['secret', { secret: 'a'.repeat(64) }],
    ['primaryColor', { brand: { ...good.brand, primaryColor: 'blue' } }],
  ])('with a bad %s are refused by name', (name, change) => {
    expect(() => checkOptions({ ...good, ...change })).toThrow(name);
  });
});

describe('sealed values', () => {
  it('open with their key in their place only', () => {
    const key = deriveKey(good.secret, 'one');
    const sealed = seal(key, 'text', 'here');
    expect(unseal(key, sealed, 'here')).toBe('text');
    expect(() => unseal(key, sealed, 'there')).toThrow();
    expect(() => unseal(deriveKey(good.secret, 'two'), sealed, 'here')).toThrow();
    const bent = Buffer.from(sealed);
    bent[bent.length - 1] = (bent[bent.length - 1] ?? 0) ^ 1;
    expect(() => unseal(key, bent, 'here')).toThrow();
  });
});

describe('the operator’s color', () => {
  it.each(['#3B82EC', '#ffe600', '#000000', '#ffffff', '#ff0066'])(
    '%s gets steps that can be read',
    (color) => {
      expect(contrast(readableOn(color, '#ffffff', 5), '#ffffff')).toBeGreaterThanOrEqual(5);
      expect(contrast(readableOn(color, '#171c26', 6), '#171c26')).toBeGreaterThanOrEqual(6);
    },
  );
});
