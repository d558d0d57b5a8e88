import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import dialogStyle from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { uiWords } from '../../ui/words.ts';
import { caseWords } from './case-words.ts';
import classes from './officer.module.css';
import { ACTION_KEYS } from './use-desk-keys.ts';

interface KeysDialogProps {
  isOpen: boolean;
  isOn: boolean;
  onSwitch(isOn: boolean): void;
  onClose(): void;
}

export function KeysDialog({ isOpen, isOn, onSwitch, onClose }: KeysDialogProps) {
  const words = usePageWords(caseWords);
  const shared = usePageWords(uiWords);
  const { keyList } = words;
  const keys: readonly (readonly [readonly string[], string])[] = [
    [['J', 'K', '↓', '↑'], keyList.move],
    [['Enter'], keyList.open],
    [['Esc'], keyList.close],
    ...(['take', 'ask', 'unask', 'approve', 'refuse', 'deliver', 'give', 'free'] as const).map(
      (action) => [[ACTION_KEYS[action].toUpperCase()], keyList[action]] as const,
    ),
    [['Ctrl', 'Enter'], keyList.send],
    [['/'], keyList.search],
    [['?'], keyList.help],
  ];
  return (
    <Dialog isOpen={isOpen} title={words.keysTitle} onClose={onClose} data-testid="keys">
      <p className={classes.quiet}>{words.keysLead}</p>
      <dl className={classes.keys}>
        {keys.map(([pressed, meaning]) => (
          <div key={meaning}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={words.keysSwitch}
        description={words.keysSwitchHint}
        checked={isOn}
        data-testid="keys-switch"
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      <div className={dialogStyle.actions}>
        <Button variant="default" data-autofocus data-testid="keys-close" onClick={onClose}>
          {shared.close}
        </Button>
      </div>
    </Dialog>
  );
}
