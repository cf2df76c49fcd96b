// A result as a picture: bars of medians with their quartiles, one group per workload.

import { BarChart, CustomChart } from "echarts/charts";
import { GridComponent, LegendComponent, TitleComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { LegacyGridContainLabel } from "echarts/features";
import { SVGRenderer } from "echarts/renderers";
import type { Row } from "../record.ts";
import type { Scenario } from "./scenarios.ts";

echarts.use([
  BarChart,
  CustomChart,
  GridComponent,
  LegendComponent,
  TitleComponent,
  SVGRenderer,
  LegacyGridContainLabel,
]);

const WIDTH = 900;
const LINE = 16;
const AROUND = 120;

/** The chart of the rows that have the scenario's unit, as SVG that is the same for the same rows. */
export function chartOf({ title, chart: unit }: Scenario, rows: readonly Row[]): string {
  const shown = rows.filter((row) => row.unit === unit);
  const workloads = [...new Set(shown.map(({ workload }) => workload))];
  const columns = [...new Set(shown.map(({ column }) => column))];
  const chart = echarts.init(null, null, {
    renderer: "svg",
    ssr: true,
    width: WIDTH,
    height: AROUND + LINE * workloads.length * (columns.length + 1),
  });
  chart.setOption({
    animation: false,
    backgroundColor: "#ffffff",
    title: { text: `${title}: ${unit}`, left: 12, top: 8, textStyle: { fontSize: 15 } },
    legend: { top: 36, left: 12, itemWidth: 12, itemHeight: 12, data: columns },
    grid: { left: 48, right: 40, top: 76, bottom: 24, containLabel: true },
    xAxis: { type: "value", min: 0 },
    yAxis: { type: "category", data: workloads, inverse: true, axisLabel: { width: 260, overflow: "break" } },
    series: columns.flatMap((column, at) => {
      const own = workloads.map((workload) =>
        shown.find((row) => row.workload === workload && row.column === column),
      );
      return [
        { type: "bar", name: column, barGap: "10%", data: own.map((row) => row?.median ?? null) },
        {
          type: "custom",
          name: column,
          silent: true,
          z: 10,
          data: own.flatMap((row, line) => (row === undefined ? [] : [[line, row.low, row.high]])),
          encode: { y: 0, x: [1, 2] },
          renderItem: (_params: unknown, api: WhiskerApi) => whisker(api, at, columns.length),
        },
      ];
    }),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  // What it does under a pointer is named by a count of the whole process, and a picture has no pointer.
  return `${svg.replaceAll(/ class="zr[^"]*"/g, "").replaceAll(/<style[\s\S]*?<\/style>\n?/g, "")}\n`;
}

interface WhiskerApi {
  value(dimension: number): number;
  coord(point: readonly [number, number]): [number, number];
  barLayout(options: { barGap: string; count: number }): { offsetCenter: number }[];
}

/** A line from quartile to quartile, on the bar that it belongs to. */
function whisker(api: WhiskerApi, at: number, count: number): object {
  const line = api.value(0);
  const [low, y] = api.coord([api.value(1), line]);
  const [high] = api.coord([api.value(2), line]);
  const middle = y + (api.barLayout({ barGap: "10%", count })[at]?.offsetCenter ?? 0);
  return {
    type: "line",
    shape: { x1: low, y1: middle, x2: high, y2: middle },
    style: { stroke: "#222222", lineWidth: 1.5 },
  };
}
