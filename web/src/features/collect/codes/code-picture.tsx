import type { CodeDesign, CodeLogo } from '@kindling/contract/code-looks';
import type { ListedCode } from '@kindling/contract/codes';
import { svgAddress } from '@kindling/guest/qr/svg-address';
import { useMemo } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './code-picture.module.css';
import { drawCode } from './draw-code.ts';

// The other texts of this area are printed by the server.
// locale-keys: print.*

interface CodePictureProps {
  content: string;
  design: CodeDesign;
  /** Empty: the picture is beside the name of its code. */
  label: string;
}

/** The true picture of a code; transparent parts show a light checkered ground. */
export function CodePicture({ content, design, label }: CodePictureProps) {
  const { t } = useText();
  const callToAction = t('print:callToAction');
  const svg = useMemo(() => drawCode({ content, design, callToAction }), [content, design, callToAction]);
  return svg === null ? (
    <span className={css.missing} />
  ) : (
    <img
      className={css.picture}
      data-transparent={design.background === null}
      src={svgAddress(svg)}
      alt={label}
      draggable={false}
    />
  );
}

/** The design of a listed code with its logo from the list. */
export function designOf(
  code: Pick<ListedCode, 'design' | 'logo'>,
  logos: readonly ({ hash: string } & Omit<Extract<CodeLogo, { kind: 'picture' }>, 'kind'>)[],
): CodeDesign {
  const logo = logos.find(({ hash }) => hash === code.logo);
  if (logo === undefined) return code.design;
  return { ...code.design, logo: { kind: 'picture', type: logo.type, data: logo.data } };
}
