/** A setting that stops the start; the message names the variable and what it should be. */
export class ConfigError extends Error {}
