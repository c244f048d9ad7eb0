/**
 * The files of codes as bytes, which the oRPC layer of the API does not support. A request has a body because it may name a
 * hundred codes. One account makes one file at a time, and all accounts a few.
 */
import { versionedApiRoot } from '@kindling/contract/api-address';
import { leftOutHeader } from '@kindling/contract/code-files';
import { printKinds } from '@kindling/contract/code-prints';
import { type Code, codeFileRequestSchema } from '@kindling/contract/codes';
import { defaultPrimary } from '@kindling/design/tokens';
import { encodeUri } from '@kindling/guest/nfc/ndef';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { inTenant } from '../../db/transaction.ts';
import { type Authenticate, credentialsOf, signedInUser } from '../../http/caller.ts';
import { callAs } from '../../http/guard.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { createKeyedSemaphore, createSemaphore } from '../../lib/semaphore.ts';
import { drawSvg } from './code-picture.ts';
import { readCodes } from './codes.ts';
import { contactCard } from './contact-card.ts';
import type { CodesDeps } from './deps.ts';
import { vCardType } from './vcard.ts';

type FileRequest = z.output<typeof codeFileRequestSchema>;

interface CodeFile {
  type: string;
  bytes: Buffer | string;
  leftOut?: readonly string[];
}

const filesMeta = { access: 'user', action: 'codes.manage' } as const;

/** Mounts `POST /api/v1/codes/files`. */
export function mountFileRoute(app: FastifyInstance, deps: CodesDeps & { authenticate: Authenticate }): void {
  const ofAccount = createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 4, retryAfter: 5 });
  const ofAll = createSemaphore({ maxConcurrent: 3, maxQueued: 40, retryAfter: 10 });
  app.post(`${versionedApiRoot}/codes/files`, { config: { access: 'user' } }, async (request, reply) => {
    const file = await callAs(deps.authenticate, credentialsOf(request), filesMeta, async (caller) => {
      const { accountId } = signedInUser({ caller });
      const wanted = codeFileRequestSchema.safeParse(request.body);
      if (!wanted.success)
        throw new AppError('invalid-input', undefined, {
          fields: wanted.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
        });
      const codes = await inTenant(deps.db, accountId, (trx) =>
        readCodes(trx, deps, accountId, wanted.data.ids),
      );
      return ofAccount.run(accountId, () => ofAll.run(() => makeFile(deps, wanted.data, codes)));
    });
    return reply
      .headers({
        'content-type': file.type,
        'content-disposition': 'attachment',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
        ...(file.leftOut === undefined || file.leftOut.length === 0
          ? {}
          : { [leftOutHeader]: file.leftOut.join(',') }),
      })
      .send(file.bytes);
  });
}

/** @throws AppError `unavailable` when it takes too long, `not-found` for the contact of a code without one */
async function makeFile(
  { renderer }: Pick<CodesDeps, 'renderer'>,
  { file, size, language, color }: FileRequest,
  codes: readonly Code[],
): Promise<CodeFile> {
  const [code] = codes;
  if (code === undefined) throw notFound();
  const drawn = { content: code.url, design: code.design, language };
  switch (file) {
    case 'svg':
      return { type: 'image/svg+xml', bytes: drawSvg(drawn) };
    case 'png':
      return { type: 'image/png', bytes: await renderer.png(drawn, size) };
    case 'ndef':
      return { type: 'application/octet-stream', bytes: ndefBytes(code.url) };
    case 'contact':
      if (code.contact === null) throw notFound();
      return { type: vCardType, bytes: contactCard(code.contact, code.businessName, code.updatedAt) };
  }
  const kind = printKinds.find((one) => one === file);
  if (kind === undefined) throw notFound();
  const { bytes, leftOut } = await renderer.print({
    kind,
    language,
    businessName: code.businessName,
    brandColor: color ?? code.brandColor ?? defaultPrimary,
    codes: codes.map(({ url, design, name }) => ({ content: url, design, name })),
  });
  return { type: 'application/pdf', bytes: Buffer.from(bytes), leftOut };
}

/** @throws AppError `invalid-input` when the public address is too long for a tag */
function ndefBytes(url: string): Buffer {
  const encoded = encodeUri(url);
  if (encoded.ok) return Buffer.from(encoded.message);
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'file', message: 'The address does not fit the smallest usual tag.' }],
  });
}
