import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Button, Radio } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AccessMode, accessModeQuery, putAccessMode } from '../../../api/superadmin.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import classes from '../../../ui/page/list-page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ActionFailure, Done, Loaded } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import own from './access-mode.module.css';
import { accessModeWords } from './words.ts';

const MODES = ['public', 'private'] as const;

export function AccessModePage() {
  const words = usePageWords(accessModeWords);
  const query = useQuery(accessModeQuery);
  return (
    <div className={classes.page}>
      <PageHead isDense title={words.title} lead={words.lead} />
      <Loaded query={query}>{(mode) => <ModeForm mode={mode} />}</Loaded>
    </div>
  );
}

/** Not a body form: a choice of two cannot be wrong, and the dialog sends it. */
function ModeForm({ mode }: { mode: AccessMode }) {
  const words = usePageWords(accessModeWords);
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [wanted, setWanted] = useState(mode);
  const [isAsked, setIsAsked] = useState(false);
  const [done, setDone] = useState('');
  const save = useMutation({
    mutationFn: () => stepUp.run(() => putAccessMode(wanted)),
    onSuccess: (saved) => {
      client.setQueryData(accessModeQuery.queryKey, saved);
      setIsAsked(false);
      setDone(words.saved[saved]);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.reset();
    if (wanted === mode) setDone(words.unchanged);
    else setIsAsked(true);
  };

  return (
    <form className={own.form} onSubmit={submit} data-testid="access-mode" data-mode={mode}>
      <Done>{done}</Done>
      <fieldset className={own.choices}>
        <legend className={textStyle.hidden}>{words.title}</legend>
        {MODES.map((each) => (
          <div key={each} className={own.choice} data-chosen={each === wanted}>
            <Radio
              name="mode"
              value={each}
              checked={each === wanted}
              label={
                <span className={own.label}>
                  {words.modes[each].name}
                  {each === mode ? (
                    <span className={badgeStyle.chip} data-tone="good">
                      {words.now}
                    </span>
                  ) : null}
                </span>
              }
              data-testid={`mode-${each}`}
              aria-describedby={`mode-${each}-text`}
              onChange={() => {
                setDone('');
                setWanted(each);
              }}
            />
            <ul id={`mode-${each}-text`} className={own.effects}>
              {words.modes[each].effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          </div>
        ))}
      </fieldset>
      <p className={textStyle.quiet}>{words.note}</p>
      <div>
        <Button type="submit" data-testid="save-mode">
          {words.save}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked && !stepUp.isOpen}
        isDangerous={wanted === 'private'}
        title={words.confirm[wanted].title}
        action={words.confirm[wanted].action}
        isPending={save.isPending}
        failure={<ActionFailure error={readStepUpFailure(save.error)} />}
        onConfirm={() => save.mutate()}
        onCancel={() => setIsAsked(false)}
      >
        <p>{words.confirm[wanted].text}</p>
        <p>{words.confirm[wanted].undo}</p>
      </ConfirmDialog>
      {stepUp.dialog}
    </form>
  );
}
