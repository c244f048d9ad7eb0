import { expect, test } from 'vitest';
import { withPhoto } from './photos.ts';
import { startGoogleSimulator } from './server.ts';

test('most named authors have a picture, always the same one, and the simulator serves it', async () => {
  const authors = Array.from({ length: 30 }, (_, index) => ({
    reviewer: { displayName: `Author ${index}` },
  }));
  const urlsOf = () =>
    authors.map((review) => {
      const { reviewer } = withPhoto(review) as { reviewer: { profilePhotoUrl?: string } };
      return reviewer.profilePhotoUrl;
    });
  const urls = urlsOf();
  expect(urlsOf()).toEqual(urls);
  const given = urls.filter((url) => url !== undefined);
  expect(given.length).toBeGreaterThan(10);
  expect(given.length).toBeLessThan(30);
  expect(withPhoto({ reviewer: { displayName: 'A', isAnonymous: true } })).toEqual({
    reviewer: { displayName: 'A', isAnonymous: true },
  });

  const simulator = await startGoogleSimulator({ port: 0 });
  try {
    const url = new URL(given[0] ?? '');
    expect(url.origin).toBe('https://lh3.googleusercontent.com');
    const answer = await fetch(`${simulator.url}${url.pathname}`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([128, 128]);
  } finally {
    await simulator.close();
  }
});
