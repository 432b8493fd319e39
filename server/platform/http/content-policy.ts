import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * The sources that Stripe.js needs, by Stripe's security guide:
 * https://docs.stripe.com/security/guide
 */
const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

interface Site {
  payments: boolean;
  /** The hashes of inline scripts in our own documents. */
  inline: string[];
  /** On HTTPS the browser loads pictures by HTTPS, whatever their address says. */
  https: boolean;
}

/**
 * The Content-Security-Policy of every answer. It allows only the sources named, and the payment
 * provider's only if the site takes donations.
 */
const contentPolicy = ({ payments, inline, https }: Site) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", ...inline, ...(payments ? stripe.script : [])],
  'connect-src': ["'self'", ...(payments ? stripe.connect : [])],
  // The page frames a preview of its embedded event list.
  'frame-src': ["'self'", ...(payments ? stripe.frame : [])],
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'https:', ...(https ? [] : ['http:'])],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
});

/**
 * For uploads by members, whatever they turn out to be: they run nothing, load nothing and only
 * this site can frame them.
 */
export const picturePolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

const unused = [
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
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];

/** Turns off the device features that no page uses, so that injected code can't use them either. */
const permissionsPolicy = ({ payments }: Pick<Site, 'payments'>) =>
  [
    ...unused.map((feature) => `${feature}=()`),
    `payment=(${payments ? ['self', ...stripe.frame.slice(0, 1).map((host) => `"${host}"`)].join(' ') : ''})`,
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
