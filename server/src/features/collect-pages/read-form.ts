/** Reads a form as the page's markup sends it; every value is text. */
import { formFields, type VisitorForm, visitorFormSchema } from '@kindling/contract/collect-page';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../lib/app-error.ts';

/** Bytes. Larger than any accepted form in any script, urlencoded. */
export const formBodyLimit = 64 * 1024;
/** More fields than any form has. */
export const maxFields = 40;

/** Parses urlencoded bodies into pairs, within this scope only. */
export function parseForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBodyLimit },
    (_request, body, done) => done(null, [...new URLSearchParams(String(body))]),
  );
}

/** As `parseForms`, and the one click of RFC 8058 in the other form that it allows, without its fields: the token decides. */
export function parseOneClickForms(scope: FastifyInstance): void {
  parseForms(scope);
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, _body, done) => done(null, []),
  );
}

/** The fields in their order; none for a body that is no form. */
export function pairsOf(body: unknown): [string, string][] {
  return Array.isArray(body) ? body : [];
}

/** @throws AppError `invalid-input` for a field that is unknown, missing, twice there, or too long */
export function readForm(body: unknown): VisitorForm {
  const pairs = pairsOf(body);
  if (pairs.length > maxFields) throw invalid('The form has too many fields.');
  const fields: Record<string, unknown> = {};
  const answers: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const isAnswer = name.startsWith(formFields.answer);
    const into = isAnswer ? answers : fields;
    const key = isAnswer ? name.slice(formFields.answer.length) : name;
    if (Object.hasOwn(into, key)) throw invalid(`The field ${name.slice(0, 40)} is there twice.`);
    // Browsers send line breaks as two characters, which must not count twice.
    into[key] = value.replaceAll('\r\n', '\n');
  }
  const parsed = visitorFormSchema.safeParse(fields.step === 'review' ? { ...fields, answers } : fields);
  if (!parsed.success)
    throw new AppError('invalid-input', undefined, {
      fields: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    });
  return parsed.data;
}

function invalid(message: string): AppError {
  return new AppError('invalid-input', undefined, { fields: [{ path: '', message }] });
}
