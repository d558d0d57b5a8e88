import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { type Application, applicationsQuery, readType } from '../../../api/applications.ts';
import { StageChip } from '../../../features/oauth-clients/stage-chip.tsx';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { ListAndDetail } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import textStyle from '../../../ui/text.module.css';
import { Register } from './register.tsx';

export const APPLICATIONS_PATH = '/administration/applications';

export function ApplicationsPage() {
  const words = usePageWords(applicationsWords);
  const navigate = useNavigate();
  const filters = useFilters();
  const client = useQueryClient();
  const deleted = (useLocation().state as { deleted?: string } | null)?.deleted;
  const query = useQuery(applicationsQuery);
  const isNew = filters.get('new') === '1';

  const columns: Column<Application>[] = [
    {
      key: 'name',
      title: words.name,
      text: (application) => application.name,
      cell: (application) => (
        <>
          {application.name}
          <span className={`${textStyle.under} ${textStyle.code}`}>
            {application.document_url ?? application.client_id}
          </span>
        </>
      ),
    },
    {
      key: 'type',
      title: words.type,
      room: 'some',
      text: (application) => words.origins[application.origin] ?? words.types[readType(application)].title,
    },
    {
      key: 'state',
      title: words.state,
      text: (application) => (application.enabled ? words.on : words.off),
      cell: (application) => (
        <>
          <span className={badgeStyle.chip} data-tone={application.enabled ? 'good' : 'warn'}>
            {application.enabled ? words.on : words.off}
          </span>
          <StageChip application={application} />
          {application.weak ? (
            <span className={badgeStyle.chip} data-tone="warn" data-testid="weak">
              {words.weak}
            </span>
          ) : null}
        </>
      ),
    },
    momentColumn({
      key: 'created',
      title: words.created,
      room: 'much',
      at: (application) => application.created_at,
    }),
  ];
  const pathOf = (id: string) => `${APPLICATIONS_PATH}/${encodeURIComponent(id)}`;

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={isNew ? 'new' : null}
      action={
        <Button data-testid="add-application" onClick={() => filters.set({ new: '1' })}>
          {words.add}
        </Button>
      }
      detail={
        isNew ? (
          <Register
            onClose={() => filters.set({ new: null })}
            onRegistered={(made) => {
              void client.invalidateQueries({ queryKey: applicationsQuery.queryKey });
              void navigate(pathOf(made.id));
            }}
          />
        ) : null
      }
    >
      <Done>{deleted ? words.deleted(deleted) : null}</Done>
      <DataTable
        id="applications"
        list={wholeList(query, ({ items }) => items)}
        caption={words.caption}
        columns={columns}
        empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
        getId={(application) => application.id}
        linkTo={({ id }) => pathOf(id)}
      />
    </ListAndDetail>
  );
}
