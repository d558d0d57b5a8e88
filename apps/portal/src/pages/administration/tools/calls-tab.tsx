import { useQuery } from '@tanstack/react-query';
import { skillsQuery, type ToolCall, toolCallsQuery } from '../../../api/tools.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import layoutStyle from '../../../ui/layout.module.css';
import { Moment } from '../../../ui/moment.tsx';
import noteStyle from '../../../ui/note.module.css';
import { Detail, Facts, Split, showCode } from '../../../ui/page/list-and-detail.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar } from '../../../ui/table/filter-bar.tsx';
import { useCursorList } from '../../../ui/table/lists.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import textStyle from '../../../ui/text.module.css';
import { describeCaller } from './describe-caller.ts';
import { toolsWords } from './words.ts';

/** Tools whose calls are recorded; every skill is recorded too, under its own name. */
const RECORDED = ['execute_command', 'record_insight', 'rebrand_system', 'synthesize_skill', 'skill.delete'];
const BROKEN = new Set(['timeout', 'exit_nonzero', 'spawn_failed', 'internal']);

function readTone(outcome: string): 'good' | 'warn' | 'bad' | undefined {
  if (outcome === 'started') return undefined;
  if (outcome === 'ok') return 'good';
  return BROKEN.has(outcome) ? 'bad' : 'warn';
}

export function CallsTab() {
  const { calls: words, callers } = usePageWords(toolsWords);
  const filters = useFilters();
  const tool = /^[a-z0-9_.]{1,64}$/.test(filters.get('tool')) ? filters.get('tool') : '';
  const { data: skills } = useQuery(skillsQuery);
  const list = useCursorList(toolCallsQuery(tool));
  const openId = filters.get('open') || null;
  const shown = list.rows?.find((call) => String(call.id) === openId);
  const names = new Set([...RECORDED, ...(skills?.items ?? []).map(({ name }) => name)]);
  // A shared address may name a skill that was removed.
  if (tool !== '') names.add(tool);

  const columns: Column<ToolCall>[] = [
    {
      key: 'tool',
      title: words.tool,
      text: (call) => call.tool,
      cell: (call) => showCode(call.tool),
    },
    {
      key: 'outcome',
      title: words.outcome,
      text: (call) => words.outcomes[call.outcome] ?? call.outcome,
      cell: (call) => <OutcomeChip outcome={call.outcome} />,
    },
    momentColumn({ key: 'time', title: words.time, room: 'some', at: (call) => call.occurred_at }),
    {
      key: 'caller',
      title: words.caller,
      room: 'some',
      text: (call) => describeCaller(call.caller, callers),
    },
    {
      key: 'duration',
      title: words.duration,
      room: 'much',
      text: (call) => call.duration_ms ?? '',
      cell: (call) => (call.duration_ms === null ? '' : words.ms(call.duration_ms)),
    },
  ];

  return (
    <Split
      openId={openId}
      detail={shown ? <CallDetail call={shown} onClose={() => filters.set({ open: null })} /> : null}
    >
      <p>{words.lead}</p>
      <FilterBar
        filters={filters}
        opened="open"
        choices={[
          {
            name: 'tool',
            label: words.tool,
            any: words.allTools,
            options: [...names].map((name) => ({ value: name, label: name })),
          },
        ]}
      />
      <DataTable
        id="tool-calls"
        list={list}
        caption={words.caption}
        columns={columns}
        getId={(call) => String(call.id)}
        empty={<EmptyState>{words.empty}</EmptyState>}
        openId={openId}
        onOpen={(open) => filters.set({ open })}
      />
    </Split>
  );
}

function OutcomeChip({ outcome }: { outcome: string }) {
  const { calls: words } = usePageWords(toolsWords);
  return (
    <span className={badgeStyle.chip} data-tone={readTone(outcome)} data-outcome={outcome}>
      {words.outcomes[outcome] ?? outcome}
    </span>
  );
}

function CallDetail({ call, onClose }: { call: ToolCall; onClose(): void }) {
  const { calls: words, callers } = usePageWords(toolsWords);
  return (
    <Detail title={showCode(call.tool)} subject={String(call.id)} onClose={onClose}>
      {call.outcome === 'started' ? <p className={noteStyle.note}>{words.startedText}</p> : null}
      <Facts
        items={[
          [words.outcome, <OutcomeChip key="outcome" outcome={call.outcome} />],
          [words.code, showCode(call.outcome)],
          [words.time, <Moment key="time" at={call.occurred_at} />],
          [words.caller, describeCaller(call.caller, callers)],
          ...(call.exit_code === null ? [] : [[words.exitCode, String(call.exit_code)] as const]),
          ...(call.duration_ms === null ? [] : [[words.duration, words.ms(call.duration_ms)] as const]),
          [words.requestId, showCode(call.request_id)],
        ]}
      />
      <section className={layoutStyle.part} aria-labelledby="call-arguments">
        <h3 id="call-arguments">{words.arguments}</h3>
        {call.arguments.length === 0 ? (
          <p className={textStyle.quiet}>{words.noArguments}</p>
        ) : (
          <pre className={textStyle.pre}>{call.arguments.join('\n')}</pre>
        )}
      </section>
    </Detail>
  );
}
