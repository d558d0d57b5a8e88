import type { TeamFigures } from '../../api/team.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { plainList } from '../../ui/table/list-source.ts';
import { roundHours, saySpan } from './span.ts';
import classes from './team.module.css';
import { teamWords } from './words.ts';

type Service = TeamFigures['services'][number];
type Week = TeamFigures['weeks'][number];

/** Every figure of the charts, to sort and to save as CSV. */
export function FigureTables({ figures }: { figures: TeamFigures }) {
  const words = usePageWords(teamWords);
  const format = useNumber();
  const say = (hours: number | null) => saySpan(hours, words, format);
  const count = <Row,>(key: string, title: string, value: (row: Row) => number): Column<Row> => ({
    key,
    title,
    isNumber: true,
    text: (row) => value(row),
  });
  const times = <Row extends Pick<Week, 'median_hours' | 'p90_hours'>>(): Column<Row>[] => [
    {
      key: 'median',
      title: words.medianHours,
      isNumber: true,
      text: ({ median_hours }) => roundHours(median_hours),
      cell: ({ median_hours }) => say(median_hours),
    },
    {
      key: 'p90',
      title: words.p90Hours,
      isNumber: true,
      text: ({ p90_hours }) => roundHours(p90_hours),
      cell: ({ p90_hours }) => say(p90_hours),
    },
  ];
  const decided = <Row extends Pick<Week, 'decided' | 'decided_late'>>(): Column<Row>[] => [
    count('decided', words.decided, (row) => row.decided),
    count('decided_late', words.decidedLate, (row) => row.decided_late),
  ];
  const services: Column<Service>[] = [
    { key: 'service', title: words.service, text: ({ name }) => name },
    { key: 'code', title: words.code, room: 'some', text: ({ code }) => code },
    count('open', words.open, ({ open }) => open),
    count('late', words.late, ({ late }) => late),
    ...decided<Service>(),
    ...times<Service>(),
  ];
  const weeks: Column<Week>[] = [
    { key: 'week', title: words.week, text: ({ week }) => week },
    ...decided<Week>(),
    ...times<Week>(),
  ];
  return (
    <>
      <section className={classes.block} aria-labelledby="by-service" data-testid="by-service">
        <h2 id="by-service">{words.services}</h2>
        <DataTable
          id="team-services"
          list={plainList(figures.services)}
          caption={words.services}
          columns={services}
          getId={({ code }) => code}
          empty={null}
        />
      </section>
      <section className={classes.block} aria-labelledby="by-week" data-testid="by-week">
        <h2 id="by-week">{words.weeks}</h2>
        <DataTable
          id="team-weeks"
          list={plainList(figures.weeks)}
          caption={words.weeks}
          columns={weeks}
          getId={({ week }) => week}
          empty={null}
          size={100}
        />
      </section>
    </>
  );
}
