import { expect, test } from 'vitest';
import { smsLink, whatsAppLink } from './share-links.ts';

const text = 'Wie war’s? 100 % ehrlich & kurz #1\nhttps://reviews.example/c/salt-quay';

test.each([
  ['SMS', smsLink(text), 'body'],
  ['WhatsApp', whatsAppLink(text), 'text'],
])('%s gets the whole text, signs and lines included', (_name, link, field) => {
  expect(new URL(link).searchParams.get(field)).toBe(text);
});
