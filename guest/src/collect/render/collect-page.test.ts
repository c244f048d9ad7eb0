import { brotliCompressSync } from 'node:zlib';
import { type CollectPage, formFields, pageMarkers } from '@kindling/contract/collect-page';
import { languages } from '@kindling/contract/constants';
import { opensMessage } from '@kindling/contract/pipeline-settings';
import english from '@kindling/locales/en/collect.json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySettings, anyText, ratingsOf, shortHostileTexts } from '../../testing/collect-arbitraries.ts';
import { makeCollectPage } from '../../testing/collect-pages.ts';
import { runsEverything } from '../../testing/scope.ts';
import { renderCollectPage } from './collect-page.tsx';
import { consentText } from './consent.tsx';
import { collectPolicy } from './csp.tsx';
import { renderLocationChoice } from './location-choice.tsx';
import { fillMarkers } from './markers.tsx';

const script = '/assets/collect.js';
const linksOf = (html: string): string =>
  new RegExp(`<ul class="${classNames.publicLinks}">.*?</ul>`, 's').exec(html)?.[0] ?? '';
const tagsOf = (html: string): string[] =>
  Array.from(html.replace(/<style>[^<]*<\/style>/, '').matchAll(/<[^<>]*>/g), ([tag]) =>
    tag.replaceAll(/="[^"]*"/g, ''),
  );

describe('public links', () => {
  it('are the same for every rating and step, whatever the settings, and stand above both boxes', () => {
    fc.assert(
      fc.property(anySettings, fc.constantFrom(...languages), (settings, language) => {
        const page = { ...makeCollectPage(), settings };
        const expected = linksOf(renderCollectPage(makeCollectPage(), 'en', script));
        expect(expected).toContain('https://search.google.com/local/writereview');
        const steps: Partial<CollectPage>[] = [
          { step: 'rate' },
          ...ratingsOf(settings).map((rating) => ({ step: 'answer', rating }) as const),
          ...ratingsOf(settings).map((rating) => ({ step: 'thanks', sent: 'message', rating }) as const),
        ];
        for (const step of steps) {
          const html = renderCollectPage({ ...page, ...step }, language, script);
          expect(linksOf(html)).toBe(expected);
          const at = html.indexOf(expected);
          expect(at).toBeLessThan(html.indexOf('id="review"'));
          expect(at).toBeLessThan(html.indexOf('id="message"'));
        }
      }),
      { numRuns: runsEverything ? 60 : 25 },
    );
  });

  it('open the platform’s own address without a redirect, in the owner’s order', () => {
    const links = linksOf(renderCollectPage(makeCollectPage(), 'en', script));
    expect([...links.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      'https://search.google.com/local/writereview?placeid=ChIJx',
      'https://www.facebook.com/harbourstreet/reviews',
    ]);
    expect(links.match(/rel="noopener noreferrer"/g)).toHaveLength(2);
    expect(links).toContain('ping="/q/k3v9xq2mzt/click?destination=d1"');
  });

  it.each([
    'javascript:alert(1)',
    'http://example.com/',
    'https://user:secret@example.com/',
    '//example.com',
    '',
  ])('are never made of %s, and without any the part is left out', (url) => {
    const location = {
      ...makeCollectPage().location,
      destinations: [{ id: 'd1', source: null, label: 'Somewhere', url }],
    };
    const html = renderCollectPage(makeCollectPage({ location }), 'en', script);
    expect(html).not.toContain(english.linksTitle);
    expect(html).not.toContain('Somewhere');
    expect(html).toContain('id="review"');
  });
});

