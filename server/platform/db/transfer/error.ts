/** A transfer failed. The message tells the operator what to do. */
export class TransferError extends Error {}
