// `npm run gallery`: the gallery of UI primitives on a development server, for this machine only. With `--pictures` it
// draws the pictures of docs/design.md into docs/pictures/ and ends. Not part of any build.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './lib/paths.mjs';

const themes = ['light', 'dark', 'colored'];
const parts = ['foundations', 'controls', 'surfaces', 'feedback'];

const server = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 4700) },
  logLevel: 'warn',
});
await server.listen();
const address = `${server.resolvedUrls?.local[0] ?? ''}gallery.html`;

if (process.argv.includes('--pictures')) {
  try {
    await drawPictures();
  } finally {
    await server.close();
  }
} else {
  console.log(`The gallery is ready: ${address}`);
}

async function drawPictures() {
  const { chromium } = await import('@playwright/test');
  const folder = join(root, 'docs/pictures');
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' });
    for (const theme of themes) {
      // The theme `colored` changes the shell; here only its palette differs.
      for (const part of theme === 'colored' ? ['foundations'] : parts) {
        await page.goto(`${address}?theme=${theme}&only=${part}`);
        const section = page.locator(`#${part}`);
        await section.waitFor();
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        await section.screenshot({ path: join(folder, `${part}-${theme}.png`), animations: 'disabled' });
        console.log(`docs/pictures/${part}-${theme}.png`);
      }
    }
  } finally {
    await browser.close();
  }
}
