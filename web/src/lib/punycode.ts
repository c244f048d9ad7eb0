/** International host names (RFC 3492). The browser's `URL` only encodes them. */
import punycode from 'punycode.js';

/** `xn--bcher-kva.example` as `bücher.example`; a label that cannot be decoded stays as it is. */
export function decodeHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? decodeLabel(label) : label))
    .join('.');
}

function decodeLabel(label: string): string {
  try {
    return punycode.decode(label.slice('xn--'.length)) || label;
  } catch {
    return label;
  }
}
