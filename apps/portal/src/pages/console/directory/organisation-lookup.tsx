import { useMutation } from '@tanstack/react-query';
import { type DirectoryOrganisation, findOrganisation } from '../../../api/console.ts';
import { findRegNoFault, normaliseRegNo } from '../../../features/organisations/numbers.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { Facts } from '../../../ui/page/list-and-detail.tsx';
import classes from './directory.module.css';
import { LookupForm } from './lookup-form.tsx';
import { directoryWords } from './words.ts';

export function OrganisationLookup() {
  const words = usePageWords(directoryWords);
  const find = useMutation({ mutationFn: findOrganisation });
  return (
    <>
      <LookupForm
        label={words.organisationNumber}
        hint={words.organisationHint}
        maxLength={20}
        isPending={find.isPending}
        error={find.error}
        normalise={normaliseRegNo}
        check={(text) => {
          const fault = findRegNoFault(text);
          return fault ? words.faults[fault] : null;
        }}
        onFind={find.mutate}
      />
      {find.data && !find.isPending ? <Organisation organisation={find.data} /> : null}
    </>
  );
}

function Organisation({ organisation }: { organisation: DirectoryOrganisation }) {
  const words = usePageWords(directoryWords);
  return (
    <section className={classes.found} aria-labelledby="found-organisation" data-testid="found">
      <h2 id="found-organisation">{organisation.name}</h2>
      <Facts
        items={[
          [words.latinName, organisation.name_latin],
          [words.register, organisation.reg_no],
          [words.type, organisation.type],
          [words.ceo, organisation.ceo],
          [words.address, organisation.address],
          [words.industry, organisation.industry.join(', ')],
          [words.slug, organisation.slug ?? (organisation.tenant_id ? '' : words.notHere)],
        ]}
      />
    </section>
  );
}
