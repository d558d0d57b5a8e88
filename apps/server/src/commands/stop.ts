/** A reason to stop that a person can mend: printed as it is, without a stack, and the exit code is 1. */
export class Stop extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Stop';
  }
}
