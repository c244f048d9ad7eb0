import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { objectsIn } from '../kit/json-object.ts';
import { startGoogleSimulator } from './server.ts';
import { callApi, postForm, signIn } from './test-client.ts';

it('stores replies and revocations over a restart when it has a folder', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'google-'));
  const location = 'accounts/117390455802146213377/locations/6394464039148850881';
  const first = await startGoogleSimulator({ port: 0, stateFolder });
  const { access } = await signIn(first.url);
  const list = await callApi(`${first.url}/v4/${location}/reviews?pageSize=1`, access);
  const name = String(objectsIn(list.body.reviews)[0]?.name);
  await callApi(`${first.url}/v4/${name}/reply`, access, { method: 'PUT', body: '{"comment":"Kept"}' });
  await first.close();

  const second = await startGoogleSimulator({ port: 0, stateFolder });
  const review = await callApi(`${second.url}/v4/${name}`, access);
  expect(review.body.reviewReply).toMatchObject({ comment: 'Kept', reviewReplyState: 'APPROVED' });
  await postForm(`${second.url}/revoke`, { token: access });
  await second.close();

  const third = await startGoogleSimulator({ port: 0, stateFolder });
  expect((await callApi(`${third.url}/v1/accounts`, access)).status).toBe(401);
  await third.close();
  rmSync(stateFolder, { recursive: true });
});
