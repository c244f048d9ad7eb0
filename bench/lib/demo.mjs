import { join } from 'node:path';
import { freePort } from '../../service/src/testing/free-port.ts';
import { root } from '../../tools/lib/paths.mjs';
import { serverEnvironment, serverFlags } from '../../tools/lib/server-options.mjs';
import { isReadyJson } from './google-simulator.mjs';

/** A first sync of 70,000 reviews, with all that follows from it, takes 90 s on an otherwise idle machine. */
export const DEMO_LIMIT_MS = 300_000;

/**
 * The built program on the embedded database, started like `npm start -- --demo` and ready when the demo is synced; it
 * gets its own simulators for services that `env` does not name.
 * @returns beside the process: its address, and the sign-in of the demo
 */
export async function startDemo(stage, env = {}, limitMs = DEMO_LIMIT_MS) {
  const port = await freePort();
  const mailbox = await stage.start([join(root, 'dist/simulators/mailbox.js')], {
    env: { PORT: '0', SMTP_PORT: '0' },
    isReady: isReadyJson,
  });
  let signIn = null;
  const started = await stage.start([...serverFlags, join(root, 'dist/server/main.js'), '--demo'], {
    env: {
      ...serverEnvironment,
      PORT: String(port),
      IDENTITY_PORT: String(await freePort()),
      KINDLING_DATA: stage.folder(),
      KINDLING_MAILBOX_SMTP_URL: `smtp://127.0.0.1:${JSON.parse(mailbox.line).smtpPort}`,
      KINDLING_GOOGLE_SIMULATOR_URL: env.KINDLING_GOOGLE_SIMULATOR_URL ?? (await startGoogleDemo(stage)),
      ...env,
    },
    isReady: (text) => {
      signIn ??= /sign in as (\S+) with the password (\S+)/.exec(text);
      return text.includes('is ready:');
    },
    limitMs,
  });
  if (signIn === null) throw new Error('The program told no demo account.');
  return { ...started, url: `http://localhost:${port}`, email: signIn[1], password: signIn[2] };
}

/** Signs in as the demo's owner, and waits for the dashboard. */
export async function signInToDemo(page, { url, email, password }) {
  await page.goto(`${url}/auth/sign-in`);
  await page.getByRole('textbox', { name: 'E-mail address', exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

async function startGoogleDemo(stage) {
  const program = join(root, 'dist/simulators/google.js');
  const { line } = await stage.start([program], { env: { PORT: '0' }, isReady: isReadyJson });
  return JSON.parse(line).url;
}
