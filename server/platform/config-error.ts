/** An invalid setting prevents the start. The message names the variable and what it should be. */
export class ConfigError extends Error {}
