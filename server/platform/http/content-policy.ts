import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import helmet from 'helmet';

/**
 * The sources that Stripe.js needs, by Stripe's security guide:
 * https://docs.stripe.com/security/guide
 */
const stripeSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

interface Site {
  payments: boolean;
  /** The hashes of inline scripts in our own documents. */
  inline: string[];
  https: boolean;
}

/** Returns the source by which a content policy allows an inline script or style. */
export const hashSource = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The Content-Security-Policy of every answer. It allows only the sources named, and the payment
 * provider's only if the site takes donations. No `style` attribute counts: scripts set styles by
 * the CSSOM, which the policy leaves alone.
 */
const contentPolicy = ({ payments, inline, https }: Site) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", ...inline, ...(payments ? stripeSources.script : [])],
  'require-trusted-types-for': ["'script'"],
  // One decodes the named characters of legal texts and names the service worker, the other admits
  // the payment provider's script.
  'trusted-types': ['entities', ...(payments ? ['default'] : [])],
  'connect-src': ["'self'", ...(payments ? stripeSources.connect : [])],
  // The page frames a preview of its embedded event list.
  'frame-src': ["'self'", ...(payments ? stripeSources.frame : [])],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'https:'],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
  // On plain HTTP it would break the site's own addresses.
  'upgrade-insecure-requests': https ? [] : null,
});

interface InlineStyles {
  /** The texts of `<style>` elements. */
  elements: readonly string[];
  /** The values of `style` attributes. */
  attributes?: readonly string[];
}

/** Adds a document's own inline styles to its policy: these, and no other. */
export function allowStyles(reply: FastifyReply, { elements, attributes }: InlineStyles): void {
  const policy = reply.getHeader('content-security-policy');
  // In development the policy only reports, under another name.
  if (typeof policy !== 'string') return;
  const sources = ["style-src 'self'", ...elements.map(hashSource)];
  if (attributes) sources.push(";style-src-attr 'unsafe-hashes'", ...attributes.map(hashSource));
  void reply.header(
    'content-security-policy',
    policy.replace("style-src 'self'", sources.join(' ').replace(' ;', ';')),
  );
}

/**
 * For uploads by members, whatever they turn out to be: they run nothing, load nothing and only
 * this site can frame them.
 */
export const picturePolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/** For emails in a frame, and drawings: they have their own styles and nothing else. */
export const styledPolicy = `${picturePolicy}; style-src 'unsafe-inline'`;

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
  'xr-spatial-tracking',
];

/** Turns off the device features that no page uses, so that injected code can't use them either. */
const permissionsPolicy = ({ payments }: Pick<Site, 'payments'>) =>
  [
    ...unusedFeatures.map((feature) => `${feature}=()`),
    // Keeps a phone awake at the door of an event.
    'screen-wake-lock=(self)',
    // Makes and uses passkeys.
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
    `payment=(${payments ? ['self', ...stripeSources.frame.slice(0, 1).map((host) => `"${host}"`)].join(' ') : ''})`,
  ].join(', ');

/**
 * The security headers of every answer. Helmet computes them once: setting them one by one for each
 * answer took a twentieth of the time of a call.
 */
export function guardingHeaders(site: Site, { reportOnly }: { reportOnly: boolean }) {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  const guard = helmet({
    contentSecurityPolicy: { useDefaults: false, reportOnly, directives: contentPolicy(site) },
    strictTransportSecurity: site.https,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  guard(request, answer, () => answer.setHeader('permissions-policy', permissionsPolicy(site)));
  return answer.getHeaders();
}