describe('the box for a private message', () => {
  it('is there for every rating, and only its state follows the threshold', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        for (const rating of ratingsOf(settings)) {
          const html = renderCollectPage(
            { ...makeCollectPage({ step: 'answer', rating }), settings },
            'en',
            script,
          );
          const box = /<details id="message"[^>]*>/.exec(html)?.[0];
          expect(box?.includes(' open=')).toBe(opensMessage(settings, rating));
          expect(html).toContain('id="message-text"');
        }
      }),
      { numRuns: runsEverything ? 40 : 20 },
    );
  });

  it('differs between a good and a bad rating in nothing but its state and the rating itself', () => {
    const of = (rating: number) =>
      renderCollectPage(makeCollectPage({ step: 'answer', rating }), 'en', script)
        .replace(/<details id="message"([^>]*) open=""/, '<details id="message"$1')
        .replaceAll(/name="rating" value="\d"/g, '')
        .replace(/<span id="given">.*?<\/span>/s, '');
    expect(of(1)).toBe(of(5));
  });
});

describe('the forms', () => {
  it('leave consent unticked and send back the version of its text', () => {
    const html = renderCollectPage(
      makeCollectPage({ consentVersions: { review: 'v-of-this-text', message: 'v-of-message' } }),
      'en',
      script,
    );
    const boxes = html.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
    expect(boxes).toHaveLength(2);
    for (const box of boxes) expect(box).not.toContain('checked');
    for (const version of ['v-of-this-text', 'v-of-message'])
      expect(html.split(`name="consent_version" value="${version}"`)).toHaveLength(2);
  });

  it('ask for neither name, contact nor consent where the owner does not', () => {
    const html = renderCollectPage(
      makeCollectPage({}, { asksName: false, asksContact: false }),
      'en',
      script,
    );
    for (const field of [formFields.name, formFields.contact, formFields.consent])
      expect(html).not.toContain(`name="${field}"`);
  });

  it('have the consent text of the owner in this language, else ours for what is asked', () => {
    const own = makeCollectPage({}, { texts: { de: { consent: 'Ja, gern.' } } }).settings;
    expect(consentText(own, 'de', 'Anker', 'review')).toBe('Ja, gern.');
    expect(consentText(own, 'en', 'Anchor', 'review')).toContain(
      'Anchor may show my name next to my review and use',
    );
    expect(consentText({ ...own, asksContact: false }, 'en', 'Anchor', 'review')).not.toContain('contact');
    expect(consentText({ ...own, asksName: false }, 'en', 'Anchor', 'review')).not.toContain('my name');
    for (const asked of [own, { ...own, asksContact: false }])
      expect(consentText(asked, 'en', 'Anchor', 'message')).not.toContain('show');
  });

  it('say that the review came by an invitation only to those who did', () => {
    expect(renderCollectPage(makeCollectPage({ invited: true }), 'en', script)).toContain(
      'Invited by the business',
    );
    expect(renderCollectPage(makeCollectPage(), 'en', script)).not.toContain('Invited by the business');
  });
});

describe('a form that comes back', () => {
  it.each(languages)('has what was written, without the tick, and says why in %s', (language) => {
    const values = { text: '\n<b>Good</b> bread', name: 'Ana', answer_abcd: 'Butter', consent: 'yes' };
    const page = makeCollectPage(
      { step: 'answer', rating: 5, returned: { form: 'review', fault: 'expired', values } },
      { questions: [{ id: 'abcd', text: 'What was missing?' }] },
    );
    const html = renderCollectPage(page, language, script);
    const text = /<textarea id="review-text"[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1];
    // HTML drops the first line break of a text area.
    expect(text).toBe('\n\n&lt;b&gt;Good&lt;/b&gt; bread');
    expect(html).toMatch(/<input id="review-name"[^>]*value="Ana"/);
    expect(html).toMatch(/<input id="q-abcd"[^>]*value="Butter"/);
    expect(html).not.toContain('checked');
    expect(html).toMatch(/role="alert">[^<]{30,}<\/p>/);
    expect(html).toMatch(/<textarea id="message-text"[^>]*><\/textarea>/);
  });

  it('opens the private box after any rating, and shows a rating that was not stored at the first step', () => {
    const message = { form: 'message', fault: 'busy', values: { message: 'Please call me.' } } as const;
    const html = renderCollectPage(
      makeCollectPage({ step: 'answer', rating: 5, returned: message }),
      'en',
      script,
    );
    expect(html).toMatch(/<details id="message"[^>]* open=""/);
    expect(html).toContain('>Please call me.</textarea>');
    const rating = { form: 'rate', fault: 'refused', values: {} } as const;
    expect(renderCollectPage(makeCollectPage({ returned: rating }), 'en', script)).toContain(
      `role="status">${english.refused}</p>`,
    );
  });
});

