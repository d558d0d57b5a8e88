import { useQuery } from '@tanstack/react-query';
import { authorityReportQuery } from '../../../api/authorities.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import layoutStyle from '../../../ui/layout.module.css';
import tableStyle from '../../../ui/table/table.module.css';
import textStyle from '../../../ui/text.module.css';
import { authorityWords } from './words.ts';

/** What the move from texts to records did, and what a person should look at; nothing where all is well. */
export function ReportPart() {
  const { report: words, services, officers } = usePageWords(authorityWords);
  const { data } = useQuery(authorityReportQuery);
  if (!data || data.alike.length + data.untranslated.length + data.texts.length === 0) return null;
  return (
    <section className={layoutStyle.part} data-testid="authority-report">
      <h2>{words.title}</h2>
      {data.alike.length > 0 ? (
        <>
          <h3>{words.alike}</h3>
          <ul lang="mn">
            {data.alike.map(({ one, other }) => (
              <li key={`${one.id} ${other.id}`}>
                {one.name} / {other.name}
              </li>
            ))}
          </ul>
          <p className={textStyle.quiet}>{words.alikeText}</p>
        </>
      ) : null}
      {data.untranslated.length > 0 ? (
        <>
          <h3>{words.untranslated}</h3>
          <ul lang="mn">
            {data.untranslated.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </>
      ) : null}
      {data.texts.length > 0 ? (
        <details>
          <summary>{words.texts}</summary>
          <table className={tableStyle.table}>
            <thead>
              <tr>
                <th scope="col">{words.text}</th>
                <th scope="col">{words.became}</th>
                <th scope="col">{services}</th>
                <th scope="col">{words.cases}</th>
                <th scope="col">{officers}</th>
              </tr>
            </thead>
            <tbody>
              {data.texts.map((row) => (
                <tr key={row.text}>
                  <td lang="mn">{row.text}</td>
                  <td lang="mn">{row.name}</td>
                  <td>{row.services}</td>
                  <td>{row.cases}</td>
                  <td>{row.people}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </section>
  );
}
