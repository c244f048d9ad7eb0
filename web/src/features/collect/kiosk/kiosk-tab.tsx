import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { AddressCode } from '../address-code.tsx';
import { AddressLine } from '../address-line.tsx';
import { ChosenPipeline, PipelineChoice } from '../chosen-pipeline.tsx';
import collect from '../collect.module.css';
import css from './kiosk.module.css';
import { TabletDrawing } from './tablet-drawing.tsx';

// locale-keys: pipeline.kiosk.ipad.*
// locale-keys: pipeline.kiosk.android.*
// locale-keys: pipeline.kiosk.different.*

const systems = ['ipad', 'android'] as const;
const steps = ['one', 'two', 'three', 'four'] as const;
const differences = ['links', 'stays', 'returns', 'network'] as const;

/** How to put a tablet on the counter. */
export function KioskTab() {
  const { t } = useText();
  return (
    <ChosenPipeline>
      {(pipeline) => (
        <div className={collect.stack}>
          <Panel>
            <div className={css.intro}>
              <div className={css.words}>
                <h2 className={css.title}>{t('pipeline:kiosk.title')}</h2>
                <p className={css.text}>{t('pipeline:kiosk.text')}</p>
                <PipelineChoice />
                <AddressLine label={t('pipeline:kiosk.address')} url={`${pipeline.url}/kiosk`} />
                <AddressCode url={`${pipeline.url}/kiosk`} />
              </div>
              <TabletDrawing />
            </div>
          </Panel>
          <Panel title={t('pipeline:kiosk.differentTitle')}>
            <ul className={css.list}>
              {differences.map((key) => (
                <li key={key}>{t(`pipeline:kiosk.different.${key}`)}</li>
              ))}
            </ul>
          </Panel>
          <div className={css.systems}>
            {systems.map((system) => (
              <Panel key={system} title={t(`pipeline:kiosk.${system}.title`)}>
                <ol className={css.list}>
                  {steps.map((step) => (
                    <li key={step}>{t(`pipeline:kiosk.${system}.${step}`)}</li>
                  ))}
                </ol>
              </Panel>
            ))}
          </div>
        </div>
      )}
    </ChosenPipeline>
  );
}
