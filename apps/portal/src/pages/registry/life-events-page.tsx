import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { deleteLifeEvent, type LifeEvent, lifeEventsQuery, passportsQuery } from '../../api/registry.ts';
import { AskedButton } from '../../features/step-up/asked-button.tsx';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { inLanguage } from '../../i18n/two-languages.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { Detail, Facts, ListAndDetail, showCode } from '../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../ui/states/states.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { NEW, useOpened } from '../../ui/table/use-opened.ts';
import textStyle from '../../ui/text.module.css';
import { LifeEventForm, NewLifeEvent } from './life-event-form.tsx';
import { useMayManageShared } from './registry.tsx';
import { vocabularyWords } from './vocabulary-words.ts';
import { registryWords } from './words.ts';

export function RegistryLifeEventsPage() {
  const { language } = useLanguage();
  const registry = usePageWords(registryWords);
  const words = usePageWords(vocabularyWords);
  const own = words.events;
  const mayManage = useMayManageShared();
  const client = useQueryClient();
  const query = useQuery(lifeEventsQuery);
  const { data: passports = [] } = useQuery(passportsQuery);
  const { openId, open, close, done, finish } = useOpened('event');
  const shown = query.data?.find(({ id }) => id === openId) ?? null;
  const nameOf = (event: LifeEvent) => (language === 'en' && event.en_label) || event.name;
  const agencyOf = (event: LifeEvent) =>
    inLanguage({ mn: event.lead_agency, en: event.lead_agency_en }, language);
  const countOf = ({ id }: LifeEvent) =>
    passports.filter(({ status, life_event_ids }) => status !== 'archived' && life_event_ids.includes(id))
      .length;

  const columns: Column<LifeEvent>[] = [
    {
      key: 'name',
      title: words.name,
      text: nameOf,
      cell: (event) => (
        <>
          {nameOf(event)}
          <span className={`${textStyle.under} ${textStyle.code}`}>{event.code}</span>
        </>
      ),
    },
    {
      key: 'kind',
      title: own.kind,
      room: 'some',
      text: ({ kind }) => own.kinds[kind],
    },
    { key: 'services', title: own.services, room: 'some', text: countOf },
    {
      key: 'agency',
      title: own.agency,
      room: 'much',
      text: agencyOf,
    },
    {
      key: 'eu',
      title: own.euCode,
      room: 'much',
      text: ({ eu_code }) => eu_code,
      cell: ({ eu_code }) => showCode(eu_code),
    },
    {
      key: 'order',
      title: own.order,
      room: 'much',
      text: ({ sort_order }) => sort_order,
    },
  ];
  const leave = (text: string) => {
    finish(text);
    client.invalidateQueries({ queryKey: ['registry'] });
  };

  return (
    <ListAndDetail
      title={registry.places['life-events']}
      lead={own.lead}
      openId={openId}
      detail={
        openId === NEW ? (
          <NewLifeEvent onClose={close} onSaved={(event) => leave(own.saved(event.name))} />
        ) : shown ? (
          <Detail title={nameOf(shown)} subject={shown.id} onClose={close}>
            <Facts
              items={[
                [words.name, shown.name],
                [own.enLabel, shown.en_label],
                [words.code, shown.code],
                [own.kind, own.kinds[shown.kind]],
                [
                  words.description,
                  inLanguage({ mn: shown.description, en: shown.description_en }, language),
                ],
                [own.agency, agencyOf(shown)],
                [own.euCode, shown.eu_code],
                [own.order, String(shown.sort_order)],
                [
                  own.services,
                  <Link key="services" to={`/registry/services?event=${shown.id}`}>
                    {countOf(shown)}
                  </Link>,
                ],
              ]}
            />
            <p>
              <Link to={`/registry/life-events/${shown.id}`} data-testid="event-steps">
                {own.steps}
              </Link>
            </p>
            {mayManage ? (
              <>
                <h3>{own.change}</h3>
                <LifeEventForm
                  key={shown.id}
                  event={shown}
                  onSaved={() => client.invalidateQueries({ queryKey: ['registry'] })}
                />
                <div className={formStyle.actions}>
                  <AskedButton
                    label={words.delete}
                    testId="event-delete"
                    isDangerous
                    title={own.deleteTitle(nameOf(shown))}
                    action={words.delete.replace('…', '')}
                    run={() => deleteLifeEvent(shown.id)}
                    onDone={() => leave(own.deleted(nameOf(shown)))}
                  >
                    <p>{own.deleteText}</p>
                  </AskedButton>
                </div>
              </>
            ) : null}
          </Detail>
        ) : null
      }
      action={
        mayManage ? (
          <Button data-testid="add-event" onClick={() => open(NEW)}>
            {own.add}
          </Button>
        ) : null
      }
    >
      <Done>{done}</Done>
      <DataTable
        id="life-events"
        list={wholeList(query, (rows) => rows)}
        caption={own.caption}
        columns={columns}
        empty={<EmptyState>{own.empty}</EmptyState>}
        getId={({ id }) => id}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
}
