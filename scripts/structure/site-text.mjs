const home = 'server/platform/mail/site-text.ts';
/** Writes the recipient a reason or an outcome that an admin typed. */
const byAdmins = /^server\/features\/safety\/(?:complaints|enforcement|reports)\/emails\.ts$/;
const cast = /\bas (?:unknown as )?(?:SiteText|OwnMessage)\b|<(?:SiteText|OwnMessage)>\s*[\w('"`]/;

/**
 * Finds text that calls itself the site's own and isn't: only `site-text.ts` makes `SiteText`, only
 * the rooms of admins' decisions pass on what an admin wrote, and only `compose.ts` names the site.
 * @param sources the text of every file by its path from the root
 */
export const siteTextProblems = (sources) =>
  [...sources]
    .filter(([file]) => file.startsWith('server/') && !/\.test\.tsx?$/.test(file) && file !== home)
    .flatMap(([file, text]) => [
      ...(cast.test(text) ? [`${file}: only ${home} makes SiteText`] : []),
      ...(/\badminText\b/.test(text) && !byAdmins.test(file)
        ? [`${file}: adminText is for what admins write to the recipient`]
        : []),
      ...(/\bownSite\b/.test(text) && file !== 'server/platform/mail/compose.ts'
        ? [`${file}: ownSite is for the site's settings, in compose.ts`]
        : []),
    ]);
