import { expect, test } from 'vitest';
import { assertNoPublicSuffixWildcard } from './allowed-site-rules.ts';

test.each(['*.com', '*.co.uk', '*.github.io', '*.localhost', '*.xn--55qx5d.cn', '*.192.0.2.1'])(
  '%s is refused, because it covers sites of other owners',
  (site) => {
    const save = () => assertNoPublicSuffixWildcard({ allowedSites: ['bakery.com', site] });
    expect(save).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        fields: [expect.objectContaining({ path: 'settings.allowedSites.1' })],
      }),
    );
  },
);

test('a domain, wildcards below it, and single names are accepted', () => {
  const allowedSites = [
    '*.bakery.com',
    '*.shop.bakery.co.uk',
    '*.bakery.github.io',
    'localhost',
    'bakery.com',
  ];
  expect(() => assertNoPublicSuffixWildcard({ allowedSites })).not.toThrow();
});
