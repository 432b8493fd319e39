const settingNames = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

/** Lists the settings for taking donations, which work only together. */
export const PaymentSettings = () => (
  <ul className="my-1">
    {settingNames.map((name) => (
      <li key={name}>
        <code className="wrap-anywhere">{name}</code>
      </li>
    ))}
  </ul>
);
