import { readBesideLarge } from './large-messages.ts'
import { takeBesideHostile, takeMails } from './mail-in.ts'
import { type BenchSetup, leastShare } from './place.ts'
import { plant } from './plant.ts'

/** Maximum time from sending a mail until its ticket exists, even if hostile mails arrive. */
const longestMailMs = 1000
/** Maximum factor by which one workspace may slow down another. */
const mostHarm = 1.5
const mostOfAnswer = 2_000_000
/** Creates many tickets, so that lookups read different index pages. */
const ticketCount = 2_000

/**
 * Measures how much one sender can disturb others. Prints each figure with its target, and returns the names of the
 * figures that are too far off.
 */
export async function measureMail({ databaseUrl, ports, product }: BenchSetup): Promise<string[]> {
  const { domain, token, ticketIds } = await plant({ databaseUrl, port: ports.product, ticketCount })
  const missed: string[] = []
  let turn = 0
  const readTicket = () => {
    turn += 7919
    return { method: 'GET', path: `/api/v1/tickets/${ticketIds[turn % ticketIds.length]}` }
  }
  const large = await readBesideLarge({
    databaseUrl,
    port: ports.product,
    pid: product.pid!,
    others: { name: 'ticket', port: ports.product, host: 'api.startuptools.localhost', token, next: readTicket },
  })
  const harm = large.beside / large.alone
  console.log(
    `99 messages of the largest size, read in 4 sessions: p95 of another workspace ${large.alone.toFixed(1)} ms without and ${large.beside.toFixed(1)} ms beside them, ratio ${harm.toFixed(2)} (target ${mostHarm}); largest answer ${(large.mostBytes / 1e6).toFixed(2)} MB (target 2 MB), memory ${(large.grownBytes / 1e6).toFixed(0)} MB more`,
  )
  if (harm * leastShare > mostHarm || large.mostBytes > mostOfAnswer) missed.push('99 large messages')
  const place = { port: ports.smtp, domain }
  console.log(`mail in: ${(await takeMails(place, 1000)).toFixed(0)} a second, stored and acknowledged`)
  const { ms, waiting } = await takeBesideHostile(place, databaseUrl)
  console.log(
    `mail beside 8 hostile ones: through in ${ms.toFixed(0)} ms at most (target ${longestMailMs} ms), ${waiting} of them not read yet`,
  )
  if (ms * leastShare > longestMailMs) missed.push('mail beside hostile ones')
  return missed
}
