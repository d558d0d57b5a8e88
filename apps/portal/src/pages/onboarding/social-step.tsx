import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { optionalSessionQuery } from '../../api/session.ts';
import { useSsoError } from '../../features/eid-sign-in/use-sso-error.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './onboarding.module.css';
import { onboardingWords } from './words.ts';

interface SocialStepProps {
  /** The reason for a refused social account, from the address. */
  problem: string | null;
  /** True if a running onboarding has ended. */
  hasEnded: boolean;
}

export function SocialStep({ problem, hasEnded }: SocialStepProps) {
  const words = usePageWords(onboardingWords).social;
  const saySsoError = useSsoError();
  const { data: session } = useQuery(optionalSessionQuery);
  // Only our own texts are shown, never text from the address.
  const say = (code: string): string => {
    const own: Record<string, string> = words.problems;
    return (Object.hasOwn(own, code) ? own[code] : undefined) ?? saySsoError(code);
  };

  return (
    <div className={classes.step}>
      {hasEnded ? (
        <p role="alert" className={classes.warning} data-testid="onboarding-ended">
          {words.ended}
        </p>
      ) : problem !== null ? (
        <p role="alert" className={classes.bad} data-testid="onboarding-problem">
          {say(problem)}
        </p>
      ) : session?.user.role === 'superadmin' ? (
        <p className={classes.note} data-testid="already-superadmin">
          {words.already} <Link to="/home">{words.toHome}</Link>
        </p>
      ) : null}
      <p>{words.text}</p>
      <div>
        <h3>{words.needHeading}</h3>
        <ul className={classes.needs}>
          {words.needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      </div>
      <Button
        component="a"
        href="/api/auth/social/start?onboard=1"
        size="md"
        className={classes.primary}
        data-testid="social"
      >
        {words.button}
      </Button>
    </div>
  );
}
