/**
 * Embeds that follow the language of the page, in the languages that pages asked for. Rendered with the first request and
 * kept in memory, not on disk: the embed itself, in its own language, is there whatever happens.
 */
import type { Language } from '@kindling/contract/constants';
import { inLanguage, languagesOf } from '@kindling/guest/embed/render/languages';
import { AppError } from '../../lib/app-error.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import {
  type BuiltScripts,
  type PublishedEmbed,
  prerenderedFormats,
  type renderFormats,
  toPublishedEmbed,
} from './formats.ts';

/** A variant has about 60 KB with all formats, and at most a hundred times as much. The one used longest ago goes first. */
const maxVariants = 300;
const maxBytes = 48 * 1024 * 1024;
/**
 * Large variants that make room for each other would be rendered again with every request, and embeds of other accounts
 * would wait: pages show the embed's own language instead.
 */
const mostRenderings = 3;
const renderingsMs = 10 * 60_000;
const maxRemembered = 2_000;
/** Rendering and compressing takes tens of milliseconds of the processor. */
const limits = { maxConcurrent: 1, maxQueued: 100, retryAfter: 5 };

export interface LanguageVariants {
  /**
   * The embed in this language, or itself when it does not follow its page.
   * @throws AppError `unavailable` when too many variants wait to be rendered, or this one was rendered too often of late
   */
  get(published: PublishedEmbed, language: Language): Promise<PublishedEmbed>;
}

interface Variant {
  rendering: Promise<PublishedEmbed>;
  /** Of all formats, once rendered. */
  bytes: number;
}

export function createLanguageVariants(
  scripts: BuiltScripts,
  renderAll: typeof renderFormats,
  now: () => number = Date.now,
): LanguageVariants {
  /** The one used longest ago comes first. */
  const variants = new Map<string, Variant>();
  const turns = createSemaphore(limits);
  const renderings = new Map<string, { count: number; until: number }>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= variants.get(key)?.bytes ?? 0;
    variants.delete(key);
  }

  function makeRoom(): void {
    for (const key of variants.keys()) {
      if (variants.size <= 1 || (variants.size <= maxVariants && bytes <= maxBytes)) return;
      forget(key);
    }
  }

  function countRendering(key: string): void {
    const known = renderings.get(key);
    const current =
      known !== undefined && known.until > now() ? known : { count: 0, until: now() + renderingsMs };
    if (current.count >= mostRenderings) throw new AppError('unavailable');
    current.count += 1;
    renderings.delete(key);
    renderings.set(key, current);
    for (const oldest of renderings.keys()) {
      if (renderings.size <= maxRemembered) return;
      renderings.delete(oldest);
    }
  }

  async function render({ snapshot, hash, reserve }: PublishedEmbed, language: Language) {
    const { settings, ...rest } = inLanguage(snapshot, language);
    // Its script is the one that a page in this language loads, and loads no other.
    const single = { ...rest, settings: { ...settings, followsPageLanguage: false } };
    const formats = await turns.run(() => renderAll(single, reserve, scripts));
    return toPublishedEmbed({ snapshot: single, hash, reserve }, formats);
  }

  async function renderAndCount(key: string, variant: Variant, rendering: Promise<PublishedEmbed>) {
    try {
      const rendered = await rendering;
      // It may have made room for others meanwhile.
      if (variants.get(key) === variant) {
        variant.bytes = bytesOf(rendered);
        bytes += variant.bytes;
        makeRoom();
      }
      return rendered;
    } catch (error) {
      // A failed rendering is repeated with the next request.
      if (variants.get(key) === variant) forget(key);
      if (!(error instanceof AppError)) throw error;
      throw new AppError('unavailable', undefined, { cause: error });
    }
  }

  return {
    async get(published, language) {
      const { settings } = published.snapshot;
      if (!languagesOf(settings).includes(language)) return published;
      if (!settings.followsPageLanguage) return published;
      const key = `${published.hash} ${language}`;
      const known = variants.get(key);
      if (known !== undefined) {
        variants.delete(key);
        variants.set(key, known);
        return known.rendering;
      }
      countRendering(key);
      const rendering = render(published, language);
      const variant: Variant = { rendering, bytes: 0 };
      variant.rendering = renderAndCount(key, variant, rendering);
      variants.set(key, variant);
      makeRoom();
      return variant.rendering;
    },
  };
}

/** What was made beforehand; the snapshot itself and pictures that are drawn later come in addition, up to as much again. */
const bytesOf = (embed: PublishedEmbed): number =>
  prerenderedFormats
    .map((format) => embed[format])
    .reduce(
      (sum, { body, brotli, gzip }) => sum + body.length + (brotli?.length ?? 0) + (gzip?.length ?? 0),
      0,
    );
