/**
 * Headers of a document with an example page around an embed: sandboxed without an origin, framed by our own pages only, and
 * without connections, so that nothing in it is counted.
 * @param csp values of `style-src` and `script-src`
 */
export function previewHeaders(
  csp: { style: string; script: string },
  publicUrl: string,
): Record<string, string> {
  return {
    'content-security-policy': `default-src 'none'; style-src ${csp.style}; script-src ${csp.script}; img-src ${new URL(publicUrl).origin}; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox`,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  };
}
