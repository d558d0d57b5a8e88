import { Button, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Representation, representationsQuery, unlinkOrganisation } from '../../api/organisations.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import classes from './organisations.module.css';
import { signingWords } from './signing-words.ts';

interface RepresentationHeadProps {
  representation: Representation;
  children?: ReactNode;
  onUnlinked(name: string): void;
}

/** The organisation, the person's right and its start date, and a button to unlink. */
export function RepresentationHead({ representation, children, onUnlinked }: RepresentationHeadProps) {
  const { language } = useLanguage();
  const words = usePageWords(signingWords);
  const client = useQueryClient();
  const explain = useExplanation('eid');
  const [isAsking, setIsAsking] = useState(false);
  const { org_register: regNo, org_name: cyrillic, org_name_en: latin, right_type: right } = representation;
  const name = language === 'en' && latin ? latin : cyrillic;
  const from = formatDate(representation.valid_from ?? '', language);
  const to = formatDate(representation.valid_to ?? '', language);
  const facts = [
    `${words.regNo}: ${regNo}`,
    representation.role,
    from && words.since(from),
    to && words.until(to),
  ];

  const unlink = useMutation({
    mutationFn: () => unlinkOrganisation(regNo),
    onSuccess: (list) => {
      client.setQueryData(representationsQuery.queryKey, list);
      onUnlinked(name);
    },
  });

  return (
    <>
      <div>
        <h3>{name}</h3>
        <p className={textStyle.quiet}>{facts.filter(Boolean).join(' · ')}</p>
        {right ? (
          <div className={`${badgeStyle.badges} ${classes.right}`}>
            <Badge tone="good">{words.rights[right]}</Badge>
          </div>
        ) : null}
      </div>
      <div className={classes.rowActions}>
        {children}
        {right === 'ADMIN' ? (
          <Button
            variant="default"
            size="compact-md"
            fz="sm"
            data-testid="unlink"
            onClick={() => {
              unlink.reset();
              setIsAsking(true);
            }}
          >
            {words.unlink}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.unlinkTitle(name)}
        action={words.unlink}
        isPending={unlink.isPending}
        failure={<Failed text={unlink.error ? explain(unlink.error) : null} />}
        onConfirm={() => unlink.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{words.unlinkText}</p>
      </ConfirmDialog>
    </>
  );
}
