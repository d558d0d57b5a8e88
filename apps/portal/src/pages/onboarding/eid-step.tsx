import { ONBOARDING_PATH, onboardingUse } from '../../features/eid-sign-in/onboarding-use.ts';
import { SignInCard } from '../../features/eid-sign-in/sign-in-card.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './onboarding.module.css';
import { onboardingWords } from './words.ts';

/** What the phone confirmed is known from the server's own state, which `onboardingUse` loads anew: no news to pass on. */
export function EidStep() {
  const words = usePageWords(onboardingWords).eid;
  return (
    <div className={classes.step}>
      <p>{words.text}</p>
      <div className={classes.eid}>
        <SignInCard next={ONBOARDING_PATH} use={onboardingUse} />
      </div>
    </div>
  );
}
