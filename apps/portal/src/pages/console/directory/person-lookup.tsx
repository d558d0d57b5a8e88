import { useMutation } from '@tanstack/react-query';
import { type DirectoryPerson, findPerson } from '../../../api/console.ts';
import { findNationalIdFault, normaliseNationalId } from '../../../features/people/national-id.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { Facts } from '../../../ui/page/list-and-detail.tsx';
import textStyle from '../../../ui/text.module.css';
import { AccountId } from './account-id.tsx';
import classes from './directory.module.css';
import { LookupForm } from './lookup-form.tsx';
import { directoryWords } from './words.ts';

export function PersonLookup() {
  const words = usePageWords(directoryWords);
  const find = useMutation({ mutationFn: findPerson });
  return (
    <>
      <LookupForm
        label={words.personNumber}
        hint={words.personHint}
        maxLength={24}
        isPending={find.isPending}
        error={find.error}
        normalise={normaliseNationalId}
        check={(text) => {
          const fault = findNationalIdFault(text);
          return fault ? words.faults[fault] : null;
        }}
        onFind={find.mutate}
      />
      {find.data && !find.isPending ? <Person person={find.data} /> : null}
    </>
  );
}

function Person({ person }: { person: DirectoryPerson }) {
  const words = usePageWords(directoryWords);
  return (
    <section className={classes.found} aria-labelledby="found-person" data-testid="found">
      <h2 id="found-person">{`${person.last_name} ${person.first_name}`.trim()}</h2>
      <p>
        <span className={badgeStyle.chip} data-tone={person.eid_verified ? 'good' : 'warn'}>
          {person.eid_verified ? words.verified : words.notVerified}
        </span>
      </p>
      <Facts
        items={[
          [words.latinName, person.full_name_en],
          [words.register, person.register],
          [words.verifiedAt, person.eid_verified_at ? <Moment key="at" at={person.eid_verified_at} /> : ''],
          [words.level, person.kyc_level],
          [words.userId, person.user_id ? <AccountId key="id" id={person.user_id} /> : words.noAccount],
        ]}
      />
      {person.user_id && person.eid_verified ? <p className={textStyle.under}>{words.copyHint}</p> : null}
    </section>
  );
}
