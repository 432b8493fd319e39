const encodedPattern = /%([0-7][0-9a-f])/gi;

/** Decodes ASCII characters, also where the rest is encoded badly. */
const decodePath = (path: string) =>
  path.replace(encodedPattern, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Returns the id of a picture in an absolute address, in any spelling that leads to the picture;
 * undefined for other addresses. It says nothing about the host.
 */
export const pictureIdIn = (address: string): string | undefined =>
  /^\/+media\/+([0-9a-f]{64})/i
    .exec(decodePath(URL.parse(address.trim())?.pathname ?? ''))?.[1]
    ?.toLowerCase();
