import { usePageWords } from '../../../i18n/provider.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './directory.module.css';
import { directoryWords } from './words.ts';

export function AccountId({ id }: { id: string }) {
  const words = usePageWords(directoryWords);
  return (
    <span className={classes.copy}>
      <span className={textStyle.code}>{id}</span>
      <CopyButton text={id} label={words.userId} />
    </span>
  );
}
