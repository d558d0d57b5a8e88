import { usePageWords } from '../../../i18n/provider.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './builder.module.css';
import { builderWords } from './words.ts';

/** Which part is open, and how to open another. */
export interface OpenPart {
  open: string;
  onToggle(part: string): void;
  /** Opens a part that is being added, with the focus in this input. */
  onOpen(part: string, inputId: string): void;
}

interface ToggleProps {
  name: string;
  under: string;
  isOpen: boolean;
  onToggle(): void;
}

/** The name of a part, which opens its fields. */
export function Toggle({ name, under, isOpen, onToggle }: ToggleProps) {
  const words = usePageWords(builderWords);
  return (
    <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
      <span className={textStyle.hidden}>{isOpen ? words.fold : words.edit} </span>
      <span>{name}</span>
      {under ? <span className={textStyle.under}>{under}</span> : null}
    </button>
  );
}
