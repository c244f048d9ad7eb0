import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { ColumnChart } from '../ui/charts.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { Example } from './example.tsx';
import css from './gallery.module.css';

const months = [23, 31, 28, 40, 36, 44].map((value, index) => ({
  key: String(index),
  label: `M${index + 1}`,
  longLabel: `Month ${index + 1}`,
  value,
  text: String(value),
}));

export function Surfaces() {
  return (
    <>
      <Example name="Panel: with title and aside, with a chart, empty">
        <div className={css.grid}>
          <Panel title="Newest reviews" aside={<a href="#surfaces">See all</a>}>
            <p className={css.flat}>“Still warm at seven in the morning.”</p>
          </Panel>
          <Panel title="Reviews per month">
            <ColumnChart
              bars={months}
              caption="Reviews per month"
              labelHeading="Month"
              valueHeading="Reviews"
            />
          </Panel>
        </div>
        <Panel>
          <EmptyState
            icon={<IconMessages size={22} />}
            title="No reviews yet"
            text="They appear here as soon as the first reading of a connected profile has begun."
            action={<Button>Go to connections</Button>}
          />
        </Panel>
      </Example>
      <Example name="Tags">
        <Tag tone="good">Active</Tag>
        <Tag tone="warn">Needs your consent</Tag>
        <Tag tone="bad">Revoked</Tag>
        <Tag tone="calm">Draft</Tag>
      </Example>
      <Example name="Table">
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Place</th>
              <th scope="col" className={css.right}>
                Reviews
              </th>
            </tr>
          </thead>
          <tbody>
            {[
              ['Salt Quay Bakery', 'Harbour', '745'],
              ['Salt Quay Kiosk', 'Old Market', '120'],
            ].map(([name, source, count]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{source}</td>
                <td className={css.right}>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Example>
    </>
  );
}
