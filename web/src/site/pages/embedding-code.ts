/** The code examples of the guide, in the forms that server/src/features/embeds/snippets.ts returns. */
import { pastedElement, pastedFrame } from '@kindling/guest/embed/render/reserve';
import {
  elementStyle,
  reserveLength,
  spacerStyle,
  styleText,
} from '@kindling/guest/embed/render/reserve-length';

/** The server fills in the installation's address. */
const origin = '[[public.url]]';
/** No real code: those have ten characters and no hyphen. */
const code = 'your-code';
/** Pixels that a list of six reviews may need. */
const reserve = { narrow: 1640, wide: 1280 };
const script = `${origin}/e/${code}.js`;

/** The declarations of a style attribute, one per line. */
const rules = (style: Readonly<Record<string, string>>) => `${styleText(style).replaceAll(';', ';\n  ')};`;

/** @param words the text for visitors in the samples, in the page's language. */
export const embeddingCode = (words: string) => ({
  script: `${pastedElement(code, reserve)}
<script async src="${script}"></script>`,
  html: `<!doctype html>
<html lang="en">
  <body>
    <h2>${words}</h2>
    ${pastedElement(code, reserve)}
    <script async src="${script}"></script>
  </body>
</html>`,
  react: `export function Reviews() {
  return (
    <>
      <kindling-reviews
        code="${code}"
        style={{ display: '${elementStyle.display}', width: '100%', minWidth: '${elementStyle.minWidth}' }}
      >
        <span
          style={{
            display: 'block',
            height: 0,
            paddingBottom: '${reserveLength(reserve)}',
          }}
        />
      </kindling-reviews>
      <script async src="${script}" />
    </>
  );
}`,
  next: `import Script from 'next/script';

<Script src="${script}" strategy="afterInteractive" />`,
  types: `declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'kindling-reviews': {
        code: string;
        style?: React.CSSProperties;
        children?: React.ReactNode;
      };
    }
  }
}`,
  loader: `<script async src="${origin}/e/loader.js"></script>

${pastedElement(code, reserve)}
${pastedElement(`${code}-2`, reserve)}`,
  fragment: `<?php echo @file_get_contents('${origin}/e/${code}.html', false,
  stream_context_create(['http' => ['timeout' => 2]])); ?>
<script async src="${script}"></script>`,
  iframe: `${pastedFrame(`${origin}/e/${code}`, words, reserve)}
<script async src="${origin}/e/loader.js"></script>`,
  height: `<script>
  addEventListener('message', ({ data, origin, source }) => {
    if (origin !== '${origin}' || data?.type !== 'kindling:height') return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.style.height = data.height + 'px';
  });
</script>`,
  json: `const answer = await fetch('${origin}/e/${code}.json');
const { businessName, figures, reviews, disclosure } = await answer.json();`,
  csp: {
    script: `script-src ${origin}`,
    iframe: `frame-src ${origin}`,
    json: `connect-src ${origin}`,
  },
  reserve: `kindling-reviews {
  ${rules(elementStyle)}
}
kindling-reviews > span {
  ${rules(spacerStyle(reserve))}
}`,
});
