import type { Database } from '#server/platform/database/connect.ts'
import { inIdentity } from '#server/platform/database.ts'
import type { ComposedMail } from '#server/platform/mail/send-mail.ts'
import { insertMail } from './queries.ts'

/** The same mail to the same person is stored once, also after a crash between two steps. */
export const deliver = (identity: Database, { envelope, messageId, raw }: ComposedMail): Promise<void> =>
  inIdentity(identity, (tx) =>
    insertMail(tx, { recipient: envelope.to, messageId, raw: Buffer.concat([returnPathOf(envelope), raw]) }),
  )

/** Adds Return-Path, as the final delivery does (RFC 5321, section 4.4). */
const returnPathOf = ({ from }: ComposedMail['envelope']) => Buffer.from(`Return-Path: <${from}>\r\n`)
