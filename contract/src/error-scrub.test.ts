import { describe, expect, test } from 'vitest';
import { scrubRoute, scrubText } from './error-scrub.ts';

const secret = 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD';

describe('content that is removed from error texts', () => {
  test.each([
    ['at f (https://x.example/a.js?v=hush:1:2)', 'at f (https://x.example/a.js:1:2)'],
    ['at https://x.example/a#code=hush', 'at https://x.example/a'],
    ['GET /api/v1/reviews?search=hush failed', 'GET /api/v1/reviews failed'],
    ['at g (/srv/app/run.ts:10:4)', 'at g (/srv/app/run.ts:10:4)'],
    [`${'a/'.repeat(3000)}?token=hush`, 'a/'.repeat(3000)],
    ['Why? And #1', 'Why? And #1'],
    ['sent Bearer hush.hush.hush', 'sent [token]'],
    ['token eyJhbGciOi.eyJzdWIiOiJh.c2lnbmF0dXJlIG9mIGl0 here', 'token [token] here'],
    [`key=${secret}, ok`, 'key=[token], ok'],
    ['mailto ann.o+x@shop.example.co.uk!', 'mailto [e-mail]!'],
    [
      'Unexpected token \'D\', "Dear shop" is not valid JSON',
      "Unexpected token 'D', [text] is not valid JSON",
    ],
    [`no "${'words of a review '.repeat(3)}" here`, 'no "[text]" here'],
    ['TypeError: x.reviews.map is not a function', 'TypeError: x.reviews.map is not a function'],
  ])('%s', (text, clean) => {
    expect(scrubText(text, 8000)).toBe(clean);
  });

  test('a path keeps its words, and ids and codes are replaced', () => {
    expect(scrubRoute('/connections/google?state=hush')).toBe('/connections/google');
    expect(scrubRoute('/reviews/0190a000-0000-7000-8000-000000000001#x')).toBe('/reviews/{id}');
    expect(scrubRoute('/e/abcdef1234')).toBe('/e/{id}');
  });

  // A pattern that starts again at every character would run for hours.
  test.each(['a', 'a-', '/', 'a.', "'", 'A1-', 'a://', 'a://?', ':1', 'a@', '@a.', 'Bearer ', '(/'])(
    'a long text of %j is scrubbed in linear time',
    (unit) => {
      const text = unit.repeat(2_000_000 / unit.length);
      expect(scrubText(text, 1_000_000).length).toBeLessThanOrEqual(1_000_000);
    },
  );
});
