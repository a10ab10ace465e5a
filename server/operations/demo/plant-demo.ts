import pg from 'pg'
import { asVisitor, inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { billing, people } from './articles/account.ts'
import type { DemoCategory } from './articles/demo-article.ts'
import { firstSteps } from './articles/first-steps.ts'
import { clocks, payroll } from './articles/hours.ts'
import { rota } from './articles/rota.ts'
import { tellReaders, writeKnowledgeBase } from './articles/write-knowledge-base.ts'
import { backdate } from './backdate.ts'
import { writeContent } from './content/write-content.ts'
import { brambleScripts, halyardScripts, type Script } from './scripts.ts'
import { writeTickets } from './write-tickets.ts'

export type Company = {
  domain: string
  name: string
  timeZone: string
  scripts: Script[]
  knowledgeBase?: DemoCategory[]
  hasContent?: true
  team: [name: string, surname: string, role: string][]
}

const companies: Company[] = [
  {
    domain: 'halyard',
    name: 'Halyard',
    timeZone: 'Europe/London',
    scripts: halyardScripts,
    knowledgeBase: [firstSteps, rota, clocks, payroll, people, billing],
    hasContent: true,
    team: [
      ['Mina', 'Park', 'FreeAdminUser'],
      ['Ada', 'Osei', 'AdminUser'],
      ['Jonas', 'Lindqvist', 'TeamUser'],
      ['Priya', 'Raman', 'TeamUser'],
      ['Tariq', 'Rahimi', 'TeamUser'],
    ],
  },
  {
    domain: 'bramble',
    name: 'Bramble Coffee',
    timeZone: 'Europe/Berlin',
    scripts: brambleScripts,
    team: [
      ['Rosa', 'Delgado', 'FreeAdminUser'],
      ['Callum', 'Reid', 'TeamUser'],
      ['Ines', 'Costa', 'TeamUser'],
    ],
  },
]
const ticketsEach = 300

/** Plants two workspaces with lifelike tickets, once, and prints who can sign in. */
export async function plantDemo(platform: Platform, ownerUrl: string): Promise<string> {
  for (const company of companies) await plantCompany(platform, ownerUrl, company)
  return tellPeople(platform)
}

async function plantCompany(platform: Platform, ownerUrl: string, company: Company) {
  const known = await asVisitor(platform.reader, company.domain, async (_, entered) => entered)
  if (known) return
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c search_path=app,identity' })
  await client.connect()
  try {
    const workspaceId = await foundCompany(client, company)
    // Nobody receives mail about events of the story.
    await inWorkspace({ ...platform.app, subscriptions: [] }, workspaceId, async (tx) =>
      writeTickets(tx, company, await listTeam(tx), ticketsEach),
    )
    const { knowledgeBase } = company
    if (knowledgeBase)
      await inWorkspace(platform.app, workspaceId, async (tx) => {
        await writeKnowledgeBase(tx, await listTeam(tx), knowledgeBase)
        await tellReaders(tx)
      })
    if (company.hasContent) {
      const team = await inWorkspace(platform.app, workspaceId, listTeam)
      await writeContent(platform, { workspaceId, domain: company.domain }, team)
    }
    await backdate(client, workspaceId)
  } finally {
    await client.end()
  }
}

function tellPeople({ settings }: Platform): string {
  const people = companies.flatMap(({ domain, team }) =>
    team
      .slice(0, 3)
      .map(
        ([name, , role]) =>
          `  ${`${name.toLowerCase()}@${domain}.example`.padEnd(28)}${(role === 'TeamUser' ? 'team member' : 'admin').padEnd(14)}${settings.workspaceOrigin(domain)}`,
      ),
  )
  const codes = settings.hasDevelopmentMailbox
    ? `The code arrives at ${settings.mailOrigin}/`
    : 'The code arrives by the mail relay'
  return `Demo data is there. Sign in at ${settings.appOrigin}/auth/login as one of these; a customer is rosa.delgado@customer.example.\n${people.join('\n')}\n${codes}\n`
}

/** A workspace with active members and Service started. */
async function foundCompany(client: pg.Client, { domain, name, timeZone, team }: Company): Promise<string> {
  const { rows } = await client.query(
    `insert into workspaces (domain, name, time_zone, plan, created_at)
     values ($1, $2, $3, 'active', now() - interval '60 days') returning id`,
    [domain, name, timeZone],
  )
  const workspaceId: string = rows[0].id
  await client.query(
    `insert into service_settings (workspace_id, support_name, started_at) values ($1, $2, now() - interval '60 days')`,
    [workspaceId, name],
  )
  for (const [first, last, role] of team) {
    const email = `${first.toLowerCase()}@${domain}.example`
    const account = await client.query(
      'insert into accounts (email, workspace_id, verified_at) values ($1, $2, now()) returning id',
      [email, workspaceId],
    )
    await client.query(
      `insert into members (workspace_id, id, email, name, surname, role, is_hr_admin, joined_at) values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [
        workspaceId,
        account.rows[0].id,
        email,
        first,
        last,
        role === 'FreeAdminUser' ? 'AdminUser' : role,
        role === 'FreeAdminUser',
      ],
    )
  }
  return workspaceId
}

async function listTeam(tx: WorkspaceTx): Promise<string[]> {
  const rows = await tx.selectFrom('members').select('id').orderBy('createdAt').orderBy('email').execute()
  return rows.map(({ id }) => id)
}
