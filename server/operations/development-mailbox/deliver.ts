import type { Database } from '#server/platform/database/connect.ts'
import { inIdentity } from '#server/platform/database.ts'
import type { ComposedMail } from '#server/platform/mail/send-mail.ts'
import { insertMail } from './queries.ts'

/** Stores a mail in the mailbox. A mail with the same Message-ID and recipient is stored only once. */
export const deliver = (identity: Database, { envelope, messageId, raw }: ComposedMail): Promise<void> =>
  inIdentity(identity, (tx) =>
    insertMail(tx, { recipient: envelope.to, messageId, raw: Buffer.concat([returnPathOf(envelope), raw]) }),
  )

const returnPathOf = ({ from }: ComposedMail['envelope']) => Buffer.from(`Return-Path: <${from}>\r\n`)
