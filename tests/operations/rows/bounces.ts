import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registration } from '#tests/crash/forms.ts';
import { overHttp, sendSuccessfully } from '#tests/crash/transport.ts';
import { refusal, startMailServer } from '#tests/support/smtp.ts';
import { query } from '#tests/operation/support.ts';
import { postgresPackage, startPostgres } from '../postgres.ts';
import { freePort, type Program } from '../program.ts';
import type { Row, Stage } from '../row.ts';
import { startSite } from '../sites.ts';
import { pollUntil } from '../until.ts';

export const bounces: Row = {
  name: 'bounces',
  title: 'Postfix accepts emails and returns one; Dovecot has it, and the site reads it',
  packages: ['postfix', 'dovecot-imapd', postgresPackage],
  run: async (stage) => {
    const remote = await startMailServer();
    stage.after(() => remote.close());
    remote.answers.recipient.push(refusal(550, '5.1.1 no such user here'));
    const [postgres, smtp, imap] = await Promise.all([
      startPostgres(stage),
      startPostfix(stage, new URL(remote.url).port),
      startDovecot(stage),
    ]);
    const site = await startSite(stage, {
      DATABASE_URL: postgres.site,
      SMTP_URL: smtp,
      BOUNCE_IMAP_URL: imap.url,
      MAIL_FROM: 'Hall <post@hall.example>',
      DEMO: 'false',
    });
    const send = overHttp(await site.ready);
    const signUp = async (email: string) => {
      const body = registration(email, 'a-long-password-1');
      await sendSuccessfully(send, 'POST', '/api/register', { body });
    };
    await signUp('nobody@elsewhere.example');
    await pollUntil('the email was returned', () => imap.isInBox('1'));
    await signUp('somebody@elsewhere.example');
    await pollUntil('the next one arrived', async () => remote.received.length > 0);
    // The job's next turn comes now, not in five minutes.
    await query(postgres.site, "DELETE FROM jobs WHERE name = 'bounces'");
    const refused = () =>
      query<{ address: string; reason: string }>(
        postgres.site,
        'SELECT address, reason FROM suppressions',
      );
    await pollUntil('the site has read it', async () => (await refused()).length > 0);
    const found = (await refused()).map(({ address, reason }) => `${address} (${reason})`).join();
    if (found !== 'nobody@elsewhere.example (bounced 5.1.1)') throw new Error(`It found ${found}`);
    await pollUntil('it is marked as read', () => imap.isInBox('0'));
    return `2 emails sent, 1 returned, its address refused: ${found}`;
  },
};

/** The user who owns the mailbox. */
const owner = 'nobody';

/** Runs Postfix, which takes all emails and passes them on; returns bounces to the mailbox. */
async function startPostfix(stage: Stage, remotePort: string): Promise<string> {
  const { debian, folder, after } = stage;
  const [place, port] = [join(folder, 'postfix'), await freePort()];
  const uid = debian.uid(owner);
  for (const each of ['', 'etc', 'queue', 'data', 'boxes']) mkdirSync(join(place, each));
  chownSync(join(place, 'data'), debian.uid('postfix'), 0);
  chownSync(join(place, 'boxes'), uid, uid);
  writeFileSync(
    join(place, 'etc', 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${place}/queue
data_directory = ${place}/data
maillog_file = ${place}/log
maillog_file_prefixes = ${place}
myhostname = mx.hall.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
disable_dns_lookups = yes
smtp_host_lookup = native
transport_maps = inline:{ { elsewhere.example = smtp:[127.0.0.1]:${remotePort} } }
virtual_mailbox_domains = hall.example
virtual_mailbox_base = ${boxesIn(folder)}
virtual_mailbox_maps = static:bounces/
virtual_minimum_uid = 1
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${uid}
`,
  );
  writeFileSync(
    join(place, 'etc', 'master.cf'),
    `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
smtp unix - - n - - smtp
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
proxymap unix - - n - - proxymap
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`,
  );
  const postfix = ['postfix', '-c', join(place, 'etc')] as const;
  const program = debian.start([...postfix, 'start-fg']);
  // Its master is in a session of its own, where no signal to the program's group arrives.
  after(() => debian.run([...postfix, 'stop']));
  await program.listens(port);
  return `smtp://127.0.0.1:${port}`;
}

const boxesIn = (folder: string) => join(folder, 'postfix', 'boxes');

interface Mailbox {
  url: string;
  /** Tells whether it has this many unread emails. */
  isInBox: (unread: string) => Promise<boolean>;
}

/** Runs Dovecot before the folder that Postfix delivers to. */
async function startDovecot({ debian, folder, after }: Stage): Promise<Mailbox> {
  const [place, port] = [join(folder, 'dovecot'), await freePort()];
  const uid = debian.uid(owner);
  const box = `maildir:${boxesIn(folder)}/bounces`;
  mkdirSync(place);
  const configuration = join(place, 'dovecot.conf');
  writeFileSync(
    configuration,
    `base_dir = ${place}/run
state_dir = ${place}/state
log_path = /dev/stderr
protocols = imap
ssl = no
disable_plaintext_auth = no
listen = 127.0.0.1
default_internal_user = ${owner}
default_login_user = ${owner}
default_internal_group = nogroup
first_valid_uid = 1
mail_location = ${box}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${uid} home=${boxesIn(folder)}
}
`,
  );
  const program: Program = debian.start(['dovecot', '-F', '-c', configuration]);
  after(() => program.stop());
  await program.listens(port);
  const status = ['doveadm', '-c', configuration, 'mailbox', 'status', '-u', 'bounces'] as const;
  return {
    url: `imap://bounces:secret@127.0.0.1:${port}`,
    isInBox: async (unread) =>
      (await debian.run([...status, 'unseen', 'INBOX'])).trim() === `INBOX unseen=${unread}`,
  };
}
