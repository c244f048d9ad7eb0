/** Every action of the trail has a sentence in every language. */
import { readFileSync } from 'node:fs';
import { allActivityActions } from '@kindling/contract/activity-actions';
import { languages } from '@kindling/contract/constants';
import { expect, test } from 'vitest';

type Texts = { [key: string]: Texts | string };

test.each(languages)('no sentence is missing or empty in %s, and none is of another language', (language) => {
  const read = (of: string): Texts =>
    JSON.parse(readFileSync(new URL(`../../../../locales/${of}/activity.json`, import.meta.url), 'utf8'))
      .actions;
  const [texts, english] = [read(language), read('en')];
  const sentence = (from: Texts, action: string) => {
    const [subject = '', deed = ''] = action.split('.');
    const group = from[subject];
    return typeof group === 'object' ? group[deed] : undefined;
  };
  for (const action of allActivityActions) {
    expect.soft(sentence(texts, action), action).toMatch(/^\p{Lu}.{5,70}$/u);
    if (language !== 'en') expect.soft(sentence(texts, action), action).not.toBe(sentence(english, action));
  }
  const given = Object.entries(texts).flatMap(([subject, deeds]) =>
    Object.keys(deeds).map((deed) => `${subject}.${deed}`),
  );
  expect(given.filter((one) => !one.startsWith('badge.')).toSorted()).toEqual(allActivityActions.toSorted());
});
