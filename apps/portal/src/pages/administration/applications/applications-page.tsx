import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { type Application, applicationsQuery, readType } from '../../../api/applications.ts';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import parts from '../../../ui/detail.module.css';
import { ListAndDetail } from '../../../ui/list-and-detail.tsx';
import classes from '../../../ui/list-page.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { Done, EmptyState, Loaded } from '../../../ui/states.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
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
      sortBy: (application) => application.name,
      cell: (application) => (
        <>
          {application.name}
          <span className={`${classes.under} ${parts.code}`}>{application.client_id}</span>
        </>
      ),
    },
    {
      key: 'type',
      title: words.type,
      room: 'some',
      sortBy: (application) => application.app_type,
      cell: (application) => words.types[readType(application)].title,
    },
    {
      key: 'state',
      title: words.state,
      sortBy: (application) => Number(!application.enabled),
      cell: (application) => (
        <span className={classes.chip} data-tone={application.enabled ? 'good' : 'warn'}>
          {application.enabled ? words.on : words.off}
        </span>
      ),
    },
    {
      key: 'created',
      title: words.created,
      room: 'much',
      sortBy: (application) => application.created_at,
      cell: (application) => <Moment at={application.created_at} />,
    },
  ];
  const open = (id: string) => void navigate(`${APPLICATIONS_PATH}/${encodeURIComponent(id)}`);

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
              open(made.id);
            }}
          />
        ) : null
      }
    >
      <Done>{deleted ? words.deleted(deleted) : null}</Done>
      <Loaded query={query}>
        {({ items }) => (
          <DataTable
            caption={words.caption}
            columns={columns}
            rows={items}
            empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
            getId={(application) => application.id}
            openId={null}
            onOpen={open}
          />
        )}
      </Loaded>
    </ListAndDetail>
  );
}
