import { useCallback, useState } from 'react';

export interface Asked<Question> {
  question: Question;
  onPassed(): void;
  onCancelled(): void;
}

interface ProofRules<Question> {
  /** The proof that the server requires before the change; null for any other failure. */
  readQuestion(error: unknown): Question | null;
  /** The failure of a change without the required proof. */
  cancel(error: unknown): unknown;
}

/** Makes a change; if the server requires a fresh proof, asks for it and retries once. */
export function useProof<Question>({ readQuestion, cancel }: ProofRules<Question>) {
  const [asked, setAsked] = useState<Asked<Question> | null>(null);
  const run = useCallback(
    async <Data>(change: () => Promise<Data>): Promise<Data> => {
      try {
        return await change();
      } catch (error) {
        const question = readQuestion(error);
        if (question === null) throw error;
        await new Promise<void>((onPassed, refuse) =>
          setAsked({ question, onPassed, onCancelled: () => refuse(cancel(error)) }),
        ).finally(() => setAsked(null));
        return change();
      }
    },
    [readQuestion, cancel],
  );
  return { run, asked };
}
