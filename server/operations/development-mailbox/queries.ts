import { sql } from 'kysely'
import type { IdentityTx } from '#server/platform/database.ts'

type NewMail = { recipient: string; messageId: string; raw: Buffer }
export type MailHead = { id: string; recipient: string; sentAt: string; head: Buffer }

export async function insertMail(tx: IdentityTx, mail: NewMail) {
  await tx
    .insertInto('identity.developmentMails')
    .values(mail)
    .onConflict((conflict) => conflict.columns(['messageId', 'recipient']).doNothing())
    .execute()
}

const newest = (tx: IdentityTx, to: string | undefined) =>
  tx
    .selectFrom('identity.developmentMails')
    .$if(Boolean(to), (query) => query.where(sql<boolean>`lower(recipient) = lower(${to})`))
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(200)

export const listMailIds = (tx: IdentityTx, to: string | undefined) => newest(tx, to).select(['id', 'sentAt']).execute()

export const listMailHeads = (tx: IdentityTx): Promise<MailHead[]> =>
  newest(tx, undefined)
    .select(['id', 'recipient', 'sentAt', sql<Buffer>`substring(raw from 1 for 8192)`.as('head')])
    .execute()

export const findRawMails = (tx: IdentityTx, ids: string[]) =>
  tx.selectFrom('identity.developmentMails').select(['id', 'raw']).where('id', 'in', ids).execute()

export const findMail = (tx: IdentityTx, id: string) =>
  tx
    .selectFrom('identity.developmentMails')
    .select(['id', 'recipient', 'raw', 'sentAt'])
    .where('id', '=', id)
    .executeTakeFirst()

export const deleteMails = (tx: IdentityTx) => tx.deleteFrom('identity.developmentMails').execute()

export const deleteMailsBefore = (tx: IdentityTx, days: number) =>
  tx
    .deleteFrom('identity.developmentMails')
    .where('sentAt', '<', sql<string>`now() - make_interval(days => ${days}::int)`)
    .execute()
