import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Service, servicesQuery } from '../../../api/gateway.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { ListAndDetail, showCode } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { NEW, useOpened } from '../../../ui/table/use-opened.ts';
import textStyle from '../../../ui/text.module.css';
import { GatewayFigures } from './figures.tsx';
import { ServiceDetail } from './service-detail.tsx';
import { gatewayWords } from './words.ts';

export const describeUpstream = ({ protocol, host, port, path }: Service) =>
  `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;

export function GatewayPage() {
  const words = usePageWords(gatewayWords);
  const client = useQueryClient();
  const query = useQuery(servicesQuery);
  const { openId, open, close, done, finish } = useOpened('service');
  const shown = query.data?.find((service) => service.id === openId);

  const columns: Column<Service>[] = [
    {
      key: 'name',
      title: words.name,
      text: (service) => service.name,
      cell: (service) => (
        <>
          {service.name}
          <span className={`${textStyle.under} ${textStyle.code}`}>{service.scope}</span>
        </>
      ),
    },
    {
      key: 'upstream',
      title: words.upstream,
      room: 'much',
      text: describeUpstream,
      cell: (service) => showCode(describeUpstream(service)),
    },
    {
      key: 'state',
      title: words.state,
      text: (service) => (service.enabled ? words.on : words.off),
      cell: (service) => (
        <span className={badgeStyle.chip} data-tone={service.enabled ? 'good' : 'warn'}>
          {service.enabled ? words.on : words.off}
        </span>
      ),
    },
  ];
  const reload = () => client.invalidateQueries({ queryKey: ['gateway'] });
  const leave = (text: string) => {
    void reload();
    finish(text);
  };

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      action={
        <>
          <Button component={Link} to="/administration/gateway/calls" variant="default" data-testid="calls">
            {words.calls}
          </Button>
          <Button data-testid="add-service" onClick={() => open(NEW)}>
            {words.add}
          </Button>
        </>
      }
      detail={
        openId === NEW || shown ? (
          <ServiceDetail
            key={openId}
            service={shown ?? null}
            onClose={close}
            onSaved={(service) => (shown ? void reload() : leave(words.added(service.name)))}
            onDeleted={(service) => leave(words.deleted(service.name))}
          />
        ) : null
      }
    >
      <GatewayFigures />
      <Done>{done}</Done>
      <DataTable
        id="gateway-services"
        list={wholeList(query, (rows) => rows)}
        caption={words.caption}
        columns={columns}
        empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
        getId={(service) => service.id}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
}
