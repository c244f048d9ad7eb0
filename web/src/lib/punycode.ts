/** Host names in their original letters. Decodes RFC 3492; the browser only encodes. */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;

/** `xn--bcher-kva.example` becomes `bücher.example`; a label that cannot be decoded stays as it is. */
export function decodeHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodeLabel(label.slice(4)) ?? label) : label))
    .join('.');
}

function decodeLabel(text: string): string | null {
  const edge = text.lastIndexOf('-');
  const letters = edge > 0 ? [...text.slice(0, edge)].map((letter) => letter.codePointAt(0) ?? 0) : [];
  let [code, bias, index] = [128, 72, 0];
  let at = edge > 0 ? edge + 1 : 0;
  while (at < text.length) {
    const before = index;
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = at < text.length ? digitOf(text[at] ?? '') : null;
      if (digit === null) return null;
      at += 1;
      index += digit * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = letters.length + 1;
    bias = adapt(index - before, length, before === 0);
    code += Math.floor(index / length);
    index %= length;
    if (code > 0x10ffff) return null;
    letters.splice(index, 0, code);
    index += 1;
  }
  return letters.length === 0 ? null : String.fromCodePoint(...letters);
}

function digitOf(letter: string): number | null {
  const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter.toLowerCase());
  return letter === '' || digit === -1 ? null : digit;
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = first ? Math.floor(delta / damp) : delta >> 1;
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
