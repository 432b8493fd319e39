import type { IssuerProblem } from '../../../contract/sign-in.ts';

/** A sign-in that did not come about, with the reason as the sign-in page tells it. */
export class IssuerFailure extends Error {
  readonly problem: IssuerProblem;

  constructor(problem: IssuerProblem, cause?: unknown) {
    super(`signing in by the issuer: ${problem}`, { cause });
    this.problem = problem;
  }
}
