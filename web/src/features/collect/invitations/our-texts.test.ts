/** Our own wording of mails and messages, in every language. */
import { requestLimits } from '@kindling/contract/review-request-limits';
import { findWording } from '@kindling/contract/wording';
import { languages, loadEach } from '@kindling/locales/languages.ts';
import { describe, expect, test } from 'vitest';

const texts = await loadEach(
  (language) => import(`../../../../../locales/${language}/invitations.json`, { with: { type: 'json' } }),
);

describe.each(languages)('our texts in %s', (language) => {
  const { ours } = texts[language] as { ours: Record<string, string> };

  test('ask for nothing that platforms or the law forbid', () => {
    expect(Object.values(ours).flatMap((text) => findWording(text, language))).toEqual([]);
  });

  test('name the business, and greet a person by name', () => {
    for (const [name, text] of Object.entries(ours))
      if (name !== 'reminderMessage') expect(text).toContain('{{business}}');
    expect(ours.message).toContain('{name}');
    expect(ours.reminderMessage).toContain('{name}');
  });

  test('fit their fields, also with a long name of a business', () => {
    const filled = (text = '') => text.replaceAll('{{business}}', 'B'.repeat(60));
    expect(filled(ours.subject).length).toBeLessThanOrEqual(requestLimits.subjectLength);
    expect(filled(ours.message).length).toBeLessThanOrEqual(requestLimits.messageLength);
    expect(filled(ours.share).length).toBeLessThanOrEqual(300);
  });
});
