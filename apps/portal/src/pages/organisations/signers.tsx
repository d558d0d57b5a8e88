import { Button, VisuallyHidden } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import {
  type Representation,
  removeSigner,
  resendToSigner,
  type Signer,
  signersQuery,
} from '../../api/organisations.ts';
import type { Language } from '../../i18n/language.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import layoutStyle from '../../ui/layout.module.css';
import sectionStyle from '../../ui/page/section.module.css';
import { Done, Failed, Loaded } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import classes from './organisations.module.css';
import { SignerForm } from './signer-form.tsx';
import { signingWords } from './signing-words.ts';

const nameOfSigner = (signer: Signer, language: Language): string =>
  (language === 'en' && signer.name_en) || signer.name || signer.reg_no || signer.person_etsi;

export function Signers({ representation }: { representation: Representation }) {
  const words = usePageWords(signingWords);
  const { language } = useLanguage();
  const client = useQueryClient();
  const explain = useExplanation('eid');
  const regNo = representation.org_register;
  const mayAppoint = representation.right_type === 'ADMIN';
  const query = useQuery(signersQuery(regNo));
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<Signer | null>(null);
  const [said, setSaid] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();

  const say = (what: string) => {
    setSaid(what);
    title.current?.focus();
  };
  const keep = (items: Signer[]) =>
    client.setQueryData(signersQuery(regNo).queryKey, { items, total: items.length });
  const refresh = () => client.invalidateQueries({ queryKey: signersQuery(regNo).queryKey });

  const remove = useMutation({
    mutationFn: (signer: Signer) => removeSigner(regNo, signer.person_etsi),
    onSuccess: ({ items }, signer) => {
      keep(items);
      setLeaving(null);
      say(words.removed(nameOfSigner(signer, language)));
    },
  });
  const resend = useMutation({
    mutationFn: (signer: Signer) => resendToSigner(regNo, signer.person_etsi),
    onSuccess: ({ signers }) => {
      keep(signers);
      say(words.askedAgain);
    },
    onError: refresh,
  });

  return (
    <section
      className={`${layoutStyle.panel} ${layoutStyle.stack}`}
      aria-labelledby={titleId}
      data-testid="signers"
    >
      <div className={sectionStyle.sectionHead}>
        <h3 id={titleId} ref={title} tabIndex={-1} className={classes.signersTitle}>
          {words.signers}
        </h3>
        {mayAppoint && !isAdding ? (
          <Button
            ref={addButton}
            variant="default"
            size="sm"
            leftSection={<IconUserPlus size={18} aria-hidden="true" />}
            data-testid="add-signer"
            onClick={() => {
              setSaid('');
              setIsAdding(true);
            }}
          >
            {words.add}
          </Button>
        ) : null}
      </div>
      <Done testId="signers-said">{said || null}</Done>
      <Failed text={resend.error ? explain(resend.error) : null} />
      {isAdding ? (
        <SignerForm
          regNo={regNo}
          onAdded={({ signers, pending_confirmation: pending }) => {
            keep(signers);
            setIsAdding(false);
            say(pending ? words.asked : words.addedAtOnce);
          }}
          onClose={() => {
            setIsAdding(false);
            requestAnimationFrame(() => addButton.current?.focus());
          }}
        />
      ) : null}
      <Loaded query={query} source="eid" lines={2}>
        {({ items }) => (
          <>
            <ul className={layoutStyle.list}>
              {items.map((signer) => (
                <SignerRow
                  key={signer.person_etsi}
                  signer={signer}
                  mayAppoint={mayAppoint}
                  isResending={resend.isPending && resend.variables.person_etsi === signer.person_etsi}
                  onResend={() => {
                    setSaid('');
                    resend.mutate(signer);
                  }}
                  onRemove={() => {
                    setSaid('');
                    remove.reset();
                    setLeaving(signer);
                  }}
                />
              ))}
            </ul>
            {items.some(({ status }) => status === 'PENDING') ? (
              <p className={textStyle.quiet}>{words.pendingWhy}</p>
            ) : null}
            {mayAppoint ? null : <p className={textStyle.quiet}>{words.readOnly}</p>}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={leaving ? words.removeTitle(nameOfSigner(leaving, language)) : ''}
        action={words.remove}
        isPending={remove.isPending}
        failure={<Failed text={remove.error ? explain(remove.error) : null} />}
        onConfirm={() => leaving && remove.mutate(leaving)}
        onCancel={() => setLeaving(null)}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
    </section>
  );
}

interface SignerRowProps {
  signer: Signer;
  mayAppoint: boolean;
  isResending: boolean;
  onResend(): void;
  onRemove(): void;
}

function SignerRow({ signer, mayAppoint, isResending, onResend, onRemove }: SignerRowProps) {
  const { language } = useLanguage();
  const words = usePageWords(signingWords);
  const sources: Record<string, string> = words.sources;
  const name = nameOfSigner(signer, language);
  const facts = [signer.role, words.rights[signer.right_type], sources[signer.source]];
  return (
    <li className={classes.signer} data-testid="signer" data-status={signer.status}>
      <div>
        <p className={classes.signerName}>
          {name}
          {signer.self ? <span className={classes.you}>{words.you}</span> : null}
        </p>
        <p className={textStyle.quiet}>{facts.filter(Boolean).join(' · ')}</p>
        {signer.reg_no && signer.reg_no !== name ? (
          <p className={`${textStyle.quiet} ${textStyle.small} ${textStyle.number}`}>{signer.reg_no}</p>
        ) : null}
      </div>
      <div className={classes.signerEnd}>
        <Badge tone={signer.status === 'PENDING' ? 'wait' : 'good'}>
          {signer.status === 'PENDING' ? words.pending : words.active}
        </Badge>
        {mayAppoint && signer.status === 'PENDING' ? (
          <Button
            variant="default"
            size="compact-md"
            fz="sm"
            loading={isResending}
            data-testid="resend-signer"
            onClick={onResend}
          >
            {words.resend}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </Button>
        ) : null}
        {mayAppoint && !signer.self ? (
          <Button variant="default" size="compact-md" fz="sm" data-testid="remove-signer" onClick={onRemove}>
            {words.remove}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </Button>
        ) : null}
      </div>
    </li>
  );
}
