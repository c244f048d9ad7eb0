import { expect, test } from 'vitest';
import { createSecretBox } from '../../lib/secret-box.ts';
import { sampleInstallation } from '../../testing/mail-samples.ts';
import type { MailRequest } from './requests.ts';
import { openMail, sealRequest } from './stored-mail.ts';
import { composeMail } from './templates/compose.tsx';

const deps = {
  ...sampleInstallation,
  box: createSecretBox(['a secret of the tests that is long enough'], 'tests'),
};
const request: MailRequest = {
  kind: 'confirm-address',
  to: 'ann@example.com',
  locale: 'en',
  name: null,
  link: 'https://id.example.com/confirm?token=one-time-secret',
};
const id = crypto.randomUUID();

test('a mail is composed when it is sent, with the settings of that moment', () => {
  const sealed = sealRequest(deps, id, request);
  expect(sealed).not.toContain('one-time-secret');
  const moved = { ...deps, publicUrl: 'https://moved.example' };
  expect(openMail(moved, { id, sealed })).toEqual(composeMail(moved, request));
  expect(() => openMail(deps, { id: crypto.randomUUID(), sealed })).toThrow();
});

test('a mail that an earlier version stored composed is sent as it is', () => {
  const composed = { ...composeMail(deps, request), subject: 'Composed earlier' };
  const sealed = deps.box.seal(JSON.stringify(composed), `mail:${id}`);
  expect(openMail(deps, { id, sealed })).toEqual(composed);
});
