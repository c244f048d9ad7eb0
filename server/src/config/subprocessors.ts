/** The companies that process personal data of customers for the operator, as the setting names them. */
import { z } from 'zod';

const maxSubprocessors = 30;
/** No control, format or private characters, and no line breaks. */
const part = z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u);
/** The country is in words, or an ISO 3166 code, which pages write out. */
const subprocessor = z.object({ name: part, purpose: part, country: part });

/** `Name, purpose, country; …`: a name may have commas of its own, as in "Example Hosting, Inc.". */
export const subprocessorsSchema = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(';')
      .map((entry) => entry.split(',').map((piece) => piece.trim()))
      .filter((pieces) => pieces.some((piece) => piece !== ''))
      .map((pieces) => ({
        name: pieces.slice(0, -2).join(', '),
        purpose: pieces.at(-2) ?? '',
        country: pieces.at(-1) ?? '',
      })),
  )
  .pipe(z.array(subprocessor).max(maxSubprocessors));

export const subprocessorsExpected = `up to ${maxSubprocessors} entries such as Example Hosting Ltd, servers, Ireland, separated by semicolons`;
