/** What Stripe.js needs of a page, by Stripe's security guide: https://docs.stripe.com/security/guide */
const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

interface Site {
  payments: boolean;
  /** The hashes of scripts that stand in our own documents. */
  inline: string[];
  /** On https a browser asks for a picture by https, whatever its address says. */
  https: boolean;
}

/**
 * The Content-Security-Policy of every answer: nothing but what is named, and the payment provider's hosts only
 * where donations are taken.
 */
export const contentPolicy = ({ payments, inline, https }: Site) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", ...inline, ...(payments ? stripe.script : [])],
  'connect-src': ["'self'", ...(payments ? stripe.connect : [])],
  ...(payments && { 'frame-src': stripe.frame }),
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'https:', ...(https ? [] : ['http:'])],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
});

/** Of what members send, whatever it turns out to be: it runs nothing, loads nothing and is framed by nobody else. */
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

/** What no page of ours asks of a device, so that nothing that gets into one can ask either. */
export const permissionsPolicy = ({ payments }: Pick<Site, 'payments'>) =>
  [
    ...unused.map((feature) => `${feature}=()`),
    `payment=(${payments ? ['self', ...stripe.frame.slice(0, 1).map((host) => `"${host}"`)].join(' ') : ''})`,
  ].join(', ');

/**
 * What browsers are told to guard with every answer: helmet's headers, made once. Set one by one, for each answer
 * anew, they took a twentieth of the time of a call.
 */
export const guardingHeaders = (site: Site, { reportOnly }: { reportOnly: boolean }) => ({
  [`content-security-policy${reportOnly ? '-report-only' : ''}`]: Object.entries(
    contentPolicy(site),
  )
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy(site),
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(site.https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
});
