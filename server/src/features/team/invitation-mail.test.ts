/** The mail of an invitation says to what, as what, for which locations and until when; names stand in its facts only. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { allLocations, invitationSteps, sendAgain } from '../../testing/invitation-steps.ts';
import { someLocation } from '../../testing/samples.ts';
import { inviteAddress, mailsTo, type TeamAccess } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('the mail of an invitation, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  const { aShop, anAddress, inDatabase } = invitationSteps(() => app);
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await aShop();
  });
  afterAll(() => app.close());

  /** New locations of these names. */
  async function addLocations(names: string[]): Promise<string[]> {
    const { json } = await owner.call('GET', '/businesses');
    const [business] = (json as { businesses: { id: string }[] }).businesses;
    const ids: string[] = [];
    for (const name of names) {
      const path = `/businesses/${business?.id}/locations`;
      const added = await owner.call('POST', path, { ...someLocation, name });
      ids.push((added.json as { location: { id: string } }).location.id);
    }
    return ids;
  }
  const lastMailTo = async (email: string) => {
    const mail = (await mailsTo(app, email)).at(-1);
    if (mail === undefined) throw new Error(`No mail to ${email}`);
    return mail;
  };
  async function mailOf(access: TeamAccess) {
    const email = anAddress();
    await inviteAddress(owner, email, access);
    return lastMailTo(email);
  }
  const viewerOf = (locationIds: string[]) => ({ role: 'viewer', locationIds }) as const;

  test('says what it is about, and what the role may do', async () => {
    const mail = await mailOf(allLocations('responder'));
    const name = owner.email.split('@')[0];
    for (const text of [
      'You are invited to join the team of a business at Kindling.',
      `Account: ${name}`,
      `Invited by: ${name}`,
      'Role: Responder',
      'As a responder you see reviews and figures, and reply to reviews.',
      'The link works until ',
    ])
      expect(mail.text).toContain(text);
    expect(mail.text).not.toContain('Locations:');
    // Subject, heading and sentences are ours alone.
    expect(mail.subject).not.toContain(name);
    expect(mail.text.split('\n').filter((line) => line.includes(name ?? ''))).toHaveLength(2);
  });

  test('names the first three locations of a limited member, and says how many more there are', async () => {
    const four = await addLocations(['South', 'North', 'East', 'West']);
    expect((await mailOf(viewerOf(four))).text).toContain('Locations: East, North, South and 1 more');
    expect((await mailOf(viewerOf(four.slice(0, 2)))).text).toMatch(/^Locations: North, South$/m);
    const limited = await mailOf({ role: 'manager', locationIds: four });
    expect(limited.text).toContain('only for the chosen locations');
    expect((await mailOf(allLocations('manager'))).text).toContain('businesses and the team');
  });

  test('counts the locations whose name could become a link, and names none of them', async () => {
    const [hidden = '', named = ''] = await addLocations(['At www.evil.example', 'Zoo']);
    expect((await mailOf(viewerOf([hidden]))).text).toMatch(/^Locations: 1$/m);
    const both = await mailOf(viewerOf([hidden, named]));
    expect(both.text).toMatch(/^Locations: Zoo and 1 more$/m);
    expect(both.text + both.html).not.toContain('evil');
  });

  test('names no more locations than one name may be long, and no telephone number in parts', async () => {
    const spam = await addLocations(['1 Your parcel is held at customs', '2 Pay 3 euro by this evening']);
    expect((await mailOf(viewerOf(spam))).text).toMatch(
      /^Locations: 1 Your parcel is held at customs and 1 more$/m,
    );
    const numbers = await addLocations(['Bar 0800', '555 12', '99 Main']);
    const { text } = await mailOf(viewerOf(numbers));
    expect(text).toMatch(/^Locations: 555 12 and 2 more$/m);
  });

  test('sent again, it names the locations that are left, in the language of whoever sends it', async () => {
    const [left = '', gone = ''] = await addLocations(['Left', 'Removed']);
    const email = anAddress();
    const id = await inviteAddress(owner, email, viewerOf([left, gone]));
    expect((await owner.call('DELETE', `/locations/${gone}`)).status).toBe(200);
    await inDatabase(`update users set locale = 'fr' where id = $1`, [owner.userId]);
    expect((await sendAgain(owner, id)).status).toBe(200);
    const { subject, text } = await lastMailTo(email);
    expect(subject).toBe('Vous êtes invité à rejoindre un compte Kindling');
    expect(text).toMatch(/^Établissements: Left$/m);
    await inDatabase(`update users set locale = 'en' where id = $1`, [owner.userId]);
  });
});
