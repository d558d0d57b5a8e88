import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type AuthorityDetail, authorityQuery, deleteAuthority } from '../../../api/authorities.ts';
import { DeletePart } from '../../../features/step-up/asked-button.tsx';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import layoutStyle from '../../../ui/layout.module.css';
import { Detail } from '../../../ui/page/list-and-detail.tsx';
import { LoadFailure, LoadingRows } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { AuthorityForm } from './authority-form.tsx';
import { OfficesForm } from './offices-form.tsx';
import { authorityWords } from './words.ts';

interface AuthorityDetailProps {
  id: string;
  onClose(): void;
  onChanged(): unknown;
  onDeleted(name: string): void;
}

export function AuthorityDetailPart({ id, onClose, onChanged, onDeleted }: AuthorityDetailProps) {
  const { language } = useLanguage();
  const words = usePageWords(authorityWords);
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(authorityQuery(id));
  const keep = (changed: AuthorityDetail) => {
    client.setQueryData(authorityQuery(id).queryKey, changed);
    onChanged();
  };
  if (isPending) return <LoadingRows />;
  if (!data) return <LoadFailure error={error} onRetry={refetch} />;
  const title = (language === 'en' && data.name_en) || data.name;
  return (
    <Detail title={title} subject={id} onClose={onClose}>
      <AuthorityForm authority={data} onClose={onClose} onSaved={keep} />
      <OfficesForm key={data.offices.map((office) => office.id).join()} authority={data} onSaved={keep} />
      <section className={layoutStyle.part}>
        <h3>{words.services}</h3>
        {data.services.length === 0 ? (
          <p className={textStyle.quiet}>{words.noServices}</p>
        ) : (
          <ul>
            {data.services.map((service) => (
              <li key={service.id}>
                <Link to={`/registry/services/${service.id}`}>
                  {(language === 'en' && service.name_en) || service.name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Staff title={words.officers} people={data.officers} testId="officers" />
      <Staff title={words.registrars} people={data.registrars} testId="registrars" />
      <DeletePart
        words={words}
        name={title}
        run={() => deleteAuthority(id)}
        onDone={() => onDeleted(title)}
      />
    </Detail>
  );
}

interface StaffProps {
  title: string;
  people: AuthorityDetail['officers'];
  testId: string;
}

function Staff({ title, people, testId }: StaffProps) {
  const words = usePageWords(authorityWords);
  return (
    <section className={layoutStyle.part} data-testid={testId}>
      <h3>{title}</h3>
      {people.length === 0 ? (
        <p className={textStyle.quiet}>{words.noPeople}</p>
      ) : (
        <ul>
          {people.map((person) => (
            <li key={person.id}>
              <Link to={`/administration/users?user=${person.id}`}>{person.full_name || person.id}</Link>
              {person.everywhere ? ` (${words.everywhere})` : ''}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
