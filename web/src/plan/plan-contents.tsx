import type { PlanText } from './plan-text.ts';

const groups = ['gather', 'work', 'show', 'collect'] as const;
const points = ['1', '2', '3', '4'] as const;

/** Everything that the plan includes, in four groups under headings of the third level. */
export function PlanContents({ text }: { text: PlanText }) {
  return (
    <>
      <div className="plan-contents">
        {groups.map((group) => (
          <div key={group}>
            <h3>{text(`inside.${group}.name`)}</h3>
            <ul>
              {points.map((point) => (
                <li key={point}>{text(`inside.${group}.${point}`)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="plan-why">
        <p>{text('inside.unlimited')}</p>
        <p>{text('inside.support')}</p>
      </div>
    </>
  );
}
