import { asLanguage, type Language, languages } from '@kindling/contract/constants';
import { preferredLanguage, supportedLanguage } from '@kindling/service/language';
import type { FastifyRequest } from 'fastify';

/** The language that the visitor chose on the page, or that their browser asks for. */
export function visitorLanguage(request: Pick<FastifyRequest, 'query' | 'headers'>, sent?: string): Language {
  const { lng } = request.query as { lng?: unknown };
  return (
    supportedLanguage(sent, languages) ??
    supportedLanguage(typeof lng === 'string' ? lng : null, languages) ??
    asLanguage(preferredLanguage(request.headers['accept-language'], languages) ?? undefined)
  );
}
