import type { IssuerProblem } from '#contract/base/sign-in.ts';

/** A sign-in that did not come about, with the reason as the sign-in page tells it. */
export class IssuerFailure extends Error {
  readonly problem: IssuerProblem;
  /** Until when it stays so, of an account that is suspended for a time. */
  readonly until: Date | null;

  constructor(problem: IssuerProblem, cause?: unknown, until: Date | null = null) {
    super(`signing in by the issuer: ${problem}`, { cause });
    this.problem = problem;
    this.until = until;
  }
}
