import { IconArrowLeft } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callsQuery, type GatewayCall } from '../../../api/gateway.ts';
import application from '../../../features/oauth-clients/oauth-clients.module.css';
import { usePageWords } from '../../../i18n/provider.tsx';
import { CursorList } from '../../../ui/cursor-list.tsx';
import parts from '../../../ui/detail.module.css';
import { PageHead } from '../../../ui/list-and-detail.tsx';
import admin from '../../../ui/list-page.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { gatewayWords } from './words.ts';

const toneOf = (status: number) => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');

export function CallsPage() {
  const { log: words, back, figures } = usePageWords(gatewayWords);
  const query = useInfiniteQuery(callsQuery);
  return (
    <div className={admin.page}>
      <p className={application.back}>
        <Link to="/administration/gateway">
          <IconArrowLeft size={18} aria-hidden="true" />
          {back}
        </Link>
      </p>
      <PageHead title={words.title} lead={words.lead} />
      <div className={admin.list}>
        <CursorList query={query} empty={words.empty}>
          {(items: GatewayCall[]) => (
            <table className={admin.table} data-testid="calls">
              <caption className={admin.hidden}>{words.caption}</caption>
              <thead>
                <tr>
                  <th scope="col">{words.path}</th>
                  <th scope="col">{words.status}</th>
                  <th scope="col" data-room="some">
                    {words.latency}
                  </th>
                  <th scope="col" data-room="some">
                    {words.time}
                  </th>
                  <th scope="col" data-room="much">
                    {words.ip}
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((call) => (
                  <tr key={call.id}>
                    <td>
                      <span className={parts.code}>
                        {call.method} {call.path}
                      </span>
                      <span className={`${admin.under} ${admin.underSmall}`}>
                        <Moment at={call.created_at} /> · {figures.ms(call.latency_ms)}
                      </span>
                    </td>
                    <td>
                      <span className={admin.chip} data-tone={toneOf(call.status)}>
                        {call.status}
                      </span>
                    </td>
                    <td data-room="some">{figures.ms(call.latency_ms)}</td>
                    <td data-room="some">
                      <Moment at={call.created_at} />
                    </td>
                    <td data-room="much">{call.client_ip}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </CursorList>
      </div>
    </div>
  );
}
