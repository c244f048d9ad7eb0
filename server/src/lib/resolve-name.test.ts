import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import {
  createDnsResolver,
  dropUnreachableIPv6,
  type ResolvedAddress,
  resolveWithSystem,
} from './resolve-name.ts';
import { createSafeFetch } from './safe-fetch.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

type Family = 'A' | 'AAAA';
/** The addresses of a name; null means no answer. */
type Zone = (name: string, family: Family) => string[] | null;

/** A local name server. `asked` lists the queries in order, with repetitions. */
async function startNameServer(zone: Zone) {
  const socket = createSocket('udp4');
  sockets.push(socket);
  const asked: string[] = [];
  socket.on('message', (query, { address, port }) => {
    const { name, family, end } = readQuestion(query);
    asked.push(`${name} ${family}`);
    const addresses = zone(name, family);
    if (addresses !== null) socket.send(answerTo(query.subarray(0, end), addresses), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { servers: [`127.0.0.1:${socket.address().port}`], asked };
}

/** Reads the question after the header of twelve bytes (RFC 1035, section 4.1.2). */
function readQuestion(query: Buffer): { name: string; family: Family; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), family: query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A', end: at + 5 };
}

/** Builds an answer with one record per address; each name is a pointer to the question's. */
function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((text) => {
    const data = Buffer.from(ipaddr.parse(text).toByteArray());
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(data.length === 16 ? 28 : 1, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
}

const neverAborted = () => new AbortController().signal;

describe('resolving by DNS', () => {
  test('returns the addresses of both families', async () => {
    const { servers } = await startNameServer((_name, family) =>
      family === 'A' ? ['93.184.215.14', '93.184.215.15'] : ['2606:2800:21f::1'],
    );
    expect(await createDnsResolver({ servers })('shop.example', neverAborted())).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '93.184.215.15', family: 4 },
      { address: '2606:2800:21f::1', family: 6 },
    ]);
  });

  test.each(['has none of', 'does not answer about'])(
    'returns the other family when the server %s one',
    async (how) => {
      const { servers } = await startNameServer((_name, family) => {
        if (family === 'A') return ['93.184.215.14'];
        return how === 'has none of' ? [] : null;
      });
      expect(await createDnsResolver({ servers })('shop.example', neverAborted())).toEqual([
        { address: '93.184.215.14', family: 4 },
      ]);
    },
  );

  test('rejects a name without addresses', async () => {
    const { servers } = await startNameServer(() => []);
    await expect(createDnsResolver({ servers })('shop.example', neverAborted())).rejects.toThrow('ENODATA');
  });

  test('names below localhost are this machine, without a query', async () => {
    const { servers, asked } = await startNameServer(() => ['93.184.215.14']);
    for (const name of ['localhost', 'Localhost.', 'shop.localhost'])
      expect(await createDnsResolver({ servers })(name, neverAborted())).toEqual([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]);
    expect(asked).toEqual([]);
  });
});

describe('names that never get an answer', () => {
  const zone: Zone = (name) => (name.endsWith('silent.example') ? null : ['127.0.0.1']);
  const many = Array.from({ length: 32 }, (_, index) => `${index}.silent.example`);

  test('do not delay other lookups, neither ours nor those of the system', async () => {
    const { servers, asked } = await startNameServer(zone);
    const resolveName = createDnsResolver({ servers });
    const leave = new AbortController();
    const ended: string[] = [];
    const silent = many.map(async (name) => {
      await resolveName(name, leave.signal).catch(() => undefined);
      ended.push(name);
    });
    await eventually(() => expect(new Set(asked).size).toBe(2 * many.length));
    await lookup('localhost');
    expect(await resolveWithSystem('localhost', neverAborted())).not.toEqual([]);
    expect(await resolveName('shop.example', neverAborted())).toContainEqual({
      address: '127.0.0.1',
      family: 4,
    });
    expect(ended).toEqual([]);
    leave.abort();
    await Promise.all(silent);
  });

  test('are canceled with the call and not queried again', async () => {
    const { servers, asked } = await startNameServer(zone);
    const fetchPage = createSafeFetch({
      agent: 'tests',
      timeoutMs: 300,
      resolveName: createDnsResolver({ servers }),
    });
    await expect(fetchPage('http://a.silent.example/')).rejects.toMatchObject({ reason: 'timeout' });
    const questions = asked.length;
    expect(questions).toBeGreaterThan(0);
    // Its second attempt would come before the queries of a name that is resolved now.
    const other = createDnsResolver({ servers })('b.silent.example', neverAborted());
    await expect(other).rejects.toThrow('ETIMEOUT');
    expect(asked.filter((one) => one.startsWith('a.'))).toHaveLength(questions);
  });

  test('an aborted call sends no query', async () => {
    const { servers, asked } = await startNameServer(zone);
    const ended = createDnsResolver({ servers })('a.silent.example', AbortSignal.abort());
    await expect(ended).rejects.toThrow('aborted');
    expect(asked).toEqual([]);
  });
});

describe('dropUnreachableIPv6', () => {
  const found: ResolvedAddress[] = [
    { address: '93.184.215.14', family: 4 },
    { address: '2606:2800:21f::1', family: 6 },
  ];
  const four = {
    address: '10.0.0.2',
    netmask: '255.0.0.0',
    family: 'IPv4',
    mac: '',
    internal: false,
    cidr: null,
  } as const;
  const six = { ...four, netmask: 'ffff::', family: 'IPv6' } as const;

  test('keeps both families on a machine with IPv6', () => {
    const interfaces = { eth0: [four, { ...six, address: '2001:4860::2', scopeid: 0 }] };
    expect(dropUnreachableIPv6(found, interfaces)).toEqual(found);
  });

  test('keeps only IPv4 on a machine without IPv6, unless the name has only IPv6', () => {
    const interfaces = {
      lo: [{ ...six, address: '::1', internal: true, scopeid: 0 }],
      eth0: [four, { ...six, address: 'fe80::2', scopeid: 3 }],
    };
    expect(dropUnreachableIPv6(found, interfaces)).toEqual(found.slice(0, 1));
    expect(dropUnreachableIPv6(found.slice(1), interfaces)).toEqual(found.slice(1));
  });
});