describe('a kiosk', () => {
  const kiosk = {
    qr: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1H0z"/></svg>',
    idleSeconds: 60,
  };

  it('has one QR code in place of the links, the same for every rating', () => {
    const pictures = [1, 2, 3, 4, 5].map((rating) => {
      const html = renderCollectPage(makeCollectPage({ kiosk, step: 'answer', rating }), 'en', script);
      expect(html).not.toContain('search.google.com');
      return /<section id="links".*?<\/section>/s.exec(html)?.[0];
    });
    expect(pictures[0]).toContain('src="data:image/svg+xml,%3Csvg');
    expect(new Set(pictures).size).toBe(1);
  });

  it('has no link to what was sent, and no field that the browser fills in', () => {
    const html = renderCollectPage(makeCollectPage({ kiosk, withdrawUrl: '/w/secret' }), 'en', script);
    expect(html).not.toContain('id="again"');
    expect(html).not.toContain('href="/w/secret"');
    expect(html).not.toMatch(/autocomplete="(name|email|on)"/);
  });
});

describe('any text', () => {
  it('becomes text and nothing else', () => {
    const render = (text: string) =>
      renderCollectPage(
        makeCollectPage(
          {
            several: true,
            business: { name: text, color: null, logo: null },
            location: {
              id: 'l',
              name: text,
              address: text,
              destinations: [{ id: text, source: null, label: text, url: 'https://example.com/' }],
            },
            howWeAskUrl: text,
            withdrawUrl: text,
            consentVersions: { review: text, message: text },
          },
          { questions: [{ id: 'abcd', text: 'Question' }] },
        ),
        'en',
        script,
      );
    const attributes = (html: string) => tagsOf(html).map((tag) => tag.replace(' href', ''));
    const expected = attributes(render('Harmless'));
    fc.assert(
      fc.property(anyText, (text) => {
        const html = render(text);
        expect(attributes(html)).toEqual(expected);
        expect(html).not.toMatch(/(href|src|action)="(javascript|data:text|vbscript)/i);
      }),
      { numRuns: runsEverything ? 200 : 80 },
    );
  });

  it('of the owner becomes text and nothing else, in every language', () => {
    fc.assert(
      fc.property(anySettings, fc.constantFrom(...languages), (settings, language) => {
        const html = renderCollectPage({ ...makeCollectPage(), settings }, language, script);
        const allowed =
          /^<(\/?(html|head|body|title|style|script|main|header|footer|section|form|details|summary|div|p|span|b|h1|h2|ul|li|a|svg|path|label|small|button|textarea|output)|!doctype|meta|link|input|img)\b/;
        for (const tag of tagsOf(html)) expect(tag).toMatch(allowed);
        expect(html.match(/<script/g)).toHaveLength(1);
      }),
      { numRuns: runsEverything ? 100 : 40 },
    );
  });

  it('receives no token of a visitor, and a value is filled in as it is', () => {
    const name = `${pageMarkers.token} & ${pageMarkers.key}`;
    const location = {
      ...makeCollectPage().location,
      destinations: [{ id: 'd', source: null, label: 'x', url: `https://example.com/?${pageMarkers.token}` }],
    };
    const page = renderCollectPage(
      makeCollectPage({ business: { name, color: null, logo: null }, location }),
      'en',
      script,
    );
    const html = fillMarkers(page, {
      token: 'SECRET',
      key: 'KEY',
      challenge: `{"a":"${pageMarkers.token}<'"}`,
      path: '',
    });
    expect(html.match(/SECRET/g)).toHaveLength(3);
    expect(html.match(/name="token" value="SECRET"/g)).toHaveLength(3);
    expect(html).toContain(`data-challenge="{&quot;a&quot;:&quot;${pageMarkers.token}&lt;'&quot;}"`);
  });
});

describe('a page whose path is filled in', () => {
  it('has it in its forms, links and counts, and in nobody’s text', () => {
    const values = { token: '', key: '', challenge: '', path: 'i/SECRET' };
    const render = (path: string) =>
      renderCollectPage(
        makeCollectPage({ path, business: { name: `A ${pageMarkers.path}`, color: null, logo: null } }),
        'en',
        script,
      );
    const ours = { ...values, path: '' };
    const place = '?location=1';
    expect(fillMarkers(render(`/${pageMarkers.path}${place}`), values)).toBe(
      fillMarkers(render(`/${values.path}${place}`), ours),
    );
    const choice = { business: makeCollectPage().business, settings: makeCollectPage().settings };
    const locations = [{ id: 'l', name: `B ${pageMarkers.path}`, address: null }];
    const chosen = (path: string) => renderLocationChoice({ ...choice, path, locations }, 'en');
    const filled = fillMarkers(chosen(`/${pageMarkers.path}`), values);
    expect(filled).toBe(fillMarkers(chosen(`/${values.path}`), ours));
    expect(filled).toContain('href="/i/SECRET?location=l&amp;lng=en"');
    expect(filled).toContain('B PATH');
  });
});

describe('the document', () => {
  it.each(languages)('in %s is whole, small, and fits a strict policy', (language) => {
    const html = renderCollectPage(makeCollectPage({ invited: true }), language, script);
    expect(html).toMatch(/^<!doctype html><html lang="[a-z]{2}(-Latn)?"><head><meta charSet="utf-8"\/>/);
    expect(html).not.toMatch(/ style=| on[a-z]+="|<script>/);
    const policy = collectPolicy(html);
    expect(policy).toMatch(/style-src 'sha256-[A-Za-z0-9+/]{43}='; script-src 'self'/);
    expect(policy).not.toContain('unsafe');
    expect(brotliCompressSync(html).length).toBeLessThan(5 * 1024);
  });

  it('works by its forms alone', () => {
    const html = renderCollectPage(makeCollectPage(), 'en', null);
    expect(html).not.toContain('<script');
    const forms = html.match(/<form[^>]*>/g) ?? [];
    expect(forms).toHaveLength(3);
    for (const form of forms)
      expect(form).toMatch(/(?=.* method="post").* action="\/q\/k3v9xq2mzt(#review|#message)?"/);
    const buttons = html.match(/<button [^>]*name="rating"[^>]*>/g) ?? [];
    expect(buttons.map((button) => /value="(\d)"/.exec(button)?.[1])).toEqual(['1', '2', '3', '4', '5']);
    for (const button of buttons) expect(button).toContain('type="submit"');
  });
});

describe('what visitors are asked', () => {
  /** These texts deny what the words mean. */
  const denials = ['unpaid', 'same'];

  it('names no wish for a good review, no reward and no verification', () => {
    const texts = Object.entries(english).filter(([key]) => !denials.includes(key));
    expect(texts.length).toBeGreaterThan(100);
    for (const [, text] of texts)
      expect(text).not.toMatch(
        /\b(enjoy|happy|love|great|perfect|5 stars only|verified|reward|discount|gift|win)\b/i,
      );
  });

  it('never offers the private message in place of the public links', () => {
    for (const key of ['messageTitle', 'messageHint', 'linksTitle', 'linksHint'] as const)
      expect(english[key]).not.toMatch(/\b(instead|rather|or|unhappy|problem|first)\b/i);
  });

  it('has hostile texts to test with', () => {
    expect(shortHostileTexts.length).toBeGreaterThan(400);
  });
});
