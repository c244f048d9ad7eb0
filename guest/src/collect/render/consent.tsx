/** What a visitor agrees to who leaves a name or a contact. */
import type { Language } from '@kindling/contract/constants';
import type { PipelineSettings } from '@kindling/contract/pipeline-settings';
import { plainText } from '../../kit/plain-text.ts';
import { sentenceName } from './own-texts.ts';
import { collectTextsOf } from './texts.ts';

/** Whether a form of this pipeline asks for something about the person, and so for consent. */
export function asksPerson({
  asksName,
  asksContact,
}: Pick<PipelineSettings, 'asksName' | 'asksContact'>): boolean {
  return asksName || asksContact;
}

const keys = {
  review: { both: 'consentBoth', name: 'consentName', contact: 'consentContact' },
  // A private message is not published, so nobody agrees to that with it.
  message: { both: 'consentMessageBoth', name: 'consentMessageName', contact: 'consentContact' },
} as const;

/** The owner's text in this language, or ours for what the form asks for. The server stores it with its hash. */
export function consentText(
  settings: Pick<PipelineSettings, 'asksName' | 'asksContact' | 'texts'>,
  language: Language,
  businessName: string,
  form: keyof typeof keys,
): string {
  const own = plainText(settings.texts[language]?.consent ?? '');
  if (own !== '') return own;
  const { text } = collectTextsOf(language);
  const name = sentenceName(businessName);
  const { asksName, asksContact } = settings;
  return text(keys[form][asksName && asksContact ? 'both' : asksName ? 'name' : 'contact'], { name });
}
