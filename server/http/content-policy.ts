/** What Stripe.js needs of a page, by Stripe's security guide: https://docs.stripe.com/security/guide */
const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** The Content-Security-Policy of every answer; the payment provider's hosts only where donations are taken. */
export const contentPolicy = ({ payments }: { payments: boolean }) => ({
  'default-src': ["'self'"],
  'script-src': ["'self'", ...(payments ? stripe.script : [])],
  ...(payments && {
    'connect-src': ["'self'", ...stripe.connect],
    'frame-src': ["'self'", ...stripe.frame],
  }),
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'https:', 'http:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
});
