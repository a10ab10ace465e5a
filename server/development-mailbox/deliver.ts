import { type Database, inIdentity } from '#server/platform/database.ts'
import type { Mailer } from '#server/platform/mail/send-mail.ts'
import { insertMail } from './queries.ts'
import { readWireHeaders } from './wire-headers.ts'

type Mail = Parameters<Mailer['send']>[0]

/** Takes a mail in place of a relay. The same mail to the same person again, after a crash between two steps, is one. */
export const deliver = (identity: Database, { envelope, raw }: Mail): Promise<void> =>
  inIdentity(identity, (tx) =>
    insertMail(tx, { recipient: envelope.to, messageId: readWireHeaders(raw)['message-id'] ?? '', raw }),
  )
