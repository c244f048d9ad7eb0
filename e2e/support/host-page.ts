/**
 * A customer's web site on its own port: with a strict policy, or with a style sheet that breaks everything it can.
 */
import { createServer } from 'node:http';

export interface HostPage {
  readonly url: string;
  close(): Promise<void>;
}

const hostileStyles = `
  * { color: red !important; font: italic 900 40px/3 monospace !important; background: lime !important;
      letter-spacing: 1em !important; text-transform: uppercase !important; visibility: hidden !important; }
  svg { display: none !important }
  section, article, p { margin: 90px !important; float: left !important }
`;

/**
 * Serves `code` in a page that allows scripts and frames only of `product`, no inline styles and no inline scripts,
 * with plain or hostile styles of its own.
 * @param more further directives of its policy
 */
export async function startHostPage(
  code: string,
  product: string,
  look: 'hostile styles' | 'plain styles',
  more = '',
): Promise<HostPage> {
  const policy = `default-src 'none'; img-src data:; script-src ${product}; frame-src ${product}; style-src 'self'; ${more}`;
  // Style attributes are inline styles: this policy blocks the reserved space, but not the widget.
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Salt Quay</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"></head>
<body><h1>Our shop</h1>${code}</body></html>`;
  const server = createServer((request, response) => {
    if (request.url === '/style.css')
      response
        .writeHead(200, { 'content-type': 'text/css' })
        .end(look === 'hostile styles' ? hostileStyles : '');
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
