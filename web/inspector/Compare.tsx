// Two moments side by side.

import { compare } from "./compare";
import { copyJson } from "./files";
import { Icon } from "./Icon";
import type { View } from "./view";
import { clock, has, t } from "./words";

export function Compare({ view }: { view: View }) {
  view.grown.value;
  const { source } = view;
  if (source.moments === 0) return null;
  const last = source.moments - 1;
  const a = Math.min(view.a.value ?? 0, last);
  const b = Math.min(view.b.value ?? view.at.value, last);
  const [before, after] = [source.momentAt(a), source.momentAt(b)];
  const found = compare(before, after);
  return (
    <div class="compare">
      <div class="compare-head">
        <Side view={view} name="a" moment={a} at={before.at} pick={() => (view.a.value = view.looksAt.value)} />
        <Side view={view} name="b" moment={b} at={after.at} pick={() => (view.b.value = view.looksAt.value)} />
      </div>
      <div class="bar">
        <p class="grow">
          <b>
            {found.length === 0 ? t("compare.none") : t("compare.count", { n: found.length, events: Math.abs(b - a) })}
          </b>
        </p>
        <button
          type="button"
          class="tiny"
          onClick={() => {
            view.a.value = b;
            view.b.value = a;
          }}
        >
          {t("compare.swap")}
        </button>
        <button
          type="button"
          class="quiet only"
          title={t("copy")}
          aria-label={t("copy")}
          onClick={() => copyJson(view, { a, b, differences: found })}
        >
          <Icon name="copy" />
        </button>
      </div>
      {found.length > 0 && (
        <div class="table" tabIndex={0} role="group" aria-label={t("tab.compare")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("compare.what")}</th>
                <th scope="col">A</th>
                <th scope="col">B</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, 500).map((one) => (
                <tr key={`${one.activity} ${one.what}`} data-element={one.what}>
                  <th scope="row">
                    <code>{has(one.what) ? t(one.what) : one.what}</code>
                    <span class="muted small">{view.titleOf(one.activity)}</span>
                  </th>
                  <td class="was">{shown(one.before)}</td>
                  <td class="is">{shown(one.after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function shown(value: string | null) {
  if (value === null) return <span class="muted">{t("detail.notset")}</span>;
  if (value === "true") return t("yes");
  if (value === "false") return t("no");
  return <code>{value}</code>;
}

interface SideProps {
  view: View;
  name: "a" | "b";
  moment: number;
  at: number;
  pick: () => void;
}

function Side({ view, name, moment, at, pick }: SideProps) {
  const picture = view.pictureAt(moment);
  return (
    <div class="side">
      <h2>
        {t(`compare.${name}`, { n: moment + 1 })} <span class="muted small">{clock(at)}</span>
      </h2>
      {picture && (
        <img
          src={picture.url}
          alt={t("stage.alt", { n: picture.entry.moment + 1, title: view.titleOf(picture.entry.activity) })}
        />
      )}
      <button type="button" class="tiny" onClick={pick}>
        {t(name === "a" ? "compare.pickA" : "compare.pickB")}
      </button>
    </div>
  );
}
