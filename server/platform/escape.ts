const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const special = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * Escapes text for HTML or XML, in an element or in a quoted attribute. It drops what XML 1.0 has no character for:
 * rows of older versions hold such text, and one of them makes a whole feed unreadable.
 */
export const escapeHtml = (text: string) => text.replace(special, (sign) => entities[sign] ?? '');
