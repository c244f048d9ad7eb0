/** One drawing per step. They repeat the text beside them, so screen readers skip them. */
import { BrandMark } from '@kindling/design/brand-mark';
import { Rating, SourceIcon } from '../../drawings/parts.tsx';
import type { SiteTexts } from '../../texts.ts';

export function ConnectDrawing({ site }: { site: SiteTexts }) {
  return (
    <div className="tile tile-connect" aria-hidden="true">
      {(['google', 'facebook'] as const).map((source) => (
        <div key={source} className="account">
          <SourceIcon source={source} />
          <div>
            <b>{site.sample.business}</b>
            <i className="skel" />
          </div>
          <svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24">
            <circle className="tick-ground" cx="12" cy="12" r="11" />
            <path className="tick" d="m7 12.5 3.4 3.4L17 9" />
          </svg>
        </div>
      ))}
      <svg aria-hidden="true" className="wires" viewBox="0 0 120 56" width="120" height="56">
        <path d="M12 0v16a12 12 0 0 0 12 12h24M108 0v16a12 12 0 0 1-12 12H72" />
      </svg>
      <BrandMark size={44} />
    </div>
  );
}

export function CustomizeDrawing() {
  return (
    <div className="tile tile-customize" aria-hidden="true">
      <div className="knobs">
        <span className="swatches">
          <i className="swatch swatch-brand" />
          <i className="swatch swatch-ember" />
          <i className="swatch swatch-good" />
          <i className="swatch swatch-ink" />
        </span>
        <i className="slider slider-high" />
        <i className="slider" />
        <i className="switch" />
      </div>
      <div className="small-widget">
        <Rating rating={4.7} />
        <i className="skel" />
        <i className="skel skel-short" />
        <hr />
        <Rating rating={5} />
        <i className="skel" />
        <i className="skel skel-short" />
      </div>
    </div>
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
