import { sources } from 'virtual:kindling-build';
import { BrandMark } from '@kindling/design/brand-mark';
import { light, radius, space, type } from '@kindling/design/tokens';
import { SourceName } from '../ui/source-name.tsx';
import { Stars } from '../ui/stars.tsx';
import { Example } from './example.tsx';
import css from './gallery.module.css';

const brandNames = [
  ...Array.from({ length: 10 }, (_, step) => `brand-${step}`),
  'brand',
  'brand-hover',
  'brand-soft',
  'link',
  'focus',
];

export function Foundations() {
  return (
    <>
      <Example name="Mark, sources, stars">
        <BrandMark size={40} />
        {sources.map((source) => (
          <SourceName key={source} source={source} />
        ))}
        <Stars value={4.3} />
      </Example>
      <Example name="Brand steps and their uses">
        {brandNames.map((name) => (
          <Swatch key={name} name={name} />
        ))}
      </Example>
      <Example name="Palette of the scheme">
        {Object.keys(light)
          .filter((name) => !name.startsWith('shadow'))
          .map((name) => (
            <Swatch key={name} name={name} />
          ))}
      </Example>
      <Example name="Type scale">
        <div className={css.stack}>
          {Object.entries(type).map(([name, [size, line]]) => (
            <span
              key={name}
              className={css.type}
              style={{ fontSize: `var(--k-text-${name})`, lineHeight: `var(--k-line-${name})` }}
            >
              {name}, {size}/{line}: Good words travel
            </span>
          ))}
        </div>
      </Example>
      <Example name="Spacing">
        {Object.entries(space).map(([name, value]) => (
          <span key={name} className={css.measure}>
            <span className={css.bar} style={{ width: value }} />
            {name}: {value}
          </span>
        ))}
      </Example>
      <Example name="Radius and elevation">
        {Object.entries(radius).map(([name, value]) => (
          <span key={name} className={css.box} style={{ borderRadius: value }}>
            {name}
          </span>
        ))}
        {[1, 2, 3].map((step) => (
          <span key={step} className={css.box} style={{ boxShadow: `var(--k-shadow-${step})` }}>
            {step}
          </span>
        ))}
      </Example>
    </>
  );
}

function Swatch({ name }: { name: string }) {
  return (
    <span className={css.swatch}>
      <span style={{ background: `var(--k-${name})` }} />
      {name}
    </span>
  );
}
