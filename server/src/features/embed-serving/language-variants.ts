/**
 * Embeds that follow the language of the page, in the languages that pages asked for. Rendered with the first request and
 * kept in memory, not on disk: the embed itself, in its own language, is there whatever happens.
 */
import type { Language } from '@kindling/contract/constants';
import { inLanguage, languagesOf } from '@kindling/guest/embed/render/languages';
import { AppError } from '../../lib/app-error.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { type BuiltScripts, type PublishedEmbed, type renderFormats, toPublishedEmbed } from './formats.ts';

/** 300 of about 60 KB with all formats take 18 MB; a full memory drops the variant that was rendered longest ago. */
const maxVariants = 300;
/** Rendering and compressing takes tens of milliseconds of the processor. */
const limits = { maxConcurrent: 1, maxQueued: 100, retryAfter: 5 };

export interface LanguageVariants {
  /**
   * The embed in this language, or itself when it does not follow its page.
   * @throws AppError `unavailable` when too many variants wait to be rendered
   */
  get(published: PublishedEmbed, language: Language): Promise<PublishedEmbed>;
}

export function createLanguageVariants(
  scripts: BuiltScripts,
  renderAll: typeof renderFormats,
): LanguageVariants {
  const variants = new Map<string, Promise<PublishedEmbed>>();
  const turns = createSemaphore(limits);

  async function render({ snapshot, hash, reserve }: PublishedEmbed, language: Language) {
    const { settings, ...rest } = inLanguage(snapshot, language);
    // Its script is the one that a page in this language loads, and loads no other.
    const single = { ...rest, settings: { ...settings, followsPageLanguage: false } };
    const formats = await turns.run(() => renderAll(single, reserve, scripts));
    return toPublishedEmbed({ snapshot: single, hash, reserve }, formats);
  }

  return {
    async get(published, language) {
      const { settings } = published.snapshot;
      if (!languagesOf(settings).includes(language)) return published;
      if (!settings.followsPageLanguage) return published;
      const key = `${published.hash} ${language}`;
      const known = variants.get(key);
      if (known !== undefined) return known;
      const rendering = render(published, language).catch((error: unknown) => {
        // A failed rendering is repeated with the next request.
        variants.delete(key);
        if (!(error instanceof AppError)) throw error;
        throw new AppError('unavailable', undefined, { cause: error });
      });
      variants.set(key, rendering);
      const oldest = variants.size > maxVariants ? variants.keys().next().value : undefined;
      if (oldest !== undefined) variants.delete(oldest);
      return rendering;
    },
  };
}
