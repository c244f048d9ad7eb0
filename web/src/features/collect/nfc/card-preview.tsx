import type { CodeDesign } from '@kindling/contract/code-looks';
import type { Language } from '@kindling/contract/constants';
import { colorScale, mix } from '@kindling/design/color';
import { CodePicture } from '../codes/code-picture.tsx';
import css from './card-preview.module.css';
import { usePrintTexts } from './use-print-texts.ts';

interface CardPreviewProps {
  businessName: string;
  /** The owner's call to action, or empty. */
  ownText: string;
  design: CodeDesign;
  url: string;
  /** `#rrggbb`. */
  color: string;
  language: Language;
}

/** Step of the scale that a print takes as its ground; white text can be read on it. */
export function groundOf(color: string): string {
  return colorScale(color)[7];
}

/** Front and back of an NFC card after cutting, as the print files have them; sizes are in its millimeters. */
export function CardPreview({ businessName, ownText, design, url, color, language }: CardPreviewProps) {
  const text = usePrintTexts(language);
  const ground = groundOf(color);
  const shape = mix(ground, '#ffffff', 0.075);
  return (
    <div className={css.sides} lang={language}>
      <div className={css.side}>
        <div className={css.front} style={{ background: ground }}>
          <svg className={css.rings} viewBox="0 0 85.6 53.98" aria-hidden="true">
            <circle cx="65.6" cy="26.99" r="36" fill={shape} />
            <circle cx="65.6" cy="26.99" r="23.8" fill={ground} />
            <circle cx="65.6" cy="26.99" r="13" fill={shape} />
            <g fill="none" stroke="#fff" strokeWidth="1.5" strokeLinecap="round">
              {[4, 8.2, 12.4].map((radius) => {
                const [x, away] = [59.6 + radius * Math.SQRT1_2, radius * Math.SQRT1_2];
                return (
                  <path
                    key={radius}
                    d={`M${x} ${26.99 - away}A${radius} ${radius} 0 0 1 ${x} ${26.99 + away}`}
                  />
                );
              })}
            </g>
            <circle cx="59.6" cy="26.99" r="1.3" fill="#fff" />
          </svg>
          <span className={css.business}>{businessName}</span>
          <span className={css.action}>{ownText.trim() === '' ? text('callToAction') : ownText}</span>
          <span className={css.tap}>{text('tap')}</span>
        </div>
      </div>
      <div className={css.side}>
        <div className={css.back}>
          <span className={css.scan} style={{ color: ground }}>
            {text('tapOrScan')}
          </span>
          <span className={css.honest}>{text('honest')}</span>
          <span className={css.code}>
            <CodePicture content={url} design={design} label="" />
          </span>
        </div>
      </div>
    </div>
  );
}
