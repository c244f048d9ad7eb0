/** Who runs an installation, over HTTP: its administrator, or the owner of its only account. */
import type { User } from '@kindling/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { giveRole } from '../../testing/give-role.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('the operator, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  async function operates(user: TestUser): Promise<boolean> {
    const body = { useremail: user.email, userToken: user.token };
    return ((await user.call('POST', '/users/getuserbyemail', body)).json as { user: User }).user.operator;
  }

  test('is the owner of the only account, until there is another one or an administrator', async () => {
    const ada = await app.signIn('ada@example.com');
    expect(await operates(ada)).toBe(true);
    const ben = await app.signIn('ben@example.com');
    expect([await operates(ada), await operates(ben)]).toEqual([false, false]);
    await giveRole(app.services.db, ben.email, 'Super Admin');
    expect([await operates(ada), await operates(ben)]).toEqual([false, true]);
  });
});
