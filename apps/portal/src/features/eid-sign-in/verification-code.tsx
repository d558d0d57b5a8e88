import { usePageWords } from '../../i18n/provider.tsx';
import classes from './sign-in.module.css';
import { signInWords } from './words.ts';

export function VerificationCode({ code }: { code: string }) {
  const words = usePageWords(signInWords);
  if (!code) return null;
  return (
    <p className={classes.code}>
      <span className={classes.codeLabel}>{words.code}</span>
      <span className={classes.codeDigits} data-testid="verification-code">
        {code}
      </span>
    </p>
  );
}
