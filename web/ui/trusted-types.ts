/** The rules for text that becomes markup, and for addresses of scripts. */
interface Rules {
  createHTML?: (text: string) => string;
  createScriptURL?: (url: string) => string | null;
}

/** A policy's answers are objects that stand for their text. */
interface Policy {
  createHTML: (text: string) => string;
  createScriptURL: (url: string) => string;
}

declare global {
  interface Window {
    /** Missing in browsers that know no trusted types: there strings are good enough. */
    trustedTypes?: {
      defaultPolicy: Policy | null;
      createPolicy: (name: string, rules: Rules) => Policy;
    };
  }
}

/**
 * Creates a policy under a name that the content policy of the pages allows. Undefined where the
 * browser has no trusted types.
 */
export const createPolicy = (name: 'default' | 'entities', rules: Rules): Policy | undefined =>
  window.trustedTypes?.createPolicy(name, rules);

let ownPolicy: Policy | undefined;

/**
 * Returns the policy of the site's own needs: the named characters of legal texts, of which nothing
 * can run, and the address of the service worker.
 */
export const sitePolicy = (): Policy | undefined =>
  (ownPolicy ??= createPolicy('entities', {
    createHTML: (text) => (/^&\w+;$/.test(text) ? text : ''),
    createScriptURL: (url) => (url === '/sw.js' ? url : null),
  }));
