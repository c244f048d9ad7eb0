/** An embed's figures as a picture. */
import type { Snapshot } from '@kindling/contract/embeds';
import { renderToStaticMarkup } from 'react-dom/server';
import { embedTitle } from './title.tsx';

export function renderPicture(snapshot: Snapshot): string {
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={320} height={40} viewBox="0 0 320 40" role="img">
      <title>{embedTitle(snapshot)}</title>
    </svg>,
  );
}
