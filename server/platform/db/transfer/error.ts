/** Why data could not be carried, in a sentence the operator can act on. */
export class TransferError extends Error {}
