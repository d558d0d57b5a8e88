import { useCallback, useState } from 'react';

export interface Asked<Question> {
  question: Question;
  onPassed(): void;
  onCancelled(): void;
}

interface ProofRules<Question> {
  /** What the server asks for before it accepts the change; null for any other failure. */
  readQuestion(error: unknown): Question | null;
  /** The failure of a change whose proof was not given. */
  cancel(error: unknown): unknown;
}

/** Makes a change; where the server wants a fresh proof first, asks for it and makes the change again once. */
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
