import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppFlow, Browser } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import {
  linkPath,
  newAccount,
  newEmail,
  PASSWORD,
  signIn,
  startService,
  type TestService,
} from './testing/service.ts';

const PAGE = '/account/address';

describe.each(databaseKinds())('a change of the address over %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind);
  });
  afterAll(() => service.stop());

  const begin = async (wanted = newEmail()) => {
    const account = await newAccount(service, 'Ann');
    const signedIn = await signIn(service, account.email);
    const answer = await signedIn.browser.post(PAGE, { email: wanted });
    await service.identity.settle();
    const mailTo = (to: string) => service.mails.filter((mail) => mail.to === to);
    return { ...account, ...signedIn, wanted, answer, mailTo };
  };
  /** Opens a link in a browser of its own and agrees. */
  const agree = async (path: string) => {
    const browser = new Browser(service.url);
    const asked = await browser.get(path);
    return asked.status === 200 ? browser.post(path, {}) : asked;
  };
  const linkTo = async (email: string) => linkPath(service, await service.newestMail(email));

  it.each(['the new one first', 'the present one first'])('takes both mailboxes, %s', async (order) => {
    const { email, wanted, sub, browser, tokens, answer, mailTo } = await begin();
    expect(answer.location).toBe('/account/security?done=addressChange');
    const [present] = mailTo(email);
    const [other] = mailTo(wanted);
    expect(present).toMatchObject({ kind: 'agree-address-change', newEmail: wanted, name: 'Ann' });
    expect(other).toMatchObject({ kind: 'confirm-new-address', name: null });
    const links = [await linkTo(email), await linkTo(wanted)];
    if (order === 'the new one first') links.reverse();
    const [first = '', second = ''] = links;
    // A mail scanner that opens the links changes nothing.
    for (const link of links) expect((await new Browser(service.url).get(link)).status).toBe(200);
    expect((await agree(first)).text).toContain('One link is left');
    expect((await agree(first)).text).toContain('One link is left');
    expect((await signIn(service, email)).tokens.access_token).not.toBe('');
    expect((await agree(second)).text).toContain('Your address is changed');
    for (const link of links) expect((await agree(link)).status).toBe(410);
    expect(service.addressesChanged.at(-1)).toEqual([sub, wanted]);
    expect(await service.newestMail(email)).toMatchObject({ kind: 'address-changed', newEmail: wanted });
    // Sessions go on, with the new address in their next tokens.
    const renewed = await service.refresh(tokens.refresh_token);
    expect(decodeJwt(String(renewed.body.access_token))['https://kindling.app/email']).toBe(wanted);
    expect(decodeJwt(String(renewed.body.id_token)).email).toBe(wanted);
    expect((await browser.get('/account/security')).text).toContain(wanted);
    const again = await signIn(service, wanted);
    expect(decodeJwt(again.tokens.id_token).sub).toBe(sub);
    await expect(signIn(service, email)).rejects.toThrow('no code');
    // The former address is free.
    await service.identity.createAccount({ email, password: PASSWORD, locale: 'en', emailVerified: true });
  });

  it('of two people to one address goes to one of them, at the same time too', async () => {
    const wanted = newEmail();
    const people = [await begin(wanted), await begin(wanted)];
    const [one, two] = service.mails
      .filter((mail) => mail.to === wanted)
      .map((mail) => linkPath(service, mail));
    for (const person of people) expect((await agree(await linkTo(person.email))).status).toBe(200);
    const answers = await Promise.all([agree(one ?? ''), agree(two ?? '')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { rows } = await service.database.pool.query<{ sub: string }>(
      'SELECT sub FROM identity.account WHERE email = $1',
      [wanted],
    );
    expect(rows).toHaveLength(1);
    const loser = people.find(({ sub }) => sub !== rows[0]?.sub);
    expect((await signIn(service, loser?.email ?? '')).tokens.access_token).not.toBe('');
  });

  it('to an address with an account looks the same, and only tells that mailbox', async () => {
    const other = await newAccount(service, 'Ada Lovelace');
    const { email, answer, mailTo } = await begin(other.email);
    expect(answer.location).toBe('/account/security?done=addressChange');
    const mails = mailTo(other.email);
    expect(mails).toMatchObject([{ kind: 'address-taken', name: 'Ada Lovelace' }]);
    expect((await agree(await linkTo(email))).text).toContain('One link is left');
    expect((await signIn(service, email)).tokens.access_token).not.toBe('');
  });

  it('both links at the same moment make one change', async () => {
    const { email, wanted, sub } = await begin();
    const answers = await Promise.all([agree(await linkTo(email)), agree(await linkTo(wanted))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(service.addressesChanged.filter(([who]) => who === sub)).toEqual([[sub, wanted]]);
  });

  it('expires, is replaced by another one, canceled, and ended by a new password', async () => {
    const expired = await begin();
    const expiredLinks = [await linkTo(expired.email), await linkTo(expired.wanted)];
    service.advanceMinutes(24 * 60 + 1);
    for (const link of expiredLinks) expect((await agree(link)).status).toBe(410);
    service.advanceMinutes(-24 * 60 - 1);

    const replaced = await begin();
    const former = await linkTo(replaced.wanted);
    const other = newEmail();
    await replaced.browser.post(PAGE, { email: other });
    await service.identity.settle();
    expect((await agree(former)).status).toBe(410);
    expect((await replaced.browser.get(PAGE)).text).toContain(other);
    expect((await replaced.browser.post(PAGE, { do: 'cancel' })).status).toBe(303);
    expect((await agree(await linkTo(other))).status).toBe(410);

    const secured = await begin();
    const change = await secured.browser.post('/account/password', {
      current: PASSWORD,
      password: 'four loud badgers',
    });
    expect(change.status).toBe(200);
    expect((await agree(await linkTo(secured.wanted))).status).toBe(410);
  });

  it('voids the links of a reset that went to the former address', async () => {
    const { email, wanted } = await begin();
    const browser = new Browser(service.url);
    const links = [await linkTo(email), await linkTo(wanted)];
    const uid = (await new AppFlow(service).begin(browser)).split('/')[2] ?? '';
    await browser.post(`/u/${uid}/forgot`, { email });
    const reset = await linkTo(email);
    for (const link of links) await agree(link);
    expect((await new Browser(service.url).get(reset)).status).toBe(410);
  });

  it('refuses what is no other address, forms from elsewhere, and too many mails', async () => {
    const { browser, email } = await begin();
    for (const wanted of ['', 'no address', email, `  ${email.toUpperCase()} `])
      expect.soft((await browser.post(PAGE, { email: wanted })).status, wanted).toBe(400);
    const sent = await browser.post(PAGE, { email: newEmail() }, { origin: 'https://evil.example' });
    expect(sent.status).toBe(403);
    for (let i = 0; i < 4; i += 1) expect((await browser.post(PAGE, { email: newEmail() })).status).toBe(303);
    const limited = await browser.post(PAGE, { email: newEmail() });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('needs a session', async () => {
    expect((await new Browser(service.url).get(PAGE)).status).toBe(401);
  });
});
