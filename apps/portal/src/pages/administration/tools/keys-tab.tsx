import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { revokeToolKey, type ToolKey, toolKeysQuery } from '../../../api/tools.ts';
import { describeScope, scopeWords } from '../../../features/oauth/scopes.ts';
import { AskedButton } from '../../../features/step-up/asked-button.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import formStyle from '../../../ui/forms/form.module.css';
import { Moment } from '../../../ui/moment.tsx';
import noteStyle from '../../../ui/note.module.css';
import { Detail, Facts, Split, showCode } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import textStyle from '../../../ui/text.module.css';
import { NewKey } from './new-key.tsx';
import tools from './tools.module.css';
import { toolsWords } from './words.ts';

export function KeysTab() {
  const { keys: words } = usePageWords(toolsWords);
  const filters = useFilters();
  const query = useQuery(toolKeysQuery);
  const openId = filters.get('open') || null;
  const close = () => filters.set({ open: null });
  const shown = query.data?.items.find((key) => key.id === openId);

  const columns: Column<ToolKey>[] = [
    {
      key: 'name',
      title: words.name,
      text: (key) => key.name,
      cell: (key) => (
        <>
          {key.name}
          <span className={`${textStyle.under} ${textStyle.code}`}>{key.display}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: words.state,
      text: (key) => words[stateOf(key)],
      cell: (key) => <State toolKey={key} />,
    },
    {
      ...momentColumn({
        key: 'used',
        title: words.lastUsed,
        room: 'some',
        at: (key: ToolKey) => key.last_used_at,
        none: words.never,
      }),
      cell: (key) => <LastUsed toolKey={key} />,
    },
    momentColumn({
      key: 'created',
      title: words.created,
      room: 'much',
      at: (key) => key.created_at,
      none: words.fromSettings,
    }),
  ];

  return (
    <Split
      openId={openId}
      detail={
        openId === 'new' ? (
          <NewKey onClose={close} onKept={(id) => filters.set({ open: id })} />
        ) : shown ? (
          <KeyDetail key={shown.id} toolKey={shown} onClose={close} />
        ) : null
      }
    >
      <div className={tools.top}>
        <p>{words.lead}</p>
        <Button data-testid="add-key" onClick={() => filters.set({ open: 'new' })}>
          {words.add}
        </Button>
      </div>
      <DataTable
        id="tool-keys"
        list={wholeList(query, ({ items }) => items)}
        caption={words.caption}
        columns={columns}
        empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
        getId={(key) => key.id}
        openId={openId}
        onOpen={(id) => filters.set({ open: id })}
      />
    </Split>
  );
}

function stateOf({ revoked_at, expires_at }: ToolKey): 'revokedState' | 'endedState' | 'live' {
  if (revoked_at) return 'revokedState';
  return expires_at && new Date(expires_at) <= new Date() ? 'endedState' : 'live';
}

function State({ toolKey }: { toolKey: ToolKey }) {
  const { keys: words } = usePageWords(toolsWords);
  return (
    <>
      <span className={badgeStyle.chip} data-tone={stateOf(toolKey) === 'live' ? 'good' : 'warn'}>
        {words[stateOf(toolKey)]}
      </span>{' '}
      {widthsOf(toolKey).map((width) => (
        <span key={width} className={badgeStyle.chip} data-tone="warn" data-testid={`key-${width}`}>
          {words[width]}
        </span>
      ))}
    </>
  );
}

/** Keys made before keys were narrow by default, or widened knowingly. */
function widthsOf(key: ToolKey): ('wide' | 'endless')[] {
  if (key.from_environment || stateOf(key) !== 'live') return [];
  return [
    ...(key.scopes === null || key.surfaces.includes('admin') ? (['wide'] as const) : []),
    ...(key.expires_at === null ? (['endless'] as const) : []),
  ];
}

function LastUsed({ toolKey }: { toolKey: ToolKey }) {
  const { keys: words } = usePageWords(toolsWords);
  if (toolKey.last_used_at) return <Moment at={toolKey.last_used_at} />;
  // The use of keys in the settings is not recorded, so "never" would be a guess.
  return <span className={textStyle.quiet}>{toolKey.from_environment ? '—' : words.never}</span>;
}

function KeyDetail({ toolKey, onClose }: { toolKey: ToolKey; onClose(): void }) {
  const { keys: words } = usePageWords(toolsWords);
  const client = useQueryClient();
  const [isRevoked, setIsRevoked] = useState(false);
  const scopeTexts = usePageWords(scopeWords);
  const { created_at: created, expires_at: ends, revoked_at: revoked } = toolKey;
  return (
    <Detail title={toolKey.name} subject={toolKey.id} onClose={onClose}>
      <Done>{isRevoked ? words.revoked(toolKey.name) : null}</Done>
      <Facts
        items={[
          [words.state, <State key="state" toolKey={toolKey} />],
          [words.begins, showCode(toolKey.display)],
          [words.opens, toolKey.surfaces.map((surface) => words.surfaces[surface] ?? surface).join(', ')],
          [
            words.chosenTools,
            toolKey.scopes === null
              ? words.allTools
              : toolKey.scopes.map((scope) => describeScope(scope, scopeTexts).title).join(' · ') ||
                words.noTool,
          ],
          [words.ends, ends ? <Moment key="ends" at={ends} /> : words.noEnd],
          [words.created, created ? <Moment key="created" at={created} /> : words.fromSettings],
          [words.lastUsed, <LastUsed key="used" toolKey={toolKey} />],
          ...(revoked ? [[words.revokedAt, <Moment key="revoked" at={revoked} />] as const] : []),
        ]}
      />
      {widthsOf(toolKey).length > 0 ? <p className={noteStyle.note}>{words.wideNote}</p> : null}
      {toolKey.from_environment ? (
        <p className={noteStyle.note}>{words.settingsText}</p>
      ) : revoked ? null : (
        <div className={formStyle.actions}>
          <AskedButton
            label={words.revoke}
            testId="revoke-key"
            isDangerous
            title={words.revokeTitle(toolKey.name)}
            run={() => revokeToolKey(toolKey.id)}
            onDone={async () => {
              await client.invalidateQueries({ queryKey: toolKeysQuery.queryKey });
              setIsRevoked(true);
            }}
          >
            <p>{words.revokeText}</p>
          </AskedButton>
        </div>
      )}
    </Detail>
  );
}
