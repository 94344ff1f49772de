// The numbers of all dialogs, by tool.

import { useEffect, useState } from "preact/hooks";
import { ask } from "../socket";
import { connection, status } from "../state";
import { t } from "../strings";
import type { FromServer } from "../wire";

export function MetricsTable() {
  const [numbers, setNumbers] = useState<Extract<FromServer, { type: "metrics" }> | null>(null);
  const active = status.value?.activeDialogs;
  const online = connection.value === "online";
  useEffect(() => {
    if (online) ask({ type: "metrics-query" }, "metrics").then(setNumbers, () => undefined);
  }, [online, active]);
  if (!numbers || numbers.report.length === 0) return null;
  const { metrics, report } = numbers;
  return (
    <>
      <h2>{t("metrics.title")}</h2>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={t("metrics.title")}>
        <table class="metrics">
          <thead>
            <tr>
              {["tool", "requests", "responses", "cancelled", "expired", "errors", "average", "success"].map(
                (column) => (
                  <th key={column} scope="col">
                    {t(`metrics.${column}`)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {report.map((row) => (
              <tr key={row.tool}>
                <th scope="row">{row.tool}</th>
                <td>{row.requests}</td>
                <td>{row.responses}</td>
                <td>{row.cancelled}</td>
                <td>{row.expired}</td>
                <td>{row.errors}</td>
                <td>{seconds(row.averageLatency)}</td>
                <td>{percent(row.successRate)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{t("metrics.all")}</th>
              <td>{report.reduce((sum, row) => sum + row.requests, 0)}</td>
              <td>{metrics.completed}</td>
              <td>{metrics.cancelled}</td>
              <td>{metrics.expired}</td>
              <td>{metrics.errors}</td>
              <td>{seconds(metrics.averageResponseTime)}</td>
              <td>{percent(metrics.successRate)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
}

const seconds = (milliseconds: number | null): string =>
  milliseconds === null ? "–" : `${(milliseconds / 1000).toFixed(1)} s`;
const percent = (rate: number | null): string => (rate === null ? "–" : `${Math.round(rate * 100)} %`);
