import type { IssuerProblem } from '#contract/base/sign-in.ts';

/** A failed sign-in, with the reason that the sign-in page shows. */
export class IssuerFailure extends Error {
  readonly problem: IssuerProblem;
  /** The end of a temporary suspension. */
  readonly until: Date | null;

  constructor(problem: IssuerProblem, cause?: unknown, until: Date | null = null) {
    super(`signing in by the issuer: ${problem}`, { cause });
    this.problem = problem;
    this.until = until;
  }
}
