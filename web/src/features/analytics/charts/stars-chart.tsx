/** The drawing of the distribution of stars, with the period before as a pale twin. Loaded after the figures are shown. */
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';

interface StarsChartProps {
  rows: readonly { label: string; now: number; before: number | null }[];
  nowName: string;
  beforeName: string;
  formatValue: (value: number) => string;
  onChoose: (index: number) => void;
}

export default function StarsChart({ rows, nowName, beforeName, formatValue, onChoose }: StarsChartProps) {
  const hasBefore = rows.some(({ before }) => before !== null);
  const choose = ({ payload }: { payload?: { index?: number } }) => {
    if (payload?.index !== undefined) onChoose(payload.index);
  };
  return (
    <BarChart
      h="100%"
      data={rows.map((row, index) => ({ ...row, index }))}
      dataKey="label"
      orientation="vertical"
      withLegend={hasBefore}
      legendProps={{ verticalAlign: 'top', height: 32 }}
      tickLine="none"
      gridAxis="y"
      strokeDasharray="0"
      gridColor="var(--k-border)"
      textColor="var(--k-muted)"
      barProps={{ isAnimationActive: false, radius: [0, 3, 3, 0], cursor: 'pointer', onClick: choose }}
      barChartProps={{ accessibilityLayer: false, barGap: 1, barCategoryGap: '22%' }}
      xAxisProps={{ tickCount: 4, allowDecimals: false, tickFormatter: formatValue }}
      yAxisProps={{ width: 34 }}
      series={[
        { name: 'now', label: nowName, color: 'var(--k-bar)' },
        ...(hasBefore ? [{ name: 'before', label: beforeName, color: 'var(--k-twin)' }] : []),
      ]}
      tooltipAnimationDuration={0}
      valueFormatter={formatValue}
    />
  );
}
