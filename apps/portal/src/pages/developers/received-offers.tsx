import { Button, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOffer, ownedQuery, receivedOffersQuery } from '../../api/applications.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { Section } from '../../ui/page/section.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import { ownWords } from './words.ts';

/** Applications that the person is invited to own; nobody sees their name before they accept. */
export function ReceivedOffers() {
  const { offers: words } = usePageWords(ownWords);
  const client = useQueryClient();
  const query = useQuery(receivedOffersQuery);
  const answer = useMutation({
    mutationFn: ({ id, isAccepted }: { id: string; isAccepted: boolean }) => answerOffer(id, isAccepted),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: receivedOffersQuery.queryKey }),
        client.invalidateQueries({ queryKey: ownedQuery.queryKey }),
      ]),
  });
  if (query.data === undefined || query.data.items.length === 0) return null;
  return (
    <Section id="owner-offers" title={words.heading} lead={words.lead}>
      <ActionFailure error={answer.error} />
      {query.data.items.map(({ id, name }) => (
        <div key={id} data-testid="owner-offer">
          <p>{name}</p>
          <div className={formStyle.actions}>
            <Button
              loading={answer.isPending}
              data-testid="accept-offer"
              onClick={() => answer.mutate({ id, isAccepted: true })}
            >
              {words.accept}
              <VisuallyHidden>: {name}</VisuallyHidden>
            </Button>
            <Button
              variant="default"
              data-testid="decline-offer"
              onClick={() => answer.mutate({ id, isAccepted: false })}
            >
              {words.decline}
              <VisuallyHidden>: {name}</VisuallyHidden>
            </Button>
          </div>
        </div>
      ))}
    </Section>
  );
}
