/** The simulated help desk of a test: its address, its recorded calls, and its behavior. */
import { type Program, startProgram } from './program.ts';

export interface HelpDeskCall {
  event: string;
  websiteToken: string;
  verified: boolean | null;
  detail: Record<string, unknown>;
}

export interface HelpDesk {
  url: string;
  heard(): Promise<HelpDeskCall[]>;
  control(action: Readonly<Record<string, unknown>>): Promise<void>;
  /** Resets everything. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export async function startHelpDesk(): Promise<HelpDesk> {
  const { program, ready }: { program: Program; ready: { url: string } } = await startProgram(
    'simulators/helpdesk.js',
    [],
    { PORT: '0' },
    (line) => (line.startsWith('{"ready":true') ? JSON.parse(line) : null),
  );
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${ready.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The help desk refused ${JSON.stringify(body)}: ${await answer.text()}`);
  };
  return {
    url: ready.url,
    heard: async () =>
      ((await (await fetch(`${ready.url}/api/heard`)).json()) as { heard: HelpDeskCall[] }).heard,
    control: (action) => post('/_control', action),
    reset: () => post('/_control/reset', {}),
    stop: () => program.stop(),
  };
}
