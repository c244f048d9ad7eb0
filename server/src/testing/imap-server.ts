/**
 * For tests only: a mailbox over IMAP4rev1 (RFC 3501), as far as a client needs it that reads unseen messages and marks them.
 * One folder, INBOX; anything else is answered with BAD or NO.
 */
import { createServer, type Server, type Socket } from 'node:net';

export interface ImapMessage {
  uid: number;
  source: Buffer;
  seen: boolean;
}

export interface ImapServer {
  url: string;
  messages: ImapMessage[];
  /** Commands that arrived, without their tags. */
  commands: string[];
  /** Called before a flag is stored; the connection ends where it returns false. */
  beforeStore: (uid: number) => boolean;
  add(source: string | Buffer): void;
  close(): Promise<void>;
}

const user = 'returned@kindling.example';
const password = 'secret word';

export async function startImapServer(): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const messages: ImapMessage[] = [];
  const state: ImapServer = {
    url: '',
    messages,
    commands: [],
    beforeStore: () => true,
    add: (source) =>
      void messages.push({ uid: messages.length + 11, source: Buffer.from(source), seen: false }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, state);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  state.url = `imap://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  return state;
}

type Session = { signedIn: boolean; selected: boolean };
type Answer = { lines: (string | Buffer)[]; status: string; ends?: boolean };

function serve(socket: Socket, state: ImapServer): void {
  const session: Session = { signedIn: false, selected: false };
  let input = '';
  socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
  socket.on('data', (data) => {
    input += data.toString('latin1');
    for (let command = takeCommand(socket); command !== null; command = takeCommand(socket)) {
      const { tag, words } = command;
      state.commands.push(words.join(' '));
      const answer = answerTo(words, session, state);
      if (answer === null) return void socket.destroy();
      const lines = [...answer.lines, `${tag} ${answer.status}\r\n`];
      socket.write(Buffer.concat(lines.map((line) => Buffer.from(line))));
      if (answer.ends === true) return void socket.end();
    }
  });

  /** A command is a line; where it ends with `{n}`, n bytes follow, which the client sends after a continuation. */
  function takeCommand(to: Socket): { tag: string; words: string[] } | null {
    let at = 0;
    for (;;) {
      const end = input.indexOf('\r\n', at);
      if (end < 0) return null;
      const literal = /\{(\d+)(\+?)\}$/.exec(input.slice(at, end));
      if (literal === null) {
        const [tag = '', ...words] = wordsOf(input.slice(0, end));
        input = input.slice(end + 2);
        return { tag, words };
      }
      const length = Number(literal[1]);
      if (input.length < end + 2 + length && literal[2] === '') to.write('+ go on\r\n');
      if (input.length < end + 2 + length) return null;
      at = end + 2 + length;
    }
  }
}

/** Atoms, quoted strings, literals, and lists or sections in brackets as one word each. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let rest = text.trimStart();
  while (rest !== '') {
    const literal = /^\{(\d+)\+?\}\r\n/.exec(rest);
    const found = /^(?:"((?:[^"\\]|\\.)*)"|(\([^)]*\))|([^\s"]+(?:\[[^\]]*\][^\s]*)?))/.exec(rest);
    if (literal !== null) {
      const [head, length] = literal;
      words.push(rest.slice(head.length, head.length + Number(length)));
      rest = rest.slice(head.length + Number(length));
    } else if (found !== null) {
      words.push(found[1]?.replaceAll(/\\(.)/g, '$1') ?? found[2] ?? found[3] ?? '');
      rest = rest.slice(found[0].length);
    } else return words;
    rest = rest.trimStart();
  }
  return words;
}

const ok = (text: string, lines: Answer['lines'] = []): Answer => ({ lines, status: `OK ${text}` });
const refuse = (status: string): Answer => ({ lines: [], status });

/** Null ends the connection. */
function answerTo(words: readonly string[], session: Session, state: ImapServer): Answer | null {
  const [name = '', ...rest] = words;
  switch (name.toUpperCase()) {
    case 'CAPABILITY':
      return ok('done', ['* CAPABILITY IMAP4rev1\r\n']);
    case 'NOOP':
      return ok('done');
    case 'LOGOUT':
      return { ...ok('bye', ['* BYE bye\r\n']), ends: true };
    case 'LOGIN':
      session.signedIn = rest[0] === user && rest[1] === password;
      return session.signedIn ? ok('signed in') : refuse('NO [AUTHENTICATIONFAILED] wrong');
  }
  if (!session.signedIn) return refuse('BAD sign in first');
  switch (name.toUpperCase()) {
    case 'LIST':
    case 'LSUB':
      return ok('done', [`* ${name.toUpperCase()} () "/" ${rest[1] === '' ? '""' : 'INBOX'}\r\n`]);
    case 'SELECT':
      if (rest[0]?.toUpperCase() !== 'INBOX') return refuse('NO no such folder');
      session.selected = true;
      return ok('[READ-WRITE] selected', [
        '* FLAGS (\\Seen)\r\n',
        `* ${state.messages.length} EXISTS\r\n`,
        '* 0 RECENT\r\n',
        '* OK [PERMANENTFLAGS (\\Seen)] flags\r\n',
        '* OK [UIDVALIDITY 1] valid\r\n',
        `* OK [UIDNEXT ${state.messages.length + 11}] next\r\n`,
      ]);
    case 'UID':
      return session.selected ? answerToUid(rest, state) : refuse('BAD select first');
    case 'CLOSE':
      session.selected = false;
      return ok('closed');
    default:
      return refuse('BAD unknown command');
  }
}

function answerToUid(words: readonly string[], state: ImapServer): Answer | null {
  const [name = '', first = '', ...rest] = words;
  const index = state.messages.findIndex(({ uid }) => String(uid) === first);
  const message = state.messages[index];
  switch (name.toUpperCase()) {
    case 'SEARCH': {
      const wanted = [first, ...rest].join(' ').toUpperCase();
      if (wanted !== 'UNSEEN') return refuse('BAD only UNSEEN');
      const uids = state.messages.filter(({ seen }) => !seen).map(({ uid }) => ` ${uid}`);
      return ok('done', [`* SEARCH${uids.join('')}\r\n`]);
    }
    case 'FETCH': {
      if (message === undefined) return ok('done');
      const range = /BODY\.PEEK\[\]<0\.(\d+)>/i.exec(rest.join(' '));
      if (range === null) return refuse('BAD only BODY.PEEK[]<0.n>');
      const body = message.source.subarray(0, Number(range[1]));
      const head = `* ${index + 1} FETCH (UID ${message.uid} BODY[]<0> {${body.length}}\r\n`;
      return ok('done', [head, body, ')\r\n']);
    }
    case 'STORE': {
      if (message === undefined) return ok('done');
      if (!state.beforeStore(message.uid)) return null;
      message.seen = rest.join(' ').toUpperCase().includes('\\SEEN');
      return ok('done', [`* ${index + 1} FETCH (UID ${message.uid} FLAGS (\\Seen))\r\n`]);
    }
    default:
      return refuse('BAD unknown command');
  }
}
