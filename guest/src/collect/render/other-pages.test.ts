import type { PlainLinksPage, WithdrawPage } from '@kindling/contract/collect-page';
import { languages } from '@kindling/contract/constants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../testing/collect-arbitraries.ts';
import { makeCollectPage, makeHowWeAsk, makeProfile } from '../../testing/collect-pages.ts';
import { renderHowWeAsk } from './how-we-ask.tsx';
import { renderLocationChoice } from './location-choice.tsx';
import { renderPlainLinks } from './plain-links.tsx';
import { renderProfile } from './profile-page.tsx';
import { renderWithdrawPage } from './withdraw-page.tsx';

const tagsOf = (html: string): string[] =>
  Array.from(html.replace(/<style>[^<]*<\/style>/, '').matchAll(/<[^<>]*>/g), ([tag]) =>
    tag.replaceAll(/="[^"]*"/g, '').replace(' href', ''),
  );
const { location, business, settings } = makeCollectPage();
const { destinations } = location;

describe('a code without a page', () => {
  it('shows the public links and nothing else', () => {
    const html = renderPlainLinks({ reason: 'ended', business, destinations }, 'en', '/q/x');
    expect(html).toContain('href="https://www.facebook.com/harbourstreet/reviews"');
    expect(html).not.toMatch(/<form|<script|ping=/);
  });

  it.each<[PlainLinksPage['reason'], string]>([
    ['disabled', 'This code is disabled.'],
    ['ended', 'This page no longer accepts reviews.'],
    ['unknown', 'This code leads nowhere'],
  ])('that is %s says so, and announces no links where there are none', (reason, words) => {
    const html = renderPlainLinks({ reason, business, destinations: [] }, 'en', '/q/x');
    expect(html).toContain(words);
    expect(html).not.toContain('public review');
  });
});

describe('the choice of a location', () => {
  it('has a link for each, to the same page in the same language', () => {
    const html = renderLocationChoice(
      {
        path: '/c/anchor',
        business,
        settings,
        locations: [{ id: 'old town', name: 'Old Town', address: 'Quay 1' }],
      },
      'de',
    );
    expect(html).toContain('href="/c/anchor?location=old%20town&amp;lng=de"');
    expect(html).toContain('Quay 1');
  });
});

describe('the page of the private link', () => {
  const page: WithdrawPage = {
    path: '/w/secret',
    state: 'open',
    business,
    sentOn: '2026-11-02',
    rating: 'down',
    text: 'Line one\nline two',
    message: null,
    person: ['Ana'],
    answers: [{ question: 'What was missing?', answer: 'Butter.' }],
  };

  it('shows what was sent and sends the withdrawal to its own address', () => {
    const html = renderWithdrawPage(page, 'en');
    expect(html).toContain('Line one\nline two');
    expect(html).toContain('Sent on Nov 2, 2026');
    expect(html).toContain('aria-label="Thumbs down"');
    expect(html).toMatch(/<form[^>]*action="\/w\/secret"[^>]*>/);
  });

  it.each(['withdrawn', 'gone'] as const)('that is %s shows nothing of it and has no button', (state) => {
    const html = renderWithdrawPage({ ...page, state }, 'en');
    expect(html).not.toMatch(/Line one|<button/);
  });
});

