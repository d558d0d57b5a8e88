import { ApiError, readFailure } from '../../api/errors.ts';
import { useExplanation } from '../../ui/states/use-explanation.ts';

/** The server's reason why a document cannot be signed, in words; other failures as everywhere. */
export function useSignFailure(): (error: unknown) => string {
  const explain = useExplanation('server');
  return (error) => {
    const failure = readFailure(error);
    const isUnsignable = failure.kind === 'refused' && failure.code === 'not_signable';
    const text = error instanceof ApiError ? (error.data as { text?: unknown } | null)?.text : undefined;
    return isUnsignable && typeof text === 'string' ? text : explain(error);
  };
}
