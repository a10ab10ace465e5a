import type { Client } from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { folderStorage } from '#server/platform/storage.ts'
import { auditLine, type Command } from './command.ts'
import { count, findWorkspace, recheckSessions, type Workspace } from './find-workspace.ts'
import { asOwner, inTransaction } from './owner-database.ts'

const restingDays = 180
const noWorkspace = '00000000-0000-0000-0000-000000000000'

/** Deletes rows before files: a crash in between leaves files without rows, but no row without its file. */
export const deleteWorkspace: Command = {
  name: 'workspace delete',
  takes: 'DOMAIN --yes',
  does: 'Deletes a workspace permanently: rows, accounts, sessions, files',
  options: { yes: { type: 'boolean' } },
  async run({ settings, words: [domain], options }) {
    const deleted = await asOwner(settings, (client) =>
      inTransaction(client, async () => {
        const workspace = await findWorkspace(client, domain!)
        const contents = await countContents(client, workspace)
        if (!options.yes)
          throw new CannotStart(`This deletes ${workspace.domain} permanently, ${contents}: add --yes to continue.`)
        await deleteRows(client, workspace)
        return { ...workspace, contents }
      }),
    )
    await folderStorage(settings.filesDir).removeWorkspace(deleted.id)
    return [
      `Deleted ${deleted.domain}, ${deleted.contents}. Its name rests for ${restingDays} days.`,
      auditLine('workspace.deleted', { domain: deleted.domain, workspace: deleted.id }),
    ].join('\n')
  },
}

async function countContents(client: Client, { id }: Workspace): Promise<string> {
  const { rows } = await client.query(
    `select (select count(*)::int from members where workspace_id = $1) as members,
       (select count(*)::int from tickets where workspace_id = $1) as tickets,
       (select count(*)::int from files where workspace_id = $1) as files`,
    [id],
  )
  const { members, tickets, files } = rows[0]
  return `with ${count(members, 'member')}, ${count(tickets, 'ticket')} and ${count(files, 'file')}`
}

/** Deletes the identity rows of a workspace one table at a time. Foreign keys delete all other rows. */
async function deleteRows(client: Client, { id, domain }: Workspace) {
  const { rows } = await client.query<{ id: string }>(
    `with ended as (delete from identity.invitations where workspace_id = $1 returning account_id)
     delete from accounts a where a.workspace_id = $1 or (a.verified_at is null and a.id in (select account_id from ended)
       and not exists (select from identity.invitations i where i.account_id = a.id and i.workspace_id <> $1))
     returning a.id`,
    [id],
  )
  const accountIds = rows.map((account) => account.id)
  await client.query('delete from sign_in_log where account_id = any($1)', [accountIds])
  const customers = await client.query<{ id: string }>('delete from sessions where workspace_id = $1 returning id', [
    id,
  ])
  await client.query('delete from challenges where workspace_id = $1', [id])
  // Moves the mail counts of the workspace to `noWorkspace`, because the limit of the whole installation includes them.
  await client.query(
    `with gone as (delete from unsolicited_mails where workspace_id = $1 returning day, sent)
     insert into unsolicited_mails as u (day, workspace_id, sent) select day, $2, sent from gone
     on conflict (day, workspace_id) do update set sent = u.sent + excluded.sent`,
    [id, noWorkspace],
  )
  await client.query('delete from workspaces where id = $1', [id])
  await client.query('select jobs.forget_workspace($1)', [id])
  await client.query(
    `insert into resting_domains (domain, until_at) values ($1, now() + make_interval(days => $2))
     on conflict (domain) do update set until_at = excluded.until_at`,
    [domain, restingDays],
  )
  await recheckSessions(client, [...accountIds, ...customers.rows.map((session) => session.id)])
}
