import { ONBOARDING_PATH, onboardingUse } from '../../features/eid-sign-in/onboarding-use.ts';
import { SignInCard } from '../../features/eid-sign-in/sign-in-card.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './onboarding.module.css';
import { onboardingWords } from './words.ts';

/** `onboardingUse` reloads the server's state after the phone's confirmation, so this step reports nothing itself. */
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
