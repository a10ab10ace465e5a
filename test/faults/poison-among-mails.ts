import { join } from 'node:path'
import { folderStorage } from '#server/platform/storage.ts'
import { type Fault, inParallel } from './fault.ts'
import { type Company, foundCompany } from './found-company.ts'
import { type Letter, letter, sendMail } from './send-mail.ts'
import { type Site, waitFor } from './site.ts'

const number = 1000

export const poisonAmongMails: Fault = {
  name: `one poisonous mail among ${number.toLocaleString('en')}`,
  async prove(site) {
    await site.start()
    const company = await foundCompany(site, 'alpha-co')
    const letters = Array.from({ length: number }, (_, at) =>
      letter({ from: `s${at}@sender.test`, to: company.support, subject: `Mail no ${at}`, id: `mail-${at}` }),
    )
    const poison = nested(letters[0]!, 5000)
    let acknowledged = 0
    await inParallel([...letters.slice(0, 500), poison, ...letters.slice(500)], 20, async (mail) => {
      if ((await sendMail(site.smtpPort, mail)) === 'acknowledged') acknowledged += 1
    })
    await waitFor(async () => (await countMails(site, company, 'received')) === 0, 120_000)
    const done = await countMails(site, company, 'done')
    const kept = await countKeptSources(site, company)
    return {
      holds: acknowledged === number + 1 && done === number && kept === 1,
      counts: `${acknowledged} acknowledged, ${done} of ${number} in, ${kept} suspended with its source`,
    }
  },
}

/** Returns a mail with `depth` nested parts. Reading all of them would exhaust the server. */
function nested({ from, to }: Letter, depth: number): Letter {
  const open = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
  )
  const head = `From: ${from}\r\nTo: ${to}\r\nSubject: Poison\r\nMessage-ID: <poison@sender.test>\r\nMIME-Version: 1.0\r\n`
  return { from, to, raw: `${head}${open.join('')}Content-Type: text/plain\r\n\r\nDeep down` }
}

async function countMails(site: Site, { id }: Company, state: string): Promise<number> {
  const [row] = await site.query<{ number: number }>(
    'select count(*)::int as number from inbound_mails where workspace_id = $1 and state = $2',
    [id, state],
  )
  return row!.number
}

async function countKeptSources(site: Site, { id }: Company): Promise<number> {
  const rows = await site.query<{ id: string }>(
    "select id from inbound_mails where workspace_id = $1 and state = 'suspended' and decision is not null",
    [id],
  )
  const storage = folderStorage(join(site.dataDir, 'files'))
  const sources = await Promise.all(rows.map((mail) => storage.read(`${id}/mails/${mail.id}`).catch(() => null)))
  return sources.filter((source) => source?.includes('Deep down')).length
}
