import { Button } from '@mantine/core';
import type { RegistrationCheck } from '@tamga/client';
import { useMutation } from '@tanstack/react-query';
import { type Application, checkApplication } from '../../../api/applications.ts';
import { checkWords } from '../../../features/oauth-clients/check-words.ts';
import classes from '../../../features/oauth-clients/oauth-clients.module.css';
import { formatMoment } from '../../../i18n/format.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { ActionFailure } from '../../../ui/states/states.tsx';

const TONES = { ok: 'good', warning: 'warn', problem: 'bad' } as const;

export function CheckPart({ application }: { application: Application }) {
  const words = usePageWords(checkWords);
  const check = useMutation({ mutationFn: () => checkApplication(application.id) });
  return (
    <section className={classes.check} aria-labelledby="check-heading">
      <h2 id="check-heading">{words.heading}</h2>
      <p>{words.lead}</p>
      <div>
        <Button
          variant="default"
          loading={check.isPending}
          data-testid="check"
          onClick={() => check.mutate()}
        >
          {words.run}
        </Button>
      </div>
      <ActionFailure error={check.error} />
      <div role="status">
        {check.data ? (
          <ul className={classes.problems}>
            {check.data.items.map((item) => (
              <Finding key={item.check} item={item} />
            ))}
          </ul>
        ) : null}
      </div>
      {check.data?.simulator_url ? (
        <p>
          <a href={check.data.simulator_url} data-testid="simulator">
            {words.simulator}
          </a>
        </p>
      ) : null}
    </section>
  );
}

function Finding({ item }: { item: RegistrationCheck['items'][number] }) {
  const words = usePageWords(checkWords);
  const value = item.value ?? '';
  const isTime = item.check === 'sign_in' || item.check === 'secret';
  const text = words.texts[`${item.check}.${item.reason}`]?.(isTime ? formatMoment(value) : value);
  return (
    <li data-testid={`check-${item.check}`}>
      <p className={classes.problemHead}>
        <strong>{words.checks[item.check]}</strong>
        <span className={badgeStyle.chip} data-tone={TONES[item.state]}>
          {words.states[item.state]}
        </span>
      </p>
      {text ? <p>{text}</p> : null}
    </li>
  );
}
