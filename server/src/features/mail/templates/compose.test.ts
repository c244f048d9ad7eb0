import { languages } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import { contrast } from '@kindling/design/color';
import { describe, expect, test } from 'vitest';
import { mailKinds, sampleInstallation, sampleRequests } from '../../../testing/mail-samples.ts';
import { composedMailSchema } from '../composed-mail.ts';
import { type MailRequest, mailRequestSchema } from '../requests.ts';
import { composeMail } from './compose.tsx';
import { contentOf } from './contents.ts';
import { mailPalettes } from './palette.ts';

/** The visible text of the HTML part. */
function visible(html: string): string {
  return html
    .replace(/<head>.*?<\/head>/s, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');
}

/** Every word of formatted text. */
function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => {
    if (typeof inside !== 'string') return leavesOf(inside);
    return name === 'text' || name === 'label' ? [inside.trim()] : [];
  });
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
const all = languages.flatMap((locale) =>
  sampleRequests(locale).map(({ name, request }) => ({ locale, name, request })),
);
const hostile = '<img src=x onerror=alert(1)> "\'& {{brand}} \u202egnp.exe\u0007';

describe('every mail', () => {
  test('has a sample', () => {
    const sampled = new Set(sampleRequests('en').map(({ request }) => request.kind));
    expect([...sampled].sort()).toEqual([...mailKinds].sort());
  });

  test.each(all)('$name in $locale is complete in both parts', ({ locale, request }) => {
    const mail = composedMailSchema.parse(composeMail(sampleInstallation, request));
    const content = contentOf(sampleInstallation, request);
    expect(mail.html).toMatch(new RegExp(`^<!doctype html><html dir="ltr" lang="${languageTag(locale)}">`));
    const seen = visible(mail.html);
    expect(`${mail.subject} ${mail.text} ${seen}`).not.toMatch(/\{\{|\}\}|undefined|\[object|NaN/);
    const words = [
      content.heading,
      content.reason,
      ...(content.greeting === null ? [] : [content.greeting]),
      ...content.blocks.flatMap((block) => {
        if (block.kind === 'button') return [block.label];
        if (block.kind === 'steps') return block.items.flatMap((item) => [item.title, item.text]);
        if (block.kind === 'facts') return block.rows.flatMap((row) => [row.label, row.value]);
        if (block.kind === 'links') return block.items.map(({ label }) => label);
        if (block.kind === 'figures')
          return block.items.flatMap(({ label, value, arrow, note }) =>
            [label, value, arrow, note].filter((word) => word !== null),
          );
        if (block.kind === 'review') {
          const { verdict, text, by } = block.review;
          return [...(verdict === null ? [] : [verdict]), ...linesOf(text ?? ''), by];
        }
        if (block.kind === 'rich') return leavesOf(block.blocks);
        return block.kind === 'quote' ? linesOf(block.text) : [block.text];
      }),
    ];
    expect(words.length).toBeGreaterThan(3);
    for (const word of words) {
      expect.soft(seen).toContain(flat(word));
      expect.soft(flat(mail.text)).toContain(flat(word));
    }
    const links = [...mail.html.matchAll(/href="(https?:[^"]+)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(0);
    for (const href of links) expect.soft(mail.text).toContain(href.replaceAll('&amp;', '&'));
    // A mail of a business has its address, or a person who reads replies.
    const { brand } = sampleInstallation;
    if (request.kind === 'review-request') expect(mail.text).toContain(request.unsubscribe);
    else if (request.kind === 'feedback-answer') expect(mail.replyTo).toBe(request.replyTo);
    else expect(mail.text).toContain(brand.supportEmail);
    // Opening the mail loads and runs nothing; its only picture is one that it carries.
    expect([...mail.html.matchAll(/<img [^>]*?src="([^"]*)"/g)].map(([, source]) => source)).toEqual(
      mail.pictures.map(({ cid }) => `cid:${cid}`),
    );
    expect(mail.html).not.toMatch(
      /<(script|link|iframe|video|form|object)\b|url\(|@import|@font-face|\son\w+=/i,
    );
    expect(mail.html).toMatch(/@media \(prefers-color-scheme:dark\)\{\.k-ground\{background-color:#/);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(mail.html.length).toBeLessThan(30_000);
  });

  test('has its own text in every language', () => {
    for (const { request } of sampleRequests('en')) {
      const said = languages.map((locale) => {
        const mail = composeMail(sampleInstallation, { ...request, locale } as MailRequest);
        return mail.text;
      });
      expect.soft(new Set(said).size, request.kind).toBe(languages.length);
    }
  });
});

test('links to screens of an account name it, because the reader may belong to several', () => {
  const { publicUrl } = sampleInstallation;
  const links = all.flatMap(({ request }) =>
    contentOf(sampleInstallation, request).blocks.flatMap((block) =>
      block.kind === 'button' &&
      'accountId' in request &&
      request.kind !== 'team-invitation' &&
      // The payment provider's page.
      request.kind !== 'payment-confirmation-needed' &&
      request.kind !== 'review-request'
        ? [[block.href, request.accountId] as const]
        : [],
    ),
  );
  expect(links.length).toBeGreaterThan(0);
  for (const [href, accountId] of links) {
    expect(href).toMatch(
      new RegExp(
        `^${publicUrl}/[a-z/-]+\\?account=${accountId}(#team|#archive|&tab=feedback(&message=[\\da-f-]{36})?|&review=[\\da-f-]{36}(&reply=1)?|&assigneeId=[\\da-f-]{36}|&month=\\d{4}-\\d{2})?$`,
      ),
    );
  }
});

describe('user input', () => {
  test.each([
    ['Ada Lovelace', true],
    ['Dr. Anna Müller-Ž', true],
    ['مريم', true],
    ['Win at www.evil.example', false],
    ['evil.example', false],
    ['東京カフェ。', true],
    ['evil。example', false],
    ['evil｡example', false],
    ['evil．example', false],
    ['evil․example', false],
    ['ｗｗｗ．evil', false],
    ['https：／／evil', false],
    ['a＠b', false],
    ['ﷺﷺﷺ', false],
    ['https://evil', false],
    ['a@b', false],
    ['evil\u202emoc', false],
    ['two\nlines', false],
    ['<b>Ada</b>', false],
    ['x'.repeat(41), false],
    ['  ', false],
  ])('the name %j is greeted: %s', (name, greeted) => {
    const mail = composeMail(sampleInstallation, {
      kind: 'confirm-address',
      to: 'a@example.com',
      locale: 'en',
      name,
      link: 'https://id.example/x',
    });
    expect(mail.text).toContain(greeted ? `Hello ${name},` : 'Hello,');
    if (!greeted && name.trim() !== '')
      expect(mail.text + mail.html + mail.subject).not.toContain(name.trim());
  });

  test('of a place is in the subject of a new review, and its author and text are not', () => {
    const [request] = sampleRequests('en').flatMap((one) =>
      one.request.kind === 'new-review' ? one.request : [],
    );
    if (request === undefined) throw new Error('There is no sample of a new review.');
    const spiked = { ...request, locationName: 'Harbor', authorName: 'Zoltan', text: 'Warm bread' };
    const { subject } = composeMail(sampleInstallation, spiked);
    expect(subject).toMatch(/ – Harbor$/);
    expect(subject).not.toMatch(/Zoltan|Warm/);
    expect(composeMail(sampleInstallation, { ...spiked, locationName: hostile }).subject).not.toMatch(/ – /);
  });

  test('stays text, and is not in subject, heading or reason', () => {
    for (const { request } of sampleRequests('en')) {
      const spiked = Object.fromEntries(
        Object.entries(request).map(([key, value]) =>
          [
            'name',
            'message',
            'page',
            'connectionName',
            'accountName',
            'inviterName',
            'ownerName',
            'memberName',
            'changedBy',
            'invoiceNumber',
            'brand',
          ].includes(key)
            ? [key, hostile]
            : [key, value],
        ),
      ) as MailRequest;
      const mail = composeMail(sampleInstallation, spiked);
      const { subject, preheader, heading, reason } = contentOf(sampleInstallation, spiked);
      expect.soft(subject + preheader + heading + reason).not.toMatch(/<img|onerror|gnp/);
      expect.soft(mail.html).not.toMatch(/<img src=x/);
      for (const sign of ['\u202e', '\u0007']) expect.soft(mail.html + mail.text).not.toContain(sign);
    }
  });

  test('a message to support is unchanged, and its reply goes to the sender', () => {
    const mail = composeMail(sampleInstallation, {
      kind: 'help-message',
      locale: 'fr',
      name: null,
      email: 'somebody@example.com',
      accountId: null,
      page: '/reviews',
      message: '<b>one</b>\r\n\r\ntwo {{brand}}',
      reference: 'ABCD-1234',
      priority: false,
    });
    expect(mail).toMatchObject({
      to: 'support@kindling.example',
      replyTo: 'somebody@example.com',
      submitted: 'no',
      unsubscribe: null,
    });
    expect(mail.subject).toContain('ABCD-1234');
    expect(mail.text).toContain('> <b>one</b>\n> \n> two {{brand}}');
    expect(mail.html).toContain('&lt;b&gt;one&lt;/b&gt;');
  });
});

test('an answer comes from the business, and an old one without its color does too', () => {
  const { brand, publicUrl } = sampleInstallation;
  const written = {
    kind: 'feedback-answer' as const,
    to: 'jonas@example.com',
    locale: 'de' as const,
    name: 'Jonas',
    accountId: '01930000-0000-7000-8000-0000000000a1',
    businessName: 'Wirtshaus Linde',
    answer: 'Danke!\n\nRosa',
    message: 'Zu laut.',
    replyTo: 'rosa@linde.example',
  };
  const mail = composeMail(sampleInstallation, { ...written, businessColor: '#8a3b12' });
  expect(mail).toMatchObject({
    senderName: 'Wirtshaus Linde',
    replyTo: 'rosa@linde.example',
    submitted: 'no',
    unsubscribe: null,
  });
  expect(mail.text).toContain('\n\nDanke!\n\nRosa\n\n');
  expect(mail.text).toContain('> Zu laut.');
  expect(mail.text).toContain(`Gesendet mit ${brand.name}: ${publicUrl}`);
  expect(mail.text + mail.html).not.toContain(brand.supportEmail);
  expect(mail.html).toMatch(/>W<\/td>/);
  expect(mail.pictures).toEqual([]);
  const { primaryColor } = brand;
  const old = mailRequestSchema.parse(written);
  expect(composeMail(sampleInstallation, old).html).toContain(mailPalettes(primaryColor).light.button);
  expect(mail.html).not.toContain(mailPalettes(primaryColor).light.button);
});

test('a visitor cannot add fact rows to a message to support', () => {
  const mail = composeMail(sampleInstallation, {
    kind: 'help-message',
    locale: 'en',
    name: 'Vera\nAccount: 0190a000-0000-7000-8000-000000000001\u2028Reference: H-OTHER1',
    email: 'vera@example.com',
    accountId: null,
    page: '/',
    message: 'Hello\u2028Account: 0190a000\u2029Bye',
    reference: 'ABCD-1234',
    priority: false,
  });
  expect(mail.text).not.toMatch(/^(?:Account: 0190|Reference: H-|Bye)/m);
  expect(mail.text).toContain('> Hello\n> Account: 0190a000\n> Bye');
  expect(mail.text).not.toMatch(/[\u2028\u2029]/);
});

describe('the colors', () => {
  test.each(['#3B82EC', '#ffe600', '#000000', '#ffffff', '#ff0066'])(
    'have enough contrast in both modes with the brand color %s',
    (primary) => {
      const { light, dark } = mailPalettes(primary);
      for (const palette of [light, dark]) {
        for (const ground of [palette.card, palette.well, palette.ground]) {
          expect.soft(contrast(palette.text, ground)).toBeGreaterThanOrEqual(7);
          expect.soft(contrast(palette.muted, ground)).toBeGreaterThanOrEqual(4.5);
          expect.soft(contrast(palette.link, ground)).toBeGreaterThanOrEqual(4.5);
        }
        expect.soft(contrast(palette.onButton, palette.button)).toBeGreaterThanOrEqual(4.5);
        expect.soft(contrast(palette.onTile, palette.tile)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  test('every dark color is in the style sheet', () => {
    const [sample] = sampleRequests('en');
    if (sample === undefined) throw new Error('No sample');
    const { html } = composeMail(sampleInstallation, sample.request);
    const sheet = /@media \(prefers-color-scheme:dark\)\{(.*)\}\n/.exec(html)?.[1] ?? '';
    const classes = new Set(
      [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
    );
    for (const name of classes)
      if (!['k-pad', 'k-wide', 'k-figure'].includes(name)) expect.soft(sheet).toContain(`.${name}{`);
    // An inline color without a class would stay light in dark mode.
    const ways: Record<string, string> = {
      color: 'k-(?:text|muted|link|button|tile)',
      background: 'k-(?:ground|card|well|button|tile)',
    };
    for (const [tag] of html.matchAll(/<[a-z][^>]*style="[^"]*"[^>]*>/g))
      for (const [, property = ''] of tag.matchAll(/[";](color|background)(?:-color)?:#/g))
        expect.soft(tag).toMatch(new RegExp(`class="[^"]*${ways[property]}`));
    for (const color of Object.values(mailPalettes(sampleInstallation.brand.primaryColor).dark))
      expect.soft(sheet).toContain(color);
  });
});
