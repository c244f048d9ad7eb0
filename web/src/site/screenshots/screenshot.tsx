/** A picture of the app in the language of the page and the theme of the visitor. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@kindling/contract/constants';
import { type ScreenshotName, type ScreenshotTheme, screenshotFile, screenshotSize } from './names.ts';

const folder = 'web/src/site/screenshots/files';

interface Asset {
  /** With a hash of the content. */
  address: string;
  content: Buffer;
}
const known = new Map<string, Asset>();

/** Read once; the build runs in the project's folder. */
export function screenshotAsset(name: ScreenshotName, language: Language, theme: ScreenshotTheme): Asset {
  const file = screenshotFile(name, language, theme);
  const found = known.get(file);
  if (found !== undefined) return found;
  // A new language is built, and can be photographed, before it has pictures of its own.
  const own = join(process.cwd(), folder, file);
  const content = readFileSync(
    existsSync(own) ? own : join(process.cwd(), folder, screenshotFile(name, 'en', theme)),
  );
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const asset = { address: `/assets/screen-${file.replace(/\.webp$/, `-${hash}.webp`)}`, content };
  known.set(file, asset);
  return asset;
}

interface Props {
  name: ScreenshotName;
  language: Language;
  /** What the picture shows, for screen readers. */
  alt: string;
  /** At the top of a page, where the browser must not wait with it. */
  first?: boolean;
}

export function Screenshot({ name, language, alt, first = false }: Props) {
  return (
    <picture className="screenshot">
      <source media="(prefers-color-scheme: dark)" srcSet={screenshotAsset(name, language, 'dark').address} />
      <img
        src={screenshotAsset(name, language, 'light').address}
        alt={alt}
        {...screenshotSize}
        decoding="async"
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  );
}
