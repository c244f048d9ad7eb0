/**
 * Turns any picture into a small WebP of our own making. Trust rule: pictures are decoded in a process of their own,
 * which gets no setting of ours, one picture at a time, and is killed when it takes too long; so a picture that breaks
 * a decoder breaks neither the server nor what it knows. Of the bytes that came nothing passes but the pixels.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';

const defaultTimeoutMs = 5_000;
/** Unused for so long, the process goes; it takes some 60 MB. */
const idleMs = 60_000;

export interface AvatarPress {
  /** Null for what is not a picture, is too large, or takes too long. */
  press(bytes: Buffer): Promise<Buffer | null>;
  close(): void;
}

export function createAvatarPress(timeoutMs = defaultTimeoutMs): AvatarPress {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function stop(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  }

  function start(): ChildProcess {
    const started = fork(childFile(), [], {
      env: {},
      execArgv: ['--max-old-space-size=64'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // A process that is done must be able to end with its child still waiting for work.
    started.unref();
    // Without a listener, one that comes between two pictures would end the server.
    started.on('error', () => undefined);
    started.channel?.unref();
    return started;
  }

  function pressOne(bytes: Buffer): Promise<Buffer | null> {
    clearTimeout(idle);
    child ??= start();
    const worker = child;
    return new Promise((resolve) => {
      const end = (made: Buffer | null, usable: boolean) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('exit', onFailure).off('error', onFailure);
        if (!usable) stop();
        idle = setTimeout(stop, idleMs).unref();
        resolve(made);
      };
      const onMessage = (made: unknown) => end(made instanceof Uint8Array ? Buffer.from(made) : null, true);
      const onFailure = () => end(null, false);
      const timer = setTimeout(onFailure, timeoutMs);
      worker.once('message', onMessage).once('exit', onFailure).once('error', onFailure);
      worker.send(bytes, (error) => {
        if (error) onFailure();
      });
    });
  }

  return {
    press(bytes) {
      if (!isPicture(bytes)) return Promise.resolve(null);
      const pressed = last.then(() => pressOne(bytes));
      last = pressed;
      return pressed;
    },
    close: stop,
  };
}

/** In the bundle it lies beside the program, otherwise beside this file. */
function childFile(): URL {
  const bundled = new URL('./avatar-child.js', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('./avatar-child.ts', import.meta.url);
}

/** JPEG, PNG or WebP by their first bytes, whatever was said about them. */
function isPicture(bytes: Buffer): boolean {
  if (bytes.length < 12) return false;
  return (
    bytes.readUIntBE(0, 3) === 0xffd8ff ||
    bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' ||
    (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
  );
}
