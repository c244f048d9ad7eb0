import { z } from 'zod';

/** ISO 639 code of the language in which a review is written, such as `en`. */
export const reviewLanguageSchema = z.string().regex(/^[a-z]{2,3}$/);