describe('how we ask', () => {
  it('says what the settings say, and no more', () => {
    const html = renderHowWeAsk(
      makeHowWeAsk({ doors: ['qr'], ratingStyles: ['thumbs'], market: 'us' }),
      'en',
    );
    expect(html).toContain('QR codes');
    expect(html).not.toMatch(/NFC|e-mail|tablet|stars/);
    expect(html).toContain('We do not check whether the author was a customer.');
    expect(html).toContain('16 CFR Part 465');
  });

  it.each(languages)(
    'leaves to the business that it pays nobody, which we cannot know, in %s',
    (language) => {
      const html = renderHowWeAsk(makeHowWeAsk({ business: { ...business, name: 'Anchor Inn' } }), language);
      expect(html).toMatch(
        /<p>Anchor Inn (declares|erklärt|declara|déclare|verklaart|izjavljuje)\b[^<]*\.<\/p>/u,
      );
    },
  );

  it('tells invited reviews apart where there are invitations', () => {
    const html = renderHowWeAsk(makeHowWeAsk({ doors: ['invitation'] }), 'en');
    expect(html).toContain('came through a personal invitation. We do not check');
  });

  it('names each reason for which something is hidden, with its number', () => {
    const hidden = [
      { reason: 'outdated' as const, count: 1 },
      { reason: 'rating' as const, count: 2 },
      { reason: 'hate' as const, count: 3 },
    ];
    const html = renderHowWeAsk(makeHowWeAsk({ hidden }), 'en');
    for (const words of [
      '1 hidden because something has changed since',
      '2 left out because of their rating',
      '3 reported as hate',
    ])
      expect(html).toContain(words);
    expect(renderHowWeAsk(makeHowWeAsk(), 'en')).toContain('No review is hidden.');
  });

  it.each(languages)('is complete in %s', (language) => {
    const html = renderHowWeAsk(
      makeHowWeAsk({ doors: ['qr', 'nfc', 'link', 'kiosk', 'invitation'] }),
      language,
    );
    expect(html.match(/<section>/g)).toHaveLength(5);
    expect(html).not.toMatch(/\{\{|door_|law_|style_/);
  });
});

describe('the profile', () => {
  it('counts thumbs apart from stars, and platforms apart from both', () => {
    const html = renderProfile(makeProfile(), 'en');
    expect(html).toContain('43 of 45 thumbs up');
    expect(html).toContain('<b>4.6</b>');
    expect(html).toContain('4.5 out of 5 stars · 312 reviews');
  });

  it('says with numbers what is not shown, and nothing where all is shown', () => {
    expect(renderProfile(makeProfile(), 'en')).toContain(
      '3 reviews are not shown: 1 hidden because something has changed since, 2 reported as spam',
    );
    const all = makeProfile({ hidden: [] });
    expect(renderProfile(all, 'en')).not.toContain('not shown');
  });

  it('says “Invited by the business” with its explanation, and never “verified”', () => {
    const html = renderProfile(makeProfile(), 'en');
    expect(html).toContain('means that the author came through a personal invitation');
    expect(html).not.toMatch(/verified/i);
  });

  it('pages by links', () => {
    const html = renderProfile(makeProfile({ page: 2, pages: 3 }), 'en');
    expect(html).toContain('href="/r/harbour-street-bakery?page=1"');
    expect(html).toContain('href="/r/harbour-street-bakery?page=3"');
    expect(html).toContain('Page 2 of 3');
    expect(renderProfile(makeProfile({ page: 1, pages: 1 }), 'en')).not.toContain('<nav');
  });

  it('clamps a long text, which is whole in the document, and lists ratings without words in one line', () => {
    const [review] = makeProfile().reviews;
    if (review === undefined) throw new Error('The profile has no review');
    const long = 'Bread and butter. '.repeat(60).trim();
    const wordless = ['w1', 'w2'].map((id) => ({ ...review, id, text: null, reply: null }));
    const html = renderProfile(makeProfile({ reviews: [...wordless, { ...review, text: long }] }), 'en');
    expect(html).toContain(
      `<span>Read more</span><span>Show less</span></summary></details><p dir="auto">${long}`,
    );
    expect(html).toMatch(/Bread and butter.*<summary>2 ratings without text<\/summary>/);
    expect(renderProfile(makeProfile({ reviews: [review] }), 'en')).not.toMatch(/Read more|without text/);
  });

  it('is listed by search engines only when told so, and marks up no review or rating even then', () => {
    const hidden = renderProfile(makeProfile(), 'en');
    expect(hidden).toContain('<meta name="robots" content="noindex"/>');
    expect(hidden).not.toContain('ld+json');
    const listed = renderProfile(makeProfile({ indexed: true }), 'en');
    expect(listed).not.toContain('noindex');
    const schema = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(listed)?.[1] ?? '';
    expect(JSON.parse(schema)).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { '@type': 'Organization' },
    });
    expect(schema).not.toMatch(/rating|review"/i);
  });
});

it('any text becomes text and nothing else on every page', () => {
  const pages = (text: string) => [
    renderPlainLinks({ reason: 'ended', business: { name: text }, destinations }, 'en', text),
    renderWithdrawPage(
      {
        path: text,
        state: 'open',
        business,
        sentOn: '2026-11-02',
        rating: 1,
        text: `x${text}`,
        message: `x${text}`,
        person: [`x${text}`],
        answers: [{ question: `x${text}`, answer: `x${text}` }],
      },
      'en',
    ),
    renderLocationChoice(
      { path: text, business, settings, locations: [{ id: text, name: text, address: text }] },
      'en',
    ),
    renderProfile(
      makeProfile({
        indexed: true,
        collectUrl: text,
        business: { name: `x${text}`, color: null, logo: null, website: null, phone: text },
        reviews: makeProfile().reviews.map((review) => ({
          ...review,
          author: text,
          text: `x${text}`,
          location: text,
          reply: { text: `x${text}` },
        })),
      }),
      'en',
    ),
  ];
  const expected = pages('Harmless').map(tagsOf);
  fc.assert(
    fc.property(anyText, (text) => {
      const rendered = pages(text);
      expect(rendered.map(tagsOf)).toEqual(expected);
      // The empty icon of every page is the only address of its own.
      for (const html of rendered)
        expect(html.replace('href="data:,"', '')).not.toMatch(/(href|src)="(javascript|data|vbscript)/i);
    }),
    { numRuns: 150 },
  );
});
