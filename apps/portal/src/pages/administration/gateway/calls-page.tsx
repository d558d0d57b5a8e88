import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { callsQuery, type GatewayCall } from '../../../api/gateway.ts';
import application from '../../../features/oauth-clients/oauth-clients.module.css';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { showCode } from '../../../ui/page/list-and-detail.tsx';
import admin from '../../../ui/page/list-page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useCursorList } from '../../../ui/table/lists.ts';
import { gatewayWords } from './words.ts';

const toneOf = (status: number) => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');

export function CallsPage() {
  const { log: words, back, figures } = usePageWords(gatewayWords);
  const list = useCursorList(callsQuery);
  const columns: Column<GatewayCall>[] = [
    {
      key: 'path',
      title: words.path,
      text: (call) => `${call.method} ${call.path}`,
      cell: (call) => showCode(`${call.method} ${call.path}`),
    },
    {
      key: 'status',
      title: words.status,
      text: (call) => call.status,
      cell: (call) => (
        <span className={badgeStyle.chip} data-tone={toneOf(call.status)}>
          {call.status}
        </span>
      ),
    },
    {
      key: 'latency',
      title: words.latency,
      room: 'some',
      text: (call) => call.latency_ms,
      cell: (call) => figures.ms(call.latency_ms),
    },
    momentColumn({ key: 'time', title: words.time, room: 'some', at: (call) => call.created_at }),
    { key: 'ip', title: words.ip, room: 'much', text: (call) => call.client_ip },
  ];
  return (
    <div className={admin.page}>
      <p className={application.back}>
        <Link to="/administration/gateway">
          <IconArrowLeft size={18} aria-hidden="true" />
          {back}
        </Link>
      </p>
      <PageHead isDense title={words.title} lead={words.lead} />
      <DataTable
        id="gateway-calls"
        testId="calls"
        list={list}
        caption={words.caption}
        columns={columns}
        getId={(call) => String(call.id)}
        empty={<EmptyState>{words.empty}</EmptyState>}
      />
    </div>
  );
}
