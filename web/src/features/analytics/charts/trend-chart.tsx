/** The drawing of the trend. Its library is large, so the file is loaded after the figures are shown. */
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { CompositeChart } from '@mantine/charts';

export interface TrendPoint {
  /** Below the column. */
  label: string;
  /** In the box beside the pointer. */
  name: string;
  total: number;
  average: number | null;
}

interface TrendChartProps {
  points: readonly TrendPoint[];
  totalName: string;
  averageName: string;
  formatValue: (value: number) => string;
  /** The index of a column that was clicked. */
  onChoose: (index: number) => void;
}

export default function TrendChart({
  points,
  totalName,
  averageName,
  formatValue,
  onChoose,
}: TrendChartProps) {
  const labels = new Map(points.map(({ name, label }) => [name, label]));
  return (
    <CompositeChart
      h="100%"
      data={points.map((point, index) => ({ ...point, index }))}
      dataKey="name"
      withLegend
      withRightYAxis
      maxBarWidth={44}
      tickLine="none"
      gridAxis="x"
      strokeDasharray="0"
      gridColor="var(--k-border)"
      textColor="var(--k-muted)"
      series={[
        { name: 'total', label: totalName, color: 'var(--k-bar)', type: 'bar' },
        { name: 'average', label: averageName, color: 'var(--k-star)', type: 'line', yAxisId: 'right' },
      ]}
      legendProps={{ verticalAlign: 'top', height: 36 }}
      xAxisProps={{ tickFormatter: (name: string) => labels.get(name) ?? '', minTickGap: 16 }}
      yAxisProps={{ tickCount: 4, allowDecimals: false, width: 40, tickFormatter: formatValue }}
      rightYAxisProps={{ domain: [1, 5], ticks: [1, 2, 3, 4, 5], width: 28, axisLine: false }}
      barProps={{
        isAnimationActive: false,
        radius: [3, 3, 0, 0],
        cursor: 'pointer',
        onClick: ({ payload }: { payload?: { index?: number } }) => {
          if (payload?.index !== undefined) onChoose(payload.index);
        },
      }}
      lineProps={{ isAnimationActive: false }}
      connectNulls={false}
      withDots={points.length <= 40}
      // The drawing is hidden from screen readers, so nothing in it takes the focus.
      composedChartProps={{ accessibilityLayer: false }}
      curveType="linear"
      tooltipAnimationDuration={0}
      valueFormatter={formatValue}
    />
  );
}
