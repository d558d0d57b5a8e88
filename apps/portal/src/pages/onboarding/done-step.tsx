import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { usePageWords } from '../../i18n/provider.tsx';
import { leaveTo } from '../../shell/leave.ts';
import classes from './onboarding.module.css';
import { onboardingWords } from './words.ts';

export function DoneStep() {
  const words = usePageWords(onboardingWords).done;
  return (
    <div className={classes.step} data-testid="onboarding-done">
      <div className={classes.doneMark}>
        <IconShieldCheck size={44} stroke={1.4} aria-hidden="true" />
        <p>{words.text}</p>
      </div>
      <div>
        <h3>{words.nextHeading}</h3>
        <ol className={classes.needs}>
          {words.next.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </div>
      {/* A full page load, because this page's memory may hold data of an earlier session. */}
      <Button
        size="md"
        className={classes.primary}
        data-testid="to-administration"
        onClick={() => leaveTo('/administration/admins')}
      >
        {words.button}
      </Button>
    </div>
  );
}
