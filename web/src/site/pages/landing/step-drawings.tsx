/** One picture per step. They repeat the text beside them, so screen readers skip them. */
import type { Language } from '@kindling/contract/constants';
import { Figure } from '../../kit/frames.tsx';
import { Screenshot } from '../../screenshots/screenshot.tsx';

interface ScreenPartProps {
  name: 'connections' | 'editor';
  language: Language;
  /** The note that the data is invented. */
  sample: string;
}

/** A part of a screen: the connections, or the editor of a widget. */
export function ScreenPart({ name, language, sample }: ScreenPartProps) {
  return (
    <Figure sample={sample}>
      <div className="tile tile-screen" aria-hidden="true">
        <Screenshot name={name} language={language} alt="" />
      </div>
    </Figure>
  );
}

export function EmbedDrawing() {
  return (
    <div className="tile tile-embed" aria-hidden="true">
      <pre translate="no">
        <span className="code-dim">{'<body>\n  …\n'}</span>
        <span className="code-line">
          {'  <script async\n    src="…/e/k7mq2xw4ra.js">\n  </script>'}
          <i className="caret" />
        </span>
        <span className="code-dim">{'\n</body>'}</span>
      </pre>
    </div>
  );
}
