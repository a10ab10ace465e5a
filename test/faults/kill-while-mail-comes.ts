import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, inParallel } from './fault.ts'
import { type Company, foundCompany } from './found-company.ts'
import { type Fate, letter, sendMail } from './send-mail.ts'
import { type Site, waitFor } from './site.ts'

const mostTries = 5

type SentMail = { subject: string; id: string; fate: Fate }

export const killWhileMailComes: Fault = {
  name: 'kill -9 in the middle of 1,000 incoming mails',
  prove: async (site) => {
    const { isWhole, slowestMs, counts } = await proveMails(site, 1000, 2)
    return { holds: isWhole && slowestMs <= 5000, counts }
  },
}

/** Kills the server while mails come in. Then sends each mail without a "250" again, as mail servers do. */
export async function proveMails(site: Site, number: number, kills: number) {
  await site.start()
  const company = await foundCompany(site, `mails-${randomBytes(3).toString('hex')}`)
  const mails: SentMail[] = Array.from({ length: number }, (_, at) => ({
    subject: `Mail ${company.domain} no ${at}.`,
    id: `${company.domain}-${at}`,
    fate: 'unsent',
  }))

  const readyMs: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await sendAndKill(site, company, mails.filter(isOpen), number * 0.3)
    readyMs.push(await site.start())
  }
  const tally = countFates(mails)
  const first = await compare(site, company, mails)
  // Repeats each mail until it is acknowledged, as a mail server does.
  for (let turn = 0; turn < mostTries && mails.some(isOpen); turn += 1)
    await inParallel(mails.filter(isOpen), 20, (mail) => send(site, company, mail))
  const last = await compare(site, company, mails)

  const isAllIn = countFates(mails).acknowledged === number && last.once === number
  const slowestMs = Math.max(...readyMs)
  return {
    isWhole: first.wrong + last.wrong === 0 && isAllIn,
    slowestMs,
    counts: `${kills} kills: ${tally.acknowledged} acknowledged, ${tally.unknown} unknown, ${tally.unsent} unsent, ${first.wrong} lost or doubled; all sent again: ${last.once} of ${number} there once; ready after at most ${slowestMs.toFixed(0)} ms`,
  }
}

const isOpen = ({ fate }: SentMail) => fate !== 'acknowledged'

/** Sends a mail and sets its fate. `unknown` changes only to `acknowledged`, because the mail may already be stored. */
async function send(site: Site, { support }: Company, mail: SentMail) {
  const { subject, id } = mail
  const fate = await sendMail(site.smtpPort, letter({ from: `${id}@sender.test`, to: support, subject, id }))
  if (fate === 'acknowledged' || mail.fate !== 'unknown') mail.fate = fate
}

async function sendAndKill(site: Site, company: Company, mails: SentMail[], killAfter: number) {
  let acknowledged = 0
  let killing: Promise<void> | null = null
  await inParallel(mails, 20, async (mail) => {
    if (killing) return
    await send(site, company, mail)
    if (mail.fate === 'acknowledged') acknowledged += 1
    if (acknowledged >= killAfter) killing ??= sleep(5).then(site.kill)
  })
  await killing
}

function countFates(mails: SentMail[]): Record<Fate, number> {
  const counts = { acknowledged: 0, refused: 0, unknown: 0, unsent: 0 }
  for (const { fate } of mails) counts[fate] += 1
  return counts
}

/** Waits until all stored mails are processed. Then counts the mails with a wrong number of messages. */
async function compare(site: Site, { id }: Company, mails: SentMail[]) {
  await waitFor(async () => {
    const [row] = await site.query<{ open: number }>(
      "select count(*)::int as open from inbound_mails where workspace_id = $1 and state = 'received'",
      [id],
    )
    return row!.open === 0
  }, 120_000)
  const rows = await site.query<{ subject: string; number: number }>(
    `select t.subject, count(*)::int as number from messages m join tickets t on t.workspace_id = m.workspace_id and t.id = m.ticket_id
     where m.workspace_id = $1 group by t.subject`,
    [id],
  )
  const found = new Map(rows.map(({ subject, number }) => [subject, number]))
  const isWrong = ({ subject, fate }: SentMail) => {
    const number = found.get(subject) ?? 0
    return fate === 'acknowledged' ? number !== 1 : fate === 'unknown' ? number > 1 : number > 0
  }
  const strangers = rows.filter(({ subject }) => !mails.some((mail) => mail.subject === subject)).length
  return { wrong: mails.filter(isWrong).length + strangers, once: rows.filter(({ number }) => number === 1).length }
}
