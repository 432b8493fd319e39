const saysCancelled = /^[\s*([]*(?:CANCELL?ED\b|[Cc]ancell?ed\s*(?:[-:–—)\]!*.]|$))/;

/** 'Cancelled: Canal walk'; 'CANCELLED – Canal walk' stays as it is. */
export const cancelledTitle = (title: string): string =>
  saysCancelled.test(title) ? title : `Cancelled: ${title}`;
