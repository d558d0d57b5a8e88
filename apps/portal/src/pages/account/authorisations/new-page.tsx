import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  AUTHORISATIONS_KEY,
  beginAuthorisation,
  giveAuthorisation,
  type Wish,
} from '../../../api/authorisations.ts';
import { PhoneDialog } from '../../../features/signing/phone-dialog.tsx';
import { usePhoneSignature } from '../../../features/signing/use-phone-signature.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { places } from '../../../shell/places.ts';
import { useForgetTyped } from '../../../ui/forms/use-typed.ts';
import { BackLink } from '../../../ui/page/found-page.tsx';
import pageStyle from '../../../ui/page/page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { newWords } from './new-words.ts';
import { AUTHORISATION_TEXT, WishForm } from './wish-form.tsx';

export function NewAuthorisationPage() {
  const words = usePageWords(newWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const forgetTyped = useForgetTyped();
  const give = useMutation({
    mutationFn: (signed: Wish & { sid: string }) => giveAuthorisation(signed),
    onSuccess: async ({ id }) => {
      forgetTyped(AUTHORISATION_TEXT);
      await client.invalidateQueries({ queryKey: AUTHORISATIONS_KEY });
      navigate(`${places.authorisations.path}/${id}?given=1`, { replace: true });
    },
  });
  const signing = usePhoneSignature(beginAuthorisation, give.mutate);
  return (
    <div className={pageStyle.page}>
      <BackLink to={places.authorisations.path}>{words.back}</BackLink>
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        <WishForm
          error={signing.refused ?? give.error}
          isPending={signing.isStarting || give.isPending}
          onChange={() => {
            signing.leave();
            give.reset();
          }}
          onSend={(wish) => {
            give.reset();
            signing.begin(wish);
          }}
        />
      </div>
      {/* Why the phone was not asked is said in the form. */}
      <PhoneDialog
        isOpen={signing.begun !== undefined || signing.isStarting || give.isPending}
        title={words.dialog}
        kept={words.kept}
        signing={signing}
        checking={give.isPending ? words.giving : null}
      />
    </div>
  );
}
