import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { imageData, side } from '../server/src/features/mail/logo.gen.ts';
import { logoPixels } from './make-mail-logo.mjs';

test('the logo of mails is that of the product', () => {
  const lines = inflateSync(Buffer.from(imageData, 'base64'));
  const stored = Array.from(lines).filter((_, at) => at % (side + 1) > 0);
  const drawn = logoPixels();
  expect(stored).toHaveLength(drawn.length);
  // Processors may round the edge of a shape differently.
  const different = stored.filter((index, at) => index !== drawn[at]).length;
  expect(different / drawn.length, 'run `node tools/make-mail-logo.mjs`').toBeLessThan(0.005);
});
