/** The QR codes of the sample account, with the changes of this visit. */
import type { Code } from '@kindling/contract/codes';
import { ApiError } from '../lib/api/problem.ts';
import type { ApiAnswers } from './api-types.ts';
import type { SampleAccount } from './sample-account.ts';

export function codeAnswers(account: SampleAccount): Pick<ApiAnswers, 'codes'> {
  const changes = new Map<string, Partial<Code>>();
  const removed = new Set<string>();
  const read = (id: string): Code => {
    const found = removed.has(id) ? undefined : account.find('codes.get', { id });
    if (found === undefined) throw new ApiError({ code: 'not-found', status: 404 });
    return { ...account.recorded('codes', 'get', { id }).code, ...changes.get(id) };
  };
  const change = (id: string, next: Partial<Code>) => {
    const updatedAt = new Date().toISOString();
    changes.set(id, { ...changes.get(id), ...next, updatedAt });
    return { code: read(id) };
  };
  return {
    codes: {
      list: (input) => {
        const { codes, logos } = account.recorded('codes', 'list', input);
        const kept = codes.filter(({ id }) => !removed.has(id));
        return { codes: kept.map((code) => ({ ...code, ...listed(changes.get(code.id) ?? {}) })), logos };
      },
      get: ({ id }) => ({ code: read(id) }),
      // The form sends every field of the design.
      update: ({ id, name, series, design }) =>
        change(id, { name, series, design: design as Code['design'] }),
      disable: ({ id, disabled }) => change(id, { disabledAt: disabled ? new Date().toISOString() : null }),
      remove: ({ id }) => {
        removed.add(id);
        return { ok: true };
      },
    },
  };
}

/** As the list has a design: without an uploaded logo. */
function listed(code: Partial<Code>): Partial<Code> {
  if (code.design?.logo.kind !== 'picture') return code;
  return { ...code, design: { ...code.design, logo: { kind: 'none' } } };
}
