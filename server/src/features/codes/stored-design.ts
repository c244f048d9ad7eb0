/** Designs as they are stored: the uploaded logo is a row of its own, which the design names by its hash. */
import { createHash } from 'node:crypto';
import { codeDesignSchema } from '@kindling/contract/code-design';
import type { CodeDesign, CodeLogo } from '@kindling/contract/code-looks';
import { z } from 'zod';

export type Picture = Extract<CodeLogo, { kind: 'picture' }>;
interface StoredLogo {
  kind: 'stored';
  hash: string;
}
export type StoredDesign = Omit<CodeDesign, 'logo'> & { logo: Exclude<CodeLogo, Picture> | StoredLogo };

export interface LogoRow {
  hash: string;
  type: Picture['type'];
  bytes: Buffer;
}

const storedLogoSchema = z.object({ logo: z.object({ kind: z.literal('stored'), hash: z.string() }) });

export function storeDesign({ logo, ...design }: CodeDesign): { design: StoredDesign; logo: LogoRow | null } {
  if (logo.kind !== 'picture') return { design: { ...design, logo }, logo: null };
  const bytes = Buffer.from(logo.data, 'base64');
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { design: { ...design, logo: { kind: 'stored', hash } }, logo: { hash, type: logo.type, bytes } };
}

/** The hash of the logo of a stored design, or null. */
export function storedLogo(design: unknown): string | null {
  return storedLogoSchema.safeParse(design).data?.logo.hash ?? null;
}

/** The design with the logo that `logos` has for it, and without one that it lacks. */
export function readDesign(stored: unknown, logos: ReadonlyMap<string, LogoRow>): CodeDesign {
  const hash = storedLogo(stored);
  if (hash === null) return codeDesignSchema.parse(stored);
  const logo = logos.get(hash);
  return codeDesignSchema.parse({
    ...z.record(z.string(), z.unknown()).parse(stored),
    logo: logo === undefined ? { kind: 'none' } : pictureOf(logo),
  });
}

export function pictureOf({ type, bytes }: LogoRow): Picture {
  return { kind: 'picture', type, data: bytes.toString('base64') };
}
