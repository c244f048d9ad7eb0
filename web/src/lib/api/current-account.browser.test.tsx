/** The account of the tab, in its storage and on the calls. */
import { accountHeader } from '@kindling/contract/constants';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { setTokenSource } from './access.ts';
import { client } from './client.ts';
import { currentAccount, parseAccountId, setCurrentAccount } from './current-account.ts';

const id = '0199f000-0000-7000-8000-00000000000b';

beforeEach(() => {
  // The files of a run share one tab and so its storage.
  setCurrentAccount(null);
  onTestFinished(() => {
    setCurrentAccount(null);
    setTokenSource(null);
  });
});

/** @returns the account that a call names */
async function accountOfCall(): Promise<string | null> {
  let sent: string | null = null;
  await renderScreen(<p>Screen</p>, {
    answers: {
      'GET /reviews/figures': (_url, request) => {
        sent = request.headers.get(accountHeader);
        return { unanswered: 0, total: 0 };
      },
    },
  });
  await client.reviews.figures({});
  return sent;
}

test('is named by every call of a signed-in person', async () => {
  setTokenSource({ token: () => Promise.resolve('token') });
  expect(await accountOfCall()).toBeNull();
  setCurrentAccount(id);
  expect(await accountOfCall()).toBe(id);
});

test('is not named by the calls of a visitor', async () => {
  setCurrentAccount(id);
  expect(await accountOfCall()).toBeNull();
});

test('is kept for this tab only', () => {
  setCurrentAccount(id);
  expect(currentAccount()).toBe(id);
  expect(sessionStorage.getItem('account')).toBe(id);
  expect(localStorage.getItem('account')).toBeNull();
  setCurrentAccount(null);
  expect(sessionStorage.getItem('account')).toBeNull();
});

test.each([null, '', 'all', `${id}\n`, `${id}0`])('is never %j, which cannot be sent', (value) => {
  expect(parseAccountId(value)).toBeNull();
});
