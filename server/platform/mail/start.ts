import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Correspondence } from './compose.ts';
import type { MailDeps } from './deliver.ts';
import { openSmtp } from './post.ts';
import { openTwilio } from './texts.ts';
import type { Signer } from '#platform/crypto/signing.ts';

/** The features' contributions. */
export interface Given extends Surroundings {
  signer: Signer;
  correspondence: Correspondence;
}

export interface Surroundings {
  db: Database;
  config: Config;
  clock: () => Date;
  log: FastifyBaseLogger;
  /** The origin that links in emails begin with. */
  origin: string;
}

/** All that delivering takes, as the settings say. */
export async function openMail(given: Given): Promise<MailDeps> {
  const { config, log } = given;
  if (!config.smtpUrl) log.info('SMTP_URL is not set: mail is kept in the database for admins');
  return {
    ...given,
    texts: config.twilio && openTwilio(config.twilio),
    post: config.smtpUrl ? await openSmtp(config.smtpUrl) : undefined,
  };
}
