import { Menu } from '@mantine/core';
import { IconBuilding, IconCheck, IconMoodKid, IconUser, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actingPartiesQuery, toActingFor } from '../api/acting.ts';
import { type ActingFor, actFor, readActingFor } from '../api/acting-for.ts';
import { useLanguage, usePageWords } from '../i18n/provider.tsx';
import { actingWords } from './acting-words.ts';

const icons = { organisation: IconBuilding, child: IconMoodKid, person: IconUsers };

/** Where a person sees at once whose applications they are looking at. */
const FIRST_PAGE = '/applications';

/** Part of the user menu: for whom the person acts in this tab. */
export function ActingChoice({ userId }: { userId: string }) {
  const { language } = useLanguage();
  const words = usePageWords(actingWords);
  const { data, isError } = useQuery(actingPartiesQuery);
  const [isLost, setLost] = useState(false);
  const current = readActingFor();
  const choose = (chosen: ActingFor | null) => {
    if (chosen?.id !== current?.id) setLost(!actFor(chosen, FIRST_PAGE));
  };
  const sign = (isChosen: boolean) => (isChosen ? <IconCheck size={16} aria-hidden="true" /> : null);
  return (
    <>
      <Menu.Label>{words.choose}</Menu.Label>
      <Menu.Item
        aria-current={current === null}
        leftSection={<IconUser size={18} aria-hidden="true" />}
        rightSection={sign(current === null)}
        data-testid="act-myself"
        onClick={() => choose(null)}
      >
        {words.myself}
      </Menu.Item>
      {data?.items.map((party) => {
        const { id, name, name_en: nameEn, kind } = party;
        const Icon = icons[kind];
        return (
          <Menu.Item
            key={id}
            aria-current={current?.id === id}
            leftSection={<Icon size={18} aria-hidden="true" />}
            rightSection={sign(current?.id === id)}
            data-testid="act-for"
            onClick={() => choose(toActingFor(userId, party))}
          >
            {(language === 'en' && nameEn) || name}
          </Menu.Item>
        );
      })}
      {data?.total === 0 && !data.incomplete ? <Menu.Label>{words.none}</Menu.Label> : null}
      {data?.incomplete ? <Menu.Label>{words.incomplete}</Menu.Label> : null}
      {isError ? <Menu.Label role="alert">{words.failed}</Menu.Label> : null}
      {isLost ? <Menu.Label role="alert">{words.notKept}</Menu.Label> : null}
      <Menu.Divider />
    </>
  );
}
