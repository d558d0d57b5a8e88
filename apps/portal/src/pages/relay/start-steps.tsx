import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { loadDemonstration, RELAY_KEY } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { overviewWords } from './overview-words.ts';
import classes from './relay.module.css';
import { useMayManage } from './relay.tsx';

/** A relay without platforms: how to begin. */
export function StartSteps({ maySeed }: { maySeed: boolean }) {
  const words = usePageWords(overviewWords);
  const mayManage = useMayManage();
  const client = useQueryClient();
  const seed = useMutation({
    mutationFn: loadDemonstration,
    onSuccess: () => client.invalidateQueries({ queryKey: RELAY_KEY }),
  });
  const steps = words.startSteps;
  return (
    <Section id="start" title={words.startTitle} lead={mayManage ? words.startLead : words.startViewer}>
      <ol className={classes.steps}>
        <li>
          <b>{steps.platform}</b>
          <p className={textStyle.quiet}>{steps.platformText}</p>
          {mayManage ? (
            <Button component={Link} to="/relay/platforms?platform=new" data-testid="first-platform">
              {steps.platform}
            </Button>
          ) : null}
        </li>
        <li>
          <b>{steps.route}</b>
          <p className={textStyle.quiet}>{steps.routeText}</p>
        </li>
        <li>
          <b>{steps.request}</b>
          <p className={textStyle.quiet}>{steps.requestText}</p>
        </li>
      </ol>
      {maySeed && mayManage ? (
        <div className={classes.seed}>
          <p>{words.seedText}</p>
          <Button variant="default" loading={seed.isPending} data-testid="seed" onClick={() => seed.mutate()}>
            {words.seed}
          </Button>
          <ActionFailure error={seed.error} />
        </div>
      ) : null}
    </Section>
  );
}
