import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { accessQuery } from '../../api/access.ts';
import { createWebhook, WEBHOOKS_KEY, type Webhook, webhooksQuery } from '../../api/webhooks.ts';
import classes from '../../features/oauth-clients/oauth-clients.module.css';
import { SecretPanel } from '../../features/oauth-clients/secret-panel.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { mayOpen } from '../../shell/may-open.ts';
import { Detail, Split } from '../../ui/page/list-and-detail.tsx';
import pageStyle from '../../ui/page/list-page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Done, EmptyState } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { NEW, useOpened } from '../../ui/table/use-opened.ts';
import textStyle from '../../ui/text.module.css';
import { StateBadge, useStateName } from './state-badge.tsx';
import { WebhookDetail } from './webhook-detail.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhookWords } from './words.ts';

const MOST = 5;

export function WebhooksPage() {
  const words = usePageWords(webhookWords);
  const format = useNumber();
  const nameState = useStateName();
  const { id = '' } = useParams();
  const query = useQuery(webhooksQuery(id));
  const access = useQuery(accessQuery).data;
  const isManager = mayOpen({ need: 'gateway.manage' }, access);
  const { openId, open, close, done, finish } = useOpened('webhook');
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: WEBHOOKS_KEY });
  const shown = query.data?.items.find((webhook) => webhook.id === openId);
  const isFull = (query.data?.items.length ?? 0) >= MOST;

  const columns: Column<Webhook>[] = [
    {
      key: 'url',
      title: words.url,
      text: ({ url }) => url,
      cell: ({ url, description }) => (
        <>
          <span className={textStyle.code}>{url}</span>
          {description ? <span className={textStyle.under}>{description}</span> : null}
        </>
      ),
    },
    {
      key: 'state',
      title: words.state,
      text: nameState,
      cell: (webhook) => <StateBadge webhook={webhook} />,
    },
    {
      key: 'failed',
      title: words.failed,
      room: 'some',
      isNumber: true,
      text: ({ failed }) => format(failed),
    },
    momentColumn({
      key: 'delivered',
      title: words.delivered,
      room: 'much',
      at: ({ delivered_at }) => delivered_at,
    }),
  ];

  return (
    <div className={pageStyle.page}>
      <p className={classes.back}>
        <Link to={`${isManager ? '/administration' : '/developers'}/applications/${encodeURIComponent(id)}`}>
          <IconArrowLeft size={18} aria-hidden="true" />
          {words.back}
        </Link>
      </p>
      <PageHead
        isDense
        title={query.data ? words.title(query.data.application_name) : words.shortTitle}
        lead={isFull ? words.full : words.lead}
        action={
          query.data && !isFull ? (
            <Button data-testid="add-webhook" onClick={() => open(NEW)}>
              {words.add}
            </Button>
          ) : null
        }
      />
      <Split
        openId={openId}
        detail={
          openId === NEW ? (
            <NewWebhook
              applicationId={id}
              onClose={close}
              onKept={async (made) => {
                await reload();
                open(made);
              }}
            />
          ) : shown ? (
            <WebhookDetail
              key={shown.id}
              webhook={shown}
              onClose={close}
              onDeleted={async () => {
                await reload();
                finish(words.deleted);
              }}
            />
          ) : null
        }
      >
        <Done testId="webhook-done">{done || null}</Done>
        <DataTable
          id="webhooks"
          list={wholeList(query, ({ items }) => items)}
          caption={words.caption}
          columns={columns}
          empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
          getId={(webhook) => webhook.id}
          openId={openId}
          onOpen={open}
        />
      </Split>
    </div>
  );
}

interface NewWebhookProps {
  applicationId: string;
  onClose(): void;
  /** Told once the secret has been kept: it is never shown again. */
  onKept(id: string): void;
}

function NewWebhook({ applicationId, onClose, onKept }: NewWebhookProps) {
  const words = usePageWords(webhookWords);
  const creation = useMutation({
    mutationFn: (body: Parameters<typeof createWebhook>[1]) => createWebhook(applicationId, body),
    gcTime: 0,
  });
  const made = creation.data;
  return (
    <Detail
      title={made ? new URL(made.url).host : words.addTitle}
      subject={made?.id ?? NEW}
      onClose={() => (made ? onKept(made.id) : onClose())}
    >
      {made ? (
        <SecretPanel secret={made.secret ?? ''} onKept={() => onKept(made.id)} />
      ) : (
        <WebhookForm
          webhook={null}
          submit={words.add}
          done={null}
          save={creation}
          onSend={creation.mutate}
          onCancel={onClose}
        />
      )}
    </Detail>
  );
}
