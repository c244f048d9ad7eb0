import { describe, expect, it } from 'vitest';
import { ownAccount } from '../../testing/session.ts';
import { parseRecents, recentsOwner, withRecent } from './recents.ts';

const page = (number: number) => ({ path: `/widgets/${number}`, title: `Widget ${number}` });

describe('recent pages', () => {
  it('start with the newest, contain each page once with its latest title, and have a maximum length', () => {
    const six = [1, 2, 3, 4, 5, 6].map(page);
    expect(withRecent(six, page(7)).map(({ path }) => path)).toEqual(
      [7, 1, 2, 3, 4, 5].map((number) => `/widgets/${number}`),
    );
    expect(withRecent(six, { path: '/widgets/3', title: 'Renamed' })[0]).toEqual({
      path: '/widgets/3',
      title: 'Renamed',
    });
    expect(withRecent(six, page(3))).toHaveLength(6);
  });

  it.each([null, '', '{', '{"path":"/a"}', '[1, null, {"path":"//x"}, {"path":"https://x","title":"x"}]'])(
    'are empty where %s is stored',
    (stored) => {
      expect(parseRecents(stored)).toEqual([]);
    },
  );

  it('belong to the person and to the account that they work in', () => {
    const [first, second] = [ownAccount, { ...ownAccount, id: '0199f000-0000-7000-8000-00000000000b' }].map(
      (account) => recentsOwner({ id: 'ada', account }),
    );
    expect(first).not.toBe(second);
  });

  it('are parsed as they were stored', () => {
    expect(parseRecents(JSON.stringify([page(1), page(2)]))).toEqual([page(1), page(2)]);
  });
});
