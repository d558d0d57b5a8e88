import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { accessQuery, isAdministrator } from '../../api/access.ts';
import { ApiError, readFailure } from '../../api/errors.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { inLanguage } from '../../i18n/two-languages.tsx';
import { useProof } from '../../shell/use-proof.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useStepUp } from '../step-up/step-up.tsx';
import { unattendedWords } from './words.ts';

/** Sent with a change whose consequence for waiting cases an administrator accepted. */
export type Confirmation = { confirm_unattended?: true };

interface Unattended {
  code: 'cases_unattended' | 'authority_unattended';
  cases: number;
  authorities: readonly { name: string; name_en: string }[];
}

function readUnattended(error: unknown): Unattended | null {
  const failure = readFailure(error);
  if (!(error instanceof ApiError) || failure.kind !== 'refused') return null;
  const { code } = failure;
  if (code !== 'cases_unattended' && code !== 'authority_unattended') return null;
  const data = error.data as Partial<Unattended> | null;
  return { code, cases: data?.cases ?? 0, authorities: data?.authorities ?? [] };
}

/** The change is not made, and the reason is shown where it was asked for. */
const keepReason = (error: unknown) => error;

interface ConfirmedChange {
  /** Makes the change; asks for a fresh proof, and whether cases may stay without an officer, if the server refuses. */
  run<Data>(change: (confirmation: Confirmation) => Promise<Data>): Promise<Data>;
  /** While it is open, another dialog must close: two would compete for the focus. */
  isOpen: boolean;
  dialog: ReactNode;
}

/** A change that could leave cases without an officer; only administrators are asked, others read the reason. */
export function useConfirmedChange(): ConfirmedChange {
  const stepUp = useStepUp();
  const { data: access } = useQuery(accessQuery);
  const mayConfirm = access !== undefined && isAdministrator(access);
  const readQuestion = useCallback(
    (error: unknown) => (mayConfirm ? readUnattended(error) : null),
    [mayConfirm],
  );
  const { run, asked } = useProof<Unattended>({ readQuestion, cancel: keepReason });
  const { run: prove } = stepUp;
  const runConfirmed = useCallback(
    <Data,>(change: (confirmation: Confirmation) => Promise<Data>) => {
      let isRepeated = false;
      return run(() => {
        const confirmation: Confirmation = isRepeated ? { confirm_unattended: true } : {};
        isRepeated = true;
        return prove(() => change(confirmation));
      });
    },
    [run, prove],
  );
  return {
    run: runConfirmed,
    isOpen: stepUp.isOpen || asked !== null,
    dialog: (
      <>
        {stepUp.dialog}
        {asked ? (
          <UnattendedDialog
            question={asked.question}
            onConfirm={asked.onPassed}
            onCancel={asked.onCancelled}
          />
        ) : null}
      </>
    ),
  };
}

function UnattendedDialog(props: { question: Unattended; onConfirm(): void; onCancel(): void }) {
  const { language } = useLanguage();
  const words = usePageWords(unattendedWords);
  const { code, cases, authorities } = props.question;
  const names = authorities
    .map(({ name, name_en }) => inLanguage({ mn: name, en: name_en }, language))
    .join(', ');
  return (
    <ConfirmDialog
      isOpen
      title={words.title(cases)}
      action={words.confirm}
      isPending={false}
      failure={null}
      onConfirm={props.onConfirm}
      onCancel={props.onCancel}
    >
      <p data-testid="unattended">{words[code](names)}</p>
      <p>{words.better}</p>
    </ConfirmDialog>
  );
}
